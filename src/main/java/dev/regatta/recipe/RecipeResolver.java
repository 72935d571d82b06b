package dev.regatta.recipe;

import dev.regatta.protocol.Artifact;
import dev.regatta.protocol.Inputs;
import dev.regatta.protocol.Recipe;
import eu.maveniverse.maven.mima.context.Context;
import eu.maveniverse.maven.mima.context.ContextOverrides;
import eu.maveniverse.maven.mima.context.Runtimes;
import org.eclipse.aether.ConfigurationProperties;
import org.eclipse.aether.DefaultRepositorySystemSession;
import org.eclipse.aether.RepositorySystemSession;
import org.eclipse.aether.artifact.DefaultArtifact;
import org.eclipse.aether.collection.CollectRequest;
import org.eclipse.aether.graph.Dependency;
import org.eclipse.aether.repository.RemoteRepository;
import org.eclipse.aether.resolution.ArtifactRequest;
import org.eclipse.aether.resolution.ArtifactResolutionException;
import org.eclipse.aether.resolution.ArtifactResult;
import org.eclipse.aether.resolution.DependencyRequest;
import org.eclipse.aether.resolution.DependencyResolutionException;
import org.eclipse.aether.util.ConfigUtils;
import org.eclipse.aether.util.artifact.JavaScopes;
import org.eclipse.aether.util.filter.DependencyFilterUtils;
import org.eclipse.aether.util.repository.SimpleArtifactDescriptorPolicy;
import org.eclipse.aether.util.repository.SimpleResolutionErrorPolicy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;

/**
 * Turns recipes into files the way Maven would: from the user's local repository, else from the repositories, mirrors
 * and proxies of the user's {@code settings.xml}. Repositories named by an artifact's own POM or by a project's
 * {@code pom.xml} are not asked, so that a recipe means the same everywhere.
 *
 * <p>
 * What was downloaded once is never looked up again, so that a run needs no network. System properties:
 * <ul>
 * <li>{@code aether.connector.requestTimeout}: how many milliseconds a repository may stay silent,
 * {@value #ANSWER_MILLIS} by default</li>
 * <li>{@code maven.repo.local}: the local repository, when it is not the one of the settings</li>
 * <li>{@code maven.home}: the Maven whose global settings apply</li>
 * </ul> Regatta's own build sets them to what the running Maven uses. Settings file and offline switch come from
 * {@link MavenSetUp}.
 */
public final class RecipeResolver implements Recipes, AutoCloseable {

    /**
     * How long a repository may stay silent. Maven would wait for half an hour, while a run holds the lock of the host.
     */
    static final int ANSWER_MILLIS = 60_000;

    private record Request(String stack, List<String> coordinates) {}

    private final Candidates candidates;
    private final Context maven;
    private final RepositorySystemSession session;
    private final ResolutionErrors sentences;
    private final Registry registry;
    private final Map<Request, ResolvedRecipe> closures = new HashMap<>();
    private final Map<Recipe, ResolvedRecipe> recipes = new HashMap<>();
    private final Map<Path, String> checksums = new HashMap<>();

    /** A resolver of {@code candidates} for Maven as it is set up here. */
    public RecipeResolver(Candidates candidates, MavenSetUp setUp) {
        this(candidates, overrides(setUp));
    }

    RecipeResolver(Candidates candidates, ContextOverrides overrides) {
        this.candidates = candidates;
        maven = Runtimes.INSTANCE.getRuntime().create(overrides);
        session = bounded(strict(maven.repositorySystemSession()));
        sentences = new ResolutionErrors(candidates,
                maven.remoteRepositories().stream().map(RemoteRepository::getId).toList(),
                session.isOffline());
        registry = new Registry(maven.repositorySystem(), session, maven.remoteRepositories(), sentences);
    }

    /** Remembers no failure, and takes a missing or broken POM for a failure, not for a jar without dependencies. */
    private static DefaultRepositorySystemSession strict(RepositorySystemSession session) {
        var strict = new DefaultRepositorySystemSession(session);
        strict.setResolutionErrorPolicy(new SimpleResolutionErrorPolicy(false, false));
        strict.setArtifactDescriptorPolicy(new SimpleArtifactDescriptorPolicy(false, false));
        return strict;
    }

    /** Waits {@value #ANSWER_MILLIS} ms for an answer where the user says nothing else. */
    private static RepositorySystemSession bounded(DefaultRepositorySystemSession session) {
        if (!session.getConfigProperties().containsKey(ConfigurationProperties.REQUEST_TIMEOUT)) {
            session.setConfigProperty(ConfigurationProperties.REQUEST_TIMEOUT, ANSWER_MILLIS);
        }
        return session;
    }

    /** How many milliseconds a repository may stay silent if the user's settings do not name it. */
    int answerMillis() {
        return ConfigUtils.getInteger(session, ConfigurationProperties.DEFAULT_REQUEST_TIMEOUT,
                ConfigurationProperties.REQUEST_TIMEOUT);
    }

    private static ContextOverrides overrides(MavenSetUp setUp) {
        var overrides = ContextOverrides.create().withUserSettings(true).ignoreArtifactDescriptorRepositories(true)
                .checksumPolicy(ContextOverrides.ChecksumPolicy.FAIL);
        setUp.settings().ifPresent(overrides::withUserSettingsXmlOverride);
        if (setUp.offline()) {
            overrides.offline(true);
        }
        return overrides.build();
    }

    @Override
    public ResolvedRecipe today(String stack) {
        return resolve(stack, candidates.rootCoordinates(stack), Collections.emptySortedMap());
    }

    @Override
    public synchronized ResolvedRecipe resolve(String stack, List<String> rootCoordinates,
            SortedMap<String, String> options) {
        var request = new Request(stack, List.copyOf(rootCoordinates));
        ResolvedRecipe closure = closures.computeIfAbsent(request, this::closure);
        return new ResolvedRecipe(new Recipe(stack, closure.recipe().artifacts(), options), closure.classPath());
    }

    @Override
    public synchronized ResolvedRecipe resolve(Recipe recipe) {
        return recipes.computeIfAbsent(recipe, this::files);
    }

    /**
     * The jar with these coordinates.
     *
     * @param coordinates {@code group:artifact:version}
     * @param purpose     what it is needed for, for the sentence where it cannot be had
     * @throws RecipeException if it cannot be had
     */
    public synchronized Path file(String coordinates, String purpose) {
        try {
            return maven.repositorySystem().resolveArtifact(session,
                    new ArtifactRequest(new DefaultArtifact(coordinates), maven.remoteRepositories(), "")).getArtifact()
                    .getFile().toPath();
        } catch (ArtifactResolutionException e) {
            throw sentences.unresolved(purpose, e);
        }
    }

    /**
     * The root artifacts of {@code stack} where a user chose other versions: {@code choice} is a version of the driver,
     * coordinates {@code group:artifact:version} of any root, or several of these separated by commas. A bare version
     * is also looked for under the names a moved driver had before. Where the choice does not name them, an R2DBC
     * driver gets the pool of its generation, and any other root is the release that the chosen driver declares, if
     * that can be had.
     *
     * @param today today's roots, the driver first
     * @throws IllegalArgumentException if the choice is malformed or names no part of the stack
     * @throws RecipeException          if the registry cannot be asked, or has no pool for the driver
     */
    public synchronized Roots roots(String stack, List<String> today, String choice) {
        return new RootFinder(registry).find(stack, today, choice);
    }

    /**
     * Every published version of the module of {@code coordinates} ({@code group:artifact:version}).
     *
     * @throws RecipeException if the repositories list none
     */
    public synchronized Releases releases(String coordinates) {
        return registry.releases(Modules.moduleOf(coordinates));
    }

    private ResolvedRecipe closure(Request roots) {
        List<Dependency> dependencies = roots.coordinates().stream()
                .map(coordinates -> new Dependency(new DefaultArtifact(coordinates), JavaScopes.COMPILE)).toList();
        var request = new DependencyRequest(
                // As managed versions, the roots also replace the versions that others declare, which need not exist
                // any more.
                new CollectRequest(dependencies, dependencies, maven.remoteRepositories()),
                DependencyFilterUtils.classpathFilter(JavaScopes.RUNTIME));
        List<ArtifactResult> results;
        try {
            results = maven.repositorySystem().resolveDependencies(session, request).getArtifactResults();
        } catch (DependencyResolutionException e) {
            throw sentences.unresolved(roots.stack(), e);
        }
        var artifacts = new ArrayList<Artifact>();
        var classPath = new ArrayList<Path>();
        for (ArtifactResult result : results) {
            if (result.getArtifact().getExtension().equals("jar")) {
                Path file = result.getArtifact().getFile().toPath();
                artifacts.add(new Artifact(ResolutionErrors.coordinates(result.getArtifact()), sha256(file)));
                classPath.add(file);
            }
        }
        return new ResolvedRecipe(new Recipe(roots.stack(), artifacts, Collections.emptySortedMap()), classPath);
    }

    private ResolvedRecipe files(Recipe recipe) {
        List<ArtifactRequest> requests = recipe.artifacts().stream()
                .map(artifact -> new ArtifactRequest(new DefaultArtifact(artifact.coordinates()),
                        maven.remoteRepositories(), ""))
                .toList();
        List<ArtifactResult> results;
        try {
            results = maven.repositorySystem().resolveArtifacts(session, requests);
        } catch (ArtifactResolutionException e) {
            throw sentences.unresolved(recipe.stack(), e);
        }
        var classPath = new ArrayList<Path>();
        for (int i = 0; i < results.size(); i++) {
            Path file = results.get(i).getArtifact().getFile().toPath();
            String found = sha256(file);
            if (!found.equals(recipe.artifacts().get(i).sha256())) {
                throw ResolutionErrors.otherContents(recipe.artifacts().get(i), file, found);
            }
            classPath.add(file);
        }
        return new ResolvedRecipe(recipe, classPath);
    }

    private String sha256(Path file) {
        return checksums.computeIfAbsent(file, RecipeResolver::readSha256);
    }

    /** The checksum of a file. */
    static String readSha256(Path file) {
        try {
            return Inputs.sha256(Files.readAllBytes(file));
        } catch (IOException e) {
            throw new RecipeException(file + " cannot be read (" + e + "): delete it, Maven will download it again", e);
        }
    }

    @Override
    public synchronized void close() {
        maven.close();
    }
}
