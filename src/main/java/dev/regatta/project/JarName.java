package dev.regatta.project;

import dev.regatta.fork.HarnessJars;

import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

/** What a jar of a class path is called, {@code group:artifact:version}: class paths hold files only. */
final class JarName {

    /** As Gradle keeps them: {@code files-2.1/org.postgresql/postgresql/42.7.14/<checksum>/postgresql-42.7.14.jar}. */
    private static final Pattern GRADLE = Pattern.compile(".*/files-2\\.1/([^/]+)/([^/]+)/([^/]+)/[0-9a-f]+/[^/]+");
    private static final Pattern VERSIONED = Pattern.compile("(.+?)-(\\d.*)\\.jar");
    private static final String UNKNOWN = "unknown";

    private JarName() {
    }

    /**
     * The coordinates of a jar.
     *
     * @param repository Maven's local repository, if it is known
     */
    static String of(Path jar, Optional<Path> repository) {
        return ofGradle(jar).or(() -> ofMaven(jar, repository)).or(() -> HarnessJars.coordinates(jar))
                .orElseGet(() -> ofFile(jar));
    }

    /** The coordinates that its folders tell in full; empty if they do not. */
    static Optional<String> filed(Path jar, Optional<Path> repository) {
        return ofGradle(jar)
                .or(() -> ofMaven(jar, repository).filter(name -> !name.startsWith(UNKNOWN + ":")));
    }

    private static Optional<String> ofGradle(Path jar) {
        Matcher gradle = GRADLE.matcher(jar.toString().replace('\\', '/'));
        return gradle.matches()
                ? Optional.of(gradle.group(1) + ":" + gradle.group(2) + ":" + gradle.group(3))
                : Optional.empty();
    }

    /** By its folders: {@code org/postgresql/postgresql/42.7.14/postgresql-42.7.14.jar}. */
    private static Optional<String> ofMaven(Path jar, Optional<Path> repository) {
        Path version = jar.getParent();
        Path artifact = version == null ? null : version.getParent();
        if (artifact == null || artifact.getFileName() == null) {
            return Optional.empty();
        }
        String name = artifact.getFileName() + "-" + version.getFileName();
        String rest = jar.getFileName().toString();
        if (!rest.startsWith(name) || !rest.endsWith(".jar") || artifact.getParent() == null) {
            return Optional.empty();
        }
        String classifier = rest.substring(name.length(), rest.length() - ".jar".length());
        String group = repository.filter(artifact::startsWith)
                .map(root -> StreamSupport.stream(root.relativize(artifact.getParent()).spliterator(), false)
                        .map(Path::toString).collect(Collectors.joining(".")))
                .orElse(UNKNOWN);
        return Optional.of(group + ":" + artifact.getFileName()
                + (classifier.startsWith("-") ? ":jar:" + classifier.substring(1) : "") + ":"
                + version.getFileName());
    }

    private static String ofFile(Path jar) {
        String name = jar.getFileName().toString();
        Matcher versioned = VERSIONED.matcher(name);
        return versioned.matches()
                ? UNKNOWN + ":" + versioned.group(1) + ":" + versioned.group(2)
                : UNKNOWN + ":" + name.replace(':', '_') + ":" + UNKNOWN;
    }
}
