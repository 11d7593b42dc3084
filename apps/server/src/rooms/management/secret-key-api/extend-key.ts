import { AppError } from '@patchbay/contracts';
import type { Deps } from '../../../deps.ts';
import { extendSecretKeyRow, findSecretKeys, type ListedKey, lockSecretKeys } from '../../platform/environments/environments.sql.ts';
import { holdCaller, type KeyManager } from './environment-of.ts';
import { requireGivable } from './given-scopes.ts';
import { longestOverlapMs } from './rotate-key.ts';

const noKey = () => new AppError('not_found', { message: 'There is no such key.' });

/**
 * Gives a key that was rotated a later end.
 * @throws {AppError} `not_found`, also for one that has ended; `invalid_body` for an end after the
 * latest; `conflict` where the key has no end, ends later already, or is the caller's;
 * `forbidden` for a key with more scopes; `unknown_account` when the caller's key was revoked
 * @race two extend one key at once, and the later end is lost: row lock on the key
 * @race it is revoked, or given its end by the first use of another key: row lock on the key
 */
export async function extendKey(
    { db, clock, secretKeys }: Pick<Deps, 'db' | 'clock' | 'secretKeys'>,
    caller: KeyManager,
    { environmentId, keyId, to }: { environmentId: string; keyId: string; to: Date }
): Promise<ListedKey> {
    // Its end is what takes a key from who should no longer have it.
    if (keyId === caller.keyId) throw new AppError('conflict', { message: 'A key cannot extend itself. Use the one that took its place.' });
    const now = clock.now();
    const extended = await db.transaction().execute(async (trx) => {
        // In the order of `revokeKey`, so that neither waits for the other.
        if (caller.kind === 'account_key') await holdCaller(trx, caller);
        const live = await lockSecretKeys(trx, environmentId, [caller.keyId, keyId]);
        if (caller.kind === 'secret_key' && !caller.member && !live.some(({ id }) => id === caller.keyId))
            throw new AppError('unknown_account');
        const key = (await findSecretKeys(trx, environmentId, now)).find(({ id }) => id === keyId);
        if (!key) throw noKey();
        requireGivable(caller, key.scopes, 'extend');
        requireLaterEnd(key, to);
        await extendSecretKeyRow(trx, key, to);
        return { ...key, expires_at: to };
    });
    secretKeys.delete(keyId);
    return extended;
}

function requireLaterEnd({ expires_at: end, ends_on_use_of: awaited, rotated_at: rotatedAt }: ListedKey, to: Date): void {
    if (end === null || rotatedAt === null) throw new AppError('conflict', { message: 'This key was not rotated: it has no end.' });
    if (awaited !== null)
        throw new AppError('conflict', {
            message: `This key works until an hour after the first use of the key ${awaited}. It can be extended from then on.`
        });
    if (to <= end) throw new AppError('conflict', { message: `This key works until ${end.toISOString()} already. Give a later end.` });
    const latest = new Date(rotatedAt.getTime() + longestOverlapMs);
    if (to <= latest) return;
    const message = `A key that was rotated works for 30 days at most: give no end after ${latest.toISOString()}.`;
    throw new AppError('invalid_body', { message, errors: [{ code: 'custom', message, path: ['expires_at'] }] });
}
