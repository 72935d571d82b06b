package shop.shipping;

import org.springframework.data.annotation.Id;

/** A parcel of a shipment. */
public record Parcel(@Id Long id, Long shipmentId, String content, int grams) {
}
