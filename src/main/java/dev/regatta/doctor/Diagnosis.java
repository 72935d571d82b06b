package dev.regatta.doctor;

import dev.regatta.analysis.Metric;
import dev.regatta.report.Lines;

import com.fasterxml.jackson.annotation.JsonProperty;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What this machine can judge.
 *
 * @param findings        in the order of the table
 * @param probe           the sentence on the smallest change that would be seen, or why that is not known
 * @param smallestChanges the same by metric as fractions, 0.05 is 5 %; empty where it is not known
 */
public record Diagnosis(List<Finding> findings, String probe, SortedMap<Metric, Double> smallestChanges) {

    /** Copies the collections. */
    public Diagnosis {
        findings = List.copyOf(findings);
        smallestChanges = Collections.unmodifiableSortedMap(new TreeMap<>(smallestChanges));
    }

    static Diagnosis of(List<Finding> findings, Probe probe) {
        var all = new ArrayList<>(findings);
        probe.finding().ifPresent(all::add);
        return new Diagnosis(all, probe.sentence(), probe.smallestChanges());
    }

    /** Whether a race can be judged here. */
    @JsonProperty("canJudge")
    public boolean canJudge() {
        return findings.stream().noneMatch(finding -> finding.grade() == Grade.BAD);
    }

    /** The table, the probe's sentence and the advice, in lines of at most 100 columns. */
    public String text() {
        var text = new StringBuilder();
        int names = findings.stream().mapToInt(finding -> finding.name().length()).max().orElse(1);
        findings.forEach(finding -> Lines.wrap(text,
                String.format(Locale.ROOT, "  %-9s%-" + names + "s  ", finding.grade().word(), finding.name()),
                finding.found()));
        text.append('\n');
        Lines.wrap(text, "", probe);
        Lines.wrap(text, "",
                canJudge() ? "nothing found here keeps a race from being judged" : "NO RACE CAN BE JUDGED HERE");
        List<Finding> advised = findings.stream().filter(finding -> !finding.advice().isEmpty()).toList();
        if (!advised.isEmpty()) {
            text.append("\nADVICE\n");
            advised.forEach(finding -> Lines.wrap(text,
                    String.format(Locale.ROOT, "  %-" + names + "s  ", finding.name()), finding.advice()));
        }
        return text.toString();
    }
}
