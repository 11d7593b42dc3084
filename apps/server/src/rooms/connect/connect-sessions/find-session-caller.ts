import type { Deps } from '../../../deps.ts';
import type { SessionCaller } from '../../../kernel/http/authenticate.ts';
import { parseSessionToken } from '../../../kernel/crypto/keyed-hash.ts';
import { findSessionByToken } from './connect-sessions.sql.ts';

export async function findSessionCaller(
    { db, clock, tokens }: Pick<Deps, 'db' | 'clock' | 'tokens'>,
    token: string
): Promise<SessionCaller | undefined> {
    const parsed = parseSessionToken(token);
    const session = parsed && (await findSessionByToken(db, tokens.hash(parsed.secret)));
    if (!session) return undefined;
    return { kind: 'connect_session', environmentId: session.environment_id, session, isExpired: session.expires_at <= clock.now() };
}
