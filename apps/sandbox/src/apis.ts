import { randomUUID } from 'node:crypto';
import { APPLICATION_SECRET, findPerson, OAUTH_CC_CLIENT } from './accounts.ts';
import type { AuthorizationServer } from './authorization-server.ts';
import type { Credentials } from './credentials.ts';
import { sendJson } from './exchange.ts';
import type { Exchange } from './exchange.ts';

export interface ApiDeps {
    credentials: Credentials;
    authorizationServer: Pick<AuthorizationServer, 'subjectOf'>;
}

type Api = (deps: ApiDeps, exchange: Exchange) => Promise<void> | void;

/** The third parties' APIs, by the first segment of their paths. */
export const APIS: Readonly<Record<string, Api>> = { api: oauthApi, keyed: keyedApi, basic: basicApi, bearer: bearerApi };

const DEFAULT_PAGE_SIZE = 20;
const CONTACTS_SCOPE = 'contacts.read';

/** Bearer tokens of the sandbox's authorization server (RFC 6750). Only the contacts need a scope. */
async function oauthApi({ authorizationServer }: ApiDeps, { request, response, method, url }: Exchange): Promise<void> {
    const token = bearerToken(request.headers.authorization);
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

/** Two key headers behind an API gateway: the gateway checks `x-api-key` and answers in its own style, the app behind checks the secret. */
function keyedApi({ credentials }: ApiDeps, { request, response, method, url }: Exchange): void {
    const isDeployed = method === 'GET' && ['/keyed/v0/users', '/keyed/v0/account'].includes(url.pathname);
    if (!isDeployed) return gatewayRefuses(response, 'MissingAuthenticationTokenException', 'Missing Authentication Token');
    const company = credentials.companyOfKey('keyed', header(request.headers['x-api-key']));
    if (!company) return gatewayRefuses(response, 'ForbiddenException', 'Forbidden');
    if (header(request.headers['x-application-secret']) !== APPLICATION_SECRET) {
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

/** AWS API Gateway's refusals: status 403, the kind in a header, no details. */
function gatewayRefuses(response: Exchange['response'], kind: string, message: string): void {
    sendJson(response, 403, { message }, { 'x-amzn-errortype': kind, 'x-amzn-requestid': randomUUID() });
}

/** User and password (RFC 7617). */
function basicApi({ credentials }: ApiDeps, { request, response, method, url }: Exchange): void {
    const [, encoded = ''] = /^basic ([\w+/=-]+)$/i.exec(request.headers.authorization ?? '') ?? [];
    const [user = '', ...password] = Buffer.from(encoded, 'base64').toString().split(':');
    if (!credentials.isUserAccepted(user, password.join(':'))) {
        return sendJson(response, 401, { error: 'The user or the password is wrong.' }, { 'www-authenticate': 'Basic realm="sandbox"' });
    }
    sendFound(response, method, url.pathname === '/basic/v1/account' ? { id: user, name: findPerson(user)?.name } : undefined);
}

/** One key as a bearer token. */
function bearerApi({ credentials }: ApiDeps, { request, response, method, url }: Exchange): void {
    const company = credentials.companyOfKey('bearer', bearerToken(request.headers.authorization));
    if (!company)
        return sendJson(response, 401, { error: 'The API key is missing or wrong.' }, { 'www-authenticate': 'Bearer realm="sandbox"' });
    sendFound(response, method, url.pathname === '/bearer/v1/account' ? { id: company.id, name: company.name } : undefined);
}

function sendFound(response: Exchange['response'], method: string, found: unknown): void {
    if (found === undefined) return sendJson(response, 404, { error: 'There is nothing at this path.' });
    if (method !== 'GET') return sendJson(response, 405, { error: 'This can only be read.' }, { allow: 'GET' });
    sendJson(response, 200, found);
}

function bearerToken(authorization: string | undefined): string | undefined {
    return /^bearer ([^\s]+)$/i.exec(authorization ?? '')?.[1];
}

function header(value: string | string[] | undefined): string | undefined {
    return Array.isArray(value) ? value[0] : value;
}
