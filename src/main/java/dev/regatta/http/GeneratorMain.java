package dev.regatta.http;

import dev.regatta.protocol.Answer;
import dev.regatta.protocol.Command;
import dev.regatta.protocol.CommandLoop;

import java.io.IOException;
import java.util.List;

/** What the program does that loads a web service: the commands of a load, and of no database. */
public final class GeneratorMain implements CommandLoop.Commands {

    private Generator generator;

    private GeneratorMain() {
    }

    /**
     * Takes no arguments.
     *
     * @throws InterruptedException never
     */
    public static void main(String[] arguments) throws InterruptedException {
        CommandLoop.run(new GeneratorMain());
    }

    @Override
    public Answer to(Command command) throws Exception {
        return switch (command) {
            case Command.Open open -> open(open);
            case Command.Check check -> opened().check(check);
            case Command.Run run -> opened().run(run);
            case Command.Offer offer -> opened().offer(offer);
            case Command.Shut shut -> shut();
            case Command.Close close -> close();
            case Command other -> throw new IllegalArgumentException(
                    "a generator of load does not know " + other.getClass().getSimpleName());
        };
    }

    private Answer open(Command.Open open) throws IOException {
        shut();
        generator = Generator.open(open);
        return new Answer.Opened("", "", List.of());
    }

    private Answer shut() {
        if (generator != null) {
            generator.close();
            generator = null;
        }
        return new Answer.Shut();
    }

    private Answer close() {
        shut();
        return new Answer.Closed();
    }

    private Generator opened() {
        if (generator == null) {
            throw new IllegalStateException("no service is open in this generator: open one first");
        }
        return generator;
    }
}
