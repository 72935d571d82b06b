package dev.regatta.cli;

import dev.regatta.database.DatabaseMode;
import dev.regatta.doctor.Doctor;
import dev.regatta.gate.GateReport;
import dev.regatta.protocol.ClientId;
import dev.regatta.recipe.MavenSetUp;
import dev.regatta.report.Plain;
import dev.regatta.results.MeasuredRun;
import dev.regatta.run.ExpectedFailure;
import dev.regatta.run.JobOutput;
import dev.regatta.settings.Settings;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.RunLast;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** The {@code regatta} command. */
@Command(name = "regatta", scope = ScopeType.INHERIT, mixinStandardHelpOptions = true, versionProvider = Version.class, usageHelpWidth = 100, usageHelpAutoWidth = false, sortOptions = false, showDefaultValues = false, exitCodeOnInvalidInput = Exits.USAGE, exitCodeOnExecutionException = Exits.NO_VERDICT)
public final class Regatta implements Runnable {

    /** The folder of the checkout whose launcher started this; the launcher sets it. */
    static final String HOME = "dev.regatta.home";

    @Spec
    private CommandSpec spec;

    @Option(names = "-D", paramLabel = "<name=value>", mapFallbackValue = "true", scope = ScopeType.INHERIT, description = "a setting as in `mvn verify`: -Dregatta.image.postgresql=postgres:17")
    private final Map<String, String> settings = new TreeMap<>();

    @Option(names = "--offline", scope = ScopeType.INHERIT, description = "use only what Maven has downloaded before")
    private boolean offline;

    @Option(names = "--stacktrace", scope = ScopeType.INHERIT, description = "show where an error came from")
    private boolean stacktrace;

    private final Function<MavenSetUp, ArtifactSource> artifacts;
    private final BiFunction<Settings, Consumer<String>, Duels> duels;
    private final Map<String, String> environment;
    private final Properties started;
    private final Explorations explorations;

    /**
     * The command.
     *
     * @param duels       opens races, for the settings of the user and a receiver of progress
     * @param environment variables; without any, nothing is written for the runner of a workflow
     * @param started     properties that the JVM was started with: settings that a command line may replace
     */
    Regatta(Function<MavenSetUp, ArtifactSource> artifacts, BiFunction<Settings, Consumer<String>, Duels> duels,
            Map<String, String> environment, Properties started, Explorations explorations) {
        this.started = started;
        this.explorations = explorations;
        this.artifacts = artifacts;
        this.duels = duels;
        this.environment = Map.copyOf(environment);
    }

    /** Runs one command and exits with its code. */
    public static void main(String[] arguments) {
        // The report holds ± whatever the locale's encoding is.
        var out = new PrintWriter(System.out, true, StandardCharsets.UTF_8);
        var err = new PrintWriter(System.err, true, StandardCharsets.UTF_8);
        // Testcontainers asks its engine to clean up when the JVM ends, even if there is none any more.
        Thread.setDefaultUncaughtExceptionHandler((thread, failure) -> err.println(died(thread, failure)));
        System.exit(exitCode(() -> {
            CommandLine line = new Regatta(MavenArtifactSource::new, RealDuels::new, System.getenv(),
                    System.getProperties(), new RealExplorations()).commandLine();
            line.setOut(out);
            line.setErr(err);
            return line;
        }, err, arguments));
    }

    /**
     * Runs one command and returns its exit code. Picocli takes exceptions only: after an error of Java, the JVM would
     * end with 1, which says that something regressed. A writer throws nothing where the disk is full.
     */
    static int exitCode(Supplier<CommandLine> command, PrintWriter err, String... arguments) {
        try {
            CommandLine line = command.get();
            int code = line.execute(arguments);
            if (code != Exits.GOOD || !line.getOut().checkError()) {
                return code;
            }
            err.println("regatta: its output could not be written");
            err.flush();
            return Exits.NO_VERDICT;
        } catch (Throwable e) {
            err.println("regatta: there is no verdict, because an error of Java ended the command: "
                    + Plain.line(rootCause(e).toString()) + "; --stacktrace shows where");
            if (List.of(arguments).contains("--stacktrace")) {
                e.printStackTrace(err);
            }
            err.flush();
            return Exits.NO_VERDICT;
        }
    }

    /** What is said of a thread that ended with an exception: its cause and where it was thrown, in one line. */
    static String died(Thread thread, Throwable failure) {
        Throwable cause = rootCause(failure);
        StackTraceElement[] trace = cause.getStackTrace();
        return "[regatta] the thread " + thread.getName() + " ended: " + Plain.line(cause.toString())
                + (trace.length == 0 ? "" : ", at " + trace[0]);
    }

    private static Throwable rootCause(Throwable failure) {
        Throwable cause = failure;
        while (cause.getCause() != null) {
            cause = cause.getCause();
        }
        return cause;
    }

    CommandLine commandLine() {
        var line = new CommandLine(this);
        line.addSubcommand(new CompareCommand(this));
        line.addSubcommand(new BisectCommand(this));
        line.addSubcommand(new ExploreCommand(explorations, this));
        line.addSubcommand(new JudgeCommand(this));
        line.addSubcommand(new ExportCommand(this));
        line.addSubcommand(new BaselineCommand(this));
        line.addSubcommand(new CalibrateCommand(CalibrationBench::open, this));
        line.addSubcommand(new SelfCheckCommand());
        line.addSubcommand(new DoctorCommand(Doctor::examine, this));
        line.addSubcommand(new WorkloadsCommand());
        line.addSubcommand(new CommandLine.HelpCommand());
        line.getCommandSpec().usageMessage().description(
                "Is it slower than before? Races two versions of a database client, two JDKs or two checkouts on a real"
                        + " database, and says with its exit code: 0 nothing regressed, 1 something regressed,"
                        + " 2 no verdict, 64 the command was not understood.");
        line.getCommandSpec().usageMessage().footer("", "Each command explains itself: regatta compare --help");
        example(line, "compare", CompareCommand.EXAMPLE_ARGUMENTS, CompareCommand.EXAMPLE, "and exits with 1");
        example(line, "bisect", BisectCommand.EXAMPLE_ARGUMENTS, BisectCommand.EXAMPLE, "and exits with 0");
        line.registerConverter(DatabaseMode.class, text -> converted(text, DatabaseMode::of));
        line.registerConverter(ClientId.class, text -> converted(text, ClientId::of));
        line.setExecutionStrategy(this::execute);
        line.setParameterExceptionHandler(this::misunderstood);
        line.setExecutionExceptionHandler(this::failed);
        return line;
    }

    /** What could not be read says so itself. */
    private static <T> T converted(String text, Function<String, T> reader) {
        try {
            return reader.apply(text);
        } catch (IllegalArgumentException e) {
            throw new TypeConversionException(e.getMessage());
        }
    }

    private static void example(CommandLine line, String command, String arguments, String output, String end) {
        var footer = new ArrayList<>(List.of("", "Example:", "  regatta " + arguments, "prints", ""));
        output.lines().map(text -> text.replace("%", "%%")).forEach(footer::add);
        footer.addAll(List.of("", end + ". Exit codes: 0 " + (command.equals("bisect")
                ? "found, 2 no answer"
                : "nothing regressed, 1 something regressed, 2 no verdict") + ", 64 the command was not understood."));
        line.getSubcommands().get(command).getCommandSpec().usageMessage().footer(footer.toArray(String[]::new));
    }

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(),
                "a command is missing: compare, bisect, explore, judge, export, baseline, calibrate, selfcheck, doctor or workloads");
    }

    ArtifactSource artifacts() {
        return artifacts.apply(settings("").maven());
    }

    /** Races of a command that tell their progress on standard error. */
    Duels duels(String command) {
        return duels.apply(settings(command), this::progress);
    }

    /** Writes what the page of a workflow's job shows. Whatever is not good fails the job, as the exit code does. */
    void tell(Path folder, GateReport report, MeasuredRun results) {
        new JobOutput(environment, out()::println).write(folder, report, results, true);
    }

    /** Standard output; flushed when the command ends. */
    PrintWriter out() {
        return spec.commandLine().getOut();
    }

    void progress(String line) {
        PrintWriter err = spec.commandLine().getErr();
        err.println("[regatta] " + Plain.line(line));
        err.flush();
    }

    /** The checkout's folder as the launcher names it, else the current one. */
    static Path home() {
        return Path.of(System.getProperty(HOME, ""));
    }

    /**
     * The settings of the user, with the checkout's own folders for those that are not set.
     *
     * @param results name of the folder of results within {@code target/regatta}
     */
    Settings settings(String results) {
        var properties = new Properties();
        properties.setProperty("regatta.baselines", home().resolve("baselines").toString());
        properties.setProperty("regatta.results", home().resolve(Path.of("target", "regatta", results)).toString());
        properties.putAll(started);
        properties.putAll(settings);
        if (offline) {
            properties.setProperty("regatta.offline", "true");
        }
        return new Settings(properties);
    }

    /** Those of the settings {@code obeyed} that the command line gives, as it gives them, but for passwords. */
    Stream<String> given(Set<String> obeyed) {
        return settings.entrySet().stream().filter(setting -> obeyed.contains(setting.getKey()))
                .filter(setting -> !setting.getKey().startsWith("regatta.password."))
                .map(setting -> "-D" + setting.getKey() + "=" + setting.getValue());
    }

    /** Whether the command line gives this setting. */
    boolean given(String setting) {
        return settings.containsKey(setting);
    }

    /** Whether output may have colours: on a terminal, unless {@code NO_COLOR} is set. */
    static boolean colour() {
        return Ansi.AUTO.enabled();
    }

    private int execute(ParseResult parsed) {
        try {
            settings("");
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage(), e);
        }
        CommandSettings.refusal(parsed, settings.keySet()).ifPresent(sentence -> {
            throw new ParameterException(spec.commandLine(), sentence);
        });
        // What is not Regatta's is Java's or Maven's, which read it there: java.io.tmpdir, maven.repo.local.
        settings.forEach((name, value) -> {
            if (!name.startsWith("regatta.")) {
                System.setProperty(name, value);
            }
        });
        try {
            return new RunLast().execute(parsed);
        } finally {
            out().flush();
        }
    }

    private int misunderstood(ParameterException e, String[] arguments) {
        CommandLine line = e.getCommandLine();
        PrintWriter err = line.getErr();
        err.println(line.getColorScheme().errorText("regatta: " + Plain.line(e.getMessage())));
        CommandLine.UnmatchedArgumentException.printSuggestions(e, err);
        err.println("Its help: " + line.getCommandSpec().qualifiedName() + " --help");
        trace(e, err);
        err.flush();
        return Exits.USAGE;
    }

    private int failed(Exception e, CommandLine line, ParseResult parsed) {
        PrintWriter err = line.getErr();
        err.println(line.getColorScheme().errorText("regatta: " + Plain.line(sentence(e))));
        trace(e, err);
        err.flush();
        return Exits.NO_VERDICT;
    }

    private void trace(Exception e, PrintWriter err) {
        if (stacktrace) {
            e.printStackTrace(err);
        }
    }

    private static String sentence(Exception e) {
        return ExpectedFailure.sentence(e)
                .orElse("unexpected " + e + "; this is a fault of Regatta, --stacktrace shows where");
    }
}
