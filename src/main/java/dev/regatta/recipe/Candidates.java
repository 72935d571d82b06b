package dev.regatta.recipe;

import dev.regatta.stack.Root;
import dev.regatta.stack.Stack;
import dev.regatta.stack.Stacks;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Today's recipes: the root artifacts of each client stack in the catalog, with the versions of {@code pom.xml} that
 * Maven filled into {@code candidates.properties} when it built Regatta.
 */
public final class Candidates {

    private static final String RESOURCE = "/dev/regatta/recipe/candidates.properties";
    private static final String LIBRARIES = "libraries";

    private final SortedMap<String, List<String>> rootsByStack;
    private final SortedMap<String, String> propertyByCoordinates;
    private final List<String> libraries;

    private Candidates(SortedMap<String, List<String>> rootsByStack, SortedMap<String, String> propertyByCoordinates,
            List<String> libraries) {
        this.rootsByStack = rootsByStack;
        this.propertyByCoordinates = propertyByCoordinates;
        this.libraries = libraries;
    }

    /**
     * The candidates Regatta was built with.
     *
     * @throws IllegalArgumentException naming the key, if Maven did not fill in the versions
     */
    public static Candidates load() {
        try (InputStream in = Candidates.class.getResourceAsStream(RESOURCE)) {
            if (in == null) {
                throw new IllegalArgumentException(RESOURCE + " is not on the class path: build Regatta with Maven");
            }
            return read(new InputStreamReader(in, StandardCharsets.UTF_8), RESOURCE, Stacks.released());
        } catch (IOException e) {
            throw new UncheckedIOException(RESOURCE + " cannot be read", e);
        }
    }

    /**
     * The candidates of another build of Regatta.
     *
     * @param classes its folder of classes
     * @throws IllegalArgumentException naming the file, if it is not there or Maven did not fill in the versions
     */
    public static Candidates of(Path classes) {
        Path file = classes.resolve(RESOURCE.substring(1));
        if (!Files.isRegularFile(file)) {
            throw new IllegalArgumentException(file + " is not there: build that checkout with `mvn compile`");
        }
        try (Reader in = Files.newBufferedReader(file)) {
            return read(in, file.toString(), Stacks.released());
        } catch (IOException e) {
            throw new UncheckedIOException(file + " cannot be read", e);
        }
    }

    /**
     * Reads the versions of {@code stacks}. A stack that lacks a version is not part of that build.
     *
     * @param what names the source in errors
     */
    static Candidates read(Reader in, String what, Collection<Stack> stacks) throws IOException {
        var versions = new Properties();
        versions.load(in);
        for (String key : versions.stringPropertyNames()) {
            String value = versions.getProperty(key);
            if (value.contains("${") || value.isBlank()) {
                throw new IllegalArgumentException(what + ": '" + key + "' is '" + value
                        + "', Maven did not fill it in: let Maven copy the resources (mvn process-resources)");
            }
        }
        var roots = new TreeMap<String, List<String>>();
        var properties = new TreeMap<String, String>();
        for (Stack stack : stacks) {
            if (stack.roots().stream().allMatch(root -> versions.containsKey(root.property()))) {
                roots.put(stack.id(), stack.roots().stream().map(root -> coordinates(root, versions)).toList());
                stack.roots().forEach(root -> properties.put(coordinates(root, versions), root.property()));
            }
        }
        return new Candidates(roots, properties, Stream.of(versions.getProperty(LIBRARIES, "").split("\\s+"))
                .filter(library -> !library.isEmpty()).toList());
    }

    private static String coordinates(Root root, Properties versions) {
        return root.module() + ":" + versions.getProperty(root.property());
    }

    /** The client stacks there are candidates of. */
    public SortedSet<String> stacks() {
        return Collections.unmodifiableSortedSet(new TreeSet<>(rootsByStack.keySet()));
    }

    /**
     * The root artifacts of {@code stack} as {@code group:artifact:version}, the driver first.
     *
     * @throws IllegalArgumentException naming the known stacks
     */
    public List<String> rootCoordinates(String stack) {
        List<String> roots = rootsByStack.get(stack);
        if (roots == null) {
            throw new IllegalArgumentException("no candidate for the client stack '" + stack + "', expected one of "
                    + String.join(", ", rootsByStack.keySet()));
        }
        return roots;
    }

    /**
     * The libraries, {@code group:artifact:version} each, that a worker of this build needs beside Regatta's classes and
     * its client's jars; none of a build that does not tell.
     */
    public List<String> libraries() {
        return libraries;
    }

    /**
     * The property of {@code pom.xml} that holds the version of these coordinates, if a candidate has them as a root.
     */
    Optional<String> versionProperty(String coordinates) {
        return Optional.ofNullable(propertyByCoordinates.get(coordinates));
    }
}
