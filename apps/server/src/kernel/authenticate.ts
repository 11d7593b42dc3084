import type { EndpointShape } from '@patchbay/contracts';
import { allows, AppError } from '@patchbay/contracts';
import type { ConnectSessionRow } from '@patchbay/db';
import type { Request, Response } from 'express';
import { parseSecretKey, parseSessionToken } from './keyed-hash.ts';
import type { RateLimits } from './rate-limit.ts';
import { rememberSecrets } from './request-context.ts';

export interface SecretKeyCaller {
    kind: 'secret_key';
    environmentId: string;
    environmentName: string;
    keyId: string;
    scopes: readonly string[];
}

export interface SessionCaller {
    kind: 'connect_session';
    environmentId: string;
    session: ConnectSessionRow;
    isExpired: boolean;
}

export type Caller = SecretKeyCaller | SessionCaller;

/** How a key or a token is recognised; the rooms that own them provide it. */
export interface Callers {
    bySecretKey(key: NonNullable<ReturnType<typeof parseSecretKey>>): Promise<SecretKeyCaller | undefined>;
    /** Deleted and unknown tokens are both undefined. */
    bySessionToken(token: string): Promise<SessionCaller | undefined>;
}

const sessionPrefix = 'pb_cs_';

/** Who is calling, as far as the endpoint wants to know. A key is never tried as a token, nor a token as a key. */
export async function authenticate(
    endpoint: EndpointShape,
    request: Request,
    response: Response,
    { callers, limits }: { callers: Callers; limits: RateLimits }
): Promise<Caller | undefined> {
    const address = request.socket.remoteAddress ?? 'unknown';
    if (endpoint.auth.length === 0) return undefined;
    try {
        const caller = await findCaller(endpoint, bearerOf(request), callers);
        await limits.count(response, caller.kind === 'secret_key' ? `key ${caller.keyId}` : `session ${caller.session.id}`);
        if (caller.kind === 'secret_key' && endpoint.scope && !allows(caller.scopes, endpoint.scope))
            throw new AppError('forbidden', { message: `Insufficient scope. Required: ${endpoint.scope}` });
        return caller;
    } catch (error) {
        if (error instanceof AppError && error.code !== 'too_many_request' && error.code !== 'forbidden')
            await limits.countFailure(response, address);
        throw error;
    }
}

function bearerOf(request: Request): string {
    const header = request.headers.authorization;
    if (header === undefined) throw new AppError('missing_auth_header');
    const text = header.replace(/^Bearer\s+/i, '').trim();
    if (text === '' || /^Bearer$/i.test(text)) throw new AppError('malformed_auth_header');
    rememberSecrets(text);
    return text;
}

async function findCaller(endpoint: EndpointShape, bearer: string, callers: Callers): Promise<Caller> {
    const asSession =
        endpoint.auth.includes('connect_session') && (bearer.startsWith(sessionPrefix) || !endpoint.auth.includes('secret_key'));
    if (asSession) {
        if (parseSessionToken(bearer) === undefined) throw new AppError('invalid_connect_session_token_format');
        const caller = await callers.bySessionToken(bearer);
        if (!caller) throw new AppError('unknown_connect_session_token');
        if (caller.isExpired && !endpoint.acceptsExpiredSession)
            throw new AppError('unknown_connect_session_token', { payload: { reason: 'expired' } });
        return caller;
    }
    const key = parseSecretKey(bearer);
    if (key === undefined) throw new AppError('invalid_secret_key_format');
    const caller = await callers.bySecretKey(key);
    if (!caller) throw new AppError('unknown_account');
    return caller;
}
