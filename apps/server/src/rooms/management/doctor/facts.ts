import type { DoctorCode, WebhookOutcome } from '@patchbay/contracts';
import type { IntegrationRow, WebhookEndpointRow } from '@patchbay/db';
import type { Provider } from '@patchbay/providers';
import type { Config } from '../../../config.ts';
import type { RecentAttempt, RecentCall, RecentSession, SampledConnection } from './doctor.sql.ts';

/** What of a request tells how the server is reached. */
export interface SeenRequest {
    host: string | undefined;
    /** Of a proxy; the first that is named. */
    forwardedHost: string | undefined;
    forwardedProto: string | undefined;
    isForwardedFor: boolean;
    /** Browsers reach the server at its public address; backends may use another one. */
    isFromBrowser: boolean;
}

export interface EndpointFacts {
    endpoint: Pick<WebhookEndpointRow, 'url' | 'disabled_at' | 'disabled_reason' | 'failing_since'>;
    /** What the last attempt that failed came to. */
    failure: string | undefined;
}

export interface ServerFacts {
    config: Pick<Config, 'publicUrl' | 'connectUrl' | 'embedOrigins' | 'trustedProxies'>;
    isProduction: boolean;
    request: SeenRequest;
    /** Of a page that is to embed the Connect UI. */
    pageOrigin: string | undefined;
    sessions: readonly RecentSession[];
    /** How far the clock is ahead, by who was asked. */
    clocks: readonly { who: string; aheadMs: number }[];
    /** Migrations that this release does not know, and those of it that were not run. */
    migrations: { unknown: readonly string[]; pending: readonly string[] };
    endpoints: readonly EndpointFacts[];
}

/** What asking the provider came to. */
export interface ProbeAnswer {
    at: 'authorization' | 'token' | 'api';
    host: string;
    kind: 'ok' | 'blocked' | 'unreachable' | 'failing' | 'client_unknown' | 'client_refused' | 'redirect_refused' | 'scopes_refused';
    /** What it said, scrubbed; empty: nothing. */
    said: string;
    /** Its clock, where it told. */
    date?: Date | undefined;
}

export interface IntegrationFacts {
    name: string;
    row: IntegrationRow;
    provider: Provider;
    isProduction: boolean;
    redirectUri: string;
    hasReadableSecrets: boolean;
    hasWebhookSecret: boolean;
    connections: readonly SampledConnection[];
    /** Of those that were opened: how many could not be, and had an end but no refresh token. */
    opened: { count: number; unreadable: number; withoutRefreshToken: number };
    attempts: readonly RecentAttempt[];
    /** To its API, newest first. */
    calls: readonly RecentCall[];
    webhooks: Partial<Record<WebhookOutcome, number>>;
    sessions: readonly RecentSession[];
    /** Undefined: it was not asked. */
    probe: readonly ProbeAnswer[] | undefined;
}

export interface Check<Facts> {
    code: DoctorCode;
    /** @returns evidence; undefined: it is not so */
    find(facts: Facts): string[] | undefined;
}
