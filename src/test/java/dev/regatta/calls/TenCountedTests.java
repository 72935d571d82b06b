package dev.regatta.calls;

/** The same ten, counted. */
@CountsDatabaseCalls
class TenCountedTests extends TenTests {
}
