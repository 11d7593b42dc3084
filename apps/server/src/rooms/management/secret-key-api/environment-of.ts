import { AppError } from '@patchbay/contracts';
import type { Db } from '@patchbay/db';
import { lockAccountKey } from '../../platform/environments/account-keys.sql.ts';
import type { AccountKeyCaller, SecretKeyCaller } from '../../platform/environments/authenticate-secret-key.ts';
import { findLiveEnvironment, lockSecretKeys } from '../../platform/environments/environments.sql.ts';

export type KeyManager = SecretKeyCaller | AccountKeyCaller;

export const noEnvironment = () => new AppError('not_found', { message: 'There is no such environment.' });

/**
 * The environment whose keys a request is about: that of the caller's key, or the named one.
 * @param code of the error where an account key names none
 * @throws {AppError} `not_found` also for an environment that is not the caller's
 */
export async function environmentOf(
    db: Db,
    caller: KeyManager,
    given: string | undefined,
    code: 'invalid_body' | 'invalid_query_params'
): Promise<{ id: string; name: string }> {
    if (caller.kind === 'secret_key') {
        if (given !== undefined && given !== caller.environmentId) throw noEnvironment();
        return { id: caller.environmentId, name: caller.environmentName };
    }
    if (given === undefined) {
        const message = 'An account key is of no environment. Give environment_id, from GET /environments.';
        throw new AppError(code, { message, errors: [{ code: 'custom', message, path: ['environment_id'] }] });
    }
    const environment = await findLiveEnvironment(db, given);
    if (!environment) throw noEnvironment();
    return environment;
}

/**
 * Holds the caller's key until the transaction ends, so that it is not revoked meanwhile.
 * @throws {AppError} `unknown_account` when it was
 * @race a key that is being revoked does something that outlasts it: row lock on the key
 */
export async function holdCaller(trx: Db, caller: KeyManager): Promise<void> {
    // A member has no key; what they may do is looked up with each request.
    if (caller.kind === 'secret_key' && caller.member) return;
    const held =
        caller.kind === 'account_key'
            ? await lockAccountKey(trx, caller.keyId)
            : (await lockSecretKeys(trx, caller.environmentId, [caller.keyId]))[0];
    if (!held) throw new AppError('unknown_account');
}
