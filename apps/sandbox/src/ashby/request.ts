import type { IncomingHttpHeaders } from 'node:http';
import type { Account } from './account.ts';
import type { Key, Permission } from './keys.ts';
import type { Parameters } from './read-input.ts';
import type { Switches } from './switches.ts';

/** One call that its key may make. */
export interface AshbyRequest {
    account: Account;
    switches: Switches;
    key: Key;
    nowMs: number;
    /** The emulator's own address. */
    url: string;
    /** Such as `candidate.list`. */
    method: string;
    /** Empty for a form. */
    parameters: Parameters;
    headers: IncomingHttpHeaders;
    body: Buffer;
}

export interface Results {
    results: unknown;
    moreDataAvailable?: boolean;
    nextCursor?: string;
    syncToken?: string;
}

export interface Endpoint {
    permission: Permission;
    /** Whether it takes `multipart/form-data` beside JSON. */
    takesForm?: true;
    handle(request: AshbyRequest): Results | Promise<Results>;
}
