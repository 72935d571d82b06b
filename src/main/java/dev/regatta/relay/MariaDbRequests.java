package dev.regatta.relay;

/** Packets of a little-endian length of three bytes and a number; the first packet of a request has the number 0. */
final class MariaDbRequests extends Requests {

    private static final int HEADER_BYTES = 4;
    private static final int COM_QUERY = 0x03;
    private static final int COM_STMT_PREPARE = 0x16;
    private static final int COM_STMT_EXECUTE = 0x17;
    private static final int COM_STMT_BULK_EXECUTE = 0xfa;

    private int header;
    private int length;
    private int left;
    private boolean command;

    @Override
    void next(int octet) {
        if (left > 0) {
            if (command) {
                command(octet);
                command = false;
            }
            left--;
            return;
        }
        if (header < HEADER_BYTES - 1) {
            length |= octet << 8 * header;
            header++;
        } else {
            // What is sent while logging in answers the server's greeting, which has the number 0.
            command = octet == 0;
            left = length;
            header = 0;
            length = 0;
        }
    }

    private void command(int octet) {
        switch (octet) {
            case COM_QUERY, COM_STMT_EXECUTE, COM_STMT_BULK_EXECUTE -> statement();
            case COM_STMT_PREPARE -> preparation();
            default -> {
                // Pings, closed statements and the like execute nothing.
            }
        }
    }
}
