package dev.regatta.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.regatta.database.Database;
import dev.regatta.database.Placement;
import dev.regatta.protocol.Answer;
import dev.regatta.protocol.Arm;
import dev.regatta.protocol.ArmSlice;
import dev.regatta.protocol.Slice;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;

/** On a machine whose kernel counts in ticks of 10 ms, and slices of 20 ms. */
class ObserverTest {

    private static final long SLICE_MILLIS = 20;

    @TempDir
    Path root;

    private long ticks;

    @Test
    void whatOthersDoIsSeenOverSeveralSlicesWhereOneIsShorterThanTheTicksOfTheKernel() throws Exception {
        Observer observer = observer();
        // Everything is somebody else's: one slice alone is too short to tell, ten are not.
        assertThat(foreign(observer, 0)).isZero();
        double share = 0;
        for (int i = 0; i < 10; i++) {
            share = foreign(observer, 0);
        }
        assertThat(share).isGreaterThan(0.3);
    }

    @Test
    void whatAForkUsedBetweenItsSlicesIsItsOwn() throws Exception {
        Observer observer = observer();
        double share = 1;
        for (int i = 0; i < 10; i++) {
            share = foreign(observer, TimeUnit.MILLISECONDS.toNanos(SLICE_MILLIS));
        }
        assertThat(share).isZero();
    }

    @Test
    void whatIsLongPastIsForgotten() throws Exception {
        Observer observer = observer();
        for (int i = 0; i < 10; i++) {
            foreign(observer, 0);
        }
        Thread.sleep(TimeUnit.NANOSECONDS.toMillis(Observer.WINDOW_NANOS) + 100);
        assertThat(foreign(observer, 0)).isZero();
    }

    /** The share of a slice in which the client's CPU is busy all the time. */
    private double foreign(Observer observer, long ownNanos) throws MeasurementFailure {
        ArmSlice slice = observer.observe(Arm.CANDIDATE, () -> {
            sleep();
            ticks += SLICE_MILLIS / 10;
            stat();
            return new Answer.Ran(new Slice(10, 18_000_000, 10, 1_000_000, 0, 0, "", 0, "HIST"), Optional.of(ownNanos));
        });
        assertThat(slice.surroundings().serverCpuNanos()).hasValue(0);
        return slice.surroundings().foreignOnClientCpus().orElseThrow();
    }

    private Observer observer() {
        stat();
        Database idle = (Database) Proxy.newProxyInstance(Database.class.getClassLoader(),
                new Class<?>[]{Database.class},
                (proxy, method, arguments) -> OptionalLong.of(0));
        return new Observer(new CpuMeter(root), idle, new Placement(List.of(0), List.of(1)), () -> 0);
    }

    private void stat() {
        try {
            Path file = root.resolve("proc/stat");
            Files.createDirectories(file.getParent());
            Files.writeString(file, "cpu0 " + ticks + " 0 0 500 0 0 0 0 0 0\ncpu1 0 0 0 500 0 0 0 0 0 0\n");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void sleep() {
        try {
            Thread.sleep(SLICE_MILLIS);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
