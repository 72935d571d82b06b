package dev.regatta.relay;

/** What a server still has to answer on one connection: told by its client's requests, and read from what it sends. */
interface Answers {

    /** Takes the next bytes of the server, which may end anywhere in a message. */
    void read(byte[] bytes);

    /** Whether an answer, or the rest of one, is still to come. */
    boolean missing();
}
