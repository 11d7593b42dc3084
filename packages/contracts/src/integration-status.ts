import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { exampleIds } from './example.ts';
import { data, integrationId, isoDateTime, providerId } from './primitives.ts';

/** How an integration is, by its own traffic. */
export const integrationStates = ['operational', 'degraded', 'down', 'unknown', 'paused'] as const;
export type IntegrationState = (typeof integrationStates)[number];

/** Who has to act so that what fails succeeds. */
export const failureCauses = ['provider', 'credentials', 'rate_limit', 'platform'] as const;
export type FailureCause = (typeof failureCauses)[number];

const count = (what: string) => z.int().describe(what);
const share = z.number().min(0).max(1);
const cause = z.enum(failureCauses).nullable();

const failures = z
    .object({
        provider: count('Answered with a status from 500, not at all, or unusably; or not sent because of such failures.'),
        credentials: count('Answered 401 or 403, or a token refused.'),
        rate_limit: count('Answered 429, or what this provider sends instead; or not sent because the rate limit was used up.'),
        platform: count('Refused by Patchbay: a redirect or a destination that is not allowed, a response that is too large.')
    })
    .describe('How many of them failed, by cause.');

const incident = z.object({
    state: z.enum(['degraded', 'down']).describe('The worst that it was.'),
    since: isoDateTime.describe('When it began: the hour, or the minute where it is recent.'),
    until: isoDateTime.nullable().describe('When it ended; null: it goes on.'),
    cause: cause.describe('Why most of the calls failed; null: none failed, they were slow.'),
    calls: count('Calls in these hours.'),
    failed: count('How many of them failed.'),
    message: z.string().describe('The same in one sentence.')
});

const statusView = z.object({
    integration_id: z.string().nullable().describe('Id of the integration; null: all integrations of the provider together.'),
    provider: z.string().describe('Id of the provider.'),
    integrations: count('How many integrations these figures are of.'),
    state: z
        .enum(integrationStates)
        .describe(
            '`unknown`: there were too few calls to tell. `paused`: switched off or frozen, so nothing is sent. docs/status.md says when it is which.'
        ),
    since: isoDateTime
        .nullable()
        .describe('Since when it has been operational, or has not; null: for all the hours that were looked at, or not known.'),
    cause: cause.describe('What most failures are due to; null while it is operational, unknown or paused.'),
    evidence: z.array(z.string()).describe('What the state is concluded from, in sentences for people.'),
    calls_5m: count(
        'Calls to the provider in the last five minutes. Each attempt counts, and what was not sent because of earlier failures.'
    ),
    failures_5m: failures,
    error_rate_5m: share.nullable().describe('The share of them that failed; null: there were too few.'),
    usual_error_rate: share.nullable().describe('The same of the seven days before today; null: there were too few calls.'),
    p95_ms: z.int().nullable().describe('95 % of the proxied calls of the last five minutes were answered in this time; null: too few.'),
    usual_p95_ms: z.int().nullable().describe('The same of the seven days before today; null: there were too few calls.'),
    refreshes: z
        .object({
            calls: count('Refreshes in this hour and the one before.'),
            failed: count('How many of them failed.'),
            usual_failure_rate: share.nullable().describe('The share that failed in the seven days before today; null: there were too few.')
        })
        .describe('Renewals of credentials.'),
    affected_connections: count('About how many connections had failed calls in the last five minutes; exact when few.'),
    incidents: z.array(incident).describe('When it was not operational in the hours that were looked at, newest first.')
});
export type IntegrationStatus = z.output<typeof statusView>;

const hourView = z.object({
    at: isoDateTime.describe('Beginning of the hour.'),
    state: z.enum(['operational', 'degraded', 'down', 'unknown']).describe('How it was, on the whole.'),
    calls: count('Calls to the provider.'),
    failures,
    p95_ms: z.int().nullable().describe('95 % of the proxied calls were answered in this time; null: too few.'),
    affected_connections: count('About how many connections had failed calls.')
});

const statusExample: IntegrationStatus = {
    integration_id: exampleIds.integration,
    provider: 'hubspot',
    integrations: 1,
    state: 'down',
    since: '2026-01-20T14:02:00.000Z',
    cause: 'provider',
    evidence: [
        'In the last five minutes, 38 of 41 calls failed: 38 answered 503.',
        'It began at 14:02 UTC on 2026-01-20.',
        'About 9 connections are affected.',
        'In the seven days before today, 0.3 % of the calls failed.'
    ],
    calls_5m: 41,
    failures_5m: { provider: 38, credentials: 0, rate_limit: 0, platform: 0 },
    error_rate_5m: 0.9268,
    usual_error_rate: 0.003,
    p95_ms: 840,
    usual_p95_ms: 780,
    refreshes: { calls: 12, failed: 0, usual_failure_rate: null },
    affected_connections: 9,
    incidents: [
        {
            state: 'down',
            since: '2026-01-20T14:02:00.000Z',
            until: null,
            cause: 'provider',
            calls: 120,
            failed: 96,
            message: '96 of 120 calls failed: 96 answered 503.'
        }
    ]
};

const hours = (most: number) => z.coerce.number().int().min(1).max(most);

const history = z.array(hourView).describe('Hours with calls, oldest first.');

export const listIntegrationStatus = defineEndpoint({
    id: 'listIntegrationStatus',
    method: 'GET',
    path: '/integrations/status',
    summary:
        'How each integration is, or each provider, by what the calls of this environment came to: with evidence, and without guesses.',
    auth: ['secret_key'],
    scope: 'environment:integrations:read',
    query: z.strictObject({
        by: z
            .enum(['integration', 'provider'])
            .default('integration')
            .describe('`provider`: the integrations of a provider together, as far as they are of this environment.'),
        provider: providerId.optional().describe('Only this provider.'),
        hours: hours(168).optional().describe('Adds `history`: so many hours, this one included; up to 7 days.'),
        cursor: z.string().min(1).max(255).optional().describe('`next_cursor` of the page before. Absent: from the first.'),
        limit: z.coerce.number().int().min(1).max(100).default(50).describe('How many to return.')
    }),
    success: {
        status: 200,
        body: z.object({
            data: z
                .array(statusView.extend({ history: history.optional() }))
                .describe('In the order of their ids. Incidents are those of the last 24 hours, or of `hours`.'),
            next_cursor: z.string().nullable().describe('For the next page; null when there is none.')
        }),
        example: { data: [statusExample], next_cursor: null }
    },
    example: { query: { by: 'provider', limit: '20' } }
});

export const getIntegrationStatus = defineEndpoint({
    id: 'getIntegrationStatus',
    method: 'GET',
    path: '/integrations/:id/status',
    summary: 'How an integration is, and how it was hour by hour.',
    auth: ['secret_key'],
    scope: 'environment:integrations:read',
    params: z.object({ id: integrationId }),
    query: z.strictObject({
        hours: hours(2160).default(24).describe('How many hours of history to return, this one included; up to 90 days.')
    }),
    success: {
        status: 200,
        body: data(statusView.extend({ history })),
        example: {
            data: {
                ...statusExample,
                history: [
                    {
                        at: '2026-01-20T14:00:00.000Z',
                        state: 'down',
                        calls: 120,
                        failures: { provider: 96, credentials: 0, rate_limit: 0, platform: 0 },
                        p95_ms: 840,
                        affected_connections: 9
                    }
                ]
            }
        }
    },
    errors: { not_found: true },
    example: { params: { id: exampleIds.integration }, query: { hours: '168' } }
});
