import { AppError } from '@patchbay/contracts';
import type { Deps } from '../../../deps.ts';
import { endSessionsOfKey } from '../../connect/attempts/removal/end-sessions.ts';
import {
    awaitOtherKey,
    holdEnvironment,
    insertSecretKey,
    lockSecretKeys,
    replaceSecretKey,
    revokeSecretKeyRow
} from '../../platform/environments/environments.sql.ts';
import { mintSecretKey } from '../../platform/environments/secret-key.ts';
import { holdCaller, type KeyManager, noEnvironment } from './environment-of.ts';
import { requireGivable } from './given-scopes.ts';
import { makerOf } from './maker.ts';

/** Also where it waits for a use of the new one: a rotated key does not work for ever. */
export const longestOverlapMs = 30 * 24 * 60 * 60_000;

/**
 * Makes a key in the place of another one, which works on for a time, or until an hour after the
 * new one is first used. With 0 s it is revoked.
 * @throws {AppError} `not_found`; `conflict` for a key that was rotated before, and for the
 * caller's own with 0 s; `forbidden` for a key with more scopes; `unknown_account` when the
 * caller's key was revoked meanwhile
 * @race two rotate one key at once, and one of the new keys is lost: row lock on the key
 * @race the environment is deleted meanwhile: row lock on it
 */
export async function rotateKey(
    { db, clock, keyedHash, secretKeys, removeKeyFromFile }: Pick<Deps, 'db' | 'clock' | 'keyedHash' | 'secretKeys' | 'removeKeyFromFile'>,
    caller: KeyManager,
    { environment, keyId, validFor }: { environment: { id: string; name: string }; keyId: string; validFor: number | 'until_used' }
) {
    if (validFor === 0 && keyId === caller.keyId)
        throw new AppError('conflict', { message: 'A key cannot revoke itself. Use another key, or give the old one some time.' });
    const { key, publicId, secret } = mintSecretKey(environment.name);
    const now = clock.now();
    const oldKeyValidUntil = new Date(now.getTime() + (validFor === 'until_used' ? longestOverlapMs : validFor * 1000));
    const row = await db.transaction().execute(async (trx) => {
        // In the order of `revokeKey`, so that neither waits for the other.
        if (caller.kind === 'account_key') await holdCaller(trx, caller);
        const live = await lockSecretKeys(trx, environment.id, [caller.keyId, keyId]);
        if (caller.kind === 'secret_key' && !caller.member && !live.some(({ id }) => id === caller.keyId))
            throw new AppError('unknown_account');
        const old = live.find(({ id }) => id === keyId);
        if (!old || (old.expires_at !== null && old.expires_at <= now))
            throw new AppError('not_found', { message: 'There is no such key.' });
        requireGivable(caller, old.scopes, 'rotate');
        if (old.replaced_by !== null)
            throw new AppError('conflict', { message: `This key was rotated before: the key ${old.replaced_by} takes its place.` });
        if (!(await holdEnvironment(trx, environment.id)))
            throw caller.kind === 'account_key' ? noEnvironment() : new AppError('unknown_account');
        const made = {
            environment_id: environment.id,
            id: publicId,
            secret_hash: keyedHash.hash(secret),
            display_name: old.display_name,
            scopes: old.scopes,
            created_at: now,
            ...(await makerOf(trx, caller))
        };
        await insertSecretKey(trx, made);
        await replaceSecretKey(trx, old, {
            replaced_by: publicId,
            expires_at: oldKeyValidUntil,
            ends_on_use_of: validFor === 'until_used' ? publicId : null
        });
        await awaitOtherKey(trx, old, publicId);
        if (validFor === 0) {
            await revokeSecretKeyRow(trx, old, now);
            await endSessionsOfKey(trx, environment.id, keyId, now);
        }
        return made;
    });
    secretKeys.delete(keyId);
    if (validFor === 0) await removeKeyFromFile(keyId);
    return { row, key, oldKeyValidUntil };
}
