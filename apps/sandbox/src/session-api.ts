import { findPerson } from './accounts.ts';
import { bearerToken } from './callers.ts';
import type { Credentials } from './credentials.ts';
import { formOf, sendFound, sendJson } from './exchange.ts';
import type { Exchange } from './exchange.ts';
import type { Sessions } from './sessions.ts';

/**
 * A login of the vendor's own, in two requests; users are those of `/basic`.
 *
 * - `POST /session/v1/login`: `{"user": {"name", "password"}}` as JSON, the same as XML, or
 *   `user.name` and `user.password` as a form; `GET` has these in the query. The response has a
 *   ticket.
 * - `POST /session/v1/token`: `{"ticket"}` with the header `x-device`, once within a minute
 * - `POST /session/v1/renewal`: `{"renewal"}`, once; responds as `token` does
 * - `GET /session/v1/account`, `/session/v1/loans`: with the token as a bearer
 */
export function sessionApi({ credentials, sessions }: { credentials: Credentials; sessions: Sessions }, exchange: Exchange): void {
    const { request, response, method, url } = exchange;
    const path = url.pathname.replace('/session/v1/', '');
    if (path === 'login' && (method === 'POST' || method === 'GET')) {
        const { name, password, asXml } = readLogin(exchange);
        if (!credentials.isUserAccepted(name, password))
            return sendJson(response, 401, { code: 'LOGIN_FAILED', message: 'The user or the password is wrong.' });
        const { value: ticket } = sessions.issue('ticket', { user: name, password });
        if (asXml) return sendXml(response, `<login><data><ticket>${ticket}</ticket></data></login>`);
        return sendJson(response, 200, { data: { ticket } });
    }
    if ((path === 'token' || path === 'renewal') && method === 'POST') {
        const body = readJson(exchange);
        const login = path === 'token' ? sessions.take('ticket', body['ticket']) : sessions.take('renewal', body['renewal']);
        if (path === 'token' && request.headers['x-device'] === undefined)
            return sendJson(response, 400, { code: 'NO_DEVICE', message: 'The header x-device is missing.' });
        if (!login)
            return sendJson(response, 401, { code: 'NOT_VALID', message: `This ${path === 'token' ? 'ticket' : path} is not valid.` });
        const { value: token, expiresInS } = sessions.issue('token', login);
        const { value: renewal } = sessions.issue('renewal', login);
        return sendJson(response, 200, { data: { token, renewal, expires_in: expiresInS } });
    }
    const caller = sessions.find('token', bearerToken(request.headers));
    if (!caller) return sendJson(response, 401, { code: 'NO_SESSION', message: 'The session is unknown or has ended.' });
    const { user } = caller;
    sendFound(response, method, path === 'account' ? { id: user, name: findPerson(user)?.name } : undefined);
}

function readLogin(exchange: Exchange): { name: string; password: string; asXml?: true } {
    const { method, url, body, request } = exchange;
    const type = request.headers['content-type'] ?? '';
    if (method === 'POST' && type.startsWith('application/json')) {
        const { user } = readJson(exchange);
        const fields: Record<string, unknown> = typeof user === 'object' ? { ...user } : {};
        return { name: textOf(fields['name']), password: textOf(fields['password']) };
    }
    if (method === 'POST' && type.startsWith('application/xml')) {
        const xml = body.toString();
        return { name: elementOf(xml, 'name'), password: elementOf(xml, 'password'), asXml: true };
    }
    const fields = method === 'GET' ? url.searchParams : formOf(exchange);
    return { name: fields.get('user.name') ?? '', password: fields.get('user.password') ?? '' };
}

function textOf(value: unknown): string {
    return typeof value === 'string' ? value : '';
}

function elementOf(xml: string, name: string): string {
    const text = new RegExp(`<user>.*<${name}>([^<]*)</${name}>.*</user>$`, 's').exec(xml)?.[1] ?? '';
    return text.replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)));
}

function readJson({ body }: Exchange): Record<string, unknown> {
    try {
        const parsed: unknown = JSON.parse(body.toString());
        return typeof parsed === 'object' && parsed !== null ? { ...parsed } : {};
    } catch {
        return {};
    }
}

function sendXml(response: Exchange['response'], xml: string): void {
    const body = `<?xml version="1.0" encoding="UTF-8"?>${xml}`;
    response.statusCode = 200;
    response.setHeader('content-type', 'application/xml; charset=utf-8');
    response.setHeader('content-length', Buffer.byteLength(body));
    response.end(body);
}
