/** What alerts are about: the kinds of problems that Patchbay looks for. */
export interface AlertRuleEntry {
    /** What one issue is about. */
    subject: 'integration' | 'sync' | 'webhook_endpoint' | 'freeze' | 'secret_key';
    /** What `count` counts, and thresholds compare with. */
    counts: string;
    /** `{subject}` is its id, `{count}` how many. Plain words: nothing of a provider's text. */
    title: string;
    /** Who is affected, where no connections are named: a noun. `{integration}` is its id. */
    affects: string;
    /** The number of connections that are affected is an estimate. */
    isEstimated?: true;
    /** When an issue is opened, and when it is resolved. */
    opens: string;
    resolves: string;
    remedy: string;
    /** The call that repairs it or shows more. */
    call: string;
}

/** Closed list. A new rule joins it with its statement in `outbox/alerts/rules.sql.ts`. */
export const alertRules = {
    connection_broken: {
        subject: 'integration',
        counts: 'connections',
        title: 'Broken connections of {subject}: {count}',
        affects: 'connections of {integration}',
        opens: 'a connection of the integration is broken: its end user has to reconnect. All of an integration are one issue.',
        resolves: 'none of its connections is broken: they work again or were deleted, or the integration is switched off.',
        remedy: 'Let the end users reconnect: this call makes a link for each of them. `GET /connections` with `status=needs_reconnect` says why each one broke.',
        call: 'POST /connect/links/reconnect {"integration_id": "{subject}"}'
    },
    app_refused: {
        subject: 'integration',
        counts: 'connections that fail since then',
        title: 'The provider of {subject} refuses its OAuth app',
        affects: 'connections of {integration}; others follow when their access tokens expire',
        opens: 'a provider refuses the OAuth app of the integration (`invalid_client`): its client ID or its secret is wrong, expired or revoked. Nobody can connect, and nothing is renewed.',
        resolves: 'the provider accepts the app, the integration gets other credentials, or it is switched off.',
        remedy: "Look at the OAuth app in the provider's console, make a new client secret there if need be, and give it with this call. What waits for it is renewed at once; end users have nothing to do.",
        call: 'PATCH /integrations/{subject} {"credentials": {"client_secret": "…"}}'
    },
    delivery_exhausted: {
        subject: 'webhook_endpoint',
        counts: 'deliveries that were given up within 24 hours',
        title: 'Events that were given up for the webhook endpoint {subject}: {count}',
        affects: 'the receiver of this endpoint, which lacks these events',
        opens: 'every attempt of 75 hours to deliver an event has failed.',
        resolves: 'the events are replayed, the endpoint is deleted, or 24 hours go by without another one.',
        remedy: 'Let the endpoint respond with a status from 200 to 299, then replay what it missed with this call. `GET /webhook-deliveries` with `status=exhausted` says why each delivery failed.',
        call: 'POST /webhook-deliveries/replay {"endpoint_id": "{subject}"}'
    },
    endpoint_disabled: {
        subject: 'webhook_endpoint',
        counts: 'endpoints: always 1',
        title: 'Patchbay no longer sends events to the webhook endpoint {subject}',
        affects: 'the receiver of this endpoint, which gets no events',
        opens: 'Patchbay disables a webhook endpoint: it said that it is gone, or every delivery of 5 days failed.',
        resolves: 'the endpoint is enabled or deleted.',
        remedy: 'Let the endpoint respond with a status from 200 to 299, enable it with this call, then replay what it missed.',
        call: 'PATCH /webhook-endpoints/{subject} {"disabled": false}'
    },
    sync_failing: {
        subject: 'sync',
        counts: 'connections whose last run failed within 24 hours',
        title: 'Connections whose sync {subject} fails: {count}',
        affects: 'connections of {integration}',
        opens: 'the last run of a sync failed. All connections of one sync are one issue.',
        resolves: 'the next runs succeed, the connections are deleted, or 24 hours go by without another failure.',
        remedy: 'This call shows what the provider responded. The events of type `sync` have the error of each run.',
        call: 'GET /logs?integration_id={integration}&failed=true'
    },
    error_rate: {
        subject: 'integration',
        counts: 'percent of the calls of 15 minutes that failed',
        title: 'Calls to {subject} that fail: {count} %',
        affects: 'connections of {integration}',
        isEstimated: true,
        opens: 'at least 10 % of the proxied calls of an integration failed within 15 minutes, of 20 or more. Calls that the caller got wrong (400, 404, 422) and refusals by a rate limit do not count.',
        resolves: 'less than 5 % of the calls of 15 minutes fail, there are none, or the integration is switched off.',
        remedy: 'This call shows which connections it happens to and what the provider responded. Look at the status page of the provider, too.',
        call: 'GET /logs?integration_id={subject}&failed=true&kind=proxy'
    },
    rate_limit_starved: {
        subject: 'integration',
        counts: 'calls of 15 minutes that were refused',
        title: 'Calls to {subject} that a rate limit refused: {count}',
        affects: 'connections of {integration}',
        isEstimated: true,
        opens: 'within 15 minutes at least 10 proxied calls of an integration, and 5 % of them, were refused, by the provider (429) or because their turn was too far off.',
        resolves: 'fewer calls of 15 minutes are refused, or the integration is switched off.',
        remedy: 'Call less often or spread the calls, and ask the provider for a higher limit. This call shows which connections call most.',
        call: 'GET /logs?integration_id={subject}&kind=proxy'
    },
    integration_frozen: {
        subject: 'freeze',
        counts: 'freezes: always 1',
        title: 'Credentials of {integration} are frozen: neither given out nor used',
        affects: 'every connection of {integration}',
        opens: 'an integration or the environment is frozen.',
        resolves: 'the freeze is lifted.',
        remedy: 'This call says what is frozen and why. `DELETE` of the same address lifts it.',
        call: 'GET /freezes/{subject}'
    },
    many_credentials_read: {
        subject: 'secret_key',
        counts: 'times that a server noticed it within 24 hours',
        title: 'One secret key has read the credentials of 1,000 connections within an hour: {subject}',
        affects: '1,000 connections or more, whose credentials this key has read',
        opens: 'a secret key reads the credentials of 1,000 different connections within an hour, as a stolen one would.',
        resolves: '24 hours go by without it, or the key is revoked.',
        remedy: 'Unless this was expected, revoke the key with this call, and freeze what it could read.',
        call: 'DELETE /environment/api-keys/{subject}'
    }
} as const satisfies Record<string, AlertRuleEntry>;
export type AlertRule = keyof typeof alertRules;

// `Object.keys` gives any texts.
export const alertRuleCodes = Object.keys(alertRules) as AlertRule[];

export function isAlertRule(code: string): code is AlertRule {
    return Object.hasOwn(alertRules, code);
}
