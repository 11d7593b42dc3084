import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { exampleIds } from './example.ts';
import { data, isoDateTime } from './primitives.ts';

/** How a connection is, from the best to the worst; one at a time. */
export const healthStatuses = ['healthy', 'unverified', 'degraded', 'needs_attention', 'needs_reconnect', 'paused'] as const;
export type HealthStatus = (typeof healthStatuses)[number];

/** Who has to do what. */
interface HealthActionEntry {
    by: 'end_user' | 'admin' | 'patchbay';
    message: string;
}

export const healthActions = {
    wait: { by: 'patchbay', message: 'Nothing. Patchbay will try again automatically.' },
    reconnect: {
        by: 'end_user',
        message: 'Let the end user reconnect, by a reconnect session or a reconnect link. The connection keeps its id and its metadata.'
    },
    fix_integration: {
        by: 'admin',
        message: 'Correct the integration: its client ID, client secret and scopes have to be those of the OAuth app at the provider.'
    },
    fix_configuration: {
        by: 'admin',
        message: 'Correct the addresses in the configuration of the connection, by importing it again or by letting the end user reconnect.'
    },
    lift_freeze: {
        by: 'admin',
        message: 'Read in GET /freezes why it is frozen, and lift the freeze when that no longer holds. Nothing goes in or out until then.'
    },
    enable_integration: { by: 'admin', message: 'Switch the integration on. Nothing goes in or out through it until then.' },
    restore_database: { by: 'admin', message: 'Restore the newest database, or follow "Restoring a backup" in docs/credentials.md.' }
} as const satisfies Record<string, HealthActionEntry>;
export type HealthAction = keyof typeof healthActions;

interface HealthCauseEntry {
    status: Exclude<HealthStatus, 'healthy'>;
    action: HealthAction;
    /** `{app}` is the name of the integration. */
    message: string;
}

/**
 * Why a connection is not healthy. Each has one status and one action, so that neither is stored.
 * Plain words: nothing of the provider's own text.
 */
export const healthCauses = {
    access_revoked: { status: 'needs_reconnect', action: 'reconnect', message: '{app} has ended the access.' },
    access_expired: {
        status: 'needs_reconnect',
        action: 'reconnect',
        message: 'The access that {app} gave has expired, and nothing can renew it.'
    },
    credentials_refused: {
        status: 'needs_reconnect',
        action: 'reconnect',
        message: '{app} no longer accepts the key, the password or the client of this connection.'
    },
    responses_unusable: { status: 'needs_reconnect', action: 'reconnect', message: '{app} has not sent a usable response for days.' },
    app_refused: { status: 'needs_attention', action: 'fix_integration', message: '{app} refuses the OAuth app of the integration.' },
    address_unusable: {
        status: 'needs_attention',
        action: 'fix_configuration',
        message: 'The address of {app} that follows from the configuration of this connection cannot be used.'
    },
    database_outdated: {
        status: 'needs_attention',
        action: 'restore_database',
        message: 'The database shows older credentials than this server has seen, so none are renewed.'
    },
    provider_unavailable: { status: 'degraded', action: 'wait', message: '{app} is down, busy or could not be reached.' },
    response_unexpected: { status: 'degraded', action: 'wait', message: '{app} sent an unexpected response.' },
    refused_once: {
        status: 'degraded',
        action: 'wait',
        message: '{app} refused the credentials once. They are checked again in a few minutes.'
    },
    database_restored: {
        status: 'degraded',
        action: 'wait',
        message: 'The database was restored from a backup, and {app} may have replaced the credentials since.'
    },
    not_checked: {
        status: 'unverified',
        action: 'wait',
        message: '{app} could not be reached when the credentials were imported. They are checked soon.'
    },
    frozen: { status: 'paused', action: 'lift_freeze', message: '{app} is frozen: its credentials are neither given out nor used.' },
    integration_disabled: { status: 'paused', action: 'enable_integration', message: 'The integration {app} is switched off.' }
} as const satisfies Record<string, HealthCauseEntry>;
export type HealthCause = keyof typeof healthCauses;

// `Object.keys` gives any texts.
export const healthCauseCodes = Object.keys(healthCauses) as HealthCause[];

export function isHealthCause(code: string | undefined): code is HealthCause {
    return code !== undefined && Object.hasOwn(healthCauses, code);
}

/** The causes of a status; none for `healthy`. */
export function causesOf(status: HealthStatus): HealthCause[] {
    return healthCauseCodes.filter((code) => healthCauses[code].status === status);
}

const causeCode = z.enum(healthCauseCodes);

/** How a connection is, why, since when, and what to do. */
export const connectionHealth = z.object({
    status: z
        .enum(healthStatuses)
        .describe(
            '`healthy`; `unverified`: not checked yet; `degraded`: temporary trouble, nothing to do; `needs_attention`: an admin has to act; `needs_reconnect`: the end user has to reconnect; `paused`: its integration is switched off or frozen.'
        ),
    since: isoDateTime.nullable().describe('When the trouble began; null when healthy, and where it is not known.'),
    cause: z
        .object({
            code: causeCode.describe('Why, from a closed list.'),
            message: z.string().describe('The same in words, without text of the provider.')
        })
        .nullable()
        .describe('Why; null when healthy.'),
    action: z
        .object({
            code: z
                // `Object.keys` gives any texts.
                .enum(Object.keys(healthActions) as HealthAction[])
                .describe('What is to be done, from a closed list.'),
            by: z.enum(['end_user', 'admin', 'patchbay']).describe('Who has to do it; `patchbay`: it happens by itself.'),
            message: z.string().describe('The same in words.')
        })
        .nullable()
        .describe('What to do; null when healthy.')
});
export type ConnectionHealth = z.output<typeof connectionHealth>;

export const healthyExample = { status: 'healthy', since: null, cause: null, action: null } satisfies ConnectionHealth;

/** Filters by health, wherever connections are selected. */
export const healthFilter = {
    status: z.enum(healthStatuses).optional().describe('Only connections with this `health.status`. Absent: all.'),
    cause: causeCode.optional().describe('Only connections whose `health.cause` has this code. Absent: all.'),
    since: isoDateTime.optional().describe('Only those whose trouble began at this time or later, ISO 8601. Absent: all.'),
    until: isoDateTime.optional().describe('Only those whose trouble began at this time or earlier, ISO 8601. Absent: all.')
};

const outage = z.object({
    integration_id: z.string().describe('Id of the integration.'),
    status: z.enum(healthStatuses).describe('`health.status` of these connections.'),
    cause: causeCode.describe('Code of `health.cause` of these connections.'),
    count: z.int().describe('How many connections.'),
    since: isoDateTime.describe('When the first of them began to fail.'),
    until: isoDateTime.describe('When the last of them began to fail.')
});

export const summarizeHealth = defineEndpoint({
    id: 'summarizeHealth',
    method: 'GET',
    path: '/health/connections',
    summary: 'How many connections are not healthy, and which outages broke them.',
    auth: ['secret_key'],
    scope: 'environment:connections:read',
    success: {
        status: 200,
        body: data(
            z.object({
                counts: z
                    .object({
                        unverified: z.int().describe('Not checked yet.'),
                        degraded: z.int().describe('In temporary trouble.'),
                        needs_attention: z.int().describe('An admin has to act.'),
                        needs_reconnect: z.int().describe('The end user has to reconnect.')
                    })
                    .describe(
                        'Connections by `health.status`. Healthy and paused ones are not counted: that would take as long as there are many.'
                    ),
                pending_approvals: z
                    .int()
                    .describe(
                        'Sign-ins that wait for an approval of your app at the provider; `GET /connect/attempts?status=pending_approval` lists them. Most have no connection yet.'
                    ),
                outages: z
                    .array(outage)
                    .describe(
                        'Connections of one integration that fail for one cause, and began to within an hour of each other: at most 100 groups, the largest first. `integration_id`, `cause`, `since` and `until` filter `GET /connections` and `POST /connect/links/reconnect`.'
                    )
            })
        ),
        example: {
            data: {
                counts: { unverified: 0, degraded: 12, needs_attention: 0, needs_reconnect: 41 },
                pending_approvals: 2,
                outages: [
                    {
                        integration_id: exampleIds.integration,
                        status: 'needs_reconnect',
                        cause: 'access_revoked',
                        count: 38,
                        since: '2026-01-20T14:02:11.000Z',
                        until: '2026-01-20T14:40:57.000Z'
                    }
                ]
            }
        }
    }
});
