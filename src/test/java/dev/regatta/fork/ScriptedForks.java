package dev.regatta.fork;

import dev.regatta.host.Scheduling;
import dev.regatta.protocol.Arm;
import dev.regatta.protocol.ClientId;
import dev.regatta.workload.Dialect;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Scripted forks, one of each arm and set. */
public final class ScriptedForks implements ForkSource {

    public final Map<List<Object>, ScriptedFork> forks = new TreeMap<>(
            (one, other) -> one.toString().compareTo(other.toString()));
    public Maker maker = (arm, set) -> new ScriptedFork(arm, set, 1000);
    public final List<Scheduling> scheduled = new ArrayList<>();
    public final List<Integer> renewed = new ArrayList<>();
    public int killed;

    /** Makes a fork. */
    public interface Maker {
        ScriptedFork of(Arm arm, int set);
    }

    @Override
    public Fork of(Dialect database, ClientId client, Arm arm, int set, ArmSetup setup) {
        return forks.computeIfAbsent(List.of(arm, set), key -> maker.of(arm, set));
    }

    @Override
    public void renew(int set) {
        renewed.add(set);
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
    public void schedule(Fork fork, Scheduling way) {
        scheduled.add(way);
    }

    @Override
    public void release(Collection<Fork> set, boolean kept) {
        set.forEach(Fork::close);
    }

    @Override
    public void killAll() {
        killed++;
        forks.clear();
    }
}
