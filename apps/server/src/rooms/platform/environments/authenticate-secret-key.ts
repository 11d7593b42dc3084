import { hash } from 'node:crypto';
import { AppError, type MemberRole } from '@patchbay/contracts';
import { accountName, secretKeyPrefix } from '@patchbay/contracts/secret-key';
import type { AccountKeyRow, SecretKeyRow } from '@patchbay/db';
import type { Deps } from '../../../deps.ts';
import type { KeyedHash } from '../../../kernel/crypto/keyed-hash.ts';
import type { Authenticator } from '../../../kernel/http/authenticate.ts';
import { requireCurrentClient } from './client-version.ts';
import { findAccountKey, touchAccountKey } from './account-keys.sql.ts';
import { endKeysReplacedBy, findSecretKey, touchSecretKey } from './environments.sql.ts';
import { type ParsedSecretKey, parseSecretKey } from './secret-key.ts';

export interface SecretKeyCaller {
    kind: 'secret_key';
    rateLimitKey: string;
    environmentId: string;
    environmentName: string;
    /** Of a member `member:<id>`. */
    keyId: string;
    scopes: readonly string[];
    /** Instead of a key: a user of the dashboard, with the scopes of their role. */
    member?: { id: string; name: string; role: MemberRole };
}

/** A key that is of no environment: it makes and deletes them, and their keys. */
export interface AccountKeyCaller {
    kind: 'account_key';
    rateLimitKey: string;
    keyId: string;
    scopes: readonly string[];
}

/** Replicas of a backend are restarted one after another: the last ones still have the old key. */
const graceAfterUseMs = 60 * 60_000;

type Needs = Pick<Deps, 'db' | 'clock' | 'keyedHash' | 'secretKeys' | 'accountKeys'>;

/** Of both kinds of keys. A valid one of the other kind than an endpoint takes is told so. */
export function keyAuthenticators(deps: Needs & Pick<Deps, 'config'>): {
    secret_key: Authenticator<SecretKeyCaller>;
    account_key: Authenticator<AccountKeyCaller>;
} {
    const find = async (credential: string, userAgent: string | undefined) => {
        const key = parseSecretKey(credential);
        if (!key) throw new AppError('invalid_secret_key_format');
        const caller = await (key.environmentName === accountName ? findAccountKeyCaller(deps, key) : findSecretKeyCaller(deps, key));
        if (!caller) throw new AppError('unknown_account');
        requireCurrentClient(deps, userAgent);
        return caller;
    };
    return {
        secret_key: {
            prefix: secretKeyPrefix,
            async authenticate(credential, endpoint, { headers }) {
                const caller = await find(credential, headers['user-agent']);
                if (caller.kind === 'secret_key') return caller;
                const message = `This endpoint takes a key of an environment, with the scope ${endpoint.scope}, and no account key.`;
                throw new AppError('forbidden', { message });
            }
        },
        account_key: {
            prefix: `${secretKeyPrefix}${accountName}_`,
            async authenticate(credential, endpoint, { headers }) {
                const caller = await find(credential, headers['user-agent']);
                if (caller.kind === 'account_key') return caller;
                const message = `This endpoint takes an account key, with the scope ${endpoint.accountScope}, and no key of an environment.`;
                throw new AppError('forbidden', { message });
            }
        }
    };
}

interface Verified {
    /** SHA-256 of the valid secret, in memory alone: saves 3 % of a read (`npm run bench api`). */
    valid_digest?: Buffer;
}

/** The rows of keys as they are cached. */
export interface CachedKey extends SecretKeyRow, Verified {
    environment_name: string;
}
export interface CachedAccountKey extends AccountKeyRow, Verified {}

// Compared for an unknown key, so that it takes the same time as a wrong secret.
const unknownHash = Buffer.alloc(32);

export async function findSecretKeyCaller(
    { db, clock, keyedHash, secretKeys }: Pick<Needs, 'db' | 'clock' | 'keyedHash' | 'secretKeys'>,
    key: ParsedSecretKey
): Promise<SecretKeyCaller | undefined> {
    const row = await secretKeys.get(key.publicId, () => findSecretKey(db, key.publicId));
    if (!isValid(keyedHash, row, key.secret) || row.environment_name !== key.environmentName) return undefined;
    const now = clock.now();
    if (row.expires_at !== null && row.expires_at <= now) return undefined;
    if (marksUse(row, now)) {
        // Two statements: one would lock two rows, in another order than who rotates and revokes.
        await endKeysReplacedBy(db, row, new Date(now.getTime() + graceAfterUseMs));
        await touchSecretKey(db, row, now);
    }
    return {
        kind: 'secret_key',
        rateLimitKey: `key ${row.id}`,
        environmentId: row.environment_id,
        environmentName: row.environment_name,
        keyId: row.id,
        scopes: row.scopes
    };
}

async function findAccountKeyCaller(
    { db, clock, keyedHash, accountKeys }: Needs,
    key: ParsedSecretKey
): Promise<AccountKeyCaller | undefined> {
    const row = await accountKeys.get(key.publicId, () => findAccountKey(db, key.publicId));
    if (!isValid(keyedHash, row, key.secret)) return undefined;
    const now = clock.now();
    if (marksUse(row, now)) await touchAccountKey(db, row.id, now);
    return { kind: 'account_key', rateLimitKey: `account key ${row.id}`, keyId: row.id, scopes: row.scopes };
}

function isValid<Row extends { secret_hash: Buffer } & Verified>(keyedHash: KeyedHash, row: Row | undefined, secret: string): row is Row {
    const digest = hash('sha256', secret, 'buffer');
    const matches =
        keyedHash.matches(row?.valid_digest ?? unknownHash, digest) ||
        keyedHash.matches(row?.secret_hash ?? unknownHash, keyedHash.hash(secret));
    if (!row || !matches) return false;
    row.valid_digest = digest;
    return true;
}

/** Set on the cached row first, so that concurrent requests do not write it again. */
function marksUse(row: { last_used_at: Date | null }, now: Date): boolean {
    if (row.last_used_at !== null && now.getTime() - row.last_used_at.getTime() <= 60_000) return false;
    row.last_used_at = now;
    return true;
}
