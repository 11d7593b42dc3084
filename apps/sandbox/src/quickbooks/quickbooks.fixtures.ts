import { controlClient } from '../control.fixtures.ts';
import type { Sandbox } from '../sandbox.ts';
import { REALMS } from './company.ts';

export const REALM = REALMS[0]?.realmId ?? '';

interface Fault {
    code: string;
    element?: string | null;
}

interface Call {
    method?: string;
    body?: unknown;
    /** Sent as it is. */
    text?: string;
    accept?: string | null;
    token?: string;
    realm?: string;
    host?: 'sandbox';
}

/** A client of the accounting API, and the control plane beside it. */
export function quickBooksClient(sandbox: Sandbox) {
    const url = `${sandbox.url}/quickbooks`;
    const control = async (verb: string, body?: unknown, method?: string) =>
        Object(await controlClient(sandbox)(`quickbooks/${verb}`, body, method));
    let token = '';

    const send = (path: string, call: Call = {}): Promise<Response> => {
        const { body, text, accept = 'application/json', realm = REALM, host } = call;
        const sent = text ?? (body === undefined ? undefined : JSON.stringify(body));
        const headers = { authorization: `Bearer ${call.token ?? token}`, ...(accept === null ? {} : { accept }) };
        const base = `${url}${host === undefined ? '' : `/${host}`}/v3/company/${realm}/`;
        const method = call.method ?? (sent === undefined ? 'GET' : 'POST');
        return fetch(base + path, { method, headers, ...(sent === undefined ? {} : { body: sent }) });
    };
    return {
        url,
        control,
        send,
        async signIn(grant: object = {}) {
            const issued = await control('grants', grant);
            token = String(issued['access_token']);
            return issued;
        },
        async call(path: string, call: Call = {}) {
            const response = await send(path, call);
            return { status: response.status, body: Object(await response.json()) };
        },
        /** The codes of the response's fault, each with its element. */
        async codes(path: string, call: Call = {}): Promise<string> {
            const response = await send(path, call);
            const { Fault, fault } = Object(await response.json());
            const errors: Fault[] = Fault?.Error ?? fault?.error ?? [];
            return [response.status, ...errors.map(({ code, element }) => `${code}${element ? ` ${element}` : ''}`)].join(' ');
        },
        async query(text: string) {
            const response = await send(`query?query=${encodeURIComponent(text)}`);
            return Object(await response.json()).QueryResponse;
        },
        /** Creates an object, and returns it. */
        async create(kind: string, body: unknown) {
            const response = await send(kind, { body });
            const created = Object(await response.json());
            if (!response.ok) throw new Error(JSON.stringify(created));
            return Object(Object.entries(created).find(([name]) => name !== 'time')?.[1]);
        }
    };
}
