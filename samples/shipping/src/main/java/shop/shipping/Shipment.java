package shop.shipping;

import org.springframework.data.annotation.Id;

/** What goes to one destination, in one or more parcels. */
public record Shipment(@Id Long id, String destination, boolean delivered) {
}
