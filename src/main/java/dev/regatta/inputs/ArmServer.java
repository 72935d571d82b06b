package dev.regatta.inputs;

import dev.regatta.database.Database;
import dev.regatta.database.Databases;
import dev.regatta.database.ListenAddress;
import dev.regatta.database.ServerForm;
import dev.regatta.host.Placement;
import dev.regatta.recipe.RecipeResolver;

import java.nio.file.Path;
import java.util.Collections;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * A server that an arm races on instead of the one the settings name. Its artifact or image is found before anything is
 * measured, so that a race fails early.
 *
 * @param form     which server
 * @param jar      the artifact's file, of a form that has one
 * @param settings what the server is told, names to values; empty for what it is told today
 */
public record ArmServer(ServerForm form, Optional<Path> jar, Optional<SortedMap<String, String>> settings) {

    /** Copies the settings and checks that an artifact has its file. */
    public ArmServer {
        Objects.requireNonNull(form);
        if (jar.isPresent() != form instanceof ServerForm.Artifact) {
            throw new IllegalArgumentException("the file of " + form + " is " + jar);
        }
        settings = settings.map(values -> Collections.unmodifiableSortedMap(new TreeMap<>(values)));
    }

    /**
     * The server of this form: its jar resolved like those of a recipe, its image present or pulled.
     *
     * @param settings   what the server is told; empty for what it is told today
     * @param properties the user's properties: {@value Databases#CONNECTIONS_PROPERTY} holds for every server
     * @param notice     receives lines for people
     * @throws RuntimeException with one sentence saying what cannot be had, why, and what to do
     */
    public static ArmServer find(ServerForm form, Optional<SortedMap<String, String>> settings,
            Function<String, Optional<String>> properties, RecipeResolver resolver, Consumer<String> notice) {
        return find(form, settings, properties,
                artifact -> resolver.file(artifact.coordinates(), "the server of " + form.dialect()), notice);
    }

    static ArmServer find(ServerForm form, Optional<SortedMap<String, String>> settings,
            Function<String, Optional<String>> properties, Function<ServerForm.Artifact, Path> files,
            Consumer<String> notice) {
        ServerForm had = Databases.require(form, notice);
        return new ArmServer(had,
                had instanceof ServerForm.Artifact artifact ? Optional.of(files.apply(artifact)) : Optional.empty(),
                Databases.told(form.dialect(), settings, properties));
    }

    /**
     * Starts it on the CPUs of {@code placement}, like
     * {@link Databases#start(ServerForm, Optional, Optional, ListenAddress, Placement, Consumer)}.
     */
    public Database start(ListenAddress address, Placement placement, Consumer<String> notice) {
        return Databases.start(form, jar, settings, address, placement, notice);
    }

    @Override
    public String toString() {
        return form + settings.map(values -> " with settings " + Databases.settingsHash(form.dialect(), values))
                .orElse("");
    }
}
