import type { ConnectSessionRow } from '@patchbay/db';
import type { Deps } from '../../../deps.ts';
import { readSettings } from './read-settings.ts';

/**
 * Whether an end user may be redirected there: its origin is in the environment's
 * `allowed_return_origins` or the session's `allowed_origins`, or is the Connect UI's own.
 * Anything else would be an open redirect (T-11).
 */
export async function isReturnAllowed(
    { db, config }: Pick<Deps, 'db' | 'config'>,
    environmentId: string,
    session: Pick<ConnectSessionRow, 'allowed_origins'> | undefined,
    url: string
): Promise<boolean> {
    if (!URL.canParse(url)) return false;
    const { protocol, origin, username, password } = new URL(url);
    // An address with a name before the host is read by people as another host than browsers go to.
    if (!/^https?:$/.test(protocol) || username !== '' || password !== '') return false;
    if (origin === new URL(config.connectUrl).origin || session?.allowed_origins.includes(origin)) return true;
    return (await readSettings(db, environmentId)).allowed_return_origins.includes(origin);
}

/** For the backend or the host that gave an address which is not allowed. */
export const returnNotAllowed =
    'The origin of this address is not allowed. Add it to allowed_return_origins with PATCH /environment/connect-ui, or to allowed_origins of the session.';
