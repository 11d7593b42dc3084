import { AppError, type DashboardSession, type MemberRole, type MemberView, pageMemberHeader, roleCatalog } from '@patchbay/contracts';
import type { Db, MemberRow } from '@patchbay/db';
import type { Request } from 'express';
import type { Deps } from '../../../deps.ts';
import type { Authenticator } from '../../../kernel/http/authenticate.ts';
import { readCookie } from '../../../kernel/http/cookies.ts';
import { version } from '../../../version.ts';
import type { SecretKeyCaller } from '../../platform/environments/authenticate-secret-key.ts';
import { findEnvironmentId, findLiveEnvironments } from '../../platform/environments/environments.sql.ts';
import { findSession, insertSession, touchSession } from './members.sql.ts';

/** A member who is signed in. */
export interface MemberCaller {
    kind: 'dashboard_session';
    rateLimitKey: string;
    sessionId: string;
    member: { id: string; email: string; name: string; role: MemberRole };
}

/** It ends so long after it was begun, and after it was last used. */
const lifetimeMs = 14 * 24 * 60 * 60_000;
const idleMs = 24 * 60 * 60_000;
const touchEveryMs = 60_000;

export const idleSince = (now: Date): Date => new Date(now.getTime() - idleMs);

/** Over plain http, also to localhost, Safari keeps no cookie that is `Secure`. */
const isSecure = (publicUrl: string) => publicUrl.startsWith('https:');
const cookieName = (publicUrl: string) => `${isSecure(publicUrl) ? '__Host-' : ''}pb_dashboard`;

/** @param secret undefined: the cookie is removed */
export function sessionCookie(publicUrl: string, secret: string | undefined): string {
    const attributes = `Path=/; HttpOnly; SameSite=Lax${isSecure(publicUrl) ? '; Secure' : ''}`;
    return `${cookieName(publicUrl)}=${secret ?? ''}; ${attributes}; Max-Age=${secret === undefined ? 0 : lifetimeMs / 1000}`;
}

/**
 * Refuses requests that a page of another origin makes (CSRF): beside SameSite, which takes
 * another port of the same host for the same site.
 * @throws {AppError} `forbidden`
 */
export function requireSameOrigin({ method, headers }: Request, publicUrl: string): void {
    const { origin, host, 'sec-fetch-site': site } = headers;
    const isOwn = origin === publicUrl || (origin !== undefined && URL.canParse(origin) && new URL(origin).host === host);
    const isReading = method === 'GET' || method === 'HEAD';
    // A browser sends Origin with all that is not read, and tells by Sec-Fetch-Site who reads.
    if (isReading ? site === undefined || site === 'same-origin' || site === 'none' : isOwn) return;
    throw new AppError('forbidden', { message: `Only the dashboard itself may do that. Open it at ${publicUrl}/dashboard/.` });
}

type Needs = Pick<Deps, 'clock' | 'config' | 'db' | 'keyedHash'>;

/** Refuses what a page sends that another member has opened: tabs of a browser share the cookie. */
function requireMemberOfPage({ headers }: Request, memberId: string): void {
    const ofPage = headers[pageMemberHeader];
    if (ofPage !== undefined && ofPage !== memberId) throw new AppError('signed_in_as_another');
}

async function findMemberCaller({ clock, db, keyedHash }: Needs, secret: string, request: Request): Promise<MemberCaller> {
    const now = clock.now();
    const session = await findSession(db, keyedHash.hash(secret), { now, idleSince: idleSince(now) });
    if (!session) throw new AppError('sign_in_required');
    const { id, member, last_seen_at: lastSeenAt } = session;
    requireMemberOfPage(request, member.id);
    if (now.getTime() - lastSeenAt.getTime() > touchEveryMs) await touchSession(db, id, member.id, now);
    return { kind: 'dashboard_session', rateLimitKey: `member ${member.id}`, sessionId: id, member };
}

function readSessionCookie({ config }: Needs, request: Request): string {
    requireSameOrigin(request, config.publicUrl);
    const secret = readCookie(request.headers.cookie, cookieName(config.publicUrl));
    if (secret === undefined || secret === '') throw new AppError('sign_in_required');
    return secret;
}

/** Of the endpoints that are for the dashboard alone. */
export function memberAuthenticator(deps: Needs): Authenticator<MemberCaller> {
    return {
        prefix: '',
        readCredential: (_endpoint, request) => readSessionCookie(deps, request),
        authenticate: (secret, _endpoint, request) => findMemberCaller(deps, secret, request)
    };
}

/**
 * Lets members call what a backend calls by a secret key, below
 * `/dashboard/api/environments/:name`, with the scopes of their role.
 */
export function environmentAuthenticator(deps: Needs): Authenticator<SecretKeyCaller> {
    return {
        prefix: '',
        readCredential: (_endpoint, request) => readSessionCookie(deps, request),
        async authenticate(secret, _endpoint, request) {
            const caller = await findMemberCaller(deps, secret, request);
            const name = request.baseUrl.split('/').at(-1) ?? '';
            const environmentId = await findEnvironmentId(deps.db, name);
            if (environmentId === undefined)
                throw new AppError('unknown_environment', { message: `There is no environment ${name.slice(0, 32)}.` });
            return callerIn({ id: environmentId, name }, caller);
        }
    };
}

/** A member as a caller by a secret key of an environment, with the scopes of their role. */
export function callerIn(environment: { id: string; name: string }, { member, rateLimitKey }: MemberCaller): SecretKeyCaller {
    return {
        kind: 'secret_key',
        rateLimitKey,
        environmentId: environment.id,
        environmentName: environment.name,
        keyId: `member:${member.id}`,
        scopes: roleCatalog[member.role].scopes,
        member
    };
}

/** Begins a session. @returns the cookie that opens it */
export async function beginSession(
    { clock, config, ids, keyedHash }: Pick<Deps, 'clock' | 'config' | 'ids' | 'keyedHash'>,
    trx: Db,
    { memberId, userAgent }: { memberId: string; userAgent: string }
): Promise<string> {
    const secret = ids.secret();
    const now = clock.now();
    await insertSession(trx, {
        id: ids.uuid(),
        token_hash: keyedHash.hash(secret),
        member_id: memberId,
        user_agent: userAgent.slice(0, 255),
        created_at: now,
        last_seen_at: now,
        expires_at: new Date(now.getTime() + lifetimeMs)
    });
    return sessionCookie(config.publicUrl, secret);
}

/** What the dashboard is told at its start. */
export async function describeSession(
    { config, db }: Pick<Deps, 'config' | 'db'>,
    member: Pick<MemberRow, 'id' | 'email' | 'name' | 'role' | 'created_at' | 'last_seen_at'>
): Promise<DashboardSession> {
    return {
        member: describeMember(member),
        environments: (await findLiveEnvironments(db)).map(({ name, is_production }) => ({ name, is_production })),
        urls: { api: config.publicUrl, connect: config.connectUrl },
        version
    };
}

export function describeMember(row: Pick<MemberRow, 'id' | 'email' | 'name' | 'role' | 'created_at' | 'last_seen_at'>): MemberView {
    return {
        id: row.id,
        email: row.email,
        name: row.name,
        role: row.role,
        created_at: row.created_at.toISOString(),
        last_seen_at: row.last_seen_at?.toISOString() ?? null
    };
}
