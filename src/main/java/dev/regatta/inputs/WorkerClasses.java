package dev.regatta.inputs;

import dev.regatta.protocol.Description;
import dev.regatta.protocol.Inputs;
import dev.regatta.stack.Api;
import dev.regatta.stack.Stacks;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Enumeration;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/**
 * The class files of Regatta that a worker loads, and the classes that wrap clients: the part of the harness that can
 * change a measurement. The folder or jar that holds them does not count.
 *
 * <p>
 * The catalog {@code Workloads} is left out. Every worker loads it, so that a new workload would make all cells look
 * changed; what it says of a cell's own workload is an input by itself ({@link WorkloadDefinition}). So a change in the
 * speed of its lambdas, which compute the expected values of a result, is not seen; the values themselves are part of
 * the definition. The catalog {@code Stacks} is left out for the same reason; what it says of a cell's own client is an
 * input by itself ({@link Description#clients}).
 */
final class WorkerClasses {

    private static final String ROOT = "dev/regatta/";
    private static final List<String> PACKAGES = Stream
            .of("worker", "client", "stack", "load", "protocol", "workload").map(name -> ROOT + name + "/").toList();
    private static final String CLIENT = ROOT + "client/";
    private static final String WIRE = CLIENT + "wire/";
    /** The class of the raw wire that R2DBC's adapters use. */
    private static final String OF_THE_WIRE_FOR_ALL = WIRE + "Placeholders";
    private static final List<String> CATALOGS = List.of(ROOT + "workload/Workloads", ROOT + "stack/Stacks");
    private static final String SERVICES = "META-INF/services/" + CLIENT.replace('/', '.');

    private final SortedMap<String, byte[]> files;

    private WorkerClasses(SortedMap<String, byte[]> files) {
        this.files = files;
    }

    /**
     * Reads what there is in {@code classPath}.
     *
     * @param classPath folders and jars in class-path order; of a class that is there twice the first counts
     */
    static WorkerClasses in(List<Path> classPath) {
        var files = new TreeMap<String, byte[]>();
        var services = new TreeMap<String, byte[]>();
        for (Path entry : classPath) {
            read(entry, name -> name.startsWith(SERVICES), services);
            read(entry, name -> name.endsWith(".class") && PACKAGES.stream().anyMatch(name::startsWith), files);
        }
        for (byte[] service : services.values()) {
            // A class that wraps clients counts with its whole package.
            new String(service, StandardCharsets.UTF_8).lines().map(line -> line.replaceFirst("#.*", "").strip())
                    .filter(name -> !name.isEmpty()).map(name -> name.replace('.', '/'))
                    .map(name -> name.substring(0, name.lastIndexOf('/') + 1)).distinct()
                    .forEach(folder -> classPath.forEach(entry -> read(entry,
                            name -> name.endsWith(".class") && name.startsWith(folder), files)));
        }
        files.putAll(services);
        files.keySet().removeIf(name -> CATALOGS.stream().anyMatch(catalog -> is(name, catalog))
                || name.endsWith("/package-info.class"));
        return new WorkerClasses(files);
    }

    /** Whether there are any. */
    boolean isEmpty() {
        return files.isEmpty();
    }

    /**
     * SHA-256 of all that a worker with a client of {@code stack} loads, the raw wire's classes left out. A stack that
     * is not known is taken to need all adapters.
     */
    String of(String stack) {
        return digest(name -> !wire(name) && (!adapter(name) || Stacks.find(stack)
                .map(known -> isOf(known.api(), name)).orElse(true)));
    }

    /** Whether a file is that of an adapter. */
    private static boolean adapter(String name) {
        return Stream.of(Api.values()).anyMatch(api -> isOf(api, name));
    }

    private static boolean isOf(Api api, String name) {
        return api.adapters().stream().anyMatch(prefix -> name.startsWith(CLIENT + prefix));
    }

    /** SHA-256 of what makes up the raw-wire clients. */
    String ofTheWire() {
        return digest(WorkerClasses::wire);
    }

    private static boolean wire(String name) {
        return (name.startsWith(WIRE) || is(name, CLIENT + "WireClient")) && !is(name, OF_THE_WIRE_FOR_ALL);
    }

    /** Whether a file is that of a class or of one nested in it. */
    private static boolean is(String name, String type) {
        return name.equals(type + ".class") || name.startsWith(type + "$");
    }

    private String digest(Predicate<String> loaded) {
        var all = new ByteArrayOutputStream();
        files.forEach((name, content) -> {
            if (loaded.test(name)) {
                all.writeBytes((name + " " + content.length + "\n").getBytes(StandardCharsets.UTF_8));
                all.writeBytes(content);
            }
        });
        return Inputs.sha256(all.toByteArray());
    }

    /** Adds the files of a folder or jar with such names, but none that is there already. */
    private static void read(Path entry, Predicate<String> wanted, SortedMap<String, byte[]> files) {
        try {
            if (Files.isDirectory(entry)) {
                readFolder(entry, wanted, files);
            } else if (Files.isRegularFile(entry)) {
                readJar(entry, wanted, files);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("the classes in " + entry + " cannot be read", e);
        }
    }

    private static void readFolder(Path folder, Predicate<String> wanted, SortedMap<String, byte[]> files)
            throws IOException {
        List<Path> found = new ArrayList<>();
        try (Stream<Path> all = Files.walk(folder)) {
            all.filter(Files::isRegularFile).forEach(found::add);
        }
        for (Path file : found) {
            String name = folder.relativize(file).toString().replace('\\', '/');
            if (wanted.test(name) && !files.containsKey(name)) {
                files.put(name, Files.readAllBytes(file));
            }
        }
    }

    private static void readJar(Path jar, Predicate<String> wanted, SortedMap<String, byte[]> files)
            throws IOException {
        try (ZipFile zip = new ZipFile(jar.toFile())) {
            for (Enumeration<? extends ZipEntry> entries = zip.entries(); entries.hasMoreElements();) {
                ZipEntry entry = entries.nextElement();
                if (!entry.isDirectory() && wanted.test(entry.getName()) && !files.containsKey(entry.getName())) {
                    try (InputStream in = zip.getInputStream(entry)) {
                        files.put(entry.getName(), in.readAllBytes());
                    }
                }
            }
        }
    }
}
