import type { AuthKind, EndpointShape } from '@patchbay/contracts';
import { allows, AppError, errorCatalog } from '@patchbay/contracts';
import type { Request, Response } from 'express';
import { rememberSecrets } from '../log/request-context.ts';
import type { RateLimits } from './rate-limit.ts';

/** Callers by the kind in a contract's `auth`; a room declares its kind in its `*.room.ts`. */
export interface Callers {}

/** What the kernel knows of every caller. */
export interface AnyCaller {
    kind: AuthKind;
    /** Undefined: the caller is of no single environment. */
    environmentId?: string;
    /** Whose calls are counted together. */
    rateLimitKey: string;
    /** What the caller may do; undefined where scopes do not apply. */
    scopes?: readonly string[];
}

export type Caller = Callers[keyof Callers] & AnyCaller;

/** How one kind of credential is recognised. */
export interface Authenticator<C extends AnyCaller = AnyCaller> {
    /** Every credential of this kind starts with it; where several fit, the longest counts. */
    prefix: string;
    /** Reads the credential where the endpoint does not take it from the `Authorization` header. */
    readCredential?(endpoint: EndpointShape, request: Request, body: unknown): string | undefined;
    /**
     * @throws {AppError} when the credential is malformed, unknown or expired, each with 401, or
     * its caller is refused
     */
    authenticate(credential: string, endpoint: EndpointShape, request: Request): Promise<C>;
}

export type Authenticators = { readonly [Kind in keyof Callers]: Authenticator<Callers[Kind] & AnyCaller> };

interface AuthenticationContext {
    authenticators: Authenticators;
    limits: RateLimits;
    address: string;
    /** As parsed, where the credential is part of it. */
    body?: unknown;
    /** Told who it is, also where they are refused. */
    recognised(caller: Caller): void;
}

/**
 * Authenticates the caller by the accepted kind whose prefix the credential has, else the first.
 */
export async function authenticate(
    endpoint: EndpointShape,
    request: Request,
    response: Response,
    { authenticators, limits, address, body, recognised }: AuthenticationContext
): Promise<Caller | undefined> {
    if (endpoint.auth.length === 0) {
        // Wide, because behind a proxy that is not trusted all clients share one address.
        // Endpoints that redeem a code share a counter; each other endpoint has its own.
        if (!endpoint.probe && !endpoint.limitsItself)
            await limits.count(response, `address ${address}${endpoint.body ? '' : ` ${endpoint.id}`}`);
        return undefined;
    }
    try {
        const caller = await findCaller(endpoint, request, { authenticators, body });
        recognised(caller);
        await limits.count(response, caller.rateLimitKey);
        const needed = caller.kind === 'account_key' ? endpoint.accountScope : endpoint.scope;
        if (caller.scopes && needed && !allows(caller.scopes, needed))
            throw new AppError('forbidden', { message: `Insufficient scope. Required: ${needed}` });
        return caller;
    } catch (error) {
        if (error instanceof AppError && (error.status ?? errorCatalog[error.code].status) === 401)
            await limits.countFailure(response, address);
        throw error;
    }
}

function findCaller(
    endpoint: EndpointShape,
    request: Request,
    { authenticators, body }: { authenticators: Authenticators; body: unknown }
): Promise<Caller> {
    const accepted = endpoint.auth.map((kind) => authenticators[kind]);
    const elsewhere = accepted.flatMap((kind) => kind.readCredential?.(endpoint, request, body) ?? [])[0];
    const credential = elsewhere ?? readBearer(request);
    rememberSecrets(credential);
    const fitting = accepted.filter(({ prefix }) => credential.startsWith(prefix));
    const found = fitting.toSorted((one, other) => other.prefix.length - one.prefix.length)[0] ?? accepted[0];
    if (!found) throw new Error(`${endpoint.id} has no authenticator`);
    return found.authenticate(credential, endpoint, request);
}

/** Exactly `Bearer <credential>` with one space, so that proxies read the same credential. */
function readBearer({ headers, rawHeaders }: Request): string {
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
