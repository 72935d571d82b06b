package dev.regatta.suite;

import dev.regatta.junit.PerformanceTest;
import dev.regatta.protocol.CellId;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The cells of this build's suites, as their annotations name them. */
public final class Suites {

    private static final Path SOURCES = Path.of("src", "test", "java");
    private static final Path DEFAULT = Path.of("dev", "regatta", "suite");

    private Suites() {
    }

    /** What {@code mvn verify} judges. */
    public static List<CellId> byDefault() {
        return cells(DEFAULT);
    }

    /** What {@code mvn verify -Pfull} judges beside that. */
    public static List<CellId> fullOnly() {
        return cells(DEFAULT.resolve("full"));
    }

    private static List<CellId> cells(Path folder) {
        try (Stream<Path> files = Files.list(SOURCES.resolve(folder))) {
            return files.map(file -> file.getFileName().toString()).filter(name -> name.endsWith("IT.java")).sorted()
                    .map(name -> folder.resolve(name.substring(0, name.length() - ".java".length())).toString()
                            .replace('/', '.'))
                    .flatMap(Suites::ofClass).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Stream<CellId> ofClass(String name) {
        try {
            return Stream.of(Class.forName(name).getDeclaredMethods())
                    .map(method -> method.getAnnotation(PerformanceTest.class)).filter(test -> test != null)
                    .flatMap(test -> Stream.of(test.clients()).flatMap(client -> Stream.of(test.workloads())
                            .map(workload -> CellId.of(test.database() + '/' + client + '/' + workload))));
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(e);
        }
    }
}
