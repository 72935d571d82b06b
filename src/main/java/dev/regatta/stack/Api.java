package dev.regatta.stack;

import dev.regatta.load.Threading;

import java.util.List;

/** The programming interface through which a client's operations run. */
public enum Api {
    /** The bytes of the protocol, without a driver. */
    WIRE(List.of(Threading.PLATFORM), "Wire"),
    /** JDBC, which blocks the calling thread. */
    JDBC(List.of(Threading.PLATFORM, Threading.VIRTUAL), "Jdbc"),
    /** R2DBC, on the driver's event loops. */
    R2DBC(List.of(Threading.EVENT_LOOP), "R2dbc"),
    /** The clients of Vert.x, on its event loops. */
    VERTX(List.of(Threading.EVENT_LOOP), "Vertx"),
    /** Hibernate ORM with JDBC below, which blocks the calling thread. */
    HIBERNATE_ORM(List.of(Threading.PLATFORM, Threading.VIRTUAL), "HibernateOrm", "HibernateEntities", "JdbcDriver",
            "JdbcPool", "JdbcHikari"),
    /** Hibernate Reactive with a client of Vert.x below, on its event loops. */
    HIBERNATE_REACTIVE(List.of(Threading.EVENT_LOOP), "HibernateReactive", "HibernateEntities", "VertxContexts"),
    /** Methods of a project's own code that block the calling thread. */
    OWN_CODE(List.of(Threading.PLATFORM, Threading.VIRTUAL), "OwnCode"),
    /** Methods of a project's own code that return what completes later. */
    OWN_CODE_ASYNC(List.of(Threading.EVENT_LOOP), "OwnCode");

    private final List<Threading> threadings;
    private final List<String> adapters;

    Api(List<Threading> threadings, String... adapters) {
        this.threadings = threadings;
        this.adapters = List.of(adapters);
    }

    /** What carries its operations, in the order of reports. */
    public List<Threading> threadings() {
        return threadings;
    }

    /** How the names of its adapters begin, in the package {@code client}. */
    public List<String> adapters() {
        return adapters;
    }
}
