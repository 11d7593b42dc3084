import { AppError } from '@patchbay/contracts';
import type { Deps } from '../../../deps.ts';
import { endSessionsOfKey } from '../../connect/attempts/removal/end-sessions.ts';
import { holdCaller, type KeyManager } from './environment-of.ts';
import { excessScope } from './given-scopes.ts';
import { awaitOtherKey, lockSecretKeys, revokeSecretKeyRow } from '../../platform/environments/environments.sql.ts';

/**
 * Revokes a secret key of an environment, with its sessions, share links and attempts.
 * @throws {AppError} `conflict` for the caller's own key, `not_found`, `forbidden` for a key with
 * more scopes, `unknown_account` when the caller's key was revoked meanwhile
 * @race two keys revoke each other and none is left: row locks on both keys, in one order
 */
export async function revokeKey(
    { db, clock, secretKeys, removeKeyFromFile }: Pick<Deps, 'db' | 'clock' | 'secretKeys' | 'removeKeyFromFile'>,
    caller: KeyManager,
    { environmentId, keyId }: { environmentId: string; keyId: string }
): Promise<void> {
    if (keyId === caller.keyId)
        throw new AppError('conflict', { message: 'A key cannot revoke itself. Use another key of this environment.' });
    await db.transaction().execute(async (trx) => {
        // Of two keys that revoke each other at the same moment one is left.
        if (caller.kind === 'account_key') await holdCaller(trx, caller);
        const live = await lockSecretKeys(trx, environmentId, [caller.keyId, keyId]);
        if (caller.kind === 'secret_key' && !caller.member && !live.some(({ id }) => id === caller.keyId))
            throw new AppError('unknown_account');
        const key = live.find(({ id }) => id === keyId);
        if (!key) throw new AppError('not_found', { message: 'There is no such key.' });
        // A member who manages keys may end each: a leaked one must not wait for an owner.
        const excess = caller.kind === 'secret_key' && !caller.member ? excessScope(caller.scopes, key.scopes) : undefined;
        if (excess !== undefined)
            throw new AppError('forbidden', { message: `A key can only revoke keys that can do no more than itself; it lacks ${excess}.` });
        const now = clock.now();
        await revokeSecretKeyRow(trx, key, now);
        // It is never used now: what waits for that has its latest end, and can be extended.
        await awaitOtherKey(trx, key, null);
        await endSessionsOfKey(trx, environmentId, keyId, now);
    });
    secretKeys.delete(keyId);
    await removeKeyFromFile(keyId);
}
