import { z } from 'zod';
import { connectionHealth, healthyExample } from './connection-health.ts';
import { endUserView } from './end-user.ts';
import { exampleIds, exampleTimes } from './example.ts';
import { isoDateTime } from './primitives.ts';

const common = {
    connection_id: z.string().describe('Id of the connection, unique within its integration.'),
    provider_config_key: z.string().describe('Id of the integration.'),
    provider: z.string().describe('Id of the provider.'),
    errors: z
        .array(
            z.object({
                type: z.enum(['auth', 'sync']).describe('What fails; so far always `auth`.'),
                log_id: z.string().describe('Id of the event that reported it.')
            })
        )
        .describe('What fails at present; `auth.failure` of the full form says more. Empty when all is well.'),
    health: connectionHealth.describe('How it is, why, since when, and what to do.'),
    end_user: endUserView.nullable().describe("The connection's own copy of the end user; null where none was given."),
    tags: z.record(z.string(), z.string()).describe('Tags of the connection; keys are in lower case.'),
    metadata: z.record(z.string(), z.unknown()).nullable().describe('Your own data; null where none was set.')
};
const lastFetchedAt = isoDateTime
    .nullable()
    .describe(
        'When its credentials were last returned or used; null: never. Reading it in the dashboard does not count. Written every two seconds, so it may be late by as much.'
    );
const rowId = z.int().describe('Number of the connection, rising with each one that is made. Use `connection_id` to address it.');

/** Short form, in lists. */
export const connectionSummary = z.object({
    id: rowId,
    ...common,
    created: isoDateTime.describe('When it was made.'),
    last_fetched_at: lastFetchedAt
});

/** Whether the credentials can be refreshed. */
export const connectionAuth = z.object({
    state: z
        .enum(['ok', 'failing', 'broken'])
        .describe(
            '`failing`: the last refresh failed and is retried automatically; `broken`: only a reconnect, or a change of the integration, helps.'
        ),
    failure: z
        .object({
            kind: z
                .enum(['revoked', 'transient', 'configuration', 'unknown'])
                .describe(
                    '`revoked`: the access was ended; `transient`: the provider fails; `configuration`: the OAuth app or the integration is wrong; `unknown`: anything else.'
                ),
            message: z.string().describe('What happened and what to do.'),
            since: isoDateTime.describe('When it first failed.'),
            retry_at: isoDateTime.nullable().describe('When it is retried; null: it is not.')
        })
        .nullable()
        .describe('What fails; null when `ok`.'),
    refreshed_at: isoDateTime.nullable().describe('When the provider last gave the credentials; null: not since they were imported.'),
    grant_ends_at: isoDateTime
        .nullable()
        .describe(
            'When the end user has to connect again, however often the token is refreshed; null: never, as far as the provider states.'
        ),
    asked_scopes: z.array(z.string()).nullable().describe('Scopes that were asked for; null where that is not known.'),
    granted_scopes: z.array(z.string()).nullable().describe('Scopes that were granted; null where the provider does not tell.'),
    missing_scopes: z.array(z.string()).describe('Scopes that were asked for and not granted.')
});
export type ConnectionAuth = z.output<typeof connectionAuth>;

/** Full form. */
export const connectionView = z.object({
    id: rowId,
    ...common,
    connection_config: z.record(z.string(), z.unknown()).describe('Values of this connection that are not credentials, such as `realmId`.'),
    webhook_url_override: z.string().nullable().describe('Address for webhooks about this connection; null where none was given.'),
    verified_at: isoDateTime.nullable().describe('When the provider last accepted these credentials; null: not checked yet.'),
    auth: connectionAuth.describe('Whether the credentials can be refreshed.'),
    created_at: isoDateTime.describe('When it was made.'),
    updated_at: isoDateTime.describe('When it last changed.'),
    last_fetched_at: lastFetchedAt,
    paused_functions: z
        .array(z.object({ type: z.enum(['action', 'on-event']).describe('What it is.'), name: z.string().describe('Its name.') }))
        .describe('Actions and handlers of events that are switched off for this connection alone.'),
    credentials: z
        .record(z.string(), z.unknown())
        .describe(
            'The credentials, by the type of the connection; `{}` for keys that may not read them. Refresh tokens only where asked for.'
        ),
    credentials_withheld: z.string().optional().describe('Why `credentials` is empty; present only for keys that may not read them.')
});
export type ConnectionView = z.output<typeof connectionView>;

/** What a deletion tells of the access. */
export const revocation = z
    .object({
        outcome: z
            .enum(['revoked', 'unsupported', 'failed'])
            .describe(
                'What became of the access at the provider. `unsupported`: the provider cannot revoke it, or another connection of the same account would end too.'
            ),
        reason: z.string().optional().describe('Why it was not revoked; absent where it was.')
    })
    .describe('The access at the provider. The connection is deleted in any case.');

export const summaryExample = {
    id: 42,
    connection_id: exampleIds.connection,
    provider_config_key: exampleIds.integration,
    provider: 'hubspot',
    errors: [],
    health: healthyExample,
    end_user: { id: 'user_42', email: 'noor@example.com', display_name: 'Noor Ali', tags: null, organization: null },
    tags: { end_user_id: 'user_42' },
    metadata: { plan: 'pro' }
};

/** As a key sees it that may not read credentials. */
export const connectionExample = {
    ...summaryExample,
    connection_config: {},
    webhook_url_override: null,
    verified_at: exampleTimes.created,
    auth: {
        state: 'ok',
        failure: null,
        refreshed_at: exampleTimes.created,
        grant_ends_at: null,
        asked_scopes: ['crm.objects.contacts.read'],
        granted_scopes: ['crm.objects.contacts.read'],
        missing_scopes: []
    },
    created_at: exampleTimes.created,
    updated_at: exampleTimes.updated,
    last_fetched_at: null,
    paused_functions: [],
    credentials: {},
    credentials_withheld: 'This key lacks the scope environment:connections:read_credentials.'
} satisfies ConnectionView;
