package dev.regatta.inputs;

import dev.regatta.database.DatabaseMode;
import dev.regatta.database.Databases;
import dev.regatta.database.ServerForm;
import dev.regatta.fork.Harness;
import dev.regatta.protocol.Description;
import dev.regatta.settings.Settings;
import dev.regatta.workload.Dialect;

import java.util.Optional;
import java.util.SortedMap;
import java.util.stream.Stream;

/**
 * The server that a checkout would start in this run. It is found out without starting it, so that the servers of two
 * checkouts can be compared before anything runs.
 *
 * @param artifact an embedded one's
 * @param image    a container's
 * @param settings what it is told, names to values
 */
record CheckoutServer(ServerForm.Artifact artifact, String image, SortedMap<String, String> settings) {

    /**
     * The server of the checkout that describes its own as {@code told}, with the settings of this run.
     */
    static CheckoutServer of(Dialect dialect, Description.Server told, Settings run) {
        return new CheckoutServer(ServerForm.Artifact.of(dialect, told.artifact()), image(dialect, told, run),
                told.settings());
    }

    /**
     * An image that the command line names is used for both checkouts, unless it has the digest that dependency bots
     * bumped in this one. Then the digest is the one in the other checkout.
     */
    private static String image(Dialect dialect, Description.Server told, Settings run) {
        String named = Databases.image(dialect, run::get);
        String bumped = digest(Harness.own().description().databases().get(dialect).server().pinnedImage());
        if (!bumped.isEmpty() && digest(named).equals(bumped)) {
            return named.replace(bumped, digest(told.pinnedImage()));
        }
        boolean chosen = Stream.of("", ".digest")
                .anyMatch(part -> run.get("regatta.image." + dialect.id() + part).isPresent());
        return chosen ? named : told.image();
    }

    private static String digest(String image) {
        return image.contains("@") ? image.substring(image.indexOf('@') + 1) : "";
    }

    /** The artifact or image, or {@code external}; artifact and image where it depends on the machine. */
    String made(Settings run) {
        return switch (run.databaseMode()) {
            case EXTERNAL -> DatabaseMode.EXTERNAL.id();
            case CONTAINER -> image;
            case EMBEDDED -> artifact.file();
            case AUTO -> run.get("regatta.url." + artifact.dialect().id()).isPresent()
                    ? DatabaseMode.EXTERNAL.id()
                    : image + " or " + artifact.file();
        };
    }

    /** The hash of its settings. */
    String hash() {
        return Databases.settingsHash(artifact.dialect(), settings);
    }

    /** This server, of a mode, as the server of an older run. */
    OlderServer.Known known(DatabaseMode mode) {
        Optional<ServerForm> form = switch (mode) {
            case EMBEDDED -> Optional.of(artifact);
            case CONTAINER -> Optional.of(ServerForm.of(artifact.dialect(), image));
            case AUTO, EXTERNAL -> Optional.empty();
        };
        return new OlderServer.Known(mode.id(), form, hash(), Optional.of(settings));
    }
}
