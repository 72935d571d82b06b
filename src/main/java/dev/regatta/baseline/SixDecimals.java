package dev.regatta.baseline;

import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.ValueSerializer;

import java.math.BigDecimal;
import java.math.RoundingMode;

/** Writes a number with six decimals and no exponent, so that files differ only where something changed. */
final class SixDecimals extends ValueSerializer<Double> {

    @Override
    public void serialize(Double value, JsonGenerator generator, SerializationContext context) {
        generator.writeNumber(BigDecimal.valueOf(value).setScale(6, RoundingMode.HALF_UP));
    }

    /** {@code value} as it is read back. */
    static double rounded(double value) {
        return BigDecimal.valueOf(value).setScale(6, RoundingMode.HALF_UP).doubleValue();
    }
}
