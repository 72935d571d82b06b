package dev.regatta.report;

import dev.regatta.explore.Advice;
import dev.regatta.explore.Ask;
import dev.regatta.explore.ConfidenceInterval;
import dev.regatta.explore.Exploration;
import dev.regatta.explore.Limit;
import dev.regatta.explore.Quantity;

import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * What an exploration answers to a load that somebody has, as a table. What is calculated and not measured is marked.
 */
public final class AdviceText {

    private static final String CALCULATED = "*";
    private static final String LATE = "generator";

    private AdviceText() {
    }

    /**
     * The table with its explanation.
     *
     * @param resume the command that goes on with the exploration
     */
    public static String of(Ask ask, Exploration exploration, String resume) {
        var words = new ExplorationWords(exploration, resume);
        var text = new StringBuilder();
        words.incomplete().ifPresent(sentence -> Lines.wrap(text, exploration.facts().ask().isPresent()
                ? sentence
                : sentence + " Give the same --ask with it for this table."));
        words.open().filter(open -> exploration.facts().complete()).ifPresent(sentence -> Lines.wrap(text, sentence));
        Lines.add(text, "Your load: %s operations per second, each of %d %s, while %s%s.", number(ask.rate()),
                ask.queries(), ask.queries() == 1 ? "query" : "queries", ExplorationWords.within(ask.sla()),
                ask.rtt() == 0 ? "" : ", round trips " + Words.duration(ask.rtt() * 1e3) + " longer");
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("client", "", "carries within the limit", ExplorationWords.BOUND, "your load", "p99 there",
                "client CPUs" + CALCULATED,
                "server CPUs" + CALCULATED, "connections" + CALCULATED, "memory"));
        List<Advice.Row> advised = Advice.of(ask, exploration);
        advised.forEach(row -> rows.add(List.of(row.client().toString(), row.group(),
                ask.possible() ? ExplorationWords.load(row.carried()) : "none" + CALCULATED,
                ExplorationWords.bound(row.carried().limit()), held(row.held()),
                row.p99().map(p99 -> ExplorationWords.estimate(Quantity.P99, p99)).orElse(ExplorationWords.NONE),
                cpus(row.clientCpu()), cpus(row.serverCpu()), connections(row.connections()),
                row.memory().isPresent()
                        ? words.memory(row.client(), exploration.facts().plan().conditions())
                        : ExplorationWords.NONE)));
        String form = Columns.form(rows, column -> false);
        rows.forEach(row -> Lines.add(text, form, row.toArray()));
        Lines.wrap(text,
                "\"Carries\" is the load at which half of the points keep to the limit, with its 95 % interval. p99,"
                        + " CPUs and connections are at your load. Those that share a letter cannot be told apart by the load"
                        + " that they carry; all pairs share one error of 5 %. Intervals are over "
                        + exploration.facts().plan().sets()
                        + " sets of fresh JVMs" + (exploration.facts().complete() ? "" : ", or those that there are")
                        + ": few sets give wide intervals.");
        words.unbounded().forEach(sentence -> Lines.wrap(text, sentence));
        if (advised.stream().anyMatch(row -> held(row.held()).equals(LATE))) {
            Lines.wrap(text, LATE + ": operations were not started on time at your load, which tells nothing of the"
                    + " client.");
        }
        if (advised.stream().anyMatch(row -> row.carried().limit().equals(Optional.of(Limit.GENERATOR)))) {
            Lines.wrap(text, "bounded by the " + LATE + ": near the limit operations were not started on time; the"
                    + " client may carry more.");
        }
        if (advised.stream().anyMatch(row -> row.p99().isPresent() && row.connections().isEmpty())) {
            Lines.wrap(text,
                    "No number of connections (" + ExplorationWords.NONE + "): at your load operations waited for"
                            + " one, so that their latency does not tell how many it needs.");
        }
        if (!ask.possible()) {
            Lines.wrap(text,
                    CALCULATED + " No load can be within the limit: the round trips of an operation alone take "
                            + Words.duration(ask.roundTrips().toNanos()) + ".");
        }
        Lines.wrap(text, CALCULATED
                + " Calculated: CPUs from the CPU time of an operation and your rate; connections in use on"
                + " average from your rate and the median latency (Little's law).");
        Lines.wrap(text, words.whatMemoryIs());
        more(ask, exploration, advised, text);
        return text.toString();
    }

    /** What other CPUs would change. */
    private static void more(Ask ask, Exploration exploration, List<Advice.Row> advised, StringBuilder text) {
        if (ask.cores().isEmpty()) {
            return;
        }
        int here = Advice.clientCpus(exploration);
        // Who goes on with an exploration may ask for other cores than those that it was measured for.
        boolean measured = exploration.facts().ask().map(Ask::cores).filter(cores -> !cores.equals(ask.cores()))
                .isEmpty();
        if (measured && here > 0 && here < ask.cores().getAsInt()) {
            Lines.wrap(text,
                    "Here the client has " + Words.counted(here, "CPU") + ", because the database needs one"
                            + " as well. On a machine with " + (ask.cores().getAsInt() + 1)
                            + " CPUs or more this command measures "
                            + ask.cores().getAsInt() + ".");
        }
        String asked = Words.counted(ask.cores().getAsInt(), "client CPU");
        advised.forEach(row -> {
            if (row.expected().isPresent() && !row.expected().equals(row.carried().load())) {
                Lines.wrap(text, row.client() + " on " + asked + " would carry "
                        + ExplorationWords.estimate(Quantity.ACHIEVED, row.expected().get()) + CALCULATED
                        + ", if nothing else becomes the bound.");
            } else if (row.expected().isEmpty() && row.carried().load().isPresent()) {
                Lines.wrap(text, row.client() + ": what it carries on " + asked
                        + " cannot be told from here, where " + (row.carried().limit().isEmpty()
                                ? "it is not known what bounds it."
                                : ExplorationWords.bound(row.carried().limit()) + " bounds it."));
            }
        });
    }

    /** One point does not say that the load is not held, and points that disagree say how many of them were within. */
    private static String held(Advice.Held held) {
        if (held.told() == 0) {
            return held.points() == 0 ? ExplorationWords.UNMEASURED : LATE;
        }
        if (held.told() == 1) {
            return held.within() == 1 ? "held once" : "missed once";
        }
        return held.within() == held.told()
                ? "held"
                : held.within() == 0 ? "NOT held" : "held " + held.within() + " of " + held.told();
    }

    private static String cpus(Optional<ConfidenceInterval> cpus) {
        return cpus.map(used -> String.format(Locale.ROOT, "%.2f", used.value())).orElse(ExplorationWords.NONE);
    }

    private static String connections(OptionalDouble inFlight) {
        return inFlight.isPresent()
                ? String.format(Locale.ROOT, "%.1f", inFlight.getAsDouble())
                : ExplorationWords.NONE;
    }

    /** A rate as it was asked for: a slow service has less than one in a second. */
    private static String number(double number) {
        return new DecimalFormat("#,##0.###", DecimalFormatSymbols.getInstance(Locale.ROOT)).format(number);
    }
}
