import { AppError, type EndpointShape } from '@patchbay/contracts';
import type { ConnectSessionRow } from '@patchbay/db';
import type { Request } from 'express';
import type { Deps } from '../../../deps.ts';
import type { Authenticator } from '../../../kernel/http/authenticate.ts';
import { findSessionByToken } from './connect-sessions.sql.ts';
import { sessionGraceMs } from './mint-session.ts';
import { parseSessionToken, sessionTokenPrefix } from './session-token.ts';

export interface SessionCaller {
    kind: 'connect_session';
    rateLimitKey: string;
    environmentId: string;
    session: ConnectSessionRow;
    isExpired: boolean;
}

type Needs = Pick<Deps, 'batches' | 'clock' | 'keyedHash'>;

export function sessionTokenAuthenticator(deps: Needs): Authenticator<SessionCaller> {
    return {
        prefix: sessionTokenPrefix,
        readCredential: readToken,
        async authenticate(credential, endpoint) {
            const parsed = parseSessionToken(credential);
            if (!parsed) throw new AppError('invalid_connect_session_token_format');
            const caller = await findBySecret(deps, parsed.secret);
            if (!caller) throw new AppError('unknown_connect_session_token');
            if (caller.isExpired && !endpoint.acceptsExpiredSession)
                throw new AppError('unknown_connect_session_token', { payload: { reason: 'expired' } });
            return caller;
        }
    };
}

/** Undefined for deleted and for unknown tokens. */
export async function findSessionCaller(deps: Needs, token: string): Promise<SessionCaller | undefined> {
    const parsed = parseSessionToken(token);
    return parsed && findBySecret(deps, parsed.secret);
}

async function findBySecret({ batches, clock, keyedHash }: Needs, secret: string): Promise<SessionCaller | undefined> {
    const session = await findSessionByToken(batches, keyedHash.hash(secret));
    const now = clock.now();
    // A row may be kept for longer, for a sign-in that waits.
    if (!session || session.expires_at.getTime() + sessionGraceMs <= now.getTime()) return undefined;
    return {
        kind: 'connect_session',
        rateLimitKey: `session ${session.id}`,
        environmentId: session.environment_id,
        session,
        isExpired: session.expires_at <= now
    };
}

function readToken(endpoint: EndpointShape, request: Request, body: unknown): string | undefined {
    if (endpoint.credentialIn === 'query') return tokenInQuery(request);
    if (endpoint.credentialIn === 'body') return tokenInBody(body);
    return undefined;
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;

/** Where the reference's clients send it. Their old public keys are not supported. */
function tokenInQuery(request: Request): string {
    const query = new URL(request.url, 'http://unused').searchParams;
    const token = query.get('connect_session_token');
    if (token !== null) return token;
    const publicKey = query.get('public_key');
    if (publicKey === null) throw new AppError('missing_public_key');
    throw new AppError(uuid.test(publicKey) ? 'deprecated_authentication' : 'invalid_public_key');
}

function tokenInBody(body: unknown): string {
    const token = typeof body === 'object' && body !== null && 'token' in body ? body.token : undefined;
    if (typeof token !== 'string') throw new AppError('missing_auth_header');
    return token;
}
