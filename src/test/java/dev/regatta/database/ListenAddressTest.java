package dev.regatta.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.util.Optional;

@Execution(ExecutionMode.CONCURRENT)
class ListenAddressTest {

    @Test
    void itIsTheLoopbackUnlessTheUserSaysOtherwise() {
        assertThat(ListenAddress.of(name -> Optional.empty())).isEqualTo(named("loopback"))
                .isEqualTo(named("127.0.0.1"));
        assertThat(ListenAddress.LOOPBACK.path()).isEqualTo("loopback");
    }

    @Test
    void thatOfTheHostIsNotOnTheLoopbackAndIsToldApart() throws SocketException, UnknownHostException {
        assumeThat(NetworkInterface.networkInterfaces().flatMap(NetworkInterface::inetAddresses)
                .filter(address -> !address.isLoopbackAddress() && address.getAddress().length == 4)).isNotEmpty();
        ListenAddress host = named("host");
        assertThat(InetAddress.getByName(host.host()).isLoopbackAddress()).isFalse();
        assertThat(host.path()).isEqualTo("host-address");
        assertThat(named(host.host())).isEqualTo(host);
    }

    @Test
    void anAddressOfAnotherMachineIsNamed() {
        assertThatThrownBy(() -> named("203.0.113.7")).isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        "-Dregatta.address=203.0.113.7 is no address of this machine, expected one of its addresses,"
                                + " or host or loopback");
    }

    private static ListenAddress named(String text) {
        return ListenAddress.of(name -> Optional.of(text).filter(value -> name.equals("regatta.address")));
    }
}
