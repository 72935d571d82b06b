package dev.regatta.project;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;

/**
 * What the base's build is told of Maven's command line here: how Maven runs, as a base cannot be built in many companies
 * without their settings and profiles. All other properties are the candidate's: {@code -Dpostgresql.version=42.7.15}
 * races another driver, which the base must not get as well.
 */
final class MavenOptions {

    /** Options whose value is a file. */
    private static final Set<String> FILES = Set.of("-s", "--settings", "-gs", "--global-settings", "-t",
            "--toolchains", "-gt", "--global-toolchains");
    private static final Set<String> PROFILES = Set.of("-P", "--activate-profiles");
    private static final Set<String> ALONE = Set.of("-o", "--offline", "-nsu", "--no-snapshot-updates", "-llr",
            "--legacy-local-repository");
    /** Of Maven and its transport; and those of which Maven makes the project's version. */
    private static final Pattern HANDED_ON = Pattern
            .compile(
                    "-D((maven|aether|java\\.net|javax\\.net)\\.|https?\\.(proxy|nonProxy)|(revision|sha1|changelist)=).*");
    /** Surefire tells where everything is downloaded to; what is compiled, and how, is the candidate's. */
    private static final Pattern APART = Pattern.compile("-Dmaven\\.(repo\\.local|test|main|compiler)\\b.*");

    private MavenOptions() {
    }

    /**
     * Those of the options that are handed on.
     *
     * @param commandLine as Maven's script tells its children, in {@code MAVEN_CMD_LINE_ARGS}: the arguments with blanks
     *                    between them, whether or not there are blanks in them
     * @param folders     that a relative file may be in
     */
    static List<String> handedOn(String commandLine, List<Path> folders) {
        List<String> words = Arrays.stream(commandLine.strip().split("\\s+")).toList();
        List<String> options = new ArrayList<>();
        for (int i = 0; i < words.size(); i++) {
            String word = words.get(i);
            List<String> rest = words.subList(i + 1, words.size());
            if (ALONE.contains(word) || word.startsWith("-P") && word.length() > 2) {
                options.add(word);
            } else if (FILES.contains(word)) {
                options.addAll(List.of(word, file(rest, folders)));
            } else if (PROFILES.contains(word) && !rest.isEmpty()) {
                options.addAll(List.of(word, rest.getFirst()));
            } else if (word.startsWith("--") && word.contains("=")) {
                String name = word.substring(0, word.indexOf('='));
                if (FILES.contains(name) || PROFILES.contains(name)) {
                    options.add(word);
                }
            } else {
                String property = word.equals("-D") && !rest.isEmpty() ? "-D" + rest.getFirst() : word;
                if (HANDED_ON.matcher(property).matches() && !APART.matcher(property).matches()) {
                    options.add(property);
                }
            }
        }
        return List.copyOf(options);
    }

    /** The first words that are a file together: its name may have blanks. */
    private static String file(List<String> words, List<Path> folders) {
        for (int count = 1; count <= words.size(); count++) {
            String name = String.join(" ", words.subList(0, count));
            Function<Path, Path> in = folder -> folder.resolve(name).toAbsolutePath().normalize();
            for (Path folder : folders) {
                if (Files.isRegularFile(in.apply(folder))) {
                    return in.apply(folder).toString();
                }
            }
        }
        return words.isEmpty() ? "" : words.getFirst();
    }
}
