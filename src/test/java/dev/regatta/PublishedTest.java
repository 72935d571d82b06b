package dev.regatta;

import static dev.regatta.Pages.matches;
import static dev.regatta.Pages.read;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.nameMatching;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.w3c.dom.Document;
import org.w3c.dom.Element;

import java.io.File;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.xpath.XPath;
import javax.xml.xpath.XPathFactory;

/** What is published for projects are parts of this tree that stand by themselves. */
@Execution(ExecutionMode.CONCURRENT)
class PublishedTest {

    private static final Path ROOT = Path.of("pom.xml");
    private static final Path JUNIT = Path.of("publish/regatta-junit/pom.xml");
    private static final Path WORKER = Path.of("publish/regatta-worker/pom.xml");
    private static final Path ENGINE = Path.of("publish/regatta/pom.xml");
    private static final Path SOURCES = Path.of("src/main/java");
    private static final XPath XPATH = XPathFactory.newInstance().newXPath();

    @Test
    void itIsOfTheSameGroupAndVersionAndLicence() throws Exception {
        for (Path pom : List.of(JUNIT, WORKER, ENGINE)) {
            for (String what : List.of("groupId", "version", "inceptionYear", "licenses/license/url",
                    "properties/project.build.outputTimestamp")) {
                assertThat(text(pom, "/project/" + what)).as(pom + " " + what).isNotEmpty()
                        .isEqualTo(text(ROOT, "/project/" + what));
            }
        }
        assertThat(text(Path.of("publish/pom.xml"), "/project/version")).isEqualTo(text(ROOT, "/project/version"));
    }

    @Test
    void whoeverUsesItNamesItsCoordinates() throws Exception {
        String group = text(ROOT, "/project/groupId");
        String version = text(ROOT, "/project/version");
        List<Path> users = new ArrayList<>(List.of(Path.of("docs/your-project.md"), Path.of(".ci/consumer/pom.xml")));
        try (Stream<Path> samples = Files.list(Path.of("samples"))) {
            samples.map(sample -> sample.resolve("pom.xml")).forEach(users::add);
        }
        assertThat(users).hasSizeGreaterThan(2).allSatisfy(user -> {
            String page = read(user).replaceAll("\\s+", "");
            assertThat(page).containsPattern("<groupId>" + group + "</groupId><artifactId>regatta(-junit)?</artifactId>"
                    + "<version>(" + version + "|\\$\\{regatta.version})</version>");
            assertThat(matches("<regatta\\.version>([^<]*)", page)).allMatch(version::equals);
        });
    }

    /** A project has its own JUnit and Testcontainers, of its own versions. */
    @Test
    void itBringsNoLibrary() throws Exception {
        List<Element> dependencies = elements(JUNIT, "dependency");
        assertThat(dependencies).extracting(each -> child(each, "artifactId")).containsExactly("junit-jupiter-api",
                "junit-platform-engine", "testcontainers-jdbc");
        assertThat(dependencies).extracting(each -> child(each, "optional")).containsOnly("true");
    }

    /** What is within its jar is on no class path of a project. */
    @Test
    void theEngineBringsWhatIsForTestsAndNothingElse() throws Exception {
        assertThat(dependencies(ENGINE, "compile")).containsExactly("regatta-junit");
        assertThat(dependencies(ENGINE, "provided")).containsExactly("regatta-worker", "regatta-suite");
    }

    private static List<String> dependencies(Path pom, String scope) throws Exception {
        return elements(pom, "dependency").stream()
                .filter(each -> !((Element) each.getParentNode().getParentNode()).getTagName()
                        .equals("dependencyManagement"))
                .filter(each -> (each.getElementsByTagName("scope").getLength() == 0
                        ? "compile"
                        : child(each, "scope")).equals(scope))
                .map(each -> child(each, "artifactId")).toList();
    }

    /** Of our own, and of libraries under other names: those of a project are its code's alone. */
    @Test
    void aWorkersJarHasAllThatAWorkerNeeds() throws Exception {
        List<String> packages = elements(WORKER, "include").stream().map(Element::getTextContent)
                .filter(glob -> glob.startsWith("dev/regatta/"))
                .map(glob -> glob.replace("/**", "").replace('/', '.')).toList();
        DescribedPredicate<JavaClass> within = resideInAnyPackage(
                packages.stream().map(name -> name + "..").toArray(String[]::new));
        assertThat(OurClasses.ALL.that(within).contain("dev.regatta.worker.WorkerMain")).isTrue();
        assertThat(OurClasses.ALL.that(within).contain("dev.regatta.relay.RelayMain")).isTrue();
        classes().that(within).and().haveNameNotMatching("dev\\.regatta\\.operations\\.(Engine|Operation|Recording).*")
                .should().onlyDependOnClassesThat(
                        within.or(DescribedPredicate.not(resideInAPackage("dev.regatta.."))))
                .check(OurClasses.ALL);
        List<String> relocated = elements(WORKER, "pattern").stream().map(Element::getTextContent).toList();
        classes().that().resideInAnyPackage("dev.regatta.protocol..", "dev.regatta.load..", "dev.regatta.worker..",
                "dev.regatta.stack..", "dev.regatta.workload..", "dev.regatta.relay..").should()
                .onlyDependOnClassesThat(
                        resideInAnyPackage("java..", "javax..", "jdk..", "com.sun.management..", "dev.regatta..")
                                .or(nameMatching("(" + String.join("|", relocated).replace(".", "\\.") + ")\\..*")))
                .check(OurClasses.ALL);
    }

    @Test
    void itCompilesForJava17WithoutTheRest(@TempDir Path classes) throws Exception {
        String release = text(JUNIT, "/project/properties/maven.compiler.release");
        assertThat(release).isEqualTo("17");
        var arguments = new ArrayList<>(List.of("--release", release, "-proc:none", "-sourcepath", classes.toString(),
                "-d", classes.toString(), "-cp", jars()));
        List<Path> sources = sources();
        assertThat(sources).hasSizeGreaterThan(20);
        sources.forEach(file -> arguments.add(file.toString()));
        assertThat(ToolProvider.getSystemJavaCompiler().run(null, null, null, arguments.toArray(String[]::new)))
                .isZero();
    }

    @Test
    void ofItsTypesOnlyTheApiIsSeen() throws Exception {
        assertThat(sources()).filteredOn(file -> file.getParent().endsWith("calls"))
                .filteredOn(file -> !matches("^public (?:\\S+ )*(?:class|record|@?interface|enum) (\\w+)", read(file))
                        .isEmpty())
                .extracting(file -> file.getFileName().toString())
                .containsExactlyInAnyOrder("CountsDatabaseCalls.java", "DatabaseCalls.java");
    }

    /** The files of the tree that its POM copies. */
    private static List<Path> sources() throws Exception {
        List<String> included = elements(JUNIT, "include").stream().map(Element::getTextContent)
                .filter(glob -> glob.endsWith(".java")).toList();
        List<String> excluded = elements(JUNIT, "exclude").stream().map(Element::getTextContent).toList();
        assertThat(excluded).allSatisfy(file -> assertThat(SOURCES.resolve(file)).exists());
        try (Stream<Path> all = Files.walk(SOURCES)) {
            return all.filter(file -> included.stream().anyMatch(glob -> isOf(file, glob)))
                    .filter(file -> excluded.stream().noneMatch(glob -> isOf(file, glob))).sorted().toList();
        }
    }

    private static boolean isOf(Path file, String glob) {
        return FileSystems.getDefault().getPathMatcher("glob:" + glob).matches(SOURCES.relativize(file));
    }

    private static String jars() {
        return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(entry -> entry.endsWith(".jar")).collect(Collectors.joining(File.pathSeparator));
    }

    private static Document document(Path pom) throws Exception {
        return DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(pom.toFile());
    }

    private static String text(Path pom, String path) throws Exception {
        return XPATH.evaluate(path, document(pom));
    }

    private static List<Element> elements(Path pom, String name) throws Exception {
        var found = document(pom).getElementsByTagName(name);
        return IntStream.range(0, found.getLength()).mapToObj(i -> (Element) found.item(i)).toList();
    }

    private static String child(Element element, String name) {
        return element.getElementsByTagName(name).item(0).getTextContent();
    }
}
