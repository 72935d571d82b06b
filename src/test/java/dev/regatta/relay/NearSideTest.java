package dev.regatta.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.util.Optional;

class NearSideTest {

    @Test
    void aServerOnTheLoopbackIsRelayedThere() throws IOException {
        InetAddress loopback = InetAddress.getByName("127.0.0.1");
        assertThat(NearSide.of(new InetSocketAddress(loopback, 5432))).isEqualTo(loopback);
        assertThat(NearSide.admits(loopback, loopback)).isTrue();
    }

    /** So that a driver takes the same way with the relay as without. */
    @Test
    void aServerAtAnotherAddressOfThisMachineIsRelayedThereForThisMachineOnly() throws IOException {
        Optional<InetAddress> own = NetworkInterface.networkInterfaces().flatMap(NetworkInterface::inetAddresses)
                .filter(address -> address instanceof Inet4Address && !address.isLoopbackAddress()).findFirst();
        assumeThat(own).isPresent();
        assertThat(NearSide.of(new InetSocketAddress(own.get(), 5432))).isEqualTo(own.get());
        assertThat(NearSide.admits(own.get(), own.get())).isTrue();
        assertThat(NearSide.admits(own.get(), InetAddress.getByName("203.0.113.7"))).isFalse();
    }
}
