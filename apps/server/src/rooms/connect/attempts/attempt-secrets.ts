import type { AttemptRow } from '@patchbay/db';
import type { Deps } from '../../../deps.ts';
import { rememberSecrets } from '../../../kernel/runtime/request-context.ts';
import type { SealPlace } from '../../../kernel/crypto/seal.ts';
import type { KnownAccount } from '../../connections/provider-calls/check-credentials.ts';
import type { Candidate, Grant } from '../../connections/connection-store/candidate.ts';

/** What a sign-in keeps sealed between its steps. */
export interface AttemptSecrets {
    config: Record<string, unknown>;
    scopes: string[];
    authorizationParams: Record<string, string>;
    /** The session's own OAuth app, when the customer's backend gave one. */
    client?: { clientId: string; clientSecret: string };
    codeVerifier?: string;
    /** The OAuth app that the browser was sent to the provider with. */
    clientId?: string;
    /** The account at the provider, as a hint for its sign-in page. */
    loginHint?: string;
    selectAccount: boolean;
    locale: string;
    theme: 'light' | 'dark' | 'system';
}

/** Credentials that wait for the end user's decision. */
export interface Parked {
    credentials: Candidate['credentials'];
    config: Record<string, unknown>;
    grant?: Grant;
    accounts: KnownAccount[];
    isChecked: boolean;
}

type Key = Pick<AttemptRow, 'environment_id' | 'id'>;

export function attemptPlace(key: Key, column: 'secrets' | 'parked'): SealPlace {
    return { table: 'attempts', column, environmentId: key.environment_id, rowId: key.id };
}

export function openSecrets({ seal }: Pick<Deps, 'seal'>, row: AttemptRow): AttemptSecrets {
    const secrets = seal.open<AttemptSecrets>(attemptPlace(row, 'secrets'), row.secrets);
    rememberSecrets([secrets.config, secrets.client, secrets.codeVerifier]);
    return secrets;
}

export function openParked({ seal }: Pick<Deps, 'seal'>, row: AttemptRow & { parked: Buffer }): Parked {
    const parked = seal.open<Parked>(attemptPlace(row, 'parked'), row.parked);
    rememberSecrets([parked.credentials, parked.config]);
    return parked;
}
