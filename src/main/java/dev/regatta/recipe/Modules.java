package dev.regatta.recipe;

import dev.regatta.protocol.Artifact;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Names of modules, {@code group:artifact}, and which module was published under which names over the years. */
final class Modules {

    /** Former names by today's, the most recent first. */
    private static final Map<String, List<String>> FORMER = Map.of(
            "org.postgresql:r2dbc-postgresql", List.of("io.r2dbc:r2dbc-postgresql"),
            "com.mysql:mysql-connector-j", List.of("mysql:mysql-connector-java"),
            "org.postgresql:postgresql", List.of("postgresql:postgresql"),
            "com.ongres.scram:scram-client", List.of("com.ongres.scram:client"));

    private Modules() {
    }

    /** The {@code group:artifact} of {@code group:artifact:version}. */
    static String moduleOf(String coordinates) {
        return coordinates.substring(0, coordinates.lastIndexOf(':'));
    }

    /** The version of {@code group:artifact:version}. */
    static String versionOf(String coordinates) {
        return coordinates.substring(coordinates.lastIndexOf(':') + 1);
    }

    /** All names of a module, today's first; itself alone if it never moved. */
    static List<String> names(String module) {
        return FORMER.entrySet().stream()
                .filter(entry -> entry.getKey().equals(module) || entry.getValue().contains(module))
                .map(entry -> Stream.concat(Stream.of(entry.getKey()), entry.getValue().stream()).toList())
                .findFirst().orElse(List.of(module));
    }

    /** Whether two names mean one module: known to have moved, or of the same artifact in another group. */
    static boolean same(String one, String other) {
        return names(one).contains(other) || Artifact.name(one).equals(Artifact.name(other));
    }
}
