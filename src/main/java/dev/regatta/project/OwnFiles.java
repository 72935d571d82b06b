package dev.regatta.project;

import dev.regatta.protocol.Inputs;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/**
 * The files that a project compiled or copied itself, in folders or in jars that it built.
 *
 * @param checksums names as on the class path to SHA-256; of a file that is there twice the first counts
 */
record OwnFiles(SortedMap<String, String> checksums) {

    private static final String OF_A_BUILD = "META-INF/(MANIFEST\\.MF|maven/.*)";

    /** Copies the map. */
    OwnFiles {
        checksums = Collections.unmodifiableSortedMap(new TreeMap<>(checksums));
    }

    /** What is in these folders and jars. */
    static OwnFiles in(List<Path> entries) {
        SortedMap<String, String> checksums = new TreeMap<>();
        for (Path entry : entries) {
            try {
                if (Files.isDirectory(entry)) {
                    folder(entry, checksums);
                } else {
                    jar(entry, checksums);
                }
            } catch (IOException e) {
                throw new UncheckedIOException(entry + " of the class path cannot be read", e);
            }
        }
        checksums.keySet().removeIf(name -> name.matches(OF_A_BUILD));
        return new OwnFiles(checksums);
    }

    private static void folder(Path folder, SortedMap<String, String> checksums) throws IOException {
        List<Path> files;
        try (Stream<Path> all = Files.walk(folder)) {
            files = all.filter(Files::isRegularFile).toList();
        }
        for (Path file : files) {
            String name = folder.relativize(file).toString().replace('\\', '/');
            if (!checksums.containsKey(name)) {
                checksums.put(name, Inputs.sha256(Files.readAllBytes(file)));
            }
        }
    }

    private static void jar(Path jar, SortedMap<String, String> checksums) throws IOException {
        try (ZipFile zip = new ZipFile(jar.toFile())) {
            for (ZipEntry entry : zip.stream().filter(each -> !each.isDirectory()).toList()) {
                if (!checksums.containsKey(entry.getName())) {
                    try (InputStream in = zip.getInputStream(entry)) {
                        checksums.put(entry.getName(), Inputs.sha256(in.readAllBytes()));
                    }
                }
            }
        }
    }

    /** One SHA-256 over all. */
    String digest() {
        return Inputs.sha256(checksums.entrySet().stream().flatMap(file -> Stream.of(file.getKey(), file.getValue()))
                .toList());
    }

    /** The names of files that are not the same in {@code other}, sorted. */
    List<String> changedFrom(OwnFiles other) {
        var names = new TreeSet<>(checksums.keySet());
        names.addAll(other.checksums.keySet());
        return names.stream().filter(name -> !Objects.equals(checksums.get(name), other.checksums.get(name))).toList();
    }
}
