import { z } from 'zod';
import type { Deps } from '../../../deps.ts';
import { rememberSecrets } from '../../../kernel/log/request-context.ts';
import { openLiveSessionByLink } from './connect-sessions.sql.ts';
import { sessionPlace } from './mint-session.ts';

/**
 * The token of the live session with this `connect_link` code; undefined when there is none.
 * @race a token that manages connections is handed out: the statement that reads it ends that
 */
export async function openSessionLink(
    { db, keyedHash, clock, seal }: Pick<Deps, 'db' | 'keyedHash' | 'clock' | 'seal'>,
    code: string
): Promise<{ token: string; expiresAt: Date } | undefined> {
    const session = await openLiveSessionByLink(db, keyedHash.hash(code), clock.now());
    if (!session) return undefined;
    const token = seal.open(sessionPlace(session, 'link_token'), session.link_token, z.string());
    rememberSecrets(token);
    return { token, expiresAt: session.expires_at };
}
