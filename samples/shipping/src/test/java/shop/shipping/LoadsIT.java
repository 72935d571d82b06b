package shop.shipping;

import static org.assertj.core.api.Assertions.assertThat;

import dev.regatta.calls.CountsDatabaseCalls;
import dev.regatta.calls.DatabaseCalls;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.testcontainers.service.connection.ServiceConnection;
import org.testcontainers.junit.jupiter.Container;
import org.testcontainers.junit.jupiter.Testcontainers;
import org.testcontainers.mariadb.MariaDBContainer;
import reactor.core.publisher.Flux;
import reactor.test.StepVerifier;

import java.util.List;

@CountsDatabaseCalls
@SpringBootTest
@Testcontainers
class LoadsIT {

    @Container
    @ServiceConnection
    static MariaDBContainer database = DatabaseCalls.through(new MariaDBContainer("mariadb:11.8"));

    @Autowired
    Loads loads;

    private List<Shipment> shipments;

    /** Ten shipments of two parcels. What is done here is not counted. */
    @BeforeEach
    void tenShipments(@Autowired ShipmentRepository all, @Autowired ParcelRepository parcels) {
        parcels.deleteAll().then(all.deleteAll()).block();
        shipments = all.saveAll(Flux.range(1, 10).map(number -> new Shipment(null, "Quay " + number, false)))
                .collectList().block();
        parcels.saveAll(shipments.stream().flatMap(shipment -> List.of(new Parcel(null, shipment.id(), "Rope", 900),
                new Parcel(null, shipment.id(), "Anchor", 12_000)).stream()).toList()).blockLast();
    }

    @Test
    void underWay() {
        StepVerifier.create(loads.underWay().collectList()).assertNext(found -> {
            assertThat(found).extracting(Load::shipment).isEqualTo(shipments);
            assertThat(found).allSatisfy(load -> assertThat(load.parcels()).extracting(Parcel::content)
                    .containsExactly("Rope", "Anchor"));
        }).verifyComplete();
    }

    @Test
    void delivers() {
        StepVerifier.create(loads.deliver(shipments.get(0).id()))
                .assertNext(shipment -> assertThat(shipment.delivered()).isTrue()).verifyComplete();
    }
}
