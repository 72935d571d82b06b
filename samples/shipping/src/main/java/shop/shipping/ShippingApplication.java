package shop.shipping;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

@SpringBootApplication
public class ShippingApplication {

    public static void main(String[] arguments) {
        SpringApplication.run(ShippingApplication.class, arguments);
    }
}
