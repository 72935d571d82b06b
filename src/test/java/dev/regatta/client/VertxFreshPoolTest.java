package dev.regatta.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

@Timeout(60)
@Execution(ExecutionMode.CONCURRENT)
class VertxFreshPoolTest {

    /** A worker hung for 31 s, and the cell was invalid: of two equal versions, one pool never said that it was closed. */
    @Test
    void aPoolThatNeverSaysThatItHasEndedIsWaitedForAsLongAsALogin() {
        long start = System.nanoTime();
        ending(new CompletableFuture<>()).close();
        assertThat(Duration.ofNanos(System.nanoTime() - start))
                .isGreaterThanOrEqualTo(Duration.ofSeconds(FreshPool.LOGIN_SECONDS));
    }

    @Test
    void aPoolThatEndsIsNotWaitedFor() {
        long start = System.nanoTime();
        ending(CompletableFuture.completedFuture(null)).close();
        assertThat(Duration.ofNanos(System.nanoTime() - start))
                .isLessThan(Duration.ofSeconds(FreshPool.LOGIN_SECONDS));
    }

    @Test
    void oneThatCannotBeClosedFails() {
        VertxFreshPool pool = ending(CompletableFuture.failedFuture(new IllegalStateException("no")));
        assertThatThrownBy(pool::close).isInstanceOf(CompletionException.class).hasMessageContaining("no");
    }

    /** A pool whose end is told by {@code closed}; the tests have no Netty, which Vert.x' own futures need. */
    private static VertxFreshPool ending(CompletableFuture<Void> closed) {
        Future<?> future = proxy(Future.class, closed);
        return new VertxFreshPool(null, proxy(Pool.class, future), null);
    }

    /** One whose methods all return {@code answer}. */
    private static <T> T proxy(Class<T> type, Object answer) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[]{type},
                (proxy, method, arguments) -> answer));
    }
}
