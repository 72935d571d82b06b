package dev.regatta.host;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Where a process id is unique: on one host, between two boots, in one namespace of processes. (Two containers may have
 * one host name and one engine, and each has a process 1.) Written {@code name/boot/namespace}.
 *
 * @param name      the host's
 * @param boot      of the kernel, which every boot draws anew
 * @param processes the namespace
 */
public record HostIdentity(String name, String boot, String processes) {

    private static final int BOOT_DIGITS = 8;

    /** The identity of this host; a part that the system does not tell is empty. */
    public static HostIdentity here() {
        return in(Path.of("/proc"), Optional.ofNullable(System.getenv("HOSTNAME")).orElse("this-host"));
    }

    static HostIdentity in(Path proc, String unknown) {
        String name = line(proc.resolve("sys/kernel/hostname"));
        return new HostIdentity((name.isEmpty() ? unknown : name).replace("/", ""),
                line(proc.resolve("sys/kernel/random/boot_id")), link(proc.resolve("self/ns/pid")));
    }

    /** The identity written as {@code text}, if it is one. */
    public static Optional<HostIdentity> parse(String text) {
        String[] parts = text.split("/", -1);
        return parts.length == 3 ? Optional.of(new HostIdentity(parts[0], parts[1], parts[2])) : Optional.empty();
    }

    /**
     * How the name of a folder refers to it: {@code @<boot>-<namespace>} with eight digits of the boot; empty where one
     * of them is not known.
     */
    String mark() {
        String number = processes.replaceAll("\\D", "");
        return boot.length() < BOOT_DIGITS || number.isEmpty()
                ? ""
                : "@" + boot.substring(0, BOOT_DIGITS) + "-" + number;
    }

    /** Whether its processes are gone because this kernel was booted since. */
    public boolean beforeTheBootOf(HostIdentity here) {
        return name.equals(here.name) && !boot.isEmpty() && !here.boot.isEmpty() && !boot.equals(here.boot);
    }

    private static String line(Path file) {
        try {
            return Files.readString(file).strip();
        } catch (IOException e) {
            return "";
        }
    }

    private static String link(Path link) {
        try {
            return Files.readSymbolicLink(link).toString();
        } catch (IOException | UnsupportedOperationException e) {
            return "";
        }
    }

    @Override
    public String toString() {
        return name + "/" + boot + "/" + processes;
    }
}
