package shop.shipping;

import java.util.List;

/** A shipment with its parcels. */
public record Load(Shipment shipment, List<Parcel> parcels) {
}
