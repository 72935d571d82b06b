package dev.regatta.http;

import dev.regatta.load.Clock;
import dev.regatta.load.ClosedLoop;
import dev.regatta.load.OpenLoop;
import dev.regatta.load.Step;
import dev.regatta.load.Tally;
import dev.regatta.load.Threading;
import dev.regatta.protocol.Answer;
import dev.regatta.protocol.Command;
import dev.regatta.protocol.Latencies;
import dev.regatta.protocol.Offering;
import dev.regatta.protocol.Slice;
import dev.regatta.workload.Digest;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.stream.Stream;

import com.sun.management.OperatingSystemMXBean;

/**
 * The load on one service: the client with its connections, and the loops that start its requests. CPU time and what is
 * compiled are this process's; those of the service are read outside.
 */
final class Generator implements AutoCloseable {

    private final HttpClient client;
    private final List<RequestLane> lanes = new ArrayList<>();
    private final ClosedLoop closedLoop;
    private final Sending sending = new Sending();
    private final OperatingSystemMXBean system = (OperatingSystemMXBean) ManagementFactory
            .getOperatingSystemMXBean();
    private Optional<OpenLoop> openLoop = Optional.empty();

    private Generator(HttpClient client, ServiceRequest request, int workers) {
        this.client = client;
        for (int worker = 0; worker < workers; worker++) {
            lanes.add(new RequestLane(request, client.operation(request, worker), worker));
        }
        closedLoop = new ClosedLoop(Threading.EVENT_LOOP, workers);
    }

    /** Connects to the service at the endpoint's host and port. */
    static Generator open(Command.Open open) throws IOException {
        ServiceRequest request = ServiceRequest.of(open.workload().replace("()", ""));
        return new Generator(HttpClient.open(
                new InetSocketAddress(open.endpoint().host(), open.endpoint().port()), open.connections()), request,
                open.connections());
    }

    /** Sends requests one after another and compares each answer. */
    Answer.Checked check(Command.Check command) throws Exception {
        seed(command.seed());
        long digest = Digest.EMPTY;
        int wrong = 0;
        String problem = "";
        for (int i = 0; i < command.operations(); i++) {
            RequestLane lane = lanes.get(i % lanes.size());
            if (!once(lane)) {
                wrong++;
                if (problem.isEmpty()) {
                    problem = lane.told();
                }
            }
            digest = 31 * digest + lane.digest();
        }
        return new Answer.Checked(digest, wrong, problem, Optional.empty(), 0);
    }

    private static boolean once(RequestLane lane) throws Exception {
        var answered = new CompletableFuture<Boolean>();
        lane.start(new Step.Ending() {
            @Override
            public void ended(boolean correct) {
                answered.complete(correct);
            }

            @Override
            public void failed(Throwable cause) {
                answered.completeExceptionally(cause);
            }
        });
        try {
            return answered.get();
        } catch (ExecutionException e) {
            throw e.getCause() instanceof Exception cause ? cause : e;
        }
    }

    /** Runs one slice of a closed loop. */
    Answer.Ran run(Command.Run command) throws InterruptedException {
        seed(command.seed());
        long cpu = system.getProcessCpuTime();
        Tally tally = closedLoop.run(lanes, command.nanos(), command.dropNanos());
        return new Answer.Ran(slice(tally, command.nanos() - command.dropNanos(), cpu), Optional.empty());
    }

    /** Runs one slice of an open loop. */
    Answer.Offered offer(Command.Offer command) throws InterruptedException {
        seed(command.seed());
        if (openLoop.isEmpty()) {
            openLoop = Optional.of(new OpenLoop(Threading.EVENT_LOOP, lanes.stream().map(sending::of).toList()));
        }
        long[] due = command.arrivals().schedule(command.rate(), command.nanos(), command.seed());
        sending.begin(due.length);
        long cpu = system.getProcessCpuTime();
        // Of the first run of the loop it is too early, since that asks for real time before. Nobody reads it: it warms up.
        long start = Clock.nanos();
        OpenLoop.Offered seen = openLoop.get().run(due, command.nanos(), command.dropNanos());
        return new Answer.Offered(new Offering(
                slice(seen.tally(), command.nanos() - command.dropNanos(), cpu), seen.offered(), seen.refused(),
                // Of the loop, or of the thread that sends: either may be what is late.
                seen.mostInFlight(), Stream
                        .of(seen.lateness(), sending.lateness(start, due, command.dropNanos())).map(Latencies::of)
                        .max(Comparator.comparingLong(lateness -> lateness.valueAt(99))).orElseThrow()),
                Optional.empty());
    }

    private Slice slice(Tally tally, long windowNanos, long cpuBefore) {
        return new Slice(tally.operations(), windowNanos, tally.allOperations(),
                Math.max(0, system.getProcessCpuTime() - cpuBefore), tally.errors(), tally.wrong(), tally.problem(), 0,
                Latencies.of(tally.latencies()));
    }

    private void seed(long seed) {
        lanes.forEach(lane -> lane.seed(seed));
    }

    @Override
    public void close() {
        closedLoop.close();
        openLoop.ifPresent(OpenLoop::close);
        client.close();
    }
}
