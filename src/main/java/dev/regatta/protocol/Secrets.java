package dev.regatta.protocol;

import dev.regatta.workload.Dialect;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What nobody may read in anything that is written: the passwords a user set, and what looks like a secret in a text
 * from outside. Regatta keeps connection data out of what it writes; this is for what a driver, a server or an option
 * says by itself.
 */
public final class Secrets {

    /** Those that a text gives away by itself, when no password is known. */
    public static final Secrets TELLING = new Secrets(List.of());

    private static final String HIDDEN = "***";

    private static final String WORDS = "(?:password|passwd|passphrase|secret|token|credential|api[-_.]?key"
            + "|access[-_.]?key|private[-_.]?key)[\\w.-]*";

    private static final String NAME = "(?i)(" + WORDS + "[\"']?\\s*[=:]\\s*)";

    private static final Pattern TELLING_NAME = Pattern.compile("(?i).*" + WORDS);

    /** {@code "apiToken": "x"}: a telling name, a separator, a value in quotes. */
    private static final Pattern QUOTED = Pattern.compile(NAME + "([\"'])(?:(?!\\2).)*\\2");

    /** {@code password=hunter2}: the same with a value that ends where a word does. */
    private static final Pattern BARE = Pattern.compile(NAME + "[^\\s,;&\"'(){}\\[\\]<>]+");

    private static final String DATABASE = "postgresql|mariadb|mysql";

    /** {@code scheme://user:password@host} of a database, whose user everybody may know. */
    private static final Pattern IN_URL_OF_A_DATABASE = Pattern
            .compile("(?i)((?:" + DATABASE + ")://[^/\\s:@]*:)[^/\\s]+@");

    /** {@code https://token@host}, {@code https://token:x-oauth-basic@host}: elsewhere the user may be the secret. */
    private static final Pattern IN_URL = Pattern.compile("(?i)(?<!" + DATABASE + ")://[^/?#\\s\"'<>]+@");

    private final Optional<Pattern> known;

    private Secrets(Collection<String> known) {
        this.known = known.isEmpty()
                ? Optional.empty()
                : Optional.of(Pattern.compile(known.stream()
                        .flatMap(secret -> Stream.of(secret, URLEncoder.encode(secret, StandardCharsets.UTF_8)))
                        .distinct().map(Secrets::asWord).collect(Collectors.joining("|"))));
    }

    /**
     * The passwords of external servers, and whatever else is {@linkplain #TELLING telling}.
     *
     * @param settings    a setting by its name
     * @param environment the process's variables
     */
    public static Secrets of(Function<String, Optional<String>> settings, Map<String, String> environment) {
        return new Secrets(Arrays.stream(Dialect.values())
                .flatMap(dialect -> Stream.concat(settings.apply("regatta.password." + dialect.id()).stream(),
                        Stream.ofNullable(
                                environment.get("REGATTA_PASSWORD_" + dialect.name()))))
                .filter(password -> !password.isBlank()).toList());
    }

    /** The text with its secrets replaced by {@value #HIDDEN}. */
    public String hidden(String text) {
        String unknown = known.map(pattern -> pattern.matcher(text).replaceAll(HIDDEN)).orElse(text);
        String quoted = QUOTED.matcher(unknown).replaceAll("$1$2" + HIDDEN + "$2");
        String bare = BARE.matcher(quoted).replaceAll("$1" + HIDDEN);
        String database = IN_URL_OF_A_DATABASE.matcher(bare).replaceAll("$1" + HIDDEN + "@");
        return IN_URL.matcher(database).replaceAll("://" + HIDDEN + "@");
    }

    /** Options with their secrets replaced, among them every value whose name tells that it is one. */
    public SortedMap<String, String> hidden(SortedMap<String, String> options) {
        var open = new TreeMap<>(options);
        open.replaceAll((name, value) -> TELLING_NAME.matcher(name).matches() ? HIDDEN : hidden(value));
        return Collections.unmodifiableSortedMap(open);
    }

    /** A secret where it stands by itself: a short one is part of many a word. */
    private static String asWord(String secret) {
        return (Character.isLetterOrDigit(secret.charAt(0)) ? "(?<![\\p{L}\\p{Nd}])" : "") + Pattern.quote(secret)
                + (Character.isLetterOrDigit(secret.charAt(secret.length() - 1)) ? "(?![\\p{L}\\p{Nd}])" : "");
    }
}
