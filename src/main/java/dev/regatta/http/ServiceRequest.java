package dev.regatta.http;

import dev.regatta.workload.OwnCode;
import dev.regatta.workload.Workload;
import dev.regatta.workload.Workloads;

import java.util.Arrays;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.stream.Collectors;

/** What is asked of every service, with the workload of drivers that reads the same rows. */
public enum ServiceRequest {
    /** Ten rows of one query. */
    PERSONS("/persons", Workloads.ROWS_10),
    /** One row by its id. */
    WORLD("/world/", Workloads.POINT_SELECT),
    /** Twenty rows by their ids, one after another. */
    WORLDS("/worlds?ids=", Workloads.POINT_SELECT_20);

    private final String path;
    private final Workload rows;
    /** The digest of its rows where they are always the same; to calculate it takes as long as to read a body. */
    private final OptionalLong always;

    ServiceRequest(String path, Workload rows) {
        this.path = path;
        this.rows = rows;
        this.always = rows.keys() == 0 ? OptionalLong.of(rows.expected(new int[0])) : OptionalLong.empty();
    }

    /** The name on the command line: {@code persons}. */
    public String id() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * The request with this {@link #id()}.
     *
     * @throws IllegalArgumentException naming the known ones
     */
    public static ServiceRequest of(String id) {
        return Arrays.stream(values()).filter(request -> request.id().equals(id)).findFirst()
                .orElseThrow(() -> new IllegalArgumentException("unknown request '" + id + "', a service answers "
                        + Arrays.stream(values()).map(ServiceRequest::id).collect(Collectors.joining(", "))));
    }

    /** What it is called where it is measured: like a method of a project, which is code that is not Regatta's. */
    public OwnCode workload() {
        return OwnCode.of(id());
    }

    /** How many ids one request takes. */
    public int keys() {
        return rows.keys();
    }

    /** How many ids there are to draw from. */
    public int ids() {
        return rows.ids();
    }

    /** Path and query of the request for these ids. */
    public String path(int[] keys) {
        return keys.length == 0
                ? path
                : path + Arrays.stream(keys).mapToObj(Integer::toString).collect(Collectors.joining(","));
    }

    /** The digest of a body that has the right rows: that of a driver which read them. */
    public long expected(int[] keys) {
        return always.orElseGet(() -> rows.expected(keys));
    }

    /** Whether a body has the right rows. */
    public boolean isRight(byte[] body, int[] keys) {
        return BodyDigest.of(body, 0, body.length) == expected(keys);
    }
}
