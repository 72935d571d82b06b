package dev.regatta.project;

import dev.regatta.results.RunFacts;
import org.w3c.dom.NodeList;
import org.xml.sax.SAXException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import javax.xml.XMLConstants;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;

/**
 * A command that compiles a checkout and runs classes of operations there, as its developers would. No build tool is
 * asked for its class path: the test JVM writes it down.
 *
 * @param folder  where it runs
 * @param command its words
 */
record BaseBuild(Path folder, List<String> command) {

    /** Stands for the name of the class in a command of the user's. */
    static final String PLACEHOLDER = RunFacts.CLASS;

    private static final Pattern SECRET = Pattern.compile("(?i)^(-D[^=]*(?:password|token|secret)[^=]*)=.*");

    /** Copies the list. */
    BaseBuild {
        command = List.copyOf(command);
    }

    /** The command as in a shell, without passwords. */
    @Override
    public String toString() {
        return command.stream().map(word -> SECRET.matcher(word).replaceFirst("$1=…"))
                .collect(Collectors.joining(" "));
    }

    /**
     * The commands of a user, one for each class.
     *
     * @param text for {@code sh}
     */
    static List<BaseBuild> given(String text, Path folder, Collection<String> classes) {
        if (!text.contains(PLACEHOLDER)) {
            throw new IllegalArgumentException("-Dregatta.base.build=" + text + " has no " + PLACEHOLDER
                    + ", which stands for the name of the class that it runs");
        }
        return classes.stream().sorted()
                .map(type -> new BaseBuild(folder, List.of("sh", "-c", text
                        // The name of a nested class has a dollar, which is a dollar in single quotes only.
                        .replace("'" + PLACEHOLDER + "'", "'" + type + "'")
                        .replace(PLACEHOLDER, type.replace("$", "\\$")))))
                .toList();
    }

    /**
     * The command of the build tool whose files are there: Maven's or Gradle's.
     *
     * @param module   the folder of the module whose tests are run
     * @param checkout the top of the checkout
     * @param maven    options of Maven
     * @return empty if it is another build tool, or none
     */
    static Optional<BaseBuild> found(Path module, Path checkout, List<String> maven, Collection<String> classes) {
        if (Files.isRegularFile(module.resolve("pom.xml"))) {
            return Optional.of(ofMaven(module, checkout, maven, classes));
        }
        return isOfGradle(module) ? Optional.of(ofGradle(module, checkout, classes)) : Optional.empty();
    }

    /** Whether a module has files of Gradle. */
    static boolean isOfGradle(Path module) {
        return Stream.of("build.gradle", "build.gradle.kts", "settings.gradle", "settings.gradle.kts")
                .anyMatch(file -> Files.isRegularFile(module.resolve(file)));
    }

    /** Compiles the module with those that it needs, as their jars in a local repository may be of today. */
    private static BaseBuild ofMaven(Path module, Path checkout, List<String> options, Collection<String> classes) {
        Path root = reactor(module, checkout);
        List<String> command = new ArrayList<>(List.of(upward("mvnw", module, checkout).orElse("mvn"), "-B", "-ntp"));
        command.addAll(options);
        if (!root.equals(module)) {
            command.addAll(List.of("-pl", root.relativize(module).toString(), "-am"));
        }
        command.addAll(List.of("test-compile", "surefire:test", "-Dtest=" + String.join(",", classes),
                "-Dsurefire.failIfNoSpecifiedTests=false", "-DfailIfNoTests=false"));
        return new BaseBuild(root, command);
    }

    /** What ran before, or in another checkout, would be taken as done: nothing would be written down. */
    private static BaseBuild ofGradle(Path module, Path checkout, Collection<String> classes) {
        List<String> command = new ArrayList<>(List.of(upward("gradlew", module, checkout).orElse("gradle"), "-q",
                "--no-build-cache", "cleanTest", "test"));
        classes.forEach(type -> command.addAll(List.of("--tests", type)));
        return new BaseBuild(module, command);
    }

    /** The program nearest to a module in its checkout. */
    private static Optional<String> upward(String program, Path module, Path checkout) {
        return Stream.iterate(module, folder -> folder != null && folder.startsWith(checkout), Path::getParent)
                .map(folder -> folder.resolve(program)).filter(Files::isExecutable).map(Path::toString).findFirst();
    }

    /** The outermost folder whose {@code pom.xml} has the module, or has what has it. */
    static Path reactor(Path module, Path checkout) {
        Path outermost = module;
        for (Path folder = module; !folder.equals(checkout) && folder.startsWith(checkout);) {
            folder = folder.getParent();
            if (modules(folder).contains(outermost)) {
                outermost = folder;
            }
        }
        return outermost;
    }

    /** The folders of the modules that a {@code pom.xml} names; none where nothing can be read. */
    private static List<Path> modules(Path folder) {
        Path pom = folder.resolve("pom.xml");
        List<Path> modules = new ArrayList<>();
        if (!Files.isRegularFile(pom)) {
            return modules;
        }
        try {
            var factory = DocumentBuilderFactory.newInstance();
            factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
            factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
            var document = factory.newDocumentBuilder().parse(pom.toFile());
            // Maven 4 calls them subprojects.
            for (String name : List.of("module", "subproject")) {
                NodeList found = document.getElementsByTagName(name);
                for (int i = 0; i < found.getLength(); i++) {
                    Path module = folder.resolve(found.item(i).getTextContent().strip()).normalize();
                    modules.add(module.endsWith("pom.xml") ? module.getParent() : module);
                }
            }
        } catch (IOException | SAXException | ParserConfigurationException e) {
            // Maven says what is wrong with it.
            return List.of();
        }
        return modules;
    }
}
