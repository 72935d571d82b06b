package dev.regatta.doctor;

import dev.regatta.analysis.Metric;

import com.fasterxml.jackson.annotation.JsonProperty;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
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

    private static final int WIDTH = 100;

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

    /** The table, the probe's sentence and the advice, in lines of at most {@value #WIDTH} columns. */
    public String text() {
        var text = new StringBuilder();
        int names = findings.stream().mapToInt(finding -> finding.name().length()).max().orElse(0);
        for (Finding finding : findings) {
            wrapped(text, "  " + padded(finding.grade().word(), 9) + padded(finding.name(), names + 2),
                    finding.found());
        }
        text.append('\n');
        wrapped(text, "", probe);
        wrapped(text, "",
                canJudge() ? "nothing found here keeps a race from being judged" : "NO RACE CAN BE JUDGED HERE");
        List<Finding> advised = findings.stream().filter(finding -> !finding.advice().isEmpty()).toList();
        if (!advised.isEmpty()) {
            text.append("\nADVICE\n");
            advised.forEach(finding -> wrapped(text, "  " + padded(finding.name(), names + 2), finding.advice()));
        }
        return text.toString();
    }

    private static String padded(String word, int width) {
        return word + " ".repeat(Math.max(0, width - word.length()));
    }

    /** Words behind a heading, on as many lines as they need, all starting in the same column. */
    private static void wrapped(StringBuilder text, String heading, String words) {
        int room = WIDTH - heading.length();
        var line = new StringBuilder();
        String start = heading;
        for (String word : pieces(words, room)) {
            if (!line.isEmpty() && line.length() + 1 + word.length() > room) {
                text.append(start).append(line).append('\n');
                start = " ".repeat(heading.length());
                line.setLength(0);
            }
            line.append(line.isEmpty() ? "" : " ").append(word);
        }
        text.append(start).append(line).append('\n');
    }

    /** The words; those that are longer than a line, such as long paths, are cut. */
    private static List<String> pieces(String words, int room) {
        var pieces = new ArrayList<String>();
        for (String word : words.strip().split("\\s+")) {
            for (int i = 0; i < word.length(); i += room) {
                pieces.add(word.substring(i, Math.min(word.length(), i + room)));
            }
        }
        return pieces;
    }
}
