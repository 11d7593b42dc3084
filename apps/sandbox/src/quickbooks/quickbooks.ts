import { randomUUID } from 'node:crypto';
import type { Emulator, EmulatorFrame } from '../emulators/emulator.ts';
import { sendFound, sendHtml, sendJson } from '../exchange.ts';
import type { Exchange } from '../exchange.ts';
import { RedirectChains } from '../redirect-chain.ts';
import { handleApi } from './api.ts';
import { ApiError } from './api-error.ts';
import { Books } from './books.ts';
import { makeCompany, REALMS } from './company.ts';
import type { Company, Environment } from './company.ts';
import { controlVerbs } from './control.ts';
import { makeDataset } from './dataset.ts';
import { discoveryDocument, handleAuthorize, handleRevoke, handleToken, keySet, PERSON } from './oauth.ts';
import type { OAuthContext } from './oauth.ts';
import { GatewayError, replyOfError, sendReply } from './reply.ts';
import type { Reply } from './reply.ts';
import { INITIAL_SETTINGS } from './settings.ts';
import type { WriteContext } from './store-row.ts';
import { Throttle } from './throttle.ts';
import { Tokens } from './tokens.ts';
import { Webhooks } from './webhooks.ts';

const MAX_BODY_BYTES = 10_485_760;
const CEILING_MS = 120_000;
const ACCOUNTING = 'com.intuit.quickbooks.accounting';
/** `/v3/company/<realm>/…`; the host of test companies is `/sandbox` below this one. */
const API_PATH = /^(\/sandbox)?\/v3\/company\/([^/]+)\/(.+)$/;

/** QuickBooks Online: Intuit's authorization server, the accounting API, and its webhooks. */
export function createQuickBooks({ url, clock }: EmulatorFrame): Emulator {
    const nowMs = () => clock.nowMs();
    const settings = { ...INITIAL_SETTINGS };
    const tokens = new Tokens(settings, nowMs);
    const throttle = new Throttle(settings);
    const webhooks = new Webhooks(clock);
    const companies = new Map<string, Company>();
    const makeCompanies = () => {
        for (const [index, realm] of REALMS.entries()) {
            companies.set(realm.realmId, makeCompany(realm, makeDataset(nowMs(), { seed: index + 1 })));
        }
    };
    makeCompanies();
    const report: WriteContext['report'] = (change) => webhooks.report(change);
    const writeContext = (company: Company): WriteContext => ({ company, settings, nowMs: nowMs(), report });
    const behaviour: OAuthContext['behaviour'] = { callback: { mode: 'normal' } };
    const chains = new RedirectChains(`${new URL(url).pathname}/chain`);
    const oauth = { url, settings, tokens, companies, behaviour, chains, clock, nowMs };
    const verbs = controlVerbs({
        behaviour,
        companies,
        settings,
        throttle,
        tokens,
        webhooks,
        nowMs,
        writeContext,
        seed: (company, options) => {
            company.books = new Books(makeDataset(nowMs(), options));
            company.replays.clear();
            company.deposited.clear();
        }
    });

    const answerApi = (exchange: Exchange, [, sandbox, realmId = '', rest = '']: RegExpExecArray, refusal: Reply | undefined): void => {
        if (refusal) return sendReply(exchange, refusal);
        try {
            const company = authorize(oauth, exchange, { environment: sandbox === undefined ? 'production' : 'sandbox', realmId });
            const path = rest.split('/').map(decode);
            sendReply(exchange, handleApi(writeContext(company), { exchange, path }));
        } catch (error) {
            const reply = replyOfError(error, nowMs());
            if (!reply) throw error;
            sendReply(exchange, reply);
        }
    };

    return {
        maxBodyBytes: MAX_BODY_BYTES,
        refuseBody: ({ response }) => sendJson(response, 413, { message: 'Request Entity Too Large' }),
        ceiling: { ms: CEILING_MS, respond: ({ response }) => sendHtml(response, 504, '<html><body>504 Gateway Time-out</body></html>') },
        receive(exchange) {
            const { response } = exchange;
            response.setHeader('intuit_tid', `1-${randomUUID()}`);
            const pathname = exchange.url.pathname.replace(/^\/[^/]+/, '');
            const call = API_PATH.exec(pathname);
            const refusal = admit({ throttle, tokens, nowMs }, exchange, call);
            if (call) return () => answerApi(exchange, call, refusal);
            return () => (refusal ? sendReply(exchange, refusal) : answerOAuth(oauth, exchange, pathname));
        },
        verbs,
        reset() {
            Object.assign(settings, INITIAL_SETTINGS);
            behaviour.callback = { mode: 'normal' };
            tokens.clear();
            throttle.clear();
            webhooks.clear();
            makeCompanies();
        }
    };
}

/** Counts a request. @returns the refusal, if it is one too many */
function admit(
    { throttle, tokens, nowMs }: { throttle: Throttle; tokens: Tokens; nowMs(): number },
    { request, response, method }: Exchange,
    call: RegExpExecArray | null
): Reply | undefined {
    const holder = tokens.holderOf(request.headers.authorization);
    const [, , realmId = holder?.realmId, rest] = call ?? [];
    // Without a company there are no limits: sign-ins and token requests.
    if (realmId === undefined) return undefined;
    const endpoint = rest === undefined ? 'any' : rest === 'batch' ? 'batch' : 'api';
    const isRead = rest === 'query' || (rest !== undefined && method === 'GET');
    const entered = throttle.enter({ realmId, clientId: holder?.clientId ?? '', endpoint, isRead }, nowMs());
    if ('refusal' in entered) return entered.refusal;
    response.once('close', entered.leave);
    return undefined;
}

/** The company, if the token is for it. @throws {GatewayError | ApiError} */
function authorize(
    { tokens, companies }: OAuthContext,
    { request }: Exchange,
    { environment, realmId }: { environment: Environment; realmId: string }
): Company {
    const grant = tokens.authenticate(request.headers.authorization);
    const company = companies.get(realmId);
    const isAllowed = grant.realmId === realmId && grant.environment === environment && grant.scopes.includes(ACCOUNTING);
    if (!isAllowed || !company) throw new GatewayError(403, '3100', 'ApplicationAuthorizationFailed', `realmId=${realmId}`);
    if (company.state === 'no_access') throw new GatewayError(401, '120', 'AuthorizationFailure', 'The user has no access to the company');
    if (company.state === 'ended')
        throw new ApiError('6190', 'Invalid Company Status', 'Subscription period has ended or canceled or there was a billing problem');
    return company;
}

/** Everything that is not the accounting API. */
async function answerOAuth(oauth: OAuthContext, exchange: Exchange, pathname: string): Promise<void> {
    const { response, request, method, url } = exchange;
    const onward = oauth.chains.next(url.pathname);
    if (onward !== undefined) return sendHtml(response, 302, '', { location: onward });
    switch (pathname) {
        case '/connect/oauth2':
            return handleAuthorize(oauth, exchange);
        case '/oauth2/v1/tokens/bearer':
            return handleToken(oauth, exchange);
        case '/v2/oauth2/tokens/revoke':
            return handleRevoke(oauth, exchange);
        case '/op/v1/jwks':
            return sendFound(response, method, await keySet());
        case '/.well-known/openid_configuration':
        case '/.well-known/openid_sandbox_configuration':
            return sendFound(response, method, discoveryDocument(oauth.url));
        case '/v1/openid_connect/userinfo':
            return sendUserInfo(oauth, exchange);
        default:
            return sendJson(response, 404, { message: `There is nothing at ${request.url ?? '/'}.` });
    }
}

function sendUserInfo({ tokens }: OAuthContext, { request, response, method }: Exchange): void {
    try {
        const { scopes } = tokens.authenticate(request.headers.authorization);
        const { sub, givenName, familyName, email } = PERSON;
        const profile = scopes.includes('profile') ? { givenName, familyName } : {};
        sendFound(response, method, { sub, ...profile, ...(scopes.includes('email') ? { email, emailVerified: true } : {}) });
    } catch (error) {
        if (!(error instanceof GatewayError)) throw error;
        sendJson(response, 401, { error: 'invalid_token' });
    }
}

function decode(segment: string): string {
    try {
        return decodeURIComponent(segment);
    } catch {
        return segment;
    }
}
