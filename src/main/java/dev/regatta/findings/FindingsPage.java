package dev.regatta.findings;

import dev.regatta.explore.Exploration;
import dev.regatta.protocol.Fingerprint;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** The findings as a page of Markdown: a function of the stored explorations. */
public final class FindingsPage {

    private static final List<String> ENVIRONMENT = List.of(Fingerprint.DATABASE_VERSION, Fingerprint.DATABASE_MODE,
            "cpu.model", Fingerprint.PLACEMENT, Fingerprint.JDK, "jvm.options");

    private FindingsPage() {
    }

    /** The page. */
    public static String of(List<Claim> claims, Studies studies) {
        var page = new StringBuilder("""
                # Findings: what published comparisons claim, and what was seen here

                Each answer follows from explorations that are stored in `findings/`; `./regatta findings` writes this page from them,
                and `./regatta findings --measure` measures those that are missing. A ratio has a 95 % interval over sets of fresh
                JVMs. *Bound* says which CPUs were busy for either side: where the database is the bound of both, the database
                was compared with itself, and nothing follows about clients. All was measured with one CPU for the client and one
                for the database: a statement about another machine would need that machine.

                | # | claim | answer |
                |---:|---|---|
                """);
        for (Claim claim : claims) {
            page.append(
                    String.format(Locale.ROOT, "| [%d](#question-%d) | %s | **%s** |%n", claim.number(), claim.number(),
                            claim.words(), Claim.answer(claim.reading().apply(studies))));
        }
        claims.forEach(claim -> page.append(section(claim, studies)));
        page.append(environments(claims, studies));
        return page.toString();
    }

    private static String section(Claim claim, Studies studies) {
        List<Comparison> comparisons = claim.reading().apply(studies);
        var section = new StringBuilder(String.format(Locale.ROOT, "%n## Question %d%n%n%s Source: %s. It had: %s.%n%n"
                + "Answer: **%s**.%n%n| comparison | ratio | claimed | so | bound |%n|---|---|---|---|---|%n",
                claim.number(), claim.words(), claim.source(), claim.had(), Claim.answer(comparisons)));
        for (Comparison comparison : comparisons) {
            section.append(String.format(Locale.ROOT, "| %s | %s | %s | %s | %s |%n", comparison.what(),
                    comparison.ratioWords(), comparison.claimed(), comparison.verdict(), comparison.bound()));
        }
        section.append("\n").append(claim.limits()).append("\n\nMeasured by:\n\n```\n");
        claim.studies().forEach(study -> section.append(study.command()).append("\n"));
        section.append("```\n");
        for (Study study : claim.studies()) {
            if (studies.of(study).isPresent()) {
                section.append(String.format(Locale.ROOT, "%n![%s](%s)%n", study.id(), plot(study.id())));
            }
        }
        return section.toString();
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
        section.append("* clients: ").append(all.stream().flatMap(exploration -> exploration.facts().recipes().values()
                .stream()).filter(recipe -> !recipe.artifacts().isEmpty())
                .map(recipe -> recipe.artifacts().getFirst().coordinates())
                .collect(Collectors.toCollection(TreeSet::new))
                .stream().collect(Collectors.joining(", "))).append("\n");
        return section.toString();
    }
}
