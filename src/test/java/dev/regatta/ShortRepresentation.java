package dev.regatta;

import org.assertj.core.presentation.StandardRepresentation;

/** What failed assertions show of a value: of a long one, as a file's text, its beginning and its end. */
public final class ShortRepresentation extends StandardRepresentation {

    /** Characters that are shown of each end. */
    static final int SHOWN = 2_000;

    @Override
    public String toStringOf(Object value) {
        String text = super.toStringOf(value);
        int left = text == null ? 0 : text.length() - 2 * SHOWN;
        return left <= 0
                ? text
                : text.substring(0, SHOWN) + "\n[… " + left + " more characters …]\n"
                        + text.substring(SHOWN + left);
    }
}
