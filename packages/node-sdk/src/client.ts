import { createCall } from '@patchbay/api-client';
import { secretKeyFormat } from '@patchbay/contracts/secret-key';
import { callById } from './call-by-id.ts';
import { Accounting } from './resources/accounting.ts';
import { AlertChannels } from './resources/alert-channels.ts';
import { Actions } from './resources/actions.ts';
import { Ats } from './resources/ats.ts';
import { Attempts } from './resources/attempts.ts';
import { Collector } from './resources/collector.ts';
import { ConnectLinks } from './resources/connect-links.ts';
import { Connections } from './resources/connections.ts';
import { ConnectSessions } from './resources/connect-sessions.ts';
import { ConnectUi } from './resources/connect-ui.ts';
import { Environments } from './resources/environments.ts';
import { Events } from './resources/events.ts';
import { Freezes } from './resources/freezes.ts';
import { Integrations } from './resources/integrations.ts';
import { Issues } from './resources/issues.ts';
import { Keys } from './resources/keys.ts';
import { Logs } from './resources/logs.ts';
import { Providers } from './resources/providers.ts';
import { Proxy } from './resources/proxy.ts';
import { Records } from './resources/records.ts';
import { Functions } from './resources/functions.ts';
import { Server } from './resources/server.ts';
import { Syncs } from './resources/syncs.ts';
import { WebhookDeliveries } from './resources/webhook-deliveries.ts';
import { WebhookEndpoints } from './resources/webhook-endpoints.ts';

const DEFAULT_BASE_URL = 'http://localhost:3003';

export interface PatchbayOptions {
    /**
     * A secret key of one environment, usually `process.env.PATCHBAY_SECRET_KEY`. Every call works
     * on that environment.
     */
    secretKey: string | undefined;
    /** The server's address (its `PATCHBAY_PUBLIC_URL`). Default `http://localhost:3003`. */
    baseUrl?: string | undefined;
    /** Time for one call, in milliseconds. Default 30,000. */
    timeoutMs?: number | undefined;
    /** Instead of the global `fetch`, for example to go through a proxy. */
    fetch?: typeof fetch | undefined;
}

/**
 * Patchbay for your backend. Every method throws `ApiError` when the server responds with an error,
 * and `UnreachableError` when there is no response. Field names are those of the HTTP API.
 * @throws {TypeError} for a malformed key or address, and in a browser
 * @example
 * const patchbay = new Patchbay({ secretKey: process.env.PATCHBAY_SECRET_KEY });
 */
export class Patchbay {
    /** Tokens that let an end user connect in your frontend. */
    readonly connectSessions: ConnectSessions;
    /** Links to send, instead of embedding the Connect UI. */
    readonly connectLinks: ConnectLinks;
    /** Settings of the Connect UI for the whole environment. */
    readonly connectUi: ConnectUi;
    /** What became of end users' tries at connecting. */
    readonly attempts: Attempts;
    /** Connected accounts and their credentials. */
    readonly connections: Connections;
    /** Providers as configured in your environment. */
    readonly integrations: Integrations;
    /** Emergency stops. */
    readonly freezes: Freezes;
    /** The third-party APIs that the server knows. */
    readonly providers: Providers;
    /** The secret keys of your environment. */
    readonly keys: Keys;
    /** The environments themselves, with an account key. */
    readonly environments: Environments;
    /** The log of requests to providers and to your webhooks. */
    readonly logs: Logs;
    /** Your own OpenTelemetry collector. */
    readonly collector: Collector;
    /** Requests to the providers' own APIs, with a connection's credentials. */
    readonly proxy: Proxy;
    /** What syncs have read from the providers. */
    readonly records: Records;
    /** What reads them, on a schedule. */
    readonly syncs: Syncs;
    /** The code of integrations: built-in and deployed syncs, actions and handlers. */
    readonly functions: Functions;
    /** Functions that do one thing at a provider. */
    readonly actions: Actions;
    /** Applicant tracking: candidates, applications, jobs. */
    readonly ats: Ats;
    /** Accounting: invoices, bills, customers. */
    readonly accounting: Accounting;
    /** The addresses that events are sent to. */
    readonly webhookEndpoints: WebhookEndpoints;
    /** What was sent to them. */
    readonly webhookDeliveries: WebhookDeliveries;
    /** Everything that happened, delivered or not. */
    readonly events: Events;
    /** What needs attention. */
    readonly issues: Issues;
    /** Where you are told of it: chat tools, or an address of yours. */
    readonly alertChannels: AlertChannels;
    /** The server itself. */
    readonly server: Server;

    constructor(options: PatchbayOptions) {
        const { baseUrl = DEFAULT_BASE_URL, timeoutMs, fetch } = options;
        refuseBrowser();
        const settings = {
            token: checkedKey(options.secretKey),
            baseUrl: checkedUrl(baseUrl),
            ...(fetch === undefined ? {} : { fetch })
        };
        const call = callById(createCall({ ...settings, ...(timeoutMs === undefined ? {} : { timeoutMs }) }));
        this.connectSessions = new ConnectSessions(call);
        this.connectLinks = new ConnectLinks(call);
        this.connectUi = new ConnectUi(call);
        this.attempts = new Attempts(call);
        this.connections = new Connections(call);
        this.freezes = new Freezes(call);
        this.integrations = new Integrations(call);
        this.providers = new Providers(call);
        this.keys = new Keys(call);
        this.environments = new Environments(call);
        this.logs = new Logs(call, settings);
        this.collector = new Collector(call);
        this.proxy = new Proxy(settings);
        this.records = new Records(call);
        this.syncs = new Syncs(call);
        this.functions = new Functions(call);
        this.actions = new Actions(call);
        this.ats = new Ats(call);
        this.accounting = new Accounting(call);
        this.webhookEndpoints = new WebhookEndpoints(call);
        this.webhookDeliveries = new WebhookDeliveries(call);
        this.events = new Events(call);
        this.issues = new Issues(call);
        this.alertChannels = new AlertChannels(call);
        this.server = new Server(call);
    }
}

function refuseBrowser(): void {
    if ('window' in globalThis && 'document' in globalThis) {
        throw new TypeError(
            '@patchbay/node is for your backend: in a browser everybody could read the secret key. Mint a connect session there and use @patchbay/connect here.'
        );
    }
}

/** No message repeats the value: it may be a live secret of something else. */
function checkedKey(secretKey: string | undefined): string {
    if (!secretKey)
        throw new TypeError('secretKey is missing. Pass a secret key of your environment (pb_sk_…), usually from PATCHBAY_SECRET_KEY.');
    if (secretKey.startsWith('pb_cs_')) {
        throw new TypeError('secretKey is a connect session token (pb_cs_…), which is for the frontend. Pass a secret key (pb_sk_…).');
    }
    if (!secretKeyFormat.test(secretKey)) {
        throw new TypeError(
            'secretKey does not look like a secret key (pb_sk_<environment>_…). Was it copied whole, without spaces or quotes?'
        );
    }
    return secretKey;
}

function checkedUrl(baseUrl: string): string {
    if (!/^https?:\/\//.test(baseUrl) || !URL.canParse(baseUrl)) {
        throw new TypeError(`baseUrl must be the full address of your Patchbay server, such as ${DEFAULT_BASE_URL}.`);
    }
    return baseUrl;
}
