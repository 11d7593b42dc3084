import { closeSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs';

/** What the outside world was told, or was about to be. */
export type Fact =
    /** An import is about to be sent. */
    | { type: 'import'; connectionId: string; credential: string }
    /** A session was minted; at most one connection may come of it. */
    | { type: 'session'; endUserId: string; token: string }
    | { type: 'attempt'; endUserId: string; attemptId: string }
    /** The server confirmed a stored connection: 201, `succeeded`, or its page. */
    | { type: 'acknowledged'; by: { connectionId: string } | { endUserId: string } };

/** A file outside the server, written through to the disk before anything else happens. */
export interface FactLog {
    append(fact: Fact): void;
    read(): Fact[];
    close(): void;
}

export function openFactLog(path: string): FactLog {
    const file = openSync(path, 'a', 0o600);
    return {
        append(fact) {
            writeSync(file, `${JSON.stringify(fact)}\n`);
            fsyncSync(file);
        },
        // Only `append` writes to it.
        read: () =>
            readFileSync(path, 'utf8')
                .split('\n')
                .filter((line) => line !== '')
                .map((line): Fact => JSON.parse(line)),
        close: () => closeSync(file)
    };
}
