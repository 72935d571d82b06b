package dev.regatta.client;

import dev.regatta.workload.Digest;
import dev.regatta.workload.World;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;

import java.util.List;

/** The classes that Hibernate maps rows to, over the tables that all clients use. */
final class HibernateEntities {

    /** All of them. */
    static final List<Class<?>> ALL = List.of(WorldRow.class, LedgerRow.class, PersonRow.class);

    private HibernateEntities() {
    }

    /** What an object holds of the values that an operation reads. */
    interface Mapped {
        /** The digest after reading them next. */
        long mix(long digest);
    }

    /** The class of an entity. */
    static Class<? extends Mapped> of(dev.regatta.workload.Entity entity) {
        return switch (entity) {
            case WORLD -> WorldRow.class;
            case LEDGER -> LedgerRow.class;
            case PERSON -> PersonRow.class;
        };
    }

    /** A row of {@code world}. */
    @Entity(name = "WorldRow")
    @Table(name = "world")
    static class WorldRow implements Mapped {

        @Id
        private int id;
        @Column(nullable = false)
        private int randomnumber;

        @Override
        public long mix(long digest) {
            return Digest.mix(Digest.mix(digest, id), randomnumber);
        }
    }

    /** A row of {@code ledger}, whose number carries a stamp. */
    @Entity(name = "LedgerRow")
    @Table(name = "ledger")
    static class LedgerRow implements Mapped {

        @Id
        private int id;
        @Column(nullable = false)
        private int randomnumber;

        /** Replaces the number. */
        void write(int number) {
            randomnumber = number;
        }

        @Override
        public long mix(long digest) {
            return Digest.mix(Digest.mix(digest, id), randomnumber % World.STAMP);
        }
    }

    /** A row of {@code person}. */
    @Entity(name = "PersonRow")
    @Table(name = "person")
    static class PersonRow implements Mapped {

        @Id
        private int id;
        @Column(name = "first_name", nullable = false)
        private String firstName;
        @Column(name = "last_name", nullable = false)
        private String lastName;

        @Override
        public long mix(long digest) {
            return Digest.mix(Digest.mix(Digest.mix(digest, id), firstName), lastName);
        }
    }
}
