package dev.regatta.operations;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/** An engine that answers what the name of an operation's method says. */
public final class ScriptedEngine {

    private ScriptedEngine() {
    }

    /** {@code --sweep} says so; {@code other-form} speaks another one; {@code dead} ends at once, {@code silent} never. */
    public static void main(String[] arguments) throws IOException {
        List<String> all = List.of(arguments);
        while (all.contains("silent")) {
            LockSupport.park();
        }
        if (all.contains("--sweep")) {
            System.out.println("swept");
            return;
        }
        if (all.contains("dead")) {
            System.err.println("no memory for a heap");
            System.exit(1);
        }
        say(Line.READY, all.contains("other-form") ? "regatta engine 99" : Line.FORM);
        List<String> told = new ArrayList<>();
        var in = new BufferedReader(new InputStreamReader(System.in));
        for (String text = in.readLine(); text != null; text = in.readLine()) {
            Line line = Line.read(text);
            switch (line.kind()) {
                case Line.PROPERTY -> told.add(line.value(1) + "=" + line.value(2));
                case Line.OPERATION -> told.add(line.operation().toString());
                case Line.OPEN -> {
                    if (told.contains("refuse=it")) {
                        say(Line.REFUSED, "-Dregatta.base=nowhere is no commit");
                    } else {
                        say(Line.SAID, "told " + told);
                        say(Line.OPENED);
                    }
                }
                case Line.NEEDS -> say(Line.NEEDED,
                        Boolean.toString(!line.operation().method().equals("spared")));
                case Line.SERVER -> say(Line.SAID,
                        "[regatta] on " + line.server() + ", password " + line.server().at().password());
                case Line.RACE -> race(line.operation().method());
                case Line.CLOSE -> {
                    if (told.contains("report=fails")) {
                        say(Line.REFUSED, "the disk is full");
                    } else {
                        say(Line.CLOSED);
                    }
                }
                default -> throw new IllegalArgumentException(text);
            }
        }
    }

    private static void race(String method) {
        say(Line.SAID, "[regatta] racing " + method);
        switch (method) {
            case "lost" -> Runtime.getRuntime().halt(7);
            case "killed" -> ProcessHandle.of(ProcessHandle.current().pid()).ifPresent(ScriptedEngine::kill);
            case "refused" -> say(Line.REFUSED, "no such operation");
            default -> say(Line.RULING, method, "the sentence of\nwhat " + method);
        }
    }

    private static void kill(ProcessHandle itself) {
        try {
            new ProcessBuilder("kill", "-9", Long.toString(itself.pid())).start().waitFor();
            Thread.sleep(10_000);
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void say(String... fields) {
        System.out.println(Line.of(fields).text());
    }
}
