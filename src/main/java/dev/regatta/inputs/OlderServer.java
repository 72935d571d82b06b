package dev.regatta.inputs;

import dev.regatta.database.Database;
import dev.regatta.database.DatabaseMode;
import dev.regatta.database.Databases;
import dev.regatta.database.ServerForm;
import dev.regatta.protocol.Change;
import dev.regatta.protocol.Fingerprint;
import dev.regatta.recipe.RecipeException;
import dev.regatta.workload.Dialect;

import java.util.Optional;
import java.util.SortedMap;

/**
 * How the server of an older run compares with today's: it is the same, or it differs and can race, or it differs and
 * cannot race.
 */
public sealed interface OlderServer {

    /** It is today's, as far as is known. */
    record Same() implements OlderServer {}

    /**
     * It differs from today's and can run beside it, so that each arm of a duel races on its own.
     *
     * @param server the older one
     * @param change what differs, {@code server artifact 17.5.0 -> 18.6.0}, and that both are told what today's is,
     *               where the older settings are not stored
     */
    record Races(ArmServer server, Change change) implements OlderServer {}

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
     * What is known of the server of an older run.
     *
     * @param mode     where it came from, as the fact {@link Fingerprint#DATABASE_MODE}
     * @param form     which one it was; empty where that is not known, and for an external server
     * @param hash     what its settings hash to; empty text where that is not known
     * @param settings what it was told, names to values; empty where at most the hash is known
     */
    record Known(String mode, Optional<ServerForm> form, String hash, Optional<SortedMap<String, String>> settings) {

        /** The server of an environment, of whose settings the hash is stored. */
        public static Known of(Dialect dialect, Fingerprint environment) {
            return new Known(environment.fact(Fingerprint.DATABASE_MODE), ServerForm.of(dialect, environment),
                    environment.facts().getOrDefault(Database.SETTINGS_FACT, ""), Optional.empty());
        }

        /** Whether it is today's, as far as is known. */
        public boolean is(Dialect dialect, ServerForm today) {
            return mode.equals(today.mode().id()) && isOfForm(today) && (hash.isEmpty() || isTold(dialect));
        }

        private boolean isOfForm(ServerForm today) {
            return form.filter(older -> same(older, today)).isPresent();
        }

        private boolean isTold(Dialect dialect) {
            return hash.equals(Databases.settingsHash(dialect));
        }
    }

    /**
     * Compares the server of an older run with today's.
     *
     * @param today  the server of this session; empty where it is the user's own
     * @param finder finds the older server
     */
    static OlderServer of(Dialect dialect, Known stored, Optional<ServerForm> today, Finder finder) {
        String newMode = today.map(form -> form.mode().id()).orElse(DatabaseMode.EXTERNAL.id());
        if (!stored.mode().equals(newMode)) {
            return new Gone("the baseline's server was of another kind (" + stored.mode() + ", today " + newMode
                    + "), which is another environment: race there with -D" + DatabaseMode.PROPERTY + "="
                    + stored.mode());
        }
        if (today.isEmpty() || stored.is(dialect, today.get())) {
            return new Same();
        }
        if (stored.form().isEmpty()) {
            return new Gone("which server the baseline was measured on is not stored: race one with"
                    + " `regatta compare --server-baseline`, or update the baseline");
        }
        ServerForm older = stored.form().get();
        Optional<SortedMap<String, String>> settings = stored.settings();
        boolean toldTheSame = stored.isTold(dialect);
        boolean sameForm = stored.isOfForm(today.get());
        String proviso = toldTheSame || settings.isPresent()
                ? ""
                : ", both with today's settings, since the old ones are not stored";
        Change change = sameForm
                ? new Change("server settings", stored.hash(), Databases.settingsHash(dialect))
                : new Change("server", older.toString(), today.get().choice());
        if (sameForm && settings.isEmpty()) {
            return new Gone(change + " differ, and the old ones are not stored: update the baseline");
        }
        try {
            return new Races(
                    finder.find(sameForm ? today.get() : older, toldTheSame ? Optional.empty() : settings),
                    new Change(change.what(), change.before(), change.after() + proviso));
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
