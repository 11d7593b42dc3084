import { AppError } from '@patchbay/contracts';
import type { Deps } from '../../../deps.ts';
import { rememberSecrets } from '../../../kernel/log/request-context.ts';
import { countLiveSessionsOfLink } from '../connect-sessions/connect-sessions.sql.ts';
import { type MintedSession, mintSession } from '../connect-sessions/mint-session.ts';
import { readOptions } from '../connect-sessions/session-options.ts';
import { storedRequest } from '../connect-sessions/session-request.ts';
import { countOpening } from './connect-links.sql.ts';
import { linkPlace } from './create-link.ts';

/** Limits abuse: each opening adds a row. */
const maxLiveSessions = 100;

/**
 * Mints a session for each opening of a share link; undefined when no live link has this code.
 * @throws {AppError} `too_many_request` while too many of its sessions are open
 * @race more openings than allowed; an opening after the link's end: counting updates the row and
 * holds it until the session is stored
 */
export async function openShareLink(
    deps: Pick<Deps, 'db' | 'clock' | 'ids' | 'keyedHash' | 'seal' | 'config'>,
    code: string
): Promise<MintedSession | undefined> {
    const now = deps.clock.now();
    return deps.db.transaction().execute(async (trx) => {
        const link = await countOpening(trx, deps.keyedHash.hash(code), now);
        if (!link) return undefined;
        if ((await countLiveSessionsOfLink(trx, link.environment_id, link.id, now)) >= maxLiveSessions)
            throw new AppError('too_many_request', { message: 'This link was opened too often. Try again in half an hour.' });
        const request = { ...readOptions({}), ...deps.seal.open(linkPlace(link), link.request, storedRequest) };
        rememberSecrets(request.defaults);
        const { reconnect_integration_id: integrationId, reconnect_connection_id: connectionId } = link;
        const reconnect = integrationId !== null && connectionId !== null ? { integrationId, connectionId } : undefined;
        const session = await mintSession(trx, deps, link.environment_id, request, { linkId: link.id, reconnect });
        rememberSecrets(session.token);
        return session;
    });
}
