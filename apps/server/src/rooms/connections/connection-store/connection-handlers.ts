import type { StoredEndUser } from '@patchbay/db';
import type { ConnectionTarget } from './usable-connection.sql.ts';
import type { Candidate } from './candidate.ts';

/** A connection that is about to be stored, or to replace one. */
export interface NewConnection extends Candidate {
    connectionId: string;
    /** Of the connection that it replaces, else what it is given to begin with. */
    metadata: Record<string, unknown> | null;
    endUser: StoredEndUser | null;
    tags: Record<string, string>;
    /** `connections.id` of the one that it replaces. */
    replaces: number | null;
}

/** `refused`: by what a function has found; `failed`: it could not be found out. */
export type Validation =
    | { outcome: 'accepted'; runIds: readonly string[]; metadata: Record<string, unknown> | undefined }
    | { outcome: 'refused'; message: string | undefined }
    | { outcome: 'failed'; message: string };

/** What customers' functions have a say in. They are run further up, which fills this in. */
export interface ConnectionHandlers {
    /** Before it is stored. It never rejects but for the database. */
    validate(connection: NewConnection): Promise<Validation>;
    /**
     * Waits for what is to be done with its credentials. It never rejects but for the database.
     * @param endUser who deletes it: it has to be theirs
     */
    beforeDeletion(target: ConnectionTarget, endUser: StoredEndUser | undefined): Promise<void>;
}
