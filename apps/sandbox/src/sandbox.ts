import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { OAUTH_CC_CLIENT } from './accounts.ts';
import { APIS, isStreamed, sendThrottled } from './apis.ts';
import { createAuthorizationServer } from './authorization-server.ts';
import { callerOf, isKeySection } from './callers.ts';
import { ServerCertificate, ThrowAwayAuthority } from './certificates.ts';
import { InvalidInput } from './check-fields.ts';
import { callControl, handleControl, INITIAL_BEHAVIOUR } from './control-plane.ts';
import { Credentials } from './credentials.ts';
import { EmulatorHost } from './emulators/emulator-host.ts';
import { EMULATORS } from './emulators/list.ts';
import { formOf, openExchange, readBody, sendHtml, sendJson } from './exchange.ts';
import type { Exchange } from './exchange.ts';
import { applyFault } from './fault-actions.ts';
import { FaultList } from './faults.ts';
import { messagePage, pageHeaders } from './html-page.ts';
import type { Key } from './gem/keys.ts';
import { Journal } from './journal.ts';
import { readModesForm } from './modes-form.ts';
import { ClientModes } from './modes.ts';
import { Orders } from './orders.ts';
import { RateLimits } from './rate-limits.ts';
import { rememberTcpSockets } from './reset-connection.ts';
import type { RateLimitDecision } from './rate-limits.ts';
import { Sessions } from './sessions.ts';
import { SigningKeys } from './signing-keys.ts';
import { rootPage } from './root-page.ts';
import { runScenario } from './scenario.ts';
import { TokenCalls } from './token-calls.ts';
import { TokenStore } from './token-store.ts';
import { vendorPage } from './vendor-page.ts';
import { SIGN_IN_CLIENTS, VENDORS } from './vendors.ts';
import { WebhookSender } from './webhook-sender.ts';
import { UsedNonces } from './wsse-api.ts';

export interface Sandbox {
    /** The public origin, without a slash at its end. */
    url: string;
    /** The control plane's origin: `<controlUrl>/_ctl/<verb>`. */
    controlUrl: string;
    /** The authority that clients have to trust, as PEM, where the public port serves https. */
    authority?: string;
    stop(): Promise<void>;
}

export interface SandboxOptions {
    /** 0, the default, is any free port. */
    port?: number;
    controlPort?: number;
    host?: string;
    /**
     * The origin for browsers and servers, default `http://localhost:<port>`; it is the OAuth
     * issuer's.
     */
    publicUrl?: string;
    /** Serves https on the public port, with a certificate of an authority that is made now. */
    tls?: boolean;
    /** Files that say what it is like at the start, see scenario.ts. */
    scenarios?: readonly string[];
}

/**
 * Starts an OAuth 2 server (`/oauth`), its API (`/api`), APIs with two keys, one key and basic
 * authentication (`/keyed`, `/bearer`, `/basic`), a login of its own (`/session`), tokens that
 * callers sign (`/signed`), sessions of organizations (`/bill`), requests that a
 * password signs (`/wsse`), emulators of vendors (`/gem`), and
 * the control plane on its own port.
 * @throws the listening error (`EADDRINUSE` …), or a TypeError if `publicUrl` is not an origin of
 * the scheme that is served, or an InvalidInput for a scenario
 */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
    const { publicUrl: givenUrl, tls = false } = options;
    if (givenUrl !== undefined) assertOrigin(givenUrl, tls);
    const webhooks = new WebhookSender();
    const servers = await listenOnPorts(options);
    const { publicServer, controlServer, secure } = servers;
    const stop = async () => {
        webhooks.stop();
        await servers.close();
    };
    const controlUrl = `http://127.0.0.1:${portOf(controlServer)}`;
    const ownUrl = `${tls ? 'https' : 'http'}://localhost:${portOf(publicServer)}`;
    const publicUrl = givenUrl === undefined ? ownUrl : new URL(givenUrl).origin;
    const credentials = new Credentials();
    const faults = new FaultList();
    const journal = new Journal();
    const calls = new TokenCalls();
    const modes = new ClientModes([...SIGN_IN_CLIENTS, OAUTH_CC_CLIENT].map(({ id }) => id));
    const store = new TokenStore(modes);
    const limits = new RateLimits();
    const shared = sharedState(credentials);
    const emulators = new Map(Object.entries(EMULATORS).map(([id, create]) => [id, new EmulatorHost(create, `${publicUrl}/${id}`)]));
    const behaviour = { ...INITIAL_BEHAVIOUR };
    const authorizationServer = createAuthorizationServer({ publicUrl, modes, store, calls, behaviour });

    const askLimit = ({ request, url, arrivedAtMs }: Exchange): RateLimitDecision | undefined => {
        const section = sectionOf(url);
        if (!isKeySection(section) || !limits.hasLimit(section)) return undefined;
        const caller = callerOf(credentials, section, request.headers);
        return caller && limits.arrive(section, caller, arrivedAtMs);
    };
    const route = async (exchange: Exchange, verdict: RateLimitDecision | undefined): Promise<void> => {
        const { response, url, method } = exchange;
        const section = sectionOf(url);
        for (const [name, value] of Object.entries(verdict?.headers ?? {})) response.setHeader(name, value);
        if (isKeySection(section) && verdict?.isAccepted === false) return sendThrottled(response, section);
        if (section === 'oauth') return authorizationServer.handle(exchange);
        const api = Object.hasOwn(APIS, section) ? APIS[section] : undefined;
        if (api) return api({ ...shared, authorizationServer, publicUrl }, exchange);
        if (url.pathname === '/' && method === 'GET') {
            return sendHtml(response, 200, rootPage({ credentials, modes, publicUrl, controlUrl }), pageHeaders({ openerPolicy: null }));
        }
        const vendor = VENDORS.find(({ id }) => url.pathname === `/${id}`);
        if (vendor && method === 'GET')
            return sendHtml(response, 200, vendorPage(vendor, credentials, gemKeysIn(emulators)), pageHeaders({ openerPolicy: null }));
        if (url.pathname === '/modes' && method === 'POST') return changeModes(modes, exchange);
        sendJson(response, 404, { error: 'There is nothing at this path.' });
    };
    serve(publicServer, async (exchange) => {
        const emulator = emulators.get(wellKnownSectionOf(exchange.url) ?? sectionOf(exchange.url));
        if (emulator) return emulator.serve(exchange);
        // Before anything is awaited: limits and their measurements go by the order of arrival.
        const verdict = askLimit(exchange);
        const early = faults.takeUnread(exchange);
        if (early) {
            journal.record(exchange);
            return applyFault(exchange, early, () => route(exchange, verdict));
        }
        const isReady = isStreamed(exchange.url.pathname) || (await readBody(exchange));
        journal.record(exchange);
        if (!isReady) return;
        const fault = faults.take(exchange);
        const handle = () => route(exchange, verdict);
        await (fault ? applyFault(exchange, fault, handle) : handle());
    });
    const certificate = secure?.certificate;
    const controlled = { ...shared, behaviour, calls, certificate, emulators, faults, journal, limits, modes, store, webhooks };
    serve(controlServer, async (exchange) => {
        if (await readBody(exchange)) await handleControl(controlled, exchange);
    });
    try {
        for (const file of options.scenarios ?? []) await runScenario(file, (verb, body) => callControl(controlled, verb, body));
    } catch (error) {
        await stop();
        throw error;
    }
    return { url: publicUrl, controlUrl, stop, ...(secure ? { authority: secure.authority.cert } : {}) };
}

/** What several of the APIs keep. */
function sharedState(credentials: Credentials) {
    const sessions = new Sessions(credentials);
    return { credentials, orders: new Orders(), sessions, signingKeys: new SigningKeys(), usedNonces: new UsedNonces() };
}

/** @throws the listening error */
async function listenOnPorts({ port = 0, controlPort = 0, host = '127.0.0.1', publicUrl, tls = false }: SandboxOptions) {
    const secure = tls ? await createSecureServer(publicUrl) : undefined;
    const publicServer = secure?.server ?? createServer();
    const controlServer = createServer();
    const closeBoth = async () => {
        await Promise.all([close(publicServer), close(controlServer)]);
    };
    try {
        await listen(publicServer, port, host);
        // Loopback whatever `host` says: it has no password.
        await listen(controlServer, controlPort, '127.0.0.1');
    } catch (error) {
        await closeBoth();
        throw error;
    }
    return { publicServer, controlServer, secure, close: closeBoth };
}

async function createSecureServer(publicUrl: string | undefined) {
    const names = publicUrl === undefined ? [] : [new URL(publicUrl).hostname];
    const authority = await ThrowAwayAuthority.make([...new Set(['localhost', '127.0.0.1', ...names])]);
    const right = await authority.issue();
    const server = createTlsServer(right);
    rememberTcpSockets(server);
    return { server, authority, certificate: new ServerCertificate(server, authority, right) };
}

function gemKeysIn(emulators: ReadonlyMap<string, EmulatorHost>): string[] {
    // As the control plane has it.
    const keys = emulators.get('gem')?.verb('GET keys')?.({ body: undefined, query: new URLSearchParams() }) as { keys: readonly Key[] };
    return keys.keys.filter(({ kind, enabled }) => kind === 'shareable' && enabled).map(({ key }) => key);
}

/** The root page's form. Sec-Fetch-Site, which scripts can't set, keeps other pages out (CSRF). */
function changeModes(modes: ClientModes, exchange: Exchange): void {
    const { request, response } = exchange;
    const headers = pageHeaders({ openerPolicy: null });
    if (request.headers['sec-fetch-site'] !== 'same-origin') {
        return sendHtml(response, 403, messagePage('Not from here', 'Only the sandbox’s own page can change this.'), headers);
    }
    try {
        const changes = readModesForm(formOf(exchange));
        for (const { id } of SIGN_IN_CLIENTS) modes.change(id, changes);
    } catch (error) {
        if (!(error instanceof InvalidInput)) throw error;
        return sendHtml(response, 400, messagePage('Nothing was changed', error.message), headers);
    }
    sendHtml(response, 303, '', { location: '/#modes' });
}

/** RFC 8615: metadata of an address stands in front of its path. */
function wellKnownSectionOf({ pathname }: URL): string | undefined {
    return /^\/\.well-known\/[^/]+\/([^/]+)/.exec(pathname)?.[1];
}

/** The third party that a path belongs to. */
function sectionOf({ pathname }: URL): string {
    return pathname.split('/')[1] ?? '';
}

function serve(server: Server, handle: (exchange: Exchange) => Promise<void>): void {
    const handleRequest = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
        try {
            const exchange = openExchange(request, response);
            if (exchange) await handle(exchange);
        } catch (error) {
            // A defect of the sandbox, not an injected fault: it must not look like a third party's
            // response.
            console.error(error);
            response.destroy();
        }
    };
    server.on('request', (request, response) => void handleRequest(request, response));
}

function listen(server: Server, port: number, host: string): Promise<void> {
    return new Promise((resolve, reject) => {
        server.once('error', reject).listen(port, host, () => {
            server.off('error', reject);
            resolve();
        });
    });
}

function close(server: Server): Promise<void> {
    return new Promise((resolve) => {
        server.close(() => resolve());
        // Requests that hang on purpose would keep it open for ever.
        server.closeAllConnections();
    });
}

function portOf(server: Server): number {
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('The server is not listening on a port.');
    return address.port;
}

function assertOrigin(text: string, tls: boolean): void {
    const url = URL.parse(text);
    const isOrigin = url !== null && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`;
    if (isOrigin && (!tls || url.protocol === 'https:')) return;
    const example = `${tls ? 'https' : 'http'}://localhost:3011`;
    throw new TypeError(`The sandbox's public URL must be an origin such as ${example}, not "${text}".`);
}
