package dev.regatta.relay;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TransactionsTest {

    @Test
    void whatIsBetweenBeginAndCommitIsOne() {
        assertThat(after("BEGIN", "select 1", "savepoint a", "rollback to a", "insert", "COMMIT")).isEqualTo(1);
        assertThat(after("start transaction", "select 1", "rollback")).isEqualTo(1);
        assertThat(after("begin; insert; commit", "select 1")).isEqualTo(2);
    }

    @Test
    void outsideEveryStatementIsOneThatDoesNotOnlySetOrShow() {
        assertThat(after("select 1", "(select 1) union (select 2)", "set names utf8", "show tables",
                "select @@tx_isolation"))
                .isEqualTo(2);
    }

    @Test
    void withoutAutocommitEachCommitAfterWorkIsOne() {
        assertThat(
                after("set autocommit=0", "select 1", "insert", "commit", "rollback", "set autocommit=1", "select 1"))
                .isEqualTo(2);
        assertThat(after("SET autocommit=0", "insert", "SET autocommit=1")).isEqualTo(1);
    }

    @Test
    void oneThatIsNotEndedIsNone() {
        assertThat(after("begin", "select 1")).isZero();
    }

    private static long after(String... statements) {
        var transactions = new Transactions();
        for (String statement : statements) {
            transactions.executed(statement, SqlText.normalised(statement, true));
            transactions.mayEnd();
        }
        return transactions.ended();
    }
}
