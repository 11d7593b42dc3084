import { randomUUID } from 'node:crypto';
import { APPLICATION_SECRET, findPerson, LOANS, OAUTH_CC_CLIENT } from './accounts.ts';
import type { AuthorizationServer } from './authorization-server.ts';
import { billApi } from './bill-api.ts';
import { bearerApi, isBearerStream } from './bearer-api.ts';
import { bearerToken, callerOf, headerOf } from './callers.ts';
import type { KeySection } from './callers.ts';
import { InvalidInput } from './check-fields.ts';
import type { Credentials } from './credentials.ts';
import { echo, isEchoPath } from './echo.ts';
import { sendFound, sendJson } from './exchange.ts';
import type { Exchange } from './exchange.ts';
import type { Orders } from './orders.ts';
import type { Sessions } from './sessions.ts';
import { OAUTH_PAGES_PATH, sendPage } from './pages.ts';
import { sessionApi } from './session-api.ts';
import { signedApi } from './signed-api.ts';
import type { SigningKeys } from './signing-keys.ts';
import { type UsedNonces, wsseApi } from './wsse-api.ts';

export interface ApiDeps {
    credentials: Credentials;
    authorizationServer: Pick<AuthorizationServer, 'subjectOf'>;
    orders: Orders;
    sessions: Sessions;
    signingKeys: SigningKeys;
    usedNonces: UsedNonces;
    publicUrl: string;
}

type Api = (deps: ApiDeps, exchange: Exchange) => Promise<void> | void;

/** The third parties' APIs, by the first segment of their paths. */
export const APIS: Readonly<Record<string, Api>> = {
    api: oauthApi,
    keyed: keyedApi,
    basic: basicApi,
    bearer: bearerApi,
    session: sessionApi,
    signed: signedApi,
    bill: billApi,
    wsse: wsseApi
};

const OAUTH_ECHO = '/api/echo';
const DEFAULT_PAGE_SIZE = 20;
const CONTACTS_SCOPE = 'contacts.read';

/** Whether a handler reads the body at this path as it arrives: it may be larger than memory. */
export function isStreamed(path: string): boolean {
    return isBearerStream(path) || isEchoPath(path, OAUTH_ECHO);
}

/** The response to a request that a rate limit refuses. */
export function sendThrottled(response: Exchange['response'], section: KeySection): void {
    if (section === 'keyed') return gatewayRefuses(response, 429, 'TooManyRequestsException', 'Too Many Requests');
    sendJson(response, 429, { error: 'There were too many requests with these credentials.' });
}

/**
 * Bearer tokens of the sandbox's authorization server (RFC 6750). Only the contacts need a scope.
 */
async function oauthApi({ authorizationServer, publicUrl }: ApiDeps, exchange: Exchange): Promise<void> {
    const { request, response, method, url } = exchange;
    const token = bearerToken(request.headers);
    const subject = token === undefined ? undefined : await authorizationServer.subjectOf(token);
    if (!subject) {
        const challenge = token === undefined ? 'Bearer realm="sandbox"' : 'Bearer realm="sandbox", error="invalid_token"';
        const body = { error: 'invalid_token', error_description: 'The access token is missing, unknown, expired or revoked.' };
        return sendJson(response, 401, body, { 'www-authenticate': challenge });
    }
    if (url.pathname === '/api/contacts' && !subject.scopes.has(CONTACTS_SCOPE)) {
        const challenge = `Bearer realm="sandbox", error="insufficient_scope", scope="${CONTACTS_SCOPE}"`;
        const body = { error: 'insufficient_scope', error_description: `This needs the scope ${CONTACTS_SCOPE}.` };
        return sendJson(response, 403, body, { 'www-authenticate': challenge });
    }
    if (isEchoPath(url.pathname, OAUTH_ECHO)) return echo(exchange);
    if (url.pathname.startsWith(OAUTH_PAGES_PATH)) return sendPages(exchange, publicUrl);
    const person = subject.personId === undefined ? undefined : findPerson(subject.personId);
    const replies: Record<string, unknown> = {
        '/api/me': person
            ? { id: person.id, name: person.name, email: person.email }
            : { id: OAUTH_CC_CLIENT.id, name: OAUTH_CC_CLIENT.name, email: null },
        '/api/contacts': { data: person?.contacts ?? [] },
        '/api/tenants': { data: person?.tenants ?? [] }
    };
    sendFound(response, method, replies[url.pathname]);
}

function sendPages(exchange: Exchange, publicUrl: string): void {
    try {
        sendPage(exchange, OAUTH_PAGES_PATH, publicUrl);
    } catch (error) {
        if (!(error instanceof InvalidInput)) throw error;
        sendJson(exchange.response, 400, { error: error.message });
    }
}

/**
 * Two key headers behind an API gateway: the gateway checks `x-api-key` and has errors in its own
 * format, the application behind it checks the secret.
 */
function keyedApi({ credentials }: ApiDeps, { request, response, method, url }: Exchange): void {
    const isDeployed = method === 'GET' && ['/keyed/v0/users', '/keyed/v0/account'].includes(url.pathname);
    if (!isDeployed) return gatewayRefuses(response, 403, 'MissingAuthenticationTokenException', 'Missing Authentication Token');
    const company = credentials.companyOfKey('keyed', headerOf(request.headers, 'x-api-key'));
    if (!company) return gatewayRefuses(response, 403, 'ForbiddenException', 'Forbidden');
    if (headerOf(request.headers, 'x-application-secret') !== APPLICATION_SECRET) {
        return sendJson(response, 401, { code: 401, status: 'Unauthorized', message: 'The application secret is missing or wrong.' });
    }
    if (url.pathname === '/keyed/v0/account') return sendJson(response, 200, { id: company.id, name: company.name });

    const pageSize = Number(url.searchParams.get('page_size') ?? DEFAULT_PAGE_SIZE);
    if (!Number.isInteger(pageSize) || pageSize < 1 || pageSize > 100) {
        const errors = { query: { page_size: ['Must be greater than or equal to 1 and less than or equal to 100.'] } };
        return sendJson(response, 422, { code: 422, status: 'Unprocessable Entity', errors });
    }
    sendJson(response, 200, company.users.slice(0, pageSize));
}

/** AWS API Gateway's refusals: the kind in a header, no details. */
function gatewayRefuses(response: Exchange['response'], status: 403 | 429, kind: string, message: string): void {
    sendJson(response, status, { message }, { 'x-amzn-errortype': kind, 'x-amzn-requestid': randomUUID() });
}

/** User and password (RFC 7617). */
function basicApi({ credentials }: ApiDeps, { request, response, method, url }: Exchange): void {
    const caller = callerOf(credentials, 'basic', request.headers);
    if (!caller) {
        return sendJson(response, 401, { error: 'The user or the password is wrong.' }, { 'www-authenticate': 'Basic realm="sandbox"' });
    }
    const account = { id: caller.account, name: findPerson(caller.account)?.name };
    const replies: Record<string, unknown> = { '/basic/v1/account': account, '/basic/v1/loans': { data: LOANS[caller.account] ?? [] } };
    sendFound(response, method, replies[url.pathname]);
}
