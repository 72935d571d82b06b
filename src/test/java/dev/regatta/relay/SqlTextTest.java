package dev.regatta.relay;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.stream.Collectors;
import java.util.stream.IntStream;

class SqlTextTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '^', textBlock = """
            select * from item where id = 42 | select * from item where id = ?
            select 1.5e-3, .5, 0x1F, -7 | select ?, ?, ?, -?
            select concat('it''s; -- no', name) | select concat(?, name)
            select E'a\\'b', N'c', 'd' | select ?, ?, ?
            select "Na''me" from "t 1" where t1.c2 = $12 | select "Na''me" from "t 1" where t1.c2 = $12
            select $$it's$$, $x$ $$ $x$, $1::int | select ?, ?, $1::int
            select  1 /* traceparent='00-4bf9' */  from  t -- end | select ? from t
            delete from t where id IN (1, 2,3 ) and b in ($1,$2) | delete from t where id IN (…) and b in (…)
            select * from t where id in (select id from u where a in (1)) | select * from t where id in (select id from u where a in (…))
            insert into t (a, b) values (1, 'x'), (2, now()), ($1, $2) returning id | insert into t (a, b) values (?, ?), … returning id
            insert into t values ($1, $2) | insert into t values ($1, $2)
            select 'never closed | select ?
            select 1 /*/ 2 /*/ from t | select ? from t
            select $my_tag$it's$my_tag$ | select ?
            """)
    void literalsListsRowsAndCommentsAreFolded(String sql, String text) {
        assertThat(SqlText.normalised(sql, true)).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '^', textBlock = """
            select "it\\"s" from `t 1` # end | select ? from `t 1`
            select 'a\\'b', ? from t | select ?, ? from t
            select * from t where id in (?, ?, ?) | select * from t where id in (…)
            set autocommit=0 | set autocommit=?
            """)
    void doubleQuotesAreLiteralsInMariaDb(String sql, String text) {
        assertThat(SqlText.normalised(sql, false)).isEqualTo(text);
    }

    @Test
    void aCommentWithoutTextEndsWithItsLine() {
        assertThat(SqlText.normalised("select 1 #\nfrom t", false)).isEqualTo("select ? from t");
        assertThat(SqlText.normalised("select 1 --\nfrom t", true)).isEqualTo("select ? from t");
        assertThat(SqlText.normalised("select 1 /**/ from t", true)).isEqualTo("select ? from t");
    }

    @Test
    void listsOfAnyLengthAreTheSame() {
        String many = IntStream.range(0, 100_000).mapToObj(String::valueOf).collect(Collectors.joining(",", "(", ")"));
        assertThat(SqlText.normalised("select * from t where id in " + many, true))
                .isEqualTo("select * from t where id in (…)");
    }
}
