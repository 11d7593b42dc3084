import { SlidingLog } from '../sliding-log.ts';
import { Books } from './books.ts';
import type { Dataset } from './dataset.ts';
import type { KindName } from './kinds.ts';
import type { Reply } from './reply.ts';

export type Environment = 'production' | 'sandbox';
export type Operation = 'created' | 'updated' | 'deleted' | 'merged' | 'voided' | 'emailed';

/** What webhooks tell of. */
export interface Change {
    realmId: string;
    kind: KindName;
    id: string;
    operation: Operation;
    atMs: number;
    /** Of a merge: the id that is gone. */
    deletedId?: string;
}

/** A response that a repeated `requestid` gets again. */
interface Replay {
    /** Of the request. */
    fingerprint: string;
    reply: Reply;
}

/** A company (realm) and its books. */
export interface Company {
    realmId: string;
    name: string;
    environment: Environment;
    books: Books;
    /** `ended`: its subscription; `no_access`: the user who connected it was removed. */
    state: 'active' | 'ended' | 'no_access';
    replays: Map<string, Replay>;
    /** Payments that a deposit holds, which can't be changed any more. */
    deposited: Set<string>;
    /** Mails sent within a day. */
    emails: SlidingLog;
}

const DAY_MS = 86_400_000;

/** The first one's id does not fit in a double. */
export const REALMS: readonly Pick<Company, 'realmId' | 'name' | 'environment'>[] = [
    { realmId: '9341453474484455001', name: 'Acme Landscaping', environment: 'production' },
    { realmId: '9341453474484466', name: 'Globex Trading', environment: 'production' },
    { realmId: '4620816365213097', name: 'Sandbox Company_US_1', environment: 'sandbox' }
];

export function makeCompany(realm: (typeof REALMS)[number], dataset: Dataset): Company {
    return {
        ...realm,
        books: new Books(dataset),
        state: 'active',
        replays: new Map(),
        deposited: new Set(),
        emails: new SlidingLog(DAY_MS)
    };
}
