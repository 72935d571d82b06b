package dev.regatta.client;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.RecordComponent;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.MonthDay;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.Period;
import java.time.Year;
import java.time.YearMonth;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.Arrays;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.UUID;

/**
 * A 64-bit digest of what an operation of a project returned, which is the same in every JVM: of values alone, of
 * sets and maps in no order, and of all else in its order.
 */
final class OwnCodeDigest {

    private static final int DEEPEST = 64;
    /** Odd numbers without a pattern, of SplitMix64 and xxHash. */
    private static final long MIXER = 0x9E3779B97F4A7C15L;
    private static final long OTHER_MIXER = 0xC2B2AE3D27D4EB4FL;
    private static final MethodType ACCESSOR = MethodType.methodType(Object.class, Object.class);

    private static final ClassValue<MethodHandle[]> COMPONENTS = new ClassValue<>() {
        @Override
        protected MethodHandle[] computeValue(Class<?> type) {
            return Arrays.stream(type.getRecordComponents()).map(OwnCodeDigest::accessor)
                    .toArray(MethodHandle[]::new);
        }
    };

    private OwnCodeDigest() {
    }

    /**
     * The digest.
     *
     * @param operation for the error
     * @throws IllegalArgumentException in one sentence, if something in it has no value that could be compared
     */
    static long of(Object result, String operation) {
        return of(result, operation, 0);
    }

    private static long of(Object value, String operation, int depth) {
        if (depth > DEEPEST) {
            throw new IllegalArgumentException(operation + " returned something that is nested more than " + DEEPEST
                    + " deep: return records, or texts");
        }
        return switch (value) {
            case null -> 1;
            case String text -> mix(text.length(), text.hashCode());
            case Integer number -> mix(2, number);
            case Long number -> mix(2, number);
            case Short number -> mix(2, number);
            case Byte number -> mix(2, number);
            case Boolean truth -> mix(3, truth ? 1 : 0);
            case Character character -> mix(4, character);
            case Double number -> mix(5, Double.doubleToLongBits(number));
            case Float number -> mix(6, Float.floatToIntBits(number));
            case Enum<?> constant -> mix(7, constant.name().hashCode());
            case Record record -> record(record, operation, depth);
            case Set<?> set -> set(set, operation, depth);
            case Collection<?> all -> all(all, operation, depth);
            case Map<?, ?> map -> map(map, operation, depth);
            case Optional<?> optional -> mix(8, of(optional.orElse(null), operation, depth + 1));
            case Object array when array.getClass().isArray() -> array(array, operation, depth);
            case Object plain when hashed(plain) ->
                mix(mix(9, plain.getClass().getName().hashCode()), plain.hashCode());
            case Object other -> throw new IllegalArgumentException(operation + " returned a "
                    + other.getClass().getName()
                    + ", whose value cannot be compared: return numbers, texts, enums, dates"
                    + " and times, or records, lists, sets, maps, arrays and optionals of them");
        };
    }

    /** Values whose hash code is the same in every JVM. */
    private static boolean hashed(Object value) {
        return switch (value) {
            case BigDecimal number -> true;
            case BigInteger number -> true;
            case UUID id -> true;
            case LocalDate date -> true;
            case LocalDateTime time -> true;
            case LocalTime time -> true;
            case OffsetDateTime time -> true;
            case OffsetTime time -> true;
            case ZonedDateTime time -> true;
            case Instant instant -> true;
            case Duration duration -> true;
            case Period period -> true;
            case Year year -> true;
            case YearMonth month -> true;
            case MonthDay day -> true;
            case DayOfWeek day -> true;
            case ZoneId zone -> true;
            case OptionalInt optional -> true;
            case OptionalLong optional -> true;
            case OptionalDouble optional -> true;
            case Object other -> false;
        };
    }

    private static long record(Record record, String operation, int depth) {
        long digest = 10;
        for (MethodHandle component : COMPONENTS.get(record.getClass())) {
            Object value;
            try {
                value = (Object) component.invokeExact((Object) record);
            } catch (RuntimeException | Error e) {
                throw e;
            } catch (Throwable e) {
                throw new IllegalStateException(e);
            }
            digest = mix(digest, of(value, operation, depth + 1));
        }
        return digest;
    }

    private static MethodHandle accessor(RecordComponent component) {
        try {
            component.getAccessor().setAccessible(true);
            return MethodHandles.lookup().unreflect(component.getAccessor()).asType(ACCESSOR);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(component + " cannot be read", e);
        }
    }

    private static long all(Collection<?> all, String operation, int depth) {
        long digest = 11;
        for (Object each : all) {
            digest = mix(digest, of(each, operation, depth + 1));
        }
        return digest;
    }

    private static long set(Set<?> set, String operation, int depth) {
        long sum = 0;
        for (Object each : set) {
            sum += mix(12, of(each, operation, depth + 1));
        }
        return mix(12, sum);
    }

    private static long map(Map<?, ?> map, String operation, int depth) {
        long sum = 0;
        for (Map.Entry<?, ?> each : map.entrySet()) {
            sum += mix(of(each.getKey(), operation, depth + 1), of(each.getValue(), operation, depth + 1));
        }
        return mix(13, sum);
    }

    private static long array(Object array, String operation, int depth) {
        return switch (array) {
            case Object[] objects -> all(Arrays.asList(objects), operation, depth);
            case byte[] bytes -> mix(bytes.length, Arrays.hashCode(bytes));
            case int[] numbers -> mix(numbers.length, Arrays.hashCode(numbers));
            case long[] numbers -> mix(numbers.length, Arrays.hashCode(numbers));
            case double[] numbers -> mix(numbers.length, Arrays.hashCode(numbers));
            case float[] numbers -> mix(numbers.length, Arrays.hashCode(numbers));
            case short[] numbers -> mix(numbers.length, Arrays.hashCode(numbers));
            case char[] characters -> mix(characters.length, Arrays.hashCode(characters));
            case boolean[] truths -> mix(truths.length, Arrays.hashCode(truths));
            case Object other -> throw new IllegalStateException("no array: " + other);
        };
    }

    private static long mix(long digest, long value) {
        long mixed = (digest * MIXER ^ value) * OTHER_MIXER;
        return mixed ^ mixed >>> 32;
    }
}
