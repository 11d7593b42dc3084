import { APPLICATION_SECRET, COMPANIES, findPerson, OAUTH_CC_CLIENT, OAUTH_CLIENT, PEOPLE } from './accounts.ts';
import type { BrowserBehaviour } from './authorization-server.ts';
import { CALLBACK_MODES } from './callback-delivery.ts';
import type { Credentials } from './credentials.ts';
import { sendJson } from './exchange.ts';
import type { Exchange } from './exchange.ts';
import { FaultRuleError, parseFaultRules } from './faults.ts';
import type { FaultList } from './faults.ts';
import type { Journal } from './journal.ts';
import type { TokenStore } from './token-store.ts';

export interface Controlled {
    behaviour: BrowserBehaviour;
    credentials: Credentials;
    faults: FaultList;
    journal: Journal;
    store: TokenStore;
}

type Verb = (controlled: Controlled, input: { body: unknown; query: URLSearchParams }) => unknown;

/** The caller's mistake; becomes a JSON answer with this status. */
class ControlError extends Error {
    readonly status: 400 | 404;
    constructor(status: 400 | 404, message: string) {
        super(message);
        this.status = status;
    }
}

const VERBS: Readonly<Record<string, Verb>> = {
    'POST reset': ({ behaviour, credentials, faults, journal, store }) => {
        Object.assign(behaviour, INITIAL_BEHAVIOUR);
        credentials.reset();
        faults.set([]);
        journal.clear();
        store.clear();
        return { reset: true };
    },
    'POST revoke': ({ credentials, store }, { body }) => {
        const [kind, name] = target(body, ['account', 'key', 'user']);
        if (kind === 'account') {
            if (!findPerson(name)) throw new ControlError(404, 'There is no such account.');
            return { account: name, grants_revoked: store.revokeAccount(name) };
        }
        return setEnabled(credentials, kind, name, false);
    },
    'POST restore': ({ credentials }, { body }) => {
        if (Object.keys(record(body)).length > 0) {
            const [kind, name] = target(body, ['key', 'user']);
            return setEnabled(credentials, kind, name, true);
        }
        credentials.restoreAll();
        return { restored: true };
    },
    'POST rotate': ({ credentials }, { body }) => {
        const [, key] = target(body, ['key']);
        const fresh = credentials.rotateKey(key);
        if (fresh === undefined) throw new ControlError(404, 'There is no such key.');
        return { key: fresh };
    },
    'POST faults': ({ faults }, { body }) => {
        faults.set(parseFaultRules(body));
        return { faults: faults.list() };
    },
    'GET faults': ({ faults }) => ({ faults: faults.list() }),
    'POST coop': ({ behaviour }, { body }) => {
        const { value } = record(body);
        if (value !== null && !(typeof value === 'string' && /^[\x20-\x7e]+$/.test(value)))
            throw new ControlError(400, '"value" must be a header value, or null.');
        behaviour.openerPolicy = value;
        return { value };
    },
    'POST callback': ({ behaviour }, { body }) => {
        const { mode } = record(body);
        const known = CALLBACK_MODES.find((candidate) => candidate === mode);
        if (!known) throw new ControlError(400, `"mode" must be one of ${CALLBACK_MODES.join(', ')}.`);
        behaviour.callbackMode = known;
        return { mode: known };
    },
    'GET journal': ({ journal }, { query }) => ({ requests: journal.list(pattern(query.get('path_regex') ?? '')) }),
    'DELETE journal': ({ journal }) => {
        journal.clear();
        return { cleared: true };
    },
    'GET accounts': ({ credentials }) => ({
        people: PEOPLE,
        companies: COMPANIES,
        keys: credentials.keys(),
        application_secret: APPLICATION_SECRET,
        basic_users: credentials.users(),
        oauth_clients: [OAUTH_CLIENT, OAUTH_CC_CLIENT]
    })
};

export const INITIAL_BEHAVIOUR: Readonly<BrowserBehaviour> = { openerPolicy: null, callbackMode: 'normal' };

/** Answers one request to the control plane: `/_ctl/<verb>`, JSON in and out; mistakes are `{error}` with 400, 403, 404. */
export function handleControl(controlled: Controlled, { request, response, method, url, body }: Exchange): void {
    // Without a password, at least no web page may drive it: neither cross-origin nor by a name rebound to this machine.
    if (request.headers.origin !== undefined || !/^(localhost|127\.0\.0\.1|[\w.-]+\.localhost)(:\d+)?$/i.test(request.headers.host ?? '')) {
        return sendJson(response, 403, { error: 'The control plane is for programs on this machine.' });
    }
    const verb = VERBS[`${method} ${url.pathname.replace(/^\/_ctl\//, '')}`];
    try {
        if (!verb) throw new ControlError(404, `The control plane has: ${Object.keys(VERBS).join(', ')}, each under /_ctl/.`);
        sendJson(response, 200, verb(controlled, { body: parseJson(body), query: url.searchParams }));
    } catch (error) {
        if (error instanceof ControlError) return sendJson(response, error.status, { error: error.message });
        if (error instanceof FaultRuleError) return sendJson(response, 400, { error: error.message });
        throw error;
    }
}

function setEnabled(credentials: Credentials, kind: 'key' | 'user', name: string, enabled: boolean): unknown {
    const isKnown = kind === 'key' ? credentials.setKeyEnabled(name, enabled) : credentials.setUserEnabled(name, enabled);
    if (!isKnown) throw new ControlError(404, `There is no such ${kind}.`);
    return { [kind]: name, enabled };
}

/** The one thing a verb is about: `{account}`, `{key}` or `{user}`. */
function target<Kind extends string>(body: unknown, kinds: readonly Kind[]): [kind: Kind, name: string] {
    const [entry, ...others] = Object.entries(record(body));
    const kind = kinds.find((candidate) => candidate === entry?.[0]);
    const name = entry?.[1];
    if (kind === undefined || typeof name !== 'string' || others.length > 0) {
        throw new ControlError(400, `The body must be an object with exactly one of: ${kinds.join(', ')}.`);
    }
    return [kind, name];
}

function record(body: unknown): Record<string, unknown> {
    if (body === undefined) return {};
    if (typeof body !== 'object' || body === null || Array.isArray(body)) throw new ControlError(400, 'The body must be a JSON object.');
    return { ...body };
}

function parseJson(body: Buffer): unknown {
    if (body.length === 0) return undefined;
    try {
        return JSON.parse(body.toString());
    } catch {
        throw new ControlError(400, 'The body is not JSON.');
    }
}

function pattern(source: string): RegExp {
    try {
        return new RegExp(source);
    } catch {
        throw new ControlError(400, '"path_regex" is not a regular expression.');
    }
}
