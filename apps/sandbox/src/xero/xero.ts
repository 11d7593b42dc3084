import type { Emulator, EmulatorFrame } from '../emulators/emulator.ts';
import { sendHtml, sendJson } from '../exchange.ts';
import type { Exchange } from '../exchange.ts';
import { handleApi } from './api.ts';
import type { Replays } from './api.ts';
import type { Books, Organisation } from './books.ts';
import { controlVerbs } from './control.ts';
import { generateBooks, INITIAL_SEED } from './generate.ts';
import type { Seed } from './generate.ts';
import { handleAuthorize, handleConnections, handleToken } from './oauth.ts';
import type { OAuthContext } from './oauth.ts';
import { gatewayRefusal, Refusal, sendReply } from './reply.ts';
import { textOf } from './row.ts';
import { Throttle } from './throttle.ts';
import { Tokens } from './tokens.ts';
import { Webhooks } from './webhooks.ts';
import type { WriteContext } from './write.ts';

const MAX_BODY_BYTES = 10_485_760;
const CEILING_MS = 120_000;
const API_PATH = /^\/api\.xro\/2\.0\/(.+)$/;

const TENANTS = [
    { tenantId: '70784a63-d24b-46a9-a4db-0e70a274b056', name: 'Maple Florists Ltd', shortCode: '!mF1st', isDemo: false },
    { tenantId: 'e0da6937-de07-4a14-adee-37abfac298ce', name: 'Globex Trading (日本)', shortCode: '!gL0bx', isDemo: false },
    { tenantId: 'b1e3c6f0-2a0e-4f53-9d0a-5a4f7c1d2e3b', name: 'Demo Company (NZ)', shortCode: '!dEm0c', isDemo: true }
];

/** An organisation whose rows are made when they are first asked for. */
class LazyOrganisation implements Organisation {
    readonly tenantId: string;
    readonly name: string;
    readonly shortCode: string;
    readonly isDemo: boolean;
    readonly #nowMs: () => number;
    #seed: Seed;
    #books: Books | undefined;

    constructor({ tenantId, name, shortCode, isDemo }: (typeof TENANTS)[number], seed: Seed, nowMs: () => number) {
        this.tenantId = tenantId;
        this.name = name;
        this.shortCode = shortCode;
        this.isDemo = isDemo;
        this.#seed = seed;
        this.#nowMs = nowMs;
    }

    get books(): Books {
        this.#books ??= generateBooks(this.#seed, this.#nowMs());
        return this.#books;
    }

    reseed(seed: Seed): void {
        this.#seed = seed;
        this.#books = undefined;
    }
}

/** Xero: its sign-in, the Accounting API, and its webhooks. */
export function createXero({ url, clock }: EmulatorFrame): Emulator {
    const nowMs = () => clock.nowMs();
    const settings = { throttle: true };
    const tokens = new Tokens(nowMs);
    const throttle = new Throttle();
    const webhooks = new Webhooks(clock, `${url}/api.xro/2.0`);
    const replays: Replays = new Map();
    const organisations = new Map(
        TENANTS.map((tenant, index) => [tenant.tenantId, new LazyOrganisation(tenant, { ...INITIAL_SEED, seed: index + 1 }, nowMs)])
    );
    const report: WriteContext['report'] = (change) => webhooks.report(change);
    const writeContext = (organisation: Organisation): WriteContext => ({ organisation, nowMs: nowMs(), places: 4, report });
    const oauth = { tokens, organisations };

    const answerApi = (exchange: Exchange, rest: string, isRefused: boolean): void => {
        const { headers } = exchange.request;
        const places = exchange.url.searchParams.get('unitdp') === '4' || /^purchaseorders/i.test(rest) ? 4 : 2;
        answer(exchange, places, () => {
            if (isRefused) throw new Refusal(429, '');
            const grant = tokens.authenticate(headers.authorization);
            const tenantId = textOf(headers['xero-tenant-id'])?.toLowerCase();
            const organisation = organisations.get(tenantId ?? '');
            const isConnected = tokens.connections(grant.clientId).some((connection) => connection.tenantId === tenantId);
            if (!organisation || !isConnected) throw gatewayRefusal(403, 'AuthenticationUnsuccessful');
            const path = rest.split('/').map(decode);
            sendReply(exchange, handleApi({ ...writeContext(organisation), places, grant, replays }, exchange, path), places);
        });
    };

    return {
        maxBodyBytes: MAX_BODY_BYTES,
        refuseBody: ({ response }) => sendHtml(response, 413, ''),
        ceiling: { ms: CEILING_MS, respond: ({ response }) => sendHtml(response, 504, '<html><body>504 Gateway Time-out</body></html>') },
        receive(exchange) {
            const { response, request } = exchange;
            const pathname = exchange.url.pathname.replace(/^\/[^/]+/, '');
            const rest = API_PATH.exec(pathname)?.[1];
            if (rest === undefined) return () => answer(exchange, 2, () => answerOAuth(oauth, exchange, pathname));
            const tenantId = textOf(request.headers['xero-tenant-id']) ?? '';
            const entered = throttle.enter(
                tokens.clientOf(request.headers.authorization),
                tenantId,
                settings.throttle ? nowMs() : undefined
            );
            response.once('close', entered.leave);
            for (const [name, value] of Object.entries(entered.headers)) response.setHeader(name, value);
            return () => answerApi(exchange, rest, entered.isRefused);
        },
        verbs: controlVerbs({
            organisations,
            settings,
            throttle,
            tokens,
            webhooks,
            writeContext,
            seed: ({ tenantId }, seed) => organisations.get(tenantId)?.reseed(seed)
        }),
        reset() {
            settings.throttle = true;
            tokens.clear();
            throttle.clear();
            webhooks.clear();
            replays.clear();
            for (const [index, organisation] of [...organisations.values()].entries())
                organisation.reseed({ ...INITIAL_SEED, seed: index + 1 });
        }
    };
}

function answer(exchange: Exchange, places: number, run: () => void): void {
    try {
        run();
    } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        sendReply(exchange, error.reply, places);
    }
}

/** Everything that is not the Accounting API. */
function answerOAuth(oauth: OAuthContext, exchange: Exchange, pathname: string): void {
    if (pathname === '/identity/connect/authorize') return handleAuthorize(oauth, exchange);
    if (pathname === '/connect/token') return handleToken(oauth, exchange, false);
    if (pathname === '/connect/revocation') return handleToken(oauth, exchange, true);
    if (/^\/connections(?:\/[^/]+)?$/.test(pathname)) return handleConnections(oauth, exchange);
    sendJson(exchange.response, 404, { message: `There is nothing at ${pathname}.` });
}

function decode(segment: string): string {
    try {
        return decodeURIComponent(segment);
    } catch {
        return segment;
    }
}
