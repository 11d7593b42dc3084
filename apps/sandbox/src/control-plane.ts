import { APPLICATION_SECRET, COMPANIES, findPerson, OAUTH_CC_CLIENT, OAUTH_CLIENT, PEOPLE, SCOPES } from './accounts.ts';
import type { BrowserBehaviour } from './authorization-server.ts';
import { parseCallbackPlan } from './callback-delivery.ts';
import { isHeaderText, isInteger, InvalidInput } from './check-fields.ts';
import { CERTIFICATES, requireCertificateKind } from './certificates.ts';
import type { ServerCertificate } from './certificates.ts';
import type { Credentials } from './credentials.ts';
import type { ControlInput, ControlVerb } from './emulators/emulator.ts';
import type { EmulatorHost } from './emulators/emulator-host.ts';
import { sendJson } from './exchange.ts';
import type { Exchange } from './exchange.ts';
import { parseFaultRules } from './faults.ts';
import type { FaultList } from './faults.ts';
import { readPattern } from './journal.ts';
import type { Journal } from './journal.ts';
import { MODES } from './modes.ts';
import type { ClientModes } from './modes.ts';
import type { Orders } from './orders.ts';
import { APPS } from './quickbooks/oauth-clients.ts';
import { parseRateLimit } from './rate-limits.ts';
import type { RateLimits } from './rate-limits.ts';
import type { SigningKeys } from './signing-keys.ts';
import type { TokenCalls } from './token-calls.ts';
import type { TokenStore } from './token-store.ts';
import { clientAt, hasSignIn, markOf, type Vendor, VENDORS } from './vendors.ts';
import { parseWebhookOrder, type WebhookSender } from './webhook-sender.ts';

export interface Controlled {
    behaviour: BrowserBehaviour;
    calls: TokenCalls;
    /** Undefined: the public port serves http. */
    certificate: ServerCertificate | undefined;
    credentials: Credentials;
    emulators: ReadonlyMap<string, EmulatorHost>;
    faults: FaultList;
    journal: Journal;
    limits: RateLimits;
    modes: ClientModes;
    orders: Orders;
    signingKeys: SigningKeys;
    store: TokenStore;
    webhooks: WebhookSender;
}

type Verb = (controlled: Controlled, input: ControlInput) => unknown;

/** The caller's mistake; becomes a JSON response with this status. */
class ControlError extends Error {
    readonly status: 400 | 404;
    constructor(status: 400 | 404, message: string) {
        super(message);
        this.status = status;
    }
}

/**
 * What the control plane can do, `<METHOD> /_ctl/<verb>`, with its body.
 *
 * - `GET accounts`: all accounts and keys
 * - `GET vendors`: the made-up services, with the demo product's OAuth app at each
 * - `GET modes`, `POST modes` `{client_id?, <mode>: <value>, …}`: deviations of the authorization
 * server for a client (default `patchbay-sandbox`), see modes.ts. Modes that are not named stay.
 * - `POST callback` `{mode, error?, error_description?, ms?, hops?}`: see callback-delivery.ts
 * - `POST coop` `{value}`: the pages' `cross-origin-opener-policy`; null for none
 * - `POST clock` `{advance_s}`: moves time for codes, tokens, grants and grace periods
 * - `POST revoke` `{account, client_id?}`, `{grant}`, `{key}` or `{user}`: revokes grants, disables
 * a key or user
 * - `POST narrow` `{account, scopes}`: revokes scopes; tokens keep the others
 * - `POST restore` `{key}`, `{user}` or nothing: enables these, or everything
 * - `POST rotate` `{key}` or `{user}`: replaces a key or a password
 * - `POST signing-keys` `{account, algorithm?}`, `DELETE signing-keys` `{id}`: makes a key for
 * tokens of `/signed`, takes it back
 * - `GET faults`, `POST faults` `[{match?, action, times?}]`: rules for single requests, see
 * faults.ts
 * - `GET limits`, `POST limits` `{section, windows: [{requests, per_ms}], headers?, retry_after?}`:
 * how many requests each key of `keyed`, `bearer` or `basic` may send, and has sent, see
 * rate-limits.ts. Without windows the limit ends.
 * - `GET journal`, `DELETE journal` `?path_regex`: the requests received, with secrets hashed, and
 * whether the caller disconnected (`aborted`); deletes them and the token calls
 * - `GET token-calls`: counts of the token endpoint, see token-calls.ts
 * - `GET webhooks`, `POST webhooks` `{form, url, secret, account?, id?, age_s?, retries_ms?,
 * tampered_body?}`: sends a webhook as a provider does, to an address on this machine, and tells
 * what became of it, see webhook-sender.ts and webhook-forms.ts
 * - `GET certificate`, `POST certificate` `{kind}`: which certificate the public port shows, where
 * it serves https, see certificates.ts
 * - `POST reset`: restores the initial state
 * - `<METHOD> <emulator>/<verb>`: one emulator's reset, clock, faults, journal, counters and own
 * verbs, see emulators/emulator-host.ts
 */
const VERBS: Readonly<Record<string, Verb>> = {
    'POST reset': ({ behaviour, calls, certificate, credentials, emulators, faults, journal, limits, modes, orders, store, webhooks }) => {
        Object.assign(behaviour, INITIAL_BEHAVIOUR);
        calls.clear();
        certificate?.reset();
        credentials.reset();
        for (const emulator of emulators.values()) emulator.reset();
        faults.set([]);
        journal.clear();
        limits.clear();
        modes.reset();
        orders.clear();
        store.clear();
        webhooks.clear();
        return { reset: true };
    },
    'POST revoke': ({ credentials, store }, { body }) => {
        const { client_id: clientId, ...given } = record(body);
        const [kind, name] = target(given, ['account', 'grant', 'key', 'user']);
        if (clientId !== undefined && (kind !== 'account' || typeof clientId !== 'string'))
            throw new ControlError(400, '"client_id" is a text that goes with "account".');
        if (kind === 'account') return { account: name, grants_revoked: store.revokeAccount(account(name), clientId) };
        if (kind === 'grant') {
            if (!store.revokeGrant(name)) throw new ControlError(404, 'There is no such grant.');
            return { grant: name, grants_revoked: 1 };
        }
        return setEnabled(credentials, kind, name, false);
    },
    'POST narrow': ({ store }, { body }) => {
        const { account: name, scopes } = record(body);
        const isList = Array.isArray(scopes) && scopes.every((scope): scope is string => Object.hasOwn(SCOPES, String(scope)));
        if (!isList) throw new ControlError(400, `"scopes" must be a list out of ${Object.keys(SCOPES).join(', ')}.`);
        return { account: name, scopes, grants_narrowed: store.narrowAccount(account(name), scopes) };
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
        const [kind, name] = target(body, ['key', 'user']);
        const fresh = kind === 'key' ? credentials.rotateKey(name) : credentials.changePassword(name);
        if (fresh === undefined) throw new ControlError(404, `There is no such ${kind}.`);
        return kind === 'key' ? { key: fresh } : { user: name, password: fresh };
    },
    'POST signing-keys': ({ signingKeys }, { body }) => {
        const { account: name, algorithm } = record(body);
        return signingKeys.create(name, algorithm);
    },
    'DELETE signing-keys': ({ signingKeys }, { body }) => {
        const { id } = record(body);
        if (!signingKeys.revoke(id)) throw new ControlError(404, 'There is no such key.');
        return { id };
    },
    'POST faults': ({ faults }, { body }) => {
        faults.set(parseFaultRules(body));
        return { faults: faults.list() };
    },
    'GET faults': ({ faults }) => ({ faults: faults.list() }),
    'POST limits': ({ limits }, { body }) => {
        limits.set(parseRateLimit(record(body)));
        return limits.list();
    },
    'GET limits': ({ limits }) => limits.list(),
    'POST coop': ({ behaviour }, { body }) => {
        const { value } = record(body);
        if (value !== null && !(typeof value === 'string' && isHeaderText(value)))
            throw new ControlError(400, '"value" must be a header value, or null.');
        behaviour.openerPolicy = value;
        return { value };
    },
    'POST callback': ({ behaviour }, { body }) => {
        behaviour.callback = parseCallbackPlan(record(body));
        return behaviour.callback;
    },
    'GET modes': ({ modes }) => ({ modes: modes.all(), meanings: MODES }),
    'POST modes': ({ modes }, { body }) => {
        const { client_id: clientId = OAUTH_CLIENT.id, ...changes } = record(body);
        return { client_id: clientId, ...modes.change(String(clientId), changes) };
    },
    'POST clock': ({ store }, { body }) => {
        const { advance_s: seconds } = record(body);
        if (!isInteger(0, MAX_ADVANCE_S)(seconds))
            throw new ControlError(400, `"advance_s" must be whole seconds, ${MAX_ADVANCE_S} at most.`);
        store.age(Number(seconds));
        return { advance_s: seconds };
    },
    'GET journal': ({ journal }, { query }) => ({ requests: journal.list(readPattern(query.get('path_regex') ?? '')) }),
    'DELETE journal': ({ calls, journal }) => {
        calls.clear();
        journal.clear();
        return { cleared: true };
    },
    'GET token-calls': ({ calls, store }) => ({
        grants: calls.grants().map((grant) => ({ ...grant, live: store.isGrantLive(grant.grant) })),
        refresh_tokens: calls.refreshTokens()
    }),
    'GET vendors': () => ({
        vendors: VENDORS.map((vendor) => ({
            id: vendor.id,
            name: vendor.name,
            trade: vendor.trade,
            mark: markOf(vendor, 48),
            ...(hasSignIn(vendor) ? { client: clientAt(vendor) } : {}),
            ...webhookSecretOf(vendor)
        }))
    }),
    'GET certificate': (controlled) => ({ kind: requireTls(controlled).kind, meanings: CERTIFICATES }),
    'POST certificate': async (controlled, { body }) => {
        const kind = requireCertificateKind(record(body)['kind']);
        await requireTls(controlled).show(kind);
        return { kind };
    },
    'POST webhooks': ({ webhooks }, { body }) => webhooks.send(parseWebhookOrder(record(body))),
    'GET webhooks': ({ webhooks }) => ({ webhooks: webhooks.list() }),
    'GET accounts': ({ credentials }) => ({
        people: PEOPLE,
        companies: COMPANIES,
        keys: credentials.keys(),
        application_secret: APPLICATION_SECRET,
        basic_users: credentials.users(),
        oauth_clients: [OAUTH_CLIENT, OAUTH_CC_CLIENT]
    })
};

export const INITIAL_BEHAVIOUR: Readonly<BrowserBehaviour> = { openerPolicy: null, callback: { mode: 'normal' } };

/** Ten years: further than any token lives. */
const MAX_ADVANCE_S = 10 * 365 * 86_400;

/** Handles `/_ctl/<verb>`, JSON in and out; errors are `{error}` with 400, 403 or 404. */
export async function handleControl(controlled: Controlled, { request, response, method, url, body }: Exchange): Promise<void> {
    // No password, but no web page may use it: neither cross-origin nor by DNS rebinding.
    if (request.headers.origin !== undefined || !/^(localhost|127\.0\.0\.1|[\w.-]+\.localhost)(:\d+)?$/i.test(request.headers.host ?? '')) {
        return sendJson(response, 403, { error: 'The control plane is for programs on this machine.' });
    }
    try {
        const verb = findVerb(controlled, method, url.pathname.replace(/^\/_ctl\//, ''));
        sendJson(response, 200, await verb({ body: parseJson(body), query: url.searchParams }));
    } catch (error) {
        if (error instanceof ControlError) return sendJson(response, error.status, { error: error.message });
        if (error instanceof InvalidInput) return sendJson(response, 400, { error: error.message });
        throw error;
    }
}

/** The same as `POST /_ctl/<verb>`. */
export async function callControl(controlled: Controlled, verb: string, body: unknown): Promise<void> {
    await findVerb(controlled, 'POST', verb)({ body, query: new URLSearchParams() });
}

/** What the made-up service signs its webhooks with, where it sends any. */
function webhookSecretOf(vendor: Vendor): { webhook_secret?: string } {
    const app = APPS.find(({ id }) => id === clientAt(vendor).id);
    return app ? { webhook_secret: app.verifierToken } : {};
}

function findVerb(controlled: Controlled, method: string, path: string): ControlVerb {
    const [id = '', ...rest] = path.split('/');
    const emulator = rest.length > 0 ? controlled.emulators.get(id) : undefined;
    const own = emulator?.verb(`${method} ${rest.join('/')}`);
    if (own) return own;
    if (emulator) throw new ControlError(404, `The emulator has: ${emulator.verbNames().join(', ')}, each under /_ctl/${id}/.`);
    const verb = VERBS[`${method} ${path}`];
    if (!verb) throw new ControlError(404, `The control plane has: ${Object.keys(VERBS).join(', ')}, each under /_ctl/.`);
    return (input) => verb(controlled, input);
}

function setEnabled(credentials: Credentials, kind: 'key' | 'user', name: string, enabled: boolean): unknown {
    const isKnown = kind === 'key' ? credentials.setKeyEnabled(name, enabled) : credentials.setUserEnabled(name, enabled);
    if (!isKnown) throw new ControlError(404, `There is no such ${kind}.`);
    return { [kind]: name, enabled };
}

function requireTls({ certificate }: Controlled): ServerCertificate {
    if (!certificate) throw new ControlError(400, 'The sandbox serves http. Start it with --tls <directory>.');
    return certificate;
}

function account(id: unknown): string {
    const person = findPerson(String(id));
    if (!person) throw new ControlError(404, 'There is no such account.');
    return person.id;
}

/** The one thing a verb is about, such as `{account}` or `{key}`. */
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
