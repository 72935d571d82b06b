package dev.regatta.calls;

/** The same ten, counted. */
@CountsDatabaseCalls
class TenCountedQueries extends TenQueries {
}
