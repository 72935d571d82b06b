package dev.regatta.experiment;

import dev.regatta.protocol.Arm;
import dev.regatta.protocol.ClientId;
import dev.regatta.workload.Dialect;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Scripted forks, one of each arm and stage. */
final class ScriptedForks implements ForkSource {

    final Map<List<Object>, ScriptedFork> forks = new TreeMap<>(
            (one, other) -> one.toString().compareTo(other.toString()));
    Maker maker = (arm, stage) -> new ScriptedFork(arm, stage, 1000);
    int killed;

    /** Makes a fork. */
    interface Maker {
        ScriptedFork of(Arm arm, int stage);
    }

    @Override
    public Fork of(Dialect database, ClientId client, Arm arm, int stage, ArmSetup setup) {
        return forks.computeIfAbsent(List.of(arm, stage), key -> maker.of(arm, stage));
    }

    @Override
    public void spread(Fork fork) {
        // Nothing is compiled.
    }

    @Override
    public void gather(Fork fork) {
        // Nothing is compiled.
    }

    @Override
    public void release(Collection<Fork> stage, boolean kept) {
        stage.forEach(Fork::close);
    }

    @Override
    public void killAll() {
        killed++;
        forks.clear();
    }
}
