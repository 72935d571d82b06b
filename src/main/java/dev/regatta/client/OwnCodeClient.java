package dev.regatta.client;

import dev.regatta.operations.Draw;
import dev.regatta.workload.Endpoint;
import dev.regatta.workload.OwnCode;
import dev.regatta.workload.Workload;

import java.io.IOException;
import java.lang.invoke.MethodHandle;

/** A project's own code whose operations block the calling thread. */
record OwnCodeClient(OwnCodeInstance instance) implements BlockingClient {

    static OwnCodeClient open(String type, Endpoint endpoint) throws IOException {
        return new OwnCodeClient(OwnCodeInstance.open(type, endpoint));
    }

    /** No driver is known; the class itself. */
    @Override
    public Class<?> driver() {
        return instance.type();
    }

    @Override
    public BlockingOperation operation(Workload workload, int worker) {
        if (!(workload instanceof OwnCode own)) {
            throw Clients.noSuchOperation(workload);
        }
        MethodHandle method = instance.operation(own);
        return keys -> OwnCodeDigest.of(called(method, Draw.of(keys[0])), own.id());
    }

    /** What a method returns. */
    static Object called(MethodHandle method, Draw draw) throws Exception {
        try {
            return (Object) method.invokeExact(draw);
        } catch (Exception | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void reset() throws Exception {
        instance.reset();
    }

    @Override
    public void close() {
        instance.close();
    }
}
