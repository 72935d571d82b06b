package dev.regatta.database;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.DatagramSocket;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.util.Optional;
import java.util.function.Function;

/**
 * The address of this machine at which a server of ours is reached. Some drivers ask whether their server is on the
 * loopback and take a way there that they take nowhere else.
 *
 * @param host     as text
 * @param loopback whether it is on the loopback
 */
public record ListenAddress(String host, boolean loopback) {

    /** Names the address. */
    public static final String PROPERTY = "regatta.address";
    /** What is reached from this machine only. */
    static final ListenAddress LOOPBACK = new ListenAddress("127.0.0.1", true);

    private static final String OF_THE_LOOPBACK = "loopback";
    private static final String OF_THE_HOST = "host";

    /**
     * The address that the properties name.
     *
     * @throws IllegalArgumentException in one sentence, if this machine does not have it
     */
    public static ListenAddress of(Function<String, Optional<String>> properties) {
        return properties.apply(PROPERTY).map(ListenAddress::of).orElse(LOOPBACK);
    }

    private static ListenAddress of(String text) {
        try {
            return switch (text) {
                case OF_THE_LOOPBACK -> LOOPBACK;
                case OF_THE_HOST -> at(towardsOthers().or(ListenAddress::first)
                        .orElseThrow(() -> new IllegalArgumentException("-D" + PROPERTY + "=" + text
                                + ": this machine has no address but those of the loopback: leave it out")));
                default -> {
                    InetAddress address = InetAddress.getByName(text);
                    if (NetworkInterface.getByInetAddress(address) == null) {
                        throw new IllegalArgumentException("-D" + PROPERTY + "=" + text + " is no address of this"
                                + " machine, expected one of its addresses, or " + OF_THE_HOST + " or "
                                + OF_THE_LOOPBACK);
                    }
                    yield at(address);
                }
            };
        } catch (IOException e) {
            throw new IllegalArgumentException("-D" + PROPERTY + "=" + text + " is not understood (" + e.getMessage()
                    + "), expected an address of this machine, or " + OF_THE_HOST + " or " + OF_THE_LOOPBACK, e);
        }
    }

    /** The address by which this machine reaches others; nothing is sent to the one that is named, which is nobody. */
    private static Optional<InetAddress> towardsOthers() {
        try (var socket = new DatagramSocket()) {
            socket.connect(new InetSocketAddress("192.0.2.1", 9));
            return Optional.of(socket.getLocalAddress()).filter(ListenAddress::usable);
        } catch (IOException | UncheckedIOException e) {
            return Optional.empty();
        }
    }

    private static Optional<InetAddress> first() {
        try {
            return NetworkInterface.networkInterfaces().flatMap(NetworkInterface::inetAddresses)
                    .filter(ListenAddress::usable).findFirst();
        } catch (SocketException e) {
            return Optional.empty();
        }
    }

    private static boolean usable(InetAddress address) {
        return address instanceof Inet4Address && !address.isLoopbackAddress() && !address.isLinkLocalAddress()
                && !address.isAnyLocalAddress();
    }

    private static ListenAddress at(InetAddress address) {
        return new ListenAddress(address.getHostAddress(), address.isLoopbackAddress());
    }

    /** The way to it, as a fact. */
    String path() {
        return loopback ? OF_THE_LOOPBACK : "host-address";
    }
}
