import { closeSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs';

/** What the outside world was told, or was about to be. */
export type Testimony =
    /** An import is about to be sent. */
    | { saw: 'import'; connectionId: string; credential: string }
    /** A session was minted; at most one connection may come of it. */
    | { saw: 'session'; endUserId: string; token: string }
    | { saw: 'attempt'; endUserId: string; attemptId: string }
    /** The server said that a connection is stored: 201, `succeeded`, or the page that says so. */
    | { saw: 'acknowledged'; by: { connectionId: string } | { endUserId: string } };

/** A file outside the server, written through to the disk before anything else happens. */
export interface Witness {
    note(testimony: Testimony): void;
    read(): Testimony[];
    close(): void;
}

export function openWitness(path: string): Witness {
    const file = openSync(path, 'a', 0o600);
    return {
        note(testimony) {
            writeSync(file, `${JSON.stringify(testimony)}\n`);
            fsyncSync(file);
        },
        // Only `note` writes to it.
        read: () =>
            readFileSync(path, 'utf8')
                .split('\n')
                .filter((line) => line !== '')
                .map((line): Testimony => JSON.parse(line)),
        close: () => closeSync(file)
    };
}
