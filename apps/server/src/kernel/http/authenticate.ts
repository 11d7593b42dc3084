import type { EndpointShape } from '@patchbay/contracts';
import { allows, AppError } from '@patchbay/contracts';
import type { ConnectSessionRow } from '@patchbay/db';
import type { Request, Response } from 'express';
import { parseSecretKey, parseSessionToken } from '../crypto/keyed-hash.ts';
import type { RateLimits } from './rate-limit.ts';
import { rememberSecrets } from '../runtime/request-context.ts';

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

/**
 * Who is calling, as far as the endpoint wants to know. A key is never tried as a token, nor a token as a key.
 * @param body as parsed, where the token is part of it
 */
export async function authenticate(
    endpoint: EndpointShape,
    request: Request,
    response: Response,
    { callers, limits, body }: { callers: Callers; limits: RateLimits; body?: unknown }
): Promise<Caller | undefined> {
    const address = request.socket.remoteAddress ?? 'unknown';
    if (endpoint.auth.length === 0) {
        // Behind a proxy all end users are one address, so this is the wide bound. What trades a code for something shares one; of the rest
        // each has its own, so that a flood of one does not stop the others.
        if (!endpoint.probe) await limits.count(response, `address ${address}${endpoint.body ? '' : ` ${endpoint.id}`}`);
        return undefined;
    }
    try {
        const caller = await findCaller(endpoint, credentialOf(endpoint, request, body), callers);
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

function credentialOf(endpoint: EndpointShape, request: Request, body: unknown): string {
    const text =
        endpoint.sessionTokenIn === 'query'
            ? tokenInQuery(request)
            : endpoint.sessionTokenIn === 'body'
              ? tokenInBody(body)
              : bearerOf(request);
    rememberSecrets(text);
    return text;
}

/** One spelling, so that a proxy in front cannot read another key than we do: `Bearer`, in any case, one space, the key. */
function bearerOf({ headers, rawHeaders }: Request): string {
    const header = headers.authorization;
    if (header === undefined) throw new AppError('missing_auth_header');
    // Node keeps the first of several.
    const count = rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'authorization').length;
    if (count > 1)
        throw new AppError('malformed_auth_header', { message: 'Authentication failed. Send one Authorization header, not several.' });
    const text = /^Bearer ([^\s,]+)$/i.exec(header)?.[1];
    if (text === undefined) throw new AppError('malformed_auth_header');
    return text;
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;

/** Clients of the reference send it there; public keys, which some of them still have, are not served. */
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
