package dev.regatta.race;

import dev.regatta.fork.MeasurementFailure;
import dev.regatta.protocol.Arm;
import dev.regatta.protocol.ArmSlice;
import dev.regatta.protocol.ServerName;
import dev.regatta.workload.Endpoint;

/** Where an arm races: a server, with what watches the slices of those that race there. */
public interface ObservedServer {

    /** Where clients connect to. */
    Endpoint endpoint();

    /** Its name in results. */
    ServerName name();

    /** CPU nanoseconds of the relay that makes the way to it longer; it runs on the database's CPUs. 0 if there is none. */
    long relayNanos();

    /** Runs a slice and adds what was seen around it. */
    ArmSlice observe(Arm arm, Observer.Timed slice) throws MeasurementFailure;
}
