import type { Deps } from '../../../../deps.ts';
import { rememberSecrets } from '../../../../kernel/log/request-context.ts';
import { attemptPlace, openSecrets } from '../attempt-secrets.ts';
import { findAttemptByState, keepWithState } from '../attempts.sql.ts';
import type { Callback } from './finish-attempt.ts';

/**
 * Seals the password that a site has sent back in the address of the callback, before the browser
 * is sent to an address without it. It lasts, and browsers keep addresses. Nothing is spent.
 * @race the sign-in is opened again meanwhile: condition on its state
 */
export async function keepPassword(
    deps: Pick<Deps, 'db' | 'keyedHash' | 'seal'>,
    { query, browserSecret }: Pick<Callback, 'query' | 'browserSecret'>
): Promise<void> {
    const { state, site_url: siteUrl, user_login: username, password } = query;
    rememberSecrets(password);
    if (typeof state !== 'string' || browserSecret === undefined) return;
    // A parameter that is missing, or is there twice, makes it a callback that is not taken.
    if (typeof siteUrl !== 'string' || typeof username !== 'string' || typeof password !== 'string') return;
    const stateHash = deps.keyedHash.hash(state);
    const row = await findAttemptByState(deps.db, stateHash);
    if (row?.status !== 'awaiting_user') return;
    const secrets = { ...openSecrets(deps, row), approved: { siteUrl, username, password } };
    await keepWithState(deps.db, stateHash, deps.keyedHash.hash(browserSecret), deps.seal.seal(attemptPlace(row, 'secrets'), secrets));
}
