package dev.regatta.explore;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import dev.regatta.settings.Settings;

import java.time.Duration;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A limit of latency.
 *
 * @param percentile so many of the operations
 * @param limit      may take at most so long, from when they are due
 */
public record Sla(Percentile percentile, Duration limit) {

    private static final Pattern FORM = Pattern.compile("([^=:]+)[=:](.+)");

    /** Checks the limit. */
    public Sla {
        Objects.requireNonNull(percentile);
        if (!limit.isPositive()) {
            throw new IllegalArgumentException("a limit of latency is above 0, got " + limit);
        }
    }

    /**
     * Reads {@code p99=10ms}.
     *
     * @throws IllegalArgumentException saying what was expected
     */
    @JsonCreator
    public static Sla of(String text) {
        Matcher form = FORM.matcher(text);
        if (!form.matches()) {
            throw new IllegalArgumentException("'" + text + "' is no limit of latency, expected one like p99=10ms");
        }
        return new Sla(Percentile.of(form.group(1)), Settings.latency(form.group(2)).filter(Duration::isPositive)
                .orElseThrow(() -> new IllegalArgumentException(
                        "'" + form.group(2) + "' is not " + Settings.LATENCIES)));
    }

    @JsonValue
    @Override
    public String toString() {
        long micros = limit.toNanos() / 1000;
        return percentile + "=" + (micros % 1000 == 0 ? micros / 1000 + "ms" : micros + "us");
    }
}
