package shop;

import java.math.BigDecimal;
import java.util.List;

public record Order(long id, List<Item> items) {

    public record Item(String name, BigDecimal price) {}
}
