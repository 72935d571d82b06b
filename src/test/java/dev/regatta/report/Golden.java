package dev.regatta.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;

/** Texts that must stay what they are: each is a file beside its test. */
public final class Golden {

    private Golden() {
    }

    /** The text of a file beside {@code test}. */
    static String text(Class<?> test, String file) throws IOException {
        try (var golden = test.getResourceAsStream(file)) {
            return new String(golden.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    /**
     * Checks that {@code text} is that of a file, whatever the locale. It changes the JVM's: {@code test} must be
     * isolated.
     */
    public static void everywhere(Class<?> test, String file, Callable<String> text) throws Exception {
        Locale before = Locale.getDefault();
        try {
            for (String locale : List.of("en-US", "de-DE", "ar-EG")) {
                Locale.setDefault(Locale.forLanguageTag(locale));
                same(locale + ", " + file, text.call(), text(test, file));
            }
        } finally {
            Locale.setDefault(before);
        }
    }

    /** Checks that a long text is the expected one; a failure shows the first line that differs. */
    public static void same(String what, String text, String expected) {
        List<String> is = text.lines().toList();
        List<String> wanted = expected.lines().toList();
        for (int line = 0; line < Math.min(is.size(), wanted.size()); line++) {
            assertThat(is.get(line)).as("line %d of %s", line + 1, what).isEqualTo(wanted.get(line));
        }
        assertThat(text).as(what).isEqualTo(expected);
    }
}
