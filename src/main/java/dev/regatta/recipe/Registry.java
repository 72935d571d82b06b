package dev.regatta.recipe;

import org.eclipse.aether.RepositorySystem;
import org.eclipse.aether.RepositorySystemSession;
import org.eclipse.aether.artifact.DefaultArtifact;
import org.eclipse.aether.repository.RemoteRepository;
import org.eclipse.aether.resolution.ArtifactDescriptorException;
import org.eclipse.aether.resolution.ArtifactDescriptorRequest;
import org.eclipse.aether.resolution.ArtifactRequest;
import org.eclipse.aether.resolution.ArtifactResolutionException;
import org.eclipse.aether.resolution.VersionRangeRequest;
import org.eclipse.aether.resolution.VersionRangeResolutionException;
import org.eclipse.aether.resolution.VersionRangeResult;
import org.eclipse.aether.transfer.ArtifactNotFoundException;
import org.eclipse.aether.util.artifact.JavaScopes;
import org.eclipse.aether.version.Version;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;

/** What Maven's repositories know of published modules; offline, what the local repository remembers of it. */
record Registry(RepositorySystem system, RepositorySystemSession session, List<RemoteRepository> repositories,
        ResolutionErrors sentences) {

    private record Published(String coordinates, Version version) {}

    Registry {
        repositories = List.copyOf(repositories);
    }

    /**
     * The published versions of {@code module} ({@code group:artifact}) under all names it ever had; where a version
     * was published under two of them, the later name counts.
     *
     * @throws RecipeException if the repositories list none
     */
    Releases releases(String module) {
        var published = new ArrayList<Published>();
        var known = new HashSet<Version>();
        var failures = new ArrayList<Exception>();
        for (String name : Modules.names(module)) {
            VersionRangeResult range = range(name);
            failures.addAll(range.getExceptions());
            range.getVersions().stream().filter(known::add)
                    .forEach(version -> published.add(new Published(name + ":" + version, version)));
        }
        if (published.isEmpty()) {
            throw sentences.unlisted(module, failures);
        }
        published.sort(Comparator.comparing(Published::version));
        return new Releases(published.stream().map(Published::coordinates).toList());
    }

    private VersionRangeResult range(String module) {
        try {
            return system.resolveVersionRange(session,
                    new VersionRangeRequest(new DefaultArtifact(module + ":[0,)"), repositories, ""));
        } catch (VersionRangeResolutionException e) {
            throw sentences.unlisted(module, List.of(e));
        }
    }

    /**
     * Whether {@code group:artifact:version} was published.
     *
     * @param stack what it is needed for
     * @throws RecipeException if that cannot be told, because a repository does not answer
     */
    boolean has(String coordinates, String stack) {
        var pom = new DefaultArtifact(Modules.moduleOf(coordinates) + ":pom:" + Modules.versionOf(coordinates));
        try {
            return system.resolveArtifact(session, new ArtifactRequest(pom, repositories, "")).isResolved();
        } catch (ArtifactResolutionException e) {
            boolean absent = e.getResults().stream().flatMap(result -> result.getExceptions().stream())
                    .allMatch(ArtifactNotFoundException.class::isInstance);
            if (absent || session.isOffline()) {
                return false;
            }
            throw sentences.unresolved(stack, e);
        }
    }

    /**
     * The version of {@code module} that {@code group:artifact:version} declares as its dependency, optional or not;
     * empty when it declares none but for its tests.
     *
     * @param stack what it is needed for
     * @throws RecipeException if its POM cannot be had
     */
    Optional<String> declared(String coordinates, String module, String stack) {
        try {
            return system.readArtifactDescriptor(session,
                    new ArtifactDescriptorRequest(new DefaultArtifact(coordinates), repositories, ""))
                    .getDependencies().stream().filter(dependency -> !JavaScopes.TEST.equals(dependency.getScope()))
                    .map(dependency -> dependency.getArtifact())
                    .filter(artifact -> module.equals(artifact.getGroupId() + ":" + artifact.getArtifactId()))
                    .map(artifact -> artifact.getVersion()).findFirst();
        } catch (ArtifactDescriptorException e) {
            throw sentences.unresolved(stack, e);
        }
    }
}
