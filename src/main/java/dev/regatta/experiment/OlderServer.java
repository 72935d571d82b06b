package dev.regatta.experiment;

import dev.regatta.database.Database;
import dev.regatta.database.DatabaseMode;
import dev.regatta.database.Databases;
import dev.regatta.database.ServerForm;
import dev.regatta.protocol.Fingerprint;
import dev.regatta.recipe.RecipeException;
import dev.regatta.workload.Dialect;

import java.util.Optional;
import java.util.SortedMap;

/** What becomes of the server of an older run in today's: nothing where it is today's, a race where it can be had. */
public sealed interface OlderServer {

    /** It is today's, as far as is known. */
    record Same() implements OlderServer {}

    /**
     * It differs from today's and can run beside it, so that each side of a duel races on its own.
     *
     * @param server the older one
     * @param change what differs, for people: {@code server artifact 17.5.0 -> 18.6.0}
     */
    record Races(ArmServer server, String change) implements OlderServer {}

    /**
     * It differs from today's and cannot race.
     *
     * @param sentence what differs, why it cannot race, and what to do
     */
    record Gone(String sentence) implements OlderServer {}

    /** Finds the server of a form. */
    @FunctionalInterface
    interface Finder {

        /**
         * As {@link ArmServer#find}.
         *
         * @param settings what the server is told; empty for what it is told today
         */
        ArmServer find(ServerForm form, Optional<SortedMap<String, String>> settings);
    }

    /**
     * Compares the server of an older run with today's.
     *
     * @param stored   the environment of the older run
     * @param settings what its server was told, names to values; empty where only the hash among the facts is known
     * @param today    the server of this session; empty where it is the user's own
     * @param finder   finds the older server
     */
    static OlderServer of(Dialect dialect, Fingerprint stored, Optional<SortedMap<String, String>> settings,
            Optional<ServerForm> today, Finder finder) {
        Optional<ServerForm> older = ServerForm.of(dialect, stored);
        String oldMode = stored.fact(Fingerprint.DATABASE_MODE);
        String newMode = today.map(form -> form.mode().id()).orElse(DatabaseMode.EXTERNAL.id());
        if (!oldMode.equals(newMode)) {
            return new Gone("the baseline's server was of another kind (" + oldMode + ", today " + newMode
                    + "), which is another environment: race there with -D" + DatabaseMode.PROPERTY + "=" + oldMode);
        }
        if (today.isEmpty()) {
            return new Same();
        }
        if (older.isEmpty()) {
            return new Gone("which server the baseline was measured on is not stored: race one with"
                    + " `regatta compare --server-baseline`, or update the baseline");
        }
        String oldHash = settings.map(told -> Databases.settingsHash(dialect, told))
                .orElseGet(() -> stored.facts().getOrDefault(Database.SETTINGS_FACT, ""));
        String newHash = Databases.settingsHash(dialect);
        boolean toldTheSame = oldHash.equals(newHash);
        boolean sameForm = same(older.get(), today.get());
        if (sameForm && (toldTheSame || oldHash.isEmpty())) {
            return new Same();
        }
        String change = sameForm
                ? "server settings " + oldHash + " -> " + newHash
                : "server " + older.get() + " -> " + today.get().choice();
        if (sameForm && settings.isEmpty()) {
            return new Gone(change + " differ, and the old ones are not stored: update the baseline");
        }
        try {
            return new Races(
                    finder.find(sameForm ? today.get() : older.get(), toldTheSame ? Optional.empty() : settings),
                    change + (toldTheSame || settings.isPresent()
                            ? ""
                            : ", both with today's settings, since the old ones are not stored"));
        } catch (RecipeException | IllegalStateException e) {
            return new Gone(change + " differ, and the old one cannot be had: " + e.getMessage());
        }
    }

    /** Whether both are one server: equal artifacts, or images of one content under whatever name. */
    private static boolean same(ServerForm older, ServerForm today) {
        return older.equals(today)
                || older instanceof ServerForm.Image(Dialect dialect, String name, Optional<String> was)
                        && today instanceof ServerForm.Image(Dialect its, String called, Optional<String> is)
                        && was.isPresent() && was.equals(is);
    }
}
