package dev.regatta.findings;

import dev.regatta.explore.Exploration;
import dev.regatta.protocol.Fingerprint;
import dev.regatta.protocol.Recipe;
import dev.regatta.report.ExplorationWords;
import dev.regatta.report.html.ExplorationImage;
import dev.regatta.report.html.RatioImage;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Claims of published comparisons, answered as a page of Markdown: a function of the explorations that are stored under
 * {@code findings/}. Measures nothing.
 */
public final class FindingsPage {

    private static final List<String> ENVIRONMENT = List.of(Fingerprint.DATABASE_VERSION, Fingerprint.DATABASE_MODE,
            "cpu.model", Fingerprint.PLACEMENT, Fingerprint.JDK, "jvm.options");

    /** What decides a row, by why it is not decided. */
    private static final Map<String, String> WANTING = new TreeMap<>(Map.of(
            ClaimedRatio.OPEN, "Open rows need more sets.",
            ClaimedRatio.DATABASE,
            "Rows that the database bounds need a machine with more CPUs: the database gets half of them.",
            ClaimedRatio.GENERATOR, "Rows with a late generator need a machine that others use less.",
            ClaimedRatio.FAILED, "Rows with failed operations need a lower load."));

    private FindingsPage() {
    }

    /** The page. It has no claim of which nothing is stored. */
    public static String of(List<Claim> all, Studies studies) {
        List<Claim> claims = all.stream().filter(claim -> claim.answer(studies) != ClaimAnswer.NOT_MEASURED).toList();
        var page = new StringBuilder("""
                # Findings: what published comparisons claim, and what was seen here

                This page follows from the explorations in `findings/`; each section names the commands that measured them. No answer is
                written by hand: it follows from the column *so* of its table. Give such a command another `--file` to measure for yourself.

                * A ratio has a 95 % interval over sets of fresh JVMs. All rows of a claim share one error of 5 % (Holm's procedure): the more
                  there are, the further from its border a ratio must be. Where it is too near, *so* is *open*. A row that is not measured
                  yet has no *so*, and the answer takes it for an open one.
                * An interval tells what was so while its sets were measured. A machine that others use as well changes its speed, and so
                  changes the ratio of two clients that are not bounded by the same CPU. Questions 1 and 3 compare virtual with platform
                  threads in `select-1` through the same driver, in explorations of their own: they need not agree.
                * *claimed* is what the claim says of the ratio. Who wins does so by more than 5 %, since less is no difference worth
                  speaking of.
                * *bound* says what limited either side: the CPUs of the client or of the server, or *waiting* for connections or the
                  network. Three kinds of rows say nothing for the claim and nothing against it: the database limits both sides, and its CPU
                  time for an operation shows no difference, so that it was compared with itself; the *generator* of the load was late;
                  or operations failed. A gain has four bounds: virtual and platform threads of the one driver, then of the other.
                * *disturbed* says in how many points others used much of the machine. They count all the same. Where clients took turns slice by
                  slice it counts rounds, of which a ratio sets the outermost fifths aside.
                * *1 ms away* means that a relay adds 1 ms to every round trip. All else is on the loopback interface. The relay runs on the
                  database's CPUs, and what it uses was not counted when these rows were measured: where they say *waiting*, database and
                  relay together may have used these CPUs up.
                * *Where*, at the end, tells which CPUs client and database had, and when they were measured. On another machine the
                  answers may differ.

                | # | claim | answer |
                |---:|---|---|
                """);
        for (Claim claim : claims) {
            page.append(
                    String.format(Locale.ROOT, "| [%d](#question-%d) | %s | **%s** |%n", claim.number(), claim.number(),
                            claim.words(), claim.answer(studies)));
        }
        claims.forEach(claim -> page.append(section(claim, claims, studies)));
        page.append(environments(claims, studies));
        return page.toString();
    }

    private static String section(Claim claim, List<Claim> claims, Studies studies) {
        var section = new StringBuilder(String.format(Locale.ROOT, "%n## Question %d%n%n%s%n%n* Answer: **%s**%n"
                + "%s* Source: %s%n", claim.number(), claim.words(), claim.answer(studies),
                beside(claim, claims, studies), claim.source()));
        if (!claim.had().isEmpty()) {
            section.append("* It had: ").append(claim.had()).append("\n");
        }
        List<ClaimedRatio> comparisons = claim.reading().apply(studies);
        section.append(comparisons(comparisons));
        ratios(claim, studies).ifPresent(drawn -> section.append(String.format(Locale.ROOT,
                "%n![the ratios of question %d with their intervals](%s)%n", claim.number(), ratioPlot(claim))));
        section.append(missing(comparisons));
        section.append(seen(claim.seen().apply(studies)));
        section.append("\n").append(claim.limits()).append("\n\nMeasured by:\n\n```\n");
        claim.studies().forEach(study -> section.append(study.command(studies.of(study)
                .map(stored -> stored.facts().plan().within()).orElse(OptionalDouble.empty()))).append("\n"));
        section.append("```\n");
        for (Study study : claim.studies()) {
            section.append(studies.of(study).isPresent()
                    ? String.format(Locale.ROOT, "%n![%s](%s)%n", study.id(), plot(study.id()))
                            + services(studies.of(study).orElseThrow())
                    : String.format(Locale.ROOT, "%n`%s` is %s.%n", study.id(), ClaimAnswer.NOT_MEASURED));
        }
        return section.toString();
    }

    /** What drivers answer where whole stacks are asked, and the other way round. */
    private static String beside(Claim claim, List<Claim> claims, Studies studies) {
        var lines = new StringBuilder();
        for (Claim other : claims) {
            if (claim.asksAgain(other) || other.asksAgain(claim)) {
                lines.append(String.format(Locale.ROOT, "* %s: **%s** ([question %d](#question-%d))%n",
                        claim.asksAgain(other) ? "Of drivers" : "Of whole stacks", other.answer(studies),
                        other.number(), other.number()));
            }
        }
        return lines.toString();
    }

    /** What each service is and takes; nothing of drivers. */
    private static String services(Exploration exploration) {
        return new ExplorationWords(exploration).services().map(services -> {
            var table = new StringBuilder(String.format(Locale.ROOT, "%n%s%n%n| %s |%n|%s%n", services.note(),
                    String.join(" | ", services.headings()), "---|".repeat(services.headings().size())));
            // A size of a pool behind its tilde is no text that is struck through.
            services.rows().forEach(row -> table.append(String.format(Locale.ROOT, "| `%s` | %s |%n", row.getFirst(),
                    String.join(" | ", row.subList(1, row.size())))));
            return table.toString();
        }).orElse("");
    }

    private static String comparisons(List<ClaimedRatio> comparisons) {
        var table = new StringBuilder();
        if (!comparisons.isEmpty()) {
            table.append("\n| comparison | ratio | claimed | so | bound | disturbed |\n|---|---|---|---|---|---|\n");
        }
        List<Optional<Boolean>> decided = Decisions.of(comparisons).right();
        for (int i = 0; i < comparisons.size(); i++) {
            ClaimedRatio one = comparisons.get(i);
            table.append(String.format(Locale.ROOT, "| %s | %s | %s | %s | %s | %s |%n", one.what(), one.ratioWords(),
                    one.claimed(), one.verdict(decided.get(i)), one.bound(), one.disturbedWords()));
        }
        return table.toString();
    }

    /** What would decide the rows that are not; nothing where all are. */
    static String missing(List<ClaimedRatio> comparisons) {
        List<Optional<Boolean>> decided = Decisions.of(comparisons).right();
        Set<String> verdicts = IntStream.range(0, comparisons.size())
                .mapToObj(row -> comparisons.get(row).verdict(decided.get(row))).collect(Collectors.toSet());
        String sentences = WANTING.entrySet().stream().filter(wanting -> verdicts.contains(wanting.getKey()))
                .map(Map.Entry::getValue).collect(Collectors.joining(" "));
        return sentences.isEmpty() ? "" : "\n" + sentences + "\n";
    }

    private static String seen(List<ClaimNumber> readings) {
        var table = new StringBuilder();
        if (!readings.isEmpty()) {
            table.append("\n| seen | value | bound |\n|---|---|---|\n");
        }
        readings.forEach(one -> table.append(String.format(Locale.ROOT, "| %s | %s | %s |%n", one.what(), one.words(),
                one.bound())));
        return table.toString();
    }

    /** The ratios of a claim with their intervals as a drawing; empty where none is known. */
    public static Optional<String> ratios(Claim claim, Studies studies) {
        List<ClaimedRatio> comparisons = claim.reading().apply(studies);
        List<Optional<Boolean>> decided = Decisions.of(comparisons).right();
        List<RatioImage.Row> rows = new ArrayList<>();
        for (int i = 0; i < comparisons.size(); i++) {
            ClaimedRatio one = comparisons.get(i);
            RatioImage.So so = decided.get(i).map(yes -> yes ? RatioImage.So.YES : RatioImage.So.NO)
                    .orElse(RatioImage.So.OPEN);
            String words = one.ratioWords() + ": " + one.verdict(decided.get(i));
            one.ratio().ifPresent(ratio -> rows.add(new RatioImage.Row(one.what().replace("`", ""), words, ratio,
                    one.claimed().from(), one.claimed().to(), one.claimed().outside(), so)));
        }
        return rows.isEmpty()
                ? Optional.empty()
                : Optional.of(RatioImage.svg("Question " + claim.number() + ": grey is what is claimed", rows));
    }

    /** Where the drawing of a claim's ratios is, relative to the page. */
    public static String ratioPlot(Claim claim) {
        return plot("question-" + claim.number());
    }

    /** The view of an exploration that its claims are about. */
    public static String plot(Exploration exploration) {
        return ExplorationImage.svg(exploration);
    }

    /** Where the plot of a study is, relative to the page. */
    public static String plot(String study) {
        return "images/findings/" + study + ".svg";
    }

    private static String environments(List<Claim> claims, Studies studies) {
        var section = new StringBuilder("\n## Where\n\n");
        List<Exploration> all = claims.stream().flatMap(claim -> claim.studies().stream()).distinct().map(studies::of)
                .flatMap(Optional::stream).toList();
        for (String fact : ENVIRONMENT) {
            section.append("* ").append(fact).append(": ").append(all.stream()
                    .map(exploration -> exploration.facts().environment().fact(fact))
                    .collect(Collectors.toCollection(TreeSet::new)).stream().collect(Collectors.joining("; ")))
                    .append("\n");
        }
        section.append("* measured: ").append(all.stream().map(exploration -> exploration.facts().started()
                .replaceFirst("T.*", "") + " at " + exploration.facts().commit())
                .collect(Collectors.toCollection(TreeSet::new)).stream().collect(Collectors.joining(", ")))
                .append("\n");
        section.append("* clients: ").append(all.stream().flatMap(exploration -> exploration.facts().recipes().values()
                .stream()).filter(recipe -> !recipe.artifacts().isEmpty())
                .map(FindingsPage::told)
                .collect(Collectors.toCollection(TreeSet::new))
                .stream().collect(Collectors.joining(", "))).append("\n");
        return section.toString();
    }

    /** The driver of a client; the framework of a service, whose sources come first. */
    private static String told(Recipe recipe) {
        return recipe.artifacts().stream().filter(artifact -> ExplorationWords.FRAMEWORKS.contains(artifact.name()))
                .findFirst().map(framework -> framework.name() + ":" + framework.version())
                .orElseGet(() -> recipe.artifacts().getFirst().coordinates());
    }
}
