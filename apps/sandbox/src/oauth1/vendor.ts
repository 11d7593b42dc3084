import { findPerson } from '../accounts.ts';
import { checkFields, isText } from '../check-fields.ts';
import { consentPage } from '../consent-page.ts';
import type { Emulator, EmulatorFrame } from '../emulators/emulator.ts';
import { formOf, sendHtml, sendJson } from '../exchange.ts';
import type { Exchange } from '../exchange.ts';
import { messagePage, pageHeaders } from '../html-page.ts';
import { Nonces } from './nonces.ts';
import { isSignatureValid, readSignedRequest } from './signed-request.ts';
import type { Problem as SignatureProblem, SignedRequest } from './signed-request.ts';
import { CLIENT, Store } from './store.ts';
import type { Token } from './store.ts';

const MAX_BODY_BYTES = 65_536;
const CEILING_MS = 10_000;
/** Five minutes, either way. */
const WINDOW_S = 300;
const MAX_REFUSED = 1_000;

type Problem = SignatureProblem | 'absent' | 'verifier_invalid' | 'permission_denied' | 'callback_rejected';

/** What a request of OAuth 1.0a is refused with. */
class Refusal extends Error {
    readonly problem: Problem;

    constructor(problem: Problem) {
        super(problem);
        this.problem = problem;
    }
}

interface State {
    url: string;
    nowMs: () => number;
    store: Store;
    nonces: Nonces;
    refused: { time: string; path: string; problem: Problem }[];
}

/**
 * A list of tasks whose users sign in by OAuth 1.0a (RFC 5849), with the extension for problem
 * reporting.
 * @see https://www.rfc-editor.org/rfc/rfc5849
 */
export function createOAuth1Vendor({ url, clock }: EmulatorFrame): Emulator {
    const nowMs = () => clock.nowMs();
    const state: State = { url, nowMs, store: new Store(nowMs), nonces: new Nonces(WINDOW_S), refused: [] };
    const { store } = state;
    return {
        maxBodyBytes: MAX_BODY_BYTES,
        refuseBody: ({ response }) => sendJson(response, 413, { error: 'The request is too large.' }),
        ceiling: { ms: CEILING_MS, respond: ({ response }) => sendHtml(response, 504, '<html><body>504 Gateway Time-out</body></html>') },
        receive: (exchange) => () => {
            try {
                route(state, exchange);
            } catch (error) {
                if (!(error instanceof Refusal)) throw error;
                refuse(state, exchange, error.problem);
            }
        },
        /**
         * - `GET settings`, `POST settings` `{signature_methods, confirms, callback_url,
         *   reports_problems}`
         * - `GET tokens`, `POST revoke` `{person}`: takes back what a person has given
         * - `GET refused`: why each refused request was refused
         */
        verbs: {
            'GET settings': () => store.settings,
            'POST settings': ({ body }) => store.change(body),
            'GET tokens': () => ({ tokens: store.tokens() }),
            'POST revoke': ({ body }) => {
                checkFields('The person', body, { '*person': isText });
                return { revoked: store.revoke(({ person }) => person === body['person']) };
            },
            'GET refused': () => ({ refused: state.refused })
        },
        reset() {
            store.reset();
            state.nonces.clear();
            state.refused.length = 0;
        }
    };
}

function route(state: State, exchange: Exchange): void {
    const { method, response, url } = exchange;
    const path = url.pathname.replace(/^\/oauth1/, '');
    if (path === '/request_token') return sendTemporary(state, exchange);
    if (path === '/authorize') return showConsent(state, exchange);
    if (path === '/access_token') return sendToken(state, exchange);
    if (!path.startsWith('/api/')) return sendJson(response, 404, { error: 'There is nothing at this path.' });
    const token = authenticateToken(state, exchange);
    const person = findPerson(token.person);
    if (path === '/api/me' && method === 'GET') return sendJson(response, 200, { id: token.person, name: person?.name });
    if (path === '/api/invalidate_token' && method === 'POST')
        return sendJson(response, 200, { revoked: state.store.revoke((one) => one.token === token.token) });
    if (path === '/api/tasks') {
        const made = formOf(exchange).getAll('title');
        const query = Object.fromEntries(url.searchParams);
        return sendJson(response, method === 'POST' ? 201 : 200, {
            owner: token.person,
            query,
            tasks: made,
            body: exchange.body.toString()
        });
    }
    sendJson(response, 404, { error: 'There is nothing at this path.' });
}

/** §2.1 */
function sendTemporary(state: State, exchange: Exchange): void {
    const { store } = state;
    const signed = authenticate(state, exchange, { secret: undefined });
    if (signed.parameters.has('oauth_token')) throw new Refusal('parameter_rejected');
    const callback = signed.parameters.get('oauth_callback') ?? '';
    const { callbackUrl, confirms } = store.settings;
    const address = URL.parse(callback);
    if (!address) throw new Refusal(callback === '' ? 'parameter_absent' : 'callback_rejected');
    if (callbackUrl !== undefined && `${address.origin}${address.pathname}` !== callbackUrl) throw new Refusal('callback_rejected');
    const { token, secret } = store.issueTemporary(callback);
    sendForm(exchange, { oauth_token: token, oauth_token_secret: secret, ...(confirms ? { oauth_callback_confirmed: 'true' } : {}) });
}

/** §2.2 */
function showConsent({ store }: State, exchange: Exchange): void {
    const { method, response, url } = exchange;
    const headers = pageHeaders({ openerPolicy: null });
    const temporary = store.findTemporary(url.searchParams.get('oauth_token'));
    if (!temporary || temporary.approval)
        return sendHtml(response, 400, messagePage('This link is over', 'Go back to the app and start again.'), headers);
    const granted = ['profile'];
    if (method !== 'POST') {
        const hints = { loginHint: undefined, isHintIgnored: false, isApproved: true };
        return sendHtml(response, 200, consentPage({ appName: CLIENT.name, granted, withheld: [], ...hints }), headers);
    }
    const form = formOf(exchange);
    const target = new URL(temporary.callback);
    const person = findPerson(form.get('account') ?? '');
    if (form.get('decision') === 'allow' && person) {
        target.searchParams.set('oauth_token', temporary.token);
        target.searchParams.set('oauth_verifier', store.approve(temporary, person.id));
    } else {
        store.spend(temporary);
        target.searchParams.set('denied', temporary.token);
    }
    response.statusCode = 302;
    response.setHeader('location', target.href);
    response.end();
}

/** §2.3: the temporary credentials are good for one request with a right signature. */
function sendToken(state: State, exchange: Exchange): void {
    const { store } = state;
    const read = readSignedRequest(exchange);
    const given = typeof read === 'object' ? read.parameters : undefined;
    const temporary = store.findTemporary(given?.get('oauth_token'));
    const { parameters } = authenticate(state, exchange, { secret: temporary?.secret, isTokenKnown: temporary !== undefined });
    if (!temporary) throw new Refusal('token_rejected');
    store.spend(temporary);
    if (!temporary.approval) throw new Refusal('permission_denied');
    if (parameters.get('oauth_verifier') !== temporary.approval.verifier) throw new Refusal('verifier_invalid');
    const { token, secret, person } = store.issueToken(temporary.approval.person);
    sendForm(exchange, { oauth_token: token, oauth_token_secret: secret, user_id: person, screen_name: findPerson(person)?.name ?? '' });
}

/** §3.1 */
function authenticateToken(state: State, exchange: Exchange): Token {
    const read = readSignedRequest(exchange);
    const token = state.store.findToken(typeof read === 'object' ? read.parameters.get('oauth_token') : undefined);
    authenticate(state, exchange, { secret: token?.secret, isTokenKnown: token !== undefined });
    if (!token) throw new Refusal('token_rejected');
    return token;
}

/** §3.2: method, app, token, time, signature and nonce. @throws {Refusal} */
function authenticate(
    { url, nowMs, store, nonces }: State,
    exchange: Exchange,
    { secret, isTokenKnown = true }: { secret: string | undefined; isTokenKnown?: boolean }
): SignedRequest {
    const signed = readSignedRequest(exchange);
    if (signed === undefined) throw new Refusal('absent');
    if (typeof signed === 'string') throw new Refusal(signed);
    const { parameters } = signed;
    if (!store.settings.signatureMethods.includes(parameters.get('oauth_signature_method') ?? ''))
        throw new Refusal('signature_method_rejected');
    if (parameters.get('oauth_consumer_key') !== CLIENT.key) throw new Refusal('consumer_key_unknown');
    const untimely = nonces.check(signed, nowMs());
    if (untimely) throw new Refusal(untimely);
    if (!isTokenKnown) throw new Refusal('token_rejected');
    const keys = { origin: url, client: CLIENT.secret, ...(secret === undefined ? {} : { token: secret }) };
    if (!isSignatureValid(signed, exchange, keys)) throw new Refusal('signature_invalid');
    if (!nonces.spend(signed, nowMs())) throw new Refusal('nonce_used');
    return signed;
}

function sendForm({ response }: Exchange, fields: Record<string, string>): void {
    response.statusCode = 200;
    response.setHeader('content-type', 'application/x-www-form-urlencoded');
    response.setHeader('cache-control', 'no-store');
    response.end(new URLSearchParams(fields).toString());
}

/** §3.2: what is malformed is 400, the rest 401. */
const MALFORMED: readonly Problem[] = [
    'parameter_absent',
    'parameter_rejected',
    'version_rejected',
    'signature_method_rejected',
    'callback_rejected'
];

function refuse(state: State, { response, url }: Exchange, problem: Problem): void {
    const { refused, store, nowMs } = state;
    refused.push({ time: new Date(nowMs()).toISOString(), path: url.pathname, problem });
    if (refused.length > MAX_REFUSED) refused.shift();
    const status = MALFORMED.includes(problem) ? 400 : 401;
    response.statusCode = status;
    if (status === 401) response.setHeader('www-authenticate', 'OAuth realm="sandbox"');
    if (!store.settings.reportsProblems) {
        response.setHeader('content-type', 'text/plain; charset=utf-8');
        response.end('The request is not authorized.');
        return;
    }
    const seconds = Math.floor(nowMs() / 1000);
    const near = problem === 'timestamp_refused' ? { oauth_acceptable_timestamps: `${seconds - WINDOW_S}-${seconds + WINDOW_S}` } : {};
    response.setHeader('content-type', 'application/x-www-form-urlencoded');
    response.end(new URLSearchParams({ oauth_problem: problem === 'absent' ? 'parameter_absent' : problem, ...near }).toString());
}
