import { controlClient } from '../control.fixtures.ts';
import type { Sandbox } from '../sandbox.ts';

export const TENANT = '70784a63-d24b-46a9-a4db-0e70a274b056';
export const OTHER_TENANT = 'e0da6937-de07-4a14-adee-37abfac298ce';

interface Call {
    method?: string;
    body?: unknown;
    headers?: Record<string, string>;
    tenant?: string;
    token?: string;
}

/** A client of the Accounting API, and the control plane beside it. */
export function xeroClient(sandbox: Sandbox) {
    const url = `${sandbox.url}/xero`;
    const control = async (verb: string, body?: unknown) => Object(await controlClient(sandbox)(`xero/${verb}`, body));
    let token = '';

    const send = (path: string, call: Call = {}): Promise<Response> => {
        const { body, tenant = TENANT } = call;
        const method = call.method ?? (body === undefined ? 'GET' : 'POST');
        const sent = body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) };
        const authorization = `Bearer ${call.token ?? token}`;
        const headers = { authorization, accept: 'application/json', 'xero-tenant-id': tenant, ...call.headers };
        return fetch(`${url}/api.xro/2.0/${path}`, { method, headers, ...sent });
    };
    const call = async (path: string, given: Call = {}) => {
        const response = await send(path, given);
        const text = await response.text();
        const isJson = response.headers.get('content-type')?.startsWith('application/json') === true;
        return { status: response.status, headers: response.headers, text, body: Object(isJson ? JSON.parse(text) : undefined) };
    };
    return {
        url,
        control,
        send,
        call,
        async signIn(grant: object = {}) {
            const issued = await control('grants', grant);
            token = String(issued['access_token']);
            return issued;
        },
        /** The rows of a list. */
        async list(path: string, given: Call = {}) {
            const { body } = await call(path, given);
            return Object(body[path.split('?')[0] ?? '']);
        },
        /** Creates one, and returns it. */
        async create(kind: string, element: unknown) {
            const { status, body } = await call(kind, { method: 'PUT', body: element });
            if (status !== 200) throw new Error(JSON.stringify(body));
            return Object(body[kind][0]);
        },
        /** The status of a refusal, and its sentences. */
        async refusal(path: string, given: Call = {}): Promise<unknown[]> {
            const { status, body } = await call(path, given);
            const elements: { ValidationErrors: { Message: string }[] }[] = body.Elements ?? [];
            return [status, ...elements.flatMap(({ ValidationErrors }) => ValidationErrors.map(({ Message }) => Message))];
        }
    };
}
