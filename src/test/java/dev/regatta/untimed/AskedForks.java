package dev.regatta.untimed;

import dev.regatta.fork.ArmSetup;
import dev.regatta.fork.UntimedForks;
import dev.regatta.protocol.Arm;
import dev.regatta.protocol.ClientId;
import dev.regatta.workload.Dialect;

import java.util.ArrayList;
import java.util.List;

/** Forks that only note what they are asked for. */
abstract class AskedForks implements UntimedForks {

    /** What was asked for, in order: {@code kill COUNTED candidate}. */
    final List<String> asked = new ArrayList<>();

    @Override
    public void launch(Kind kind, Dialect database, ClientId client, Arm arm, ArmSetup setup, List<String> options) {
        // It starts when it is asked for.
    }

    @Override
    public void kill(Kind kind, Dialect database, ClientId client, Arm arm, ArmSetup setup) {
        asked.add("kill " + kind + " " + arm);
    }

    @Override
    public void shutClients() {
        asked.add("shut");
    }
}
