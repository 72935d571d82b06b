package dev.regatta.settings;

import dev.regatta.protocol.CellId;

import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Collectors;

/**
 * Which cells to measure: a glob over {@code database/client/threading/workload}, where {@code *} stays within one
 * part, {@code **} crosses parts and <code>{a,b}</code> lists choices; or everything.
 */
public final class Selection {

    /** So many cells are named where none matches. */
    private static final int NAMED = 3;

    private final Optional<String> glob;
    private final PathMatcher matcher;

    private Selection(Optional<String> glob) {
        this.glob = glob;
        try {
            this.matcher = FileSystems.getDefault().getPathMatcher("glob:" + glob.orElse("**"));
        } catch (PatternSyntaxException e) {
            throw new IllegalArgumentException(
                    "-Dregatta.cells=" + glob.orElse("") + " is not a glob: " + e.getDescription(), e);
        }
    }

    /** The cells that match, or all when there is no glob. */
    public static Selection of(Optional<String> glob) {
        return new Selection(glob);
    }

    /** Whether this selects everything. */
    public boolean isEverything() {
        return glob.isEmpty();
    }

    /**
     * The cells of {@code offered} that match, in their order.
     *
     * @throws IllegalArgumentException if none does, naming those that are written most like it
     */
    public List<CellId> of(Collection<CellId> offered) {
        List<CellId> chosen = offered.stream().filter(this::matches).toList();
        if (chosen.isEmpty() && !isEverything()) {
            throw new IllegalArgumentException("-Dregatta.cells=" + glob.orElseThrow() + " matches none of the "
                    + offered.size() + " cells; they are named database/client/threading/workload, for example "
                    + nearest(offered) + " (quote a pattern with * in the shell)");
        }
        return chosen;
    }

    private String nearest(Collection<CellId> offered) {
        return offered.isEmpty()
                ? "postgresql/pgjdbc+hikari/virtual/select-1"
                : offered.stream().map(CellId::toString)
                        .sorted(Comparator.comparingInt(cell -> Spelling.distance(glob.orElseThrow(), cell)))
                        .limit(NAMED).collect(Collectors.joining(", "));
    }

    /** Whether one cell is selected. */
    public boolean matches(CellId cell) {
        return matcher.matches(Path.of(cell.toString()));
    }
}
