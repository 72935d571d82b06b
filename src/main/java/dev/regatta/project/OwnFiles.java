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
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/**
 * The files that a project compiled or copied itself, in folders or in jars that it built.
 *
 * @param checksums names as on the class path to SHA-256; of a class that is there twice the first counts, and of another
 *                  file all do, because services and the like are read from every entry
 */
record OwnFiles(SortedMap<String, String> checksums) {

    /**
     * What a build or a signature adds, and what lawyers read: no code looks at it, or only to tell which build it is of, as
     * Spring Boot's {@code build-info} and the plugins that write down the commit.
     */
    private static final Pattern OF_A_BUILD = Pattern.compile("META-INF/(MANIFEST\\.MF|maven/.*|[^/]+\\.(SF|RSA|DSA|EC)"
            + "|build-info\\.properties|(LICENSE|NOTICE|DEPENDENCIES|AL2\\.0|LGPL2\\.1)[^/]*)"
            + "|(META-INF/)?git\\.(properties|json)");
    private static final Pattern OF_A_RELEASE = Pattern.compile("META-INF/versions/\\d+/");
    private static final String CLASS = ".class";

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
        checksums.keySet().removeIf(name -> OF_A_BUILD.matcher(name).matches());
        return new OwnFiles(checksums);
    }

    private static void folder(Path folder, SortedMap<String, String> checksums) throws IOException {
        List<Path> files;
        try (Stream<Path> all = Files.walk(folder)) {
            files = all.filter(Files::isRegularFile).toList();
        }
        for (Path file : files) {
            String name = folder.relativize(file).toString().replace('\\', '/');
            if (counts(name, checksums)) {
                add(name, Files.readAllBytes(file), checksums);
            }
        }
    }

    private static void jar(Path jar, SortedMap<String, String> checksums) throws IOException {
        try (ZipFile zip = new ZipFile(jar.toFile())) {
            for (ZipEntry entry : zip.stream().filter(each -> !each.isDirectory()).toList()) {
                if (counts(entry.getName(), checksums)) {
                    try (InputStream in = zip.getInputStream(entry)) {
                        add(entry.getName(), in.readAllBytes(), checksums);
                    }
                }
            }
        }
    }

    private static boolean counts(String name, SortedMap<String, String> checksums) {
        return !isClass(name) || !checksums.containsKey(name);
    }

    private static void add(String name, byte[] content, SortedMap<String, String> checksums) {
        checksums.merge(name, Inputs.sha256(content), (before, behind) -> Inputs.sha256(List.of(before, behind)));
    }

    /** One SHA-256 over all. */
    String digest() {
        return Inputs.sha256(checksums.entrySet().stream().flatMap(file -> Stream.of(file.getKey(), file.getValue()))
                .toList());
    }

    /** Whether a file holds a class. */
    static boolean isClass(String file) {
        return file.endsWith(CLASS);
    }

    /** The name of the class in a file, as a JVM tells it. */
    static String className(String file) {
        return OF_A_RELEASE.matcher(file).replaceFirst("").replace(CLASS, "").replace('/', '.');
    }

    /** Those of the files that hold a class that a JVM loaded. */
    OwnFiles loaded(Set<String> classes) {
        var kept = new TreeMap<>(checksums);
        kept.keySet().removeIf(file -> !isClass(file) || !classes.contains(className(file)));
        return new OwnFiles(kept);
    }

    /**
     * One SHA-256 over all but the contents of classes: what a worker may read without loading a class, and which
     * classes it would find where it looks for some.
     */
    String digestBesideClasses() {
        return Inputs.sha256(checksums.entrySet().stream()
                .flatMap(file -> Stream.of(file.getKey(), isClass(file.getKey()) ? "" : file.getValue())).toList());
    }

    /** The names of files that are not the same in {@code other}, sorted. */
    List<String> changedFrom(OwnFiles other) {
        var names = new TreeSet<>(checksums.keySet());
        names.addAll(other.checksums.keySet());
        return names.stream().filter(name -> !Objects.equals(checksums.get(name), other.checksums.get(name))).toList();
    }
}
