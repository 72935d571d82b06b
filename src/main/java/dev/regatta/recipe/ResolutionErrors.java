package dev.regatta.recipe;

import dev.regatta.protocol.Artifact;
import org.eclipse.aether.RepositoryException;
import org.eclipse.aether.resolution.ArtifactResolutionException;
import org.eclipse.aether.resolution.ArtifactResult;
import org.eclipse.aether.resolution.DependencyResolutionException;
import org.eclipse.aether.transfer.ArtifactNotFoundException;
import org.eclipse.aether.transfer.ArtifactTransferException;
import org.eclipse.aether.transfer.MetadataNotFoundException;
import org.eclipse.aether.transfer.MetadataTransferException;

import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What the user reads when a recipe cannot be resolved.
 *
 * @param candidates   where today's versions come from
 * @param repositories ids of the repositories that are asked
 * @param offline      whether they must not be asked
 */
record ResolutionErrors(Candidates candidates, List<String> repositories, boolean offline) {

    /** {@code group:artifact[:extension[:classifier]]:version}, without an extension that goes without saying. */
    static String coordinates(org.eclipse.aether.artifact.Artifact artifact) {
        String variant = artifact.getClassifier().isEmpty()
                ? artifact.getExtension().equals("jar") ? "" : ":" + artifact.getExtension()
                : ":" + artifact.getExtension() + ":" + artifact.getClassifier();
        return artifact.getGroupId() + ":" + artifact.getArtifactId() + variant + ":" + artifact.getVersion();
    }

    /** A jar with another checksum than the recipe's. */
    static RecipeException otherContents(Artifact artifact, Path file, String found) {
        return new RecipeException("artifact " + artifact.coordinates() + ": " + file + " has SHA-256 " + found
                + ", but the recipe was made with " + artifact.sha256()
                + "; delete that file and Maven will download it again, or, if the recipe is what is wrong,"
                + " restore the baseline from version control");
    }

    /** The first artifact that could not be had. */
    RecipeException unresolved(String stack, RepositoryException failure) {
        Optional<ArtifactTransferException> missing = causes(failure)
                .filter(ArtifactTransferException.class::isInstance).map(ArtifactTransferException.class::cast)
                .findFirst();
        if (missing.isEmpty()) {
            return new RecipeException(
                    "the recipe of " + stack + " cannot be resolved: " + oneLine(failure.getMessage())
                            + "; check its coordinates",
                    failure);
        }
        String what = what(missing.get().getArtifact(), stack);
        if (offline) {
            return new RecipeException(what + " was not found in the local repository, and Maven is offline;"
                    + " check the version, or run once without -o and -Dregatta.offline to download it", failure);
        }
        if (missing.get() instanceof ArtifactNotFoundException) {
            return new RecipeException(what + " was not found in the repositories Maven is set up to use ("
                    + String.join(", ", repositories)
                    + "); check the version, or add the repository that has it to Maven's settings.xml", failure);
        }
        return new RecipeException(what + " could not be downloaded: " + oneLine(missing.get().getMessage())
                + " (" + root(missing.get()).getClass().getSimpleName()
                + "); check the network, and the mirrors and proxies in Maven's settings.xml", failure);
    }

    /** A module without any listed version. */
    RecipeException unlisted(String module, List<Exception> failures) {
        String what = "the versions of " + module;
        Throwable cause = failures.isEmpty() ? null : failures.getFirst();
        if (offline) {
            return new RecipeException(what + " are not in the local repository, and Maven is offline; run once without"
                    + " --offline and -Dregatta.offline to download their list", cause);
        }
        Optional<Exception> transfer = failures.stream().filter(MetadataTransferException.class::isInstance)
                .filter(failure -> !(failure instanceof MetadataNotFoundException)).findFirst();
        if (transfer.isPresent()) {
            return new RecipeException(what + " could not be downloaded: " + oneLine(transfer.get().getMessage()) + " ("
                    + root(transfer.get()).getClass().getSimpleName()
                    + "); check the network, and the mirrors and proxies in Maven's settings.xml", cause);
        }
        return new RecipeException(what + " are listed by none of the repositories Maven is set up to use ("
                + String.join(", ", repositories) + "); check the name, or add the repository that has it to Maven's"
                + " settings.xml", cause);
    }

    private String what(org.eclipse.aether.artifact.Artifact artifact, String stack) {
        String jar = artifact.getExtension().equals("pom")
                ? artifact.getGroupId() + ":" + artifact.getArtifactId() + ":" + artifact.getVersion()
                : coordinates(artifact);
        String origin = candidates.versionProperty(jar).map(property -> " (property " + property + ")").orElse("");
        return jar + origin + ", needed for " + stack + ",";
    }

    /** The failure and all that is beneath it, outer ones first: a result keeps its failures apart from the cause. */
    private static Stream<Throwable> causes(Throwable failure) {
        var found = Stream.<Throwable>builder();
        Deque<Throwable> open = new ArrayDeque<>(List.of(failure));
        while (!open.isEmpty()) {
            Throwable next = open.removeFirst();
            found.add(next);
            if (next.getCause() != null) {
                open.addLast(next.getCause());
            }
            if (next instanceof ArtifactResolutionException resolution) {
                unresolved(resolution.getResults()).forEach(open::addLast);
            }
            if (next instanceof DependencyResolutionException resolution && resolution.getResult() != null) {
                resolution.getResult().getCollectExceptions().forEach(open::addLast);
                unresolved(resolution.getResult().getArtifactResults()).forEach(open::addLast);
            }
        }
        return found.build();
    }

    private static Stream<Exception> unresolved(List<ArtifactResult> results) {
        return results.stream().filter(result -> !result.isResolved())
                .flatMap(result -> result.getExceptions().stream());
    }

    private static Throwable root(Throwable failure) {
        return failure.getCause() == null ? failure : root(failure.getCause());
    }

    /** Without line breaks, and without a user name and password in a repository's address. */
    private static String oneLine(String message) {
        return message.replaceAll("\\s+", " ").replaceAll("//[^/@ ]+@", "//");
    }
}
