import type { Emulator, EmulatorFrame } from '../emulators/emulator.ts';
import { sendJson } from '../exchange.ts';
import type { Exchange } from '../exchange.ts';
import { Nonces } from '../oauth1/nonces.ts';
import { isSignatureValid, readSignedRequest } from '../oauth1/signed-request.ts';
import type { Problem } from '../oauth1/signed-request.ts';
import { Records } from './records.ts';
import type { RecordsReply } from './records.ts';
import { invalidLogin, Refusal } from './refusal.ts';
import { CONSUMER, Tokens } from './tokens.ts';

/** Five minutes, either way. */
const WINDOW_S = 300;
const MAX_BODY_BYTES = 10_485_760;
const CEILING_MS = 60_000;
const MAX_AUDITED = 1_000;
/** `/netsuite/<account as in its host>/services/rest/record/v1/…` */
const SERVICE = /^\/netsuite\/([a-z0-9-]+)\/services\/rest\/record\/v1(\/.*)$/;

/** One line of the login audit trail: why a call was refused, in the vendor's words. */
interface AuditedLogin {
    time: string;
    account: string | undefined;
    detail: string;
}

const DETAILS: Readonly<Record<Problem | 'realm' | 'absent', string>> = {
    absent: 'MissingTokenPassportRequiredFields',
    parameter_absent: 'MissingTokenPassportRequiredFields',
    parameter_rejected: 'parameter_rejected',
    version_rejected: 'version_rejected',
    realm: 'WrongAccount',
    signature_method_rejected: 'signature_method_rejected',
    consumer_key_unknown: 'consumer_key_unknown',
    token_rejected: 'token_rejected',
    timestamp_refused: 'InvalidTimestamp',
    nonce_rejected: 'nonce_rejected',
    nonce_used: 'NonceUsed',
    signature_invalid: 'InvalidSignature'
};

/**
 * NetSuite's REST web services with token-based authentication.
 * @see https://docs.oracle.com/en/cloud/saas/netsuite/ns-online-help/section_1534941088.html
 * @see https://docs.oracle.com/en/cloud/saas/netsuite/ns-online-help/subsect_156935170194.html
 */
export function createNetSuite({ url, clock }: EmulatorFrame): Emulator {
    const tokens = new Tokens();
    const nonces = new Nonces(WINDOW_S);
    const records = new Map<string, Records>();
    const audit: AuditedLogin[] = [];

    const refuse = (exchange: Exchange, account: string): Problem | 'realm' | 'absent' | undefined => {
        const signed = readSignedRequest(exchange);
        if (signed === undefined) return 'absent';
        if (typeof signed === 'string') return signed;
        const { realm, parameters } = signed;
        if (realm !== account || !tokens.hasAccount(account)) return 'realm';
        // HMAC-SHA1 ended with 2023.1.
        if (parameters.get('oauth_signature_method') !== 'HMAC-SHA256') return 'signature_method_rejected';
        if (parameters.get('oauth_consumer_key') !== CONSUMER.key) return 'consumer_key_unknown';
        const token = tokens.find(account, parameters.get('oauth_token'));
        if (!token?.enabled) return 'token_rejected';
        const untimely = nonces.check(signed, clock.nowMs());
        if (untimely) return untimely;
        if (!isSignatureValid(signed, exchange, { origin: url, client: CONSUMER.secret, token: token.secret })) return 'signature_invalid';
        return nonces.spend(signed, clock.nowMs()) ? undefined : 'nonce_used';
    };

    const respond = (exchange: Exchange): RecordsReply => {
        const [, host, path] = SERVICE.exec(exchange.url.pathname) ?? [];
        if (host === undefined || path === undefined) throw new Refusal(404, 'NOT_FOUND', 'The requested resource does not exist.');
        const account = host.toUpperCase().replaceAll('-', '_');
        const problem = refuse(exchange, account);
        if (problem) {
            audit.push({ time: new Date(clock.nowMs()).toISOString(), account, detail: DETAILS[problem] });
            if (audit.length > MAX_AUDITED) audit.shift();
            throw invalidLogin();
        }
        const own = records.get(account) ?? new Records();
        records.set(account, own);
        const { method, body } = exchange;
        return own.handle(method, path, exchange.url.searchParams, body, `${url}/${host}/services/rest/record/v1`);
    };

    return {
        maxBodyBytes: MAX_BODY_BYTES,
        refuseBody: ({ response }) => sendRefusal(response, new Refusal(413, 'REQUEST_TOO_LARGE', 'The request is too large.')),
        ceiling: {
            ms: CEILING_MS,
            respond: ({ response }) => sendRefusal(response, new Refusal(504, 'TIMEOUT', 'The request took too long.'))
        },
        receive(exchange) {
            return () => {
                try {
                    const { status, body, headers = {} } = respond(exchange);
                    if (body !== undefined) return sendJson(exchange.response, status, body, headers);
                    exchange.response.writeHead(status, headers).end();
                } catch (error) {
                    if (!(error instanceof Refusal)) throw error;
                    sendRefusal(exchange.response, error);
                }
            };
        },
        /**
         * - `GET tokens`, `POST tokens` `{id, enabled}`: revokes one, or takes that back
         * - `GET audit`: the login audit trail, with why each refused call was refused
         */
        verbs: {
            'GET tokens': () => ({ tokens: tokens.list() }),
            'POST tokens': ({ body }) => tokens.change(body),
            'GET audit': () => ({ logins: audit })
        },
        reset() {
            tokens.reset();
            nonces.clear();
            records.clear();
            audit.length = 0;
        }
    };
}

function sendRefusal(response: Exchange['response'], refusal: Refusal): void {
    const challenge = refusal.status === 401 ? { 'www-authenticate': 'OAuth realm="netsuite"' } : {};
    sendJson(response, refusal.status, refusal.body(), challenge);
}
