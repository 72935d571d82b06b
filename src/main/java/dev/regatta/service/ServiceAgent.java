package dev.regatta.service;

import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import dev.regatta.fork.MeasurementFailure;
import dev.regatta.protocol.Pins;
import dev.regatta.protocol.RecordedParks;
import dev.regatta.protocol.Slice;
import jdk.management.jfr.RemoteRecordingStream;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.OptionalLong;

import javax.management.JMException;
import javax.management.ObjectName;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;

/**
 * What the JVM of a service tells of itself, through its management agent. The agent is started in the service's process, so
 * nothing may be timed there any more, nor its memory be read.
 */
final class ServiceAgent implements AutoCloseable {

    /** Milliseconds that a service which was stopped, or has no memory left, is waited for. */
    private static final String LIMIT_MILLIS = "30000";
    private static final String LIMIT = "sun.rmi.transport.tcp.responseTimeout";

    static {
        if (System.getProperty(LIMIT) == null) {
            System.setProperty(LIMIT, LIMIT_MILLIS);
        }
    }

    /** {@code com.sun.management.ThreadMXBean#getTotalThreadAllocatedBytes}, of a HotSpot since JDK 21. */
    private static final String ALLOCATED = "TotalThreadAllocatedBytes";

    private final JMXConnector agent;

    /** A load on the service. */
    interface Load {
        /** Runs it once. */
        Slice run() throws MeasurementFailure;
    }

    private ServiceAgent(JMXConnector agent) {
        this.agent = agent;
    }

    /**
     * That of a process.
     *
     * @throws IOException if its JVM starts no agent
     */
    static ServiceAgent of(long pid) throws IOException {
        try {
            VirtualMachine machine = VirtualMachine.attach(Long.toString(pid));
            try {
                return new ServiceAgent(JMXConnectorFactory.connect(new JMXServiceURL(
                        machine.startLocalManagementAgent())));
            } finally {
                machine.detach();
            }
        } catch (AttachNotSupportedException e) {
            throw new IOException("its JVM cannot be attached to: " + e.getMessage(), e);
        }
    }

    /** Bytes that all of its threads have allocated so far; empty where its JVM does not count them. */
    OptionalLong allocatedBytes() throws IOException {
        try {
            long bytes = (Long) agent.getMBeanServerConnection()
                    .getAttribute(new ObjectName(ManagementFactory.THREAD_MXBEAN_NAME), ALLOCATED);
            return bytes < 0 ? OptionalLong.empty() : OptionalLong.of(bytes);
        } catch (JMException e) {
            return OptionalLong.empty();
        }
    }

    /**
     * How often its virtual threads are pinned meanwhile, as its flight recorder tells.
     *
     * @throws IOException if it has none, or saw no virtual thread start: then it says nothing of their pins
     */
    Pins pinned(Load load) throws IOException, MeasurementFailure {
        var seen = new PinnedThreads();
        try (RemoteRecordingStream recorder = recorder(seen)) {
            Slice slice = load.run();
            stop(recorder);
            return seen.in(slice.allOperations());
        }
    }

    private RemoteRecordingStream recorder(PinnedThreads seen) throws IOException {
        RemoteRecordingStream recorder = null;
        try {
            recorder = new RemoteRecordingStream(agent.getMBeanServerConnection());
            recorder.enable(RecordedParks.PINNED).withThreshold(Duration.ZERO).withStackTrace();
            recorder.enable(RecordedParks.SUBMIT_FAILED).withoutStackTrace();
            recorder.enable(PinnedThreads.STARTED).withoutStackTrace();
            recorder.onEvent(seen::add);
            recorder.onError(seen::failed);
            recorder.startAsync();
            return recorder;
        } catch (RuntimeException e) {
            if (recorder != null) {
                recorder.close();
            }
            throw new IOException("its flight recorder does not start: " + e, e);
        }
    }

    /** What it has seen until then is read when this returns. */
    private static void stop(RemoteRecordingStream recorder) throws IOException {
        try {
            if (!recorder.stop()) {
                throw new IOException("what its flight recorder saw cannot be read");
            }
        } catch (IllegalStateException e) {
            throw new IOException("its flight recorder has ended before: " + e.getMessage(), e);
        }
    }

    @Override
    public void close() throws IOException {
        agent.close();
    }
}
