import type { Deps } from '../../../deps.ts';
import { rememberSecrets } from '../../../kernel/runtime/request-context.ts';
import { findLiveSessionByLink } from './connect-sessions.sql.ts';
import { sessionPlace } from './mint-session.ts';

/** The token of the live session with this `connect_link` code; undefined when there is none. */
export async function openSessionLink(
    { db, tokens, clock, seal }: Pick<Deps, 'db' | 'tokens' | 'clock' | 'seal'>,
    code: string
): Promise<{ token: string; expiresAt: Date } | undefined> {
    const session = await findLiveSessionByLink(db, tokens.hash(code), clock.now());
    if (!session) return undefined;
    const token = seal.open<string>(sessionPlace(session, 'link_token'), session.link_token);
    rememberSecrets(token);
    return { token, expiresAt: session.expires_at };
}
