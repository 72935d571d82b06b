package dev.regatta.fork;

import dev.regatta.protocol.Answer;
import dev.regatta.protocol.Artifact;
import dev.regatta.protocol.Recipe;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Compares the jars that a fork says it loaded with those of its recipe.
 *
 * @param who    the fork, for errors
 * @param recipe what it was started with
 */
record LoadedJars(String who, Recipe recipe) {

    /**
     * File name and SHA-256 of each jar that was proven, the driver's first.
     *
     * @throws MeasurementFailure naming a part that does not come from the recipe's own jar of it
     */
    List<String> proven(Answer.Opened opened) throws MeasurementFailure {
        if (!recipe.artifacts().isEmpty()) {
            require("its driver", opened.driverJar(), opened.driverSha256(), Optional.empty());
            for (Answer.Loaded part : opened.parts()) {
                // Old releases had other coordinates: of those any jar of the recipe will do.
                require(part.type(), part.jar(), part.sha256(), recipe.artifacts().stream()
                        .filter(artifact -> artifact.module().equals(part.module())).findFirst());
            }
        }
        return Stream.concat(Stream.of(opened.driverJar() + " " + opened.driverSha256()),
                opened.parts().stream().map(part -> part.jar() + " " + part.sha256())).distinct().toList();
    }

    private void require(String what, String jar, String sha256, Optional<Artifact> expected)
            throws MeasurementFailure {
        boolean known = expected.map(artifact -> artifact.sha256().equals(sha256)).orElseGet(
                () -> recipe.artifacts().stream().map(Artifact::sha256).anyMatch(sha256::equals));
        if (!known && recipe.artifacts().stream().anyMatch(artifact -> again(artifact, jar))) {
            throw new MeasurementFailure("the " + who + " loaded " + what + " from " + jar + " with SHA-256 " + sha256
                    + ", which was built again while the race went on: race it again");
        }
        if (!known) {
            throw new MeasurementFailure("the " + who + " loaded " + what + " from " + jar + " with SHA-256 " + sha256
                    + expected.map(artifact -> ", where its recipe has " + artifact.coordinates() + " with "
                            + artifact.sha256()).orElse(", which is not part of its recipe")
                    + ": remove that jar from the class path");
        }
    }

    /** Whether this is the file of an artifact that may be built again, as a snapshot and a file may. */
    private static boolean again(Artifact artifact, String jar) {
        return !artifact.told().equals(artifact.version())
                && jar.equals(
                        artifact.built() ? artifact.version() : artifact.name() + "-" + artifact.version() + ".jar");
    }
}
