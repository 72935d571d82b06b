package dev.regatta.service;

import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.OptionalLong;

import javax.management.JMException;
import javax.management.ObjectName;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;

/**
 * The heap of a service, as its JVM's management agent tells it. The agent is started in the service's process, so nothing may be
 * timed there any more, nor its memory be read.
 */
final class ServiceHeap implements AutoCloseable {

    /** {@code com.sun.management.ThreadMXBean#getTotalThreadAllocatedBytes}, of a HotSpot since JDK 21. */
    private static final String ALLOCATED = "TotalThreadAllocatedBytes";

    private final JMXConnector agent;

    private ServiceHeap(JMXConnector agent) {
        this.agent = agent;
    }

    /**
     * That of a process.
     *
     * @throws IOException if its JVM starts no agent
     */
    static ServiceHeap of(long pid) throws IOException {
        try {
            VirtualMachine machine = VirtualMachine.attach(Long.toString(pid));
            try {
                return new ServiceHeap(JMXConnectorFactory.connect(new JMXServiceURL(
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

    @Override
    public void close() throws IOException {
        agent.close();
    }
}
