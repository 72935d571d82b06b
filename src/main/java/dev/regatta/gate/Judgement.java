package dev.regatta.gate;

/** What a judge says of what has been measured so far. */
public sealed interface Judgement permits Judgement.OfCell, ComparedCell {

    /** The verdict, were measuring to end now. */
    CellVerdict verdict();

    /** Whether a fresh set tells more than further pairs of the last one. */
    boolean wantsFreshSet();

    /** A verdict that asks for no set. */
    record OfCell(CellVerdict verdict) implements Judgement {

        @Override
        public boolean wantsFreshSet() {
            return false;
        }
    }
}
