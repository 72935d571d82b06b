package shop.shipping;

import org.springframework.data.repository.reactive.ReactiveCrudRepository;
import reactor.core.publisher.Flux;

public interface ShipmentRepository extends ReactiveCrudRepository<Shipment, Long> {

    Flux<Shipment> findByDeliveredFalseOrderById();
}
