package dev.regatta.report.html;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** The head of a page: what keeps it from loading or running anything, its title and its styles. */
final class Head {

    private Head() {
    }

    /** Writes it, with the styles of these files. */
    static void write(Markup page, String title, String... styles) {
        page.in("head", () -> {
            page.empty("meta", "charset", "utf-8");
            page.empty("meta", "name", "viewport", "content", "width=device-width, initial-scale=1");
            page.empty("meta", "name", "color-scheme", "content", "light dark");
            page.empty("meta", "http-equiv", "Content-Security-Policy", "content",
                    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'");
            page.leaf("title", title + " - Regatta");
            for (String file : styles) {
                page.leaf("style", style(file));
            }
        });
    }

    /** The text of a style sheet that lies beside this class. */
    static String style(String file) {
        try (InputStream style = Head.class.getResourceAsStream(file)) {
            return new String(style.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(file + " cannot be read", e);
        }
    }
}
