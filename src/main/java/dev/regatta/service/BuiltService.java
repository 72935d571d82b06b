package dev.regatta.service;

import dev.regatta.protocol.Artifact;
import dev.regatta.protocol.Inputs;
import dev.regatta.protocol.Recipe;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/**
 * A service that was built.
 *
 * @param service what
 * @param folder  holds what is deployed, and nothing else
 * @param sources SHA-256 of its sources, without the version that was asked for
 */
public record BuiltService(WebService service, Path folder, String sources) {

    /** As jars are called; Quarkus puts the group in front of the name. */
    private static final Pattern VERSIONED = Pattern.compile("(.+?)-(\\d.*)\\.jar");
    private static final String IN_BOOT = "BOOT-INF/lib/";
    private static final String LIBRARY = "library";
    private static final int DIGITS = 12;

    /** Bytes of what is deployed. */
    public long size() {
        return files().stream().mapToLong(file -> file.toFile().length()).sum();
    }

    /**
     * What it is made of: its sources, whose version is their digest, and the libraries that its build put in, with their checksums.
     * Neither framework keeps their groups, which all are {@code library} therefore.
     */
    public Recipe recipe() {
        List<Artifact> artifacts = new ArrayList<>();
        artifacts.add(new Artifact("service:" + service.folder() + ":" + sources.substring(0, DIGITS), sources));
        try {
            switch (service.framework()) {
                case SPRING_BOOT -> artifacts.addAll(nested(folder.resolve(service.framework().made())));
                case QUARKUS -> {
                    for (Path file : files()) {
                        if (file.getParent().getParent().endsWith("lib")) {
                            artifacts.add(artifact(file.getFileName().toString(), Files.readAllBytes(file)));
                        }
                    }
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException("the build of " + service.folder() + " in " + folder + " cannot be read", e);
        }
        return new Recipe(service.name(), artifacts, service.environment());
    }

    private static List<Artifact> nested(Path jar) throws IOException {
        List<Artifact> found = new ArrayList<>();
        try (var zip = new ZipFile(jar.toFile())) {
            for (ZipEntry entry : zip.stream().filter(named -> named.getName().startsWith(IN_BOOT))
                    .filter(named -> named.getName().endsWith(".jar"))
                    .sorted(Comparator.comparing(ZipEntry::getName)).toList()) {
                try (InputStream in = zip.getInputStream(entry)) {
                    found.add(artifact(entry.getName().substring(IN_BOOT.length()), in.readAllBytes()));
                }
            }
        }
        return found;
    }

    private static Artifact artifact(String file, byte[] content) {
        Matcher named = VERSIONED.matcher(file);
        return new Artifact(named.matches()
                ? LIBRARY + ":" + named.group(1) + ":" + named.group(2)
                : LIBRARY + ":" + file.replace(".jar", "") + ":none", Inputs.sha256(content));
    }

    private List<Path> files() {
        try (Stream<Path> all = Files.walk(folder)) {
            return all.filter(Files::isRegularFile).sorted().toList();
        } catch (IOException e) {
            throw new UncheckedIOException("the build of " + service.folder() + " in " + folder + " cannot be read", e);
        }
    }
}
