package dev.regatta.cli;

import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.xml.sax.SAXException;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;

/** The integration tests of this build, and which of them a command of Maven runs. */
final class IntegrationTests {

    private static final Path SOURCES = Path.of("src", "test", "java");
    private static final String NAMED = "-Dit.test=";

    private IntegrationTests() {
    }

    /** All there are, by their names. */
    static Set<String> all() {
        return matching("**/*IT.java").collect(Collectors.toCollection(TreeSet::new));
    }

    /** Those that {@code command} runs: those that it names, or those of its profiles. */
    static Set<String> of(String command) {
        List<String> words = List.of(command.split(" "));
        if (!words.contains("mvn") || !words.contains("verify") || words.contains("-DskipITs")) {
            return Set.of();
        }
        return words.stream().filter(word -> word.startsWith(NAMED)).findFirst()
                .map(word -> Arrays.stream(word.substring(NAMED.length()).split(",")))
                .orElseGet(() -> suites(words).flatMap(IntegrationTests::matching))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** What failsafe includes, as in pom.xml: a profile replaces one part of it, or both. */
    private static Stream<String> suites(List<String> words) {
        Element project = pom().getDocumentElement();
        String suite = text(project, "suite");
        String more = text(project, "suite.more");
        for (Element profile : elements(project, "profile")) {
            if (words.contains("-P" + text(profile, "id"))) {
                suite = elements(profile, "suite").isEmpty() ? suite : text(profile, "suite");
                more = elements(profile, "suite.more").isEmpty() ? more : text(profile, "suite.more");
            }
        }
        return Stream.of(suite, more.replace("${suite}", suite)).distinct();
    }

    private static Stream<String> matching(String glob) {
        var matcher = FileSystems.getDefault().getPathMatcher("glob:" + glob);
        try (Stream<Path> files = Files.walk(SOURCES)) {
            return files.map(SOURCES::relativize).filter(matcher::matches)
                    .map(file -> file.getFileName().toString().replace(".java", "")).toList().stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Document pom() {
        try {
            return DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(Path.of("pom.xml").toFile());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (ParserConfigurationException | SAXException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String text(Element within, String name) {
        return elements(within, name).getFirst().getTextContent().strip();
    }

    private static List<Element> elements(Element within, String name) {
        var found = within.getElementsByTagName(name);
        return IntStream.range(0, found.getLength()).mapToObj(number -> (Element) found.item(number)).toList();
    }
}
