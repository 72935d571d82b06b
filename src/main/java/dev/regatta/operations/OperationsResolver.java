package dev.regatta.operations;

import org.junit.platform.engine.DiscoverySelector;
import org.junit.platform.engine.UniqueId;
import org.junit.platform.engine.discovery.ClassSelector;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.engine.discovery.MethodSelector;
import org.junit.platform.engine.discovery.UniqueIdSelector;
import org.junit.platform.engine.support.discovery.SelectorResolver;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** Finds the tests that a class, a method or a unique id stands for. */
final class OperationsResolver implements SelectorResolver {

    @Override
    public Resolution resolve(ClassSelector selector, Context context) {
        Class<?> type = selector.getJavaClass();
        return OperationsClass.is(type) ? ofClass(type, context) : Resolution.unresolved();
    }

    private static Resolution ofClass(Class<?> type, Context context) {
        return context.addToParent(engine -> Optional.of(new OperationNode.OfClass(engine, type)))
                .map(node -> Resolution.match(Match.exact(node, () -> children(node))))
                .orElseGet(Resolution::unresolved);
    }

    private static Set<DiscoverySelector> children(OperationNode.OfClass node) {
        Set<DiscoverySelector> children = new LinkedHashSet<>();
        new OperationsClass(node.type()).operations().forEach(found -> children.add(DiscoverySelectors
                .selectUniqueId(node.getUniqueId().append(OperationNode.SEGMENT, found.name()))));
        return children;
    }

    @Override
    public Resolution resolve(MethodSelector selector, Context context) {
        Class<?> type = selector.getJavaClass();
        return OperationsClass.is(type)
                ? operations(type, found -> found.method()
                        .filter(method -> method.getName().equals(selector.getMethodName())).isPresent(), context)
                : Resolution.unresolved();
    }

    @Override
    public Resolution resolve(UniqueIdSelector selector, Context context) {
        List<UniqueId.Segment> segments = selector.getUniqueId().getSegments();
        if (segments.size() < 2 || !segments.get(1).getType().equals(OperationNode.OfClass.SEGMENT)) {
            return Resolution.unresolved();
        }
        Class<?> type = DiscoverySelectors.selectClass(segments.get(1).getValue()).getJavaClass();
        if (!OperationsClass.is(type) || segments.size() > 3) {
            return Resolution.unresolved();
        }
        return segments.size() == 2
                ? ofClass(type, context)
                : operations(type, found -> found.name().equals(segments.get(2).getValue()), context);
    }

    private static Resolution operations(Class<?> type, Predicate<OperationsClass.Found> wanted, Context context) {
        DiscoverySelector parent = DiscoverySelectors.selectClass(type);
        Set<Match> matches = new OperationsClass(type).operations().stream().filter(wanted)
                .flatMap(found -> context
                        .addToParent(() -> parent,
                                of -> Optional.of(new OperationNode(of.getUniqueId(), found)))
                        .stream())
                .map(Match::exact).collect(Collectors.toCollection(LinkedHashSet::new));
        return matches.isEmpty() ? Resolution.unresolved() : Resolution.matches(matches);
    }
}
