package shop.shipping;

import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

import java.util.Collection;
import java.util.List;
import java.util.Map;

@Service
public class Loads {

    private final ShipmentRepository shipments;
    private final ParcelRepository parcels;

    Loads(ShipmentRepository shipments, ParcelRepository parcels) {
        this.shipments = shipments;
        this.parcels = parcels;
    }

    /** All that is not delivered yet, the oldest first. */
    public Flux<Load> underWay() {
        return shipments.findByDeliveredFalseOrderById().collectList()
                .flatMapMany(all -> parcels.findByShipmentIdInOrderById(all.stream().map(Shipment::id).toList())
                        .collectMultimap(Parcel::shipmentId)
                        .flatMapIterable(parcelsOf -> all.stream().map(shipment -> load(shipment, parcelsOf)).toList()));
    }

    private static Load load(Shipment shipment, Map<Long, Collection<Parcel>> parcelsOf) {
        return new Load(shipment, List.copyOf(parcelsOf.getOrDefault(shipment.id(), List.of())));
    }

    /** Marks a shipment as delivered. */
    @Transactional
    public Mono<Shipment> deliver(long id) {
        return shipments.findById(id)
                .flatMap(found -> shipments.save(new Shipment(found.id(), found.destination(), true)));
    }
}
