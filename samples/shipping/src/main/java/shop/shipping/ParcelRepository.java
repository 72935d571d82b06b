package shop.shipping;

import org.springframework.data.repository.reactive.ReactiveCrudRepository;
import reactor.core.publisher.Flux;

import java.util.Collection;

public interface ParcelRepository extends ReactiveCrudRepository<Parcel, Long> {

    Flux<Parcel> findByShipmentIdInOrderById(Collection<Long> shipments);

    Flux<Parcel> findByShipmentIdOrderById(Long shipment);
}
