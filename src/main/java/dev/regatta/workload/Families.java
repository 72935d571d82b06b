package dev.regatta.workload;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;

/** Empty tables that refer to each other, for questions about metadata: 20 parents with two children each. */
final class Families {

    static final int PARENTS = 20;
    static final int CHILDREN = 40;

    private Families() {
    }

    static String parent(int number) {
        return String.format(Locale.ROOT, "parent%02d", number);
    }

    static String child(int number) {
        return String.format(Locale.ROOT, "child%02d", number);
    }

    /** The number of the parent of child table {@code child}. */
    static int parentOf(int child) {
        return (child - 1) % PARENTS + 1;
    }

    /** Drops what is there and creates all tables. */
    static List<String> statements() {
        var statements = new ArrayList<String>();
        for (int number = 1; number <= PARENTS; number++) {
            statements.add("CREATE TABLE " + parent(number) + " (id int PRIMARY KEY, label varchar(40) NOT NULL)");
        }
        for (int number = 1; number <= CHILDREN; number++) {
            statements.add("CREATE TABLE " + child(number) + " (id int PRIMARY KEY, parent int NOT NULL, "
                    + "label varchar(40) NOT NULL, amount int, FOREIGN KEY (parent) REFERENCES "
                    + parent(parentOf(number)) + " (id))");
        }
        statements.addFirst("DROP TABLE IF EXISTS " + String.join(", ", names()));
        return statements;
    }

    /** The names of all tables, children first, as they can be dropped. */
    private static List<String> names() {
        var names = new ArrayList<String>();
        for (int number = 1; number <= PARENTS; number++) {
            names.add(parent(number));
        }
        for (int number = 1; number <= CHILDREN; number++) {
            names.add(child(number));
        }
        Collections.reverse(names);
        return names;
    }
}
