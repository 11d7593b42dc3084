import { z } from 'zod';
import type { Deprecation } from './endpoint.ts';
import { defineEndpoint } from './endpoint.ts';
import { exampleIds, exampleTimes } from './example.ts';
import { endUser, endUserView } from './end-user.ts';
import {
    booleanText,
    connectionId,
    newConnectionId,
    expiryTime,
    integrationId,
    isoDateTime,
    openObject,
    success,
    tags,
    webhookUrl
} from './primitives.ts';

/** Every `/connection…` path. */
function removedIn2026(successor: string): Deprecation {
    return { deprecated: '2025-09-08T00:00:00Z', sunset: '2026-01-20T00:00:00Z', successor };
}

const configOverride = z.strictObject({
    client_id: z.string().max(255).optional().describe('Client id of the other OAuth app.'),
    client_secret: z.string().max(2048).optional().describe('Client secret of the other OAuth app.')
});

/** Credentials as imported, by type. A further credential type is one more member here. */
export const importedCredentials = z.discriminatedUnion(
    'type',
    [
        z.strictObject({
            type: z.literal('OAUTH2').describe('Tokens of a sign-in.'),
            access_token: z.string().min(1).max(16_384).describe('The access token.'),
            refresh_token: z.string().min(1).max(16_384).optional().describe('The refresh token. Absent: the token is not refreshed.'),
            expires_at: expiryTime.optional(),
            config_override: configOverride
                .optional()
                .describe('The OAuth app that the tokens were given to, where it is not that of the integration.')
        }),
        z.strictObject({
            type: z.literal('OAUTH2_CC').describe('Client credentials.'),
            token: z.string().min(1).max(4096).describe('The access token.'),
            client_id: z.string().min(1).max(255).describe('The client id.'),
            client_secret: z.string().min(1).max(2048).describe('The client secret.'),
            client_certificate: z
                .string()
                .max(10_000)
                .optional()
                .describe('The client certificate, as PEM, where the provider asks for one.'),
            client_private_key: z.string().max(10_000).optional().describe('The private key of the certificate, as PEM.'),
            expires_at: expiryTime.optional()
        }),
        z.strictObject({
            type: z.literal('BASIC').describe('User name and password.'),
            username: z.string().max(1024).describe('The user name.'),
            password: z.string().max(1024).describe('The password; may be empty.')
        }),
        z.strictObject({
            type: z.literal('API_KEY').describe('An API key.'),
            apiKey: z.string().min(1).max(1024).describe('The API key.')
        }),
        z.strictObject({ type: z.literal('NONE').describe('The provider needs no credentials.') })
    ],
    {
        // The reference's validator has this message; a later version of it would list the types.
        error: (issue) => (issue.code === 'invalid_union' ? 'Invalid input' : undefined)
    }
);
export type ImportedCredentials = z.output<typeof importedCredentials>;

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
    end_user: endUserView.nullable().describe("The connection's own copy of the end user; null where none was given."),
    tags: z.record(z.string(), z.string()).describe('Tags of the connection; keys are in lower case.'),
    metadata: z.record(z.string(), z.unknown()).nullable().describe('Your own data; null where none was set.')
};
const rowId = z.int().describe('Number of the connection, rising with each one that is made. Use `connection_id` to address it.');

/** Short form, in lists. */
export const connectionSummary = z.object({ id: rowId, ...common, created: isoDateTime.describe('When it was made.') });

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
    last_fetched_at: isoDateTime
        .nullable()
        .describe('When its credentials were last returned; null: never. Written every two seconds, so it may be late by as much.'),
    credentials: z
        .record(z.string(), z.unknown())
        .describe(
            'The credentials, by the type of the connection; `{}` for keys that may not read them. Refresh tokens only where asked for.'
        ),
    credentials_withheld: z.string().optional().describe('Why `credentials` is empty; present only for keys that may not read them.')
});
export type ConnectionView = z.output<typeof connectionView>;

const summaryExample = {
    id: 42,
    connection_id: exampleIds.connection,
    provider_config_key: exampleIds.integration,
    provider: 'hubspot',
    errors: [],
    end_user: { id: 'user_42', email: 'noor@example.com', display_name: 'Noor Ali', tags: null, organization: null },
    tags: { end_user_id: 'user_42' },
    metadata: { plan: 'pro' }
};

/** As a key sees it that may not read credentials. */
const connectionExample = {
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
    credentials: {},
    credentials_withheld: 'This key lacks the scope environment:connections:read_credentials.'
} satisfies ConnectionView;

const metadataOf = 'Your own data, kept as it is: at most 16 KiB of JSON, 5 levels and 64 keys.';
const configOf = 'Values of this connection that are not credentials: at most 16 KiB of JSON, 5 levels and 64 keys. Absent: none.';

const keyedBy = z.strictObject({ provider_config_key: integrationId });
const connectionParams = z.object({ connection_id: connectionId });

export const importConnection = defineEndpoint({
    id: 'importConnection',
    method: 'POST',
    path: '/connections',
    summary: 'Import a connection whose credentials you already have. An existing one with the same ids is overwritten.',
    auth: ['secret_key'],
    scope: 'environment:connections:write',
    maxBodyBytes: 2 * 1024 * 1024,
    body: z.strictObject({
        provider_config_key: integrationId,
        connection_id: newConnectionId.optional().describe('Id of your choice, unique within the integration. Absent: a UUID is made.'),
        credentials: importedCredentials.describe('The credentials, by the type that the provider has.'),
        connection_config: openObject().optional().describe(configOf),
        realmId: z.string().min(1).max(255).optional().describe("QuickBooks' company id, where `connection_config` does not have it."),
        metadata: openObject().optional().describe(metadataOf),
        end_user: endUser.optional(),
        tags: tags.optional(),
        webhook_url_override: webhookUrl.optional()
    }),
    success: { status: 201, body: connectionView, example: connectionExample },
    errors: { credential_unreadable: true, not_found: true, integration_disabled: true, connection_test_failed: true },
    example: { body: { provider_config_key: exampleIds.integration, connection_id: exampleIds.connection, credentials: { type: 'NONE' } } }
});

export const listConnections = defineEndpoint({
    id: 'listConnections',
    method: 'GET',
    path: '/connections',
    summary: 'Connections, newest first.',
    auth: ['secret_key'],
    scope: 'environment:connections:read',
    query: z.strictObject({
        connectionId: connectionId.optional().describe('Only connections with this id. Absent: any.'),
        search: z
            .string()
            .min(1)
            .max(255)
            .optional()
            .describe("Text that the connection's id, or the end user's name or e-mail address contains, in any case. Absent: any."),
        endUserId: z.string().min(1).max(255).optional().describe('Only connections of the end user with this id. Absent: any.'),
        endUserOrganizationId: z
            .string()
            .min(1)
            .max(255)
            .optional()
            .describe('Only connections of end users of the organization with this id. Absent: any.'),
        integrationId: z
            .string()
            .min(1)
            .max(4096)
            .optional()
            .describe('Only connections of these integrations: one id, or several separated by commas. Absent: any.'),
        tags: z
            .record(z.string(), z.string())
            .optional()
            .describe('Only connections with all of these tags, as `tags[key]=value`. Absent: any.'),
        unconfirmed: booleanText
            .optional()
            .describe(
                '`true`: instead those that share links made and that wait for `POST /connections/:connection_id/confirm`; no other list has them. `false` by default.'
            ),
        limit: z.coerce.number().int().min(1).max(2000).optional().describe('How many connections to return. Absent: the first 10,000.'),
        page: z.coerce
            .number()
            .int()
            .min(0)
            .max(1_000_000)
            .optional()
            .describe(
                'Page of `limit` connections each, from 0; 0 by default. Pages shift while connections are made and deleted, and far ones are slow: use `before`.'
            ),
        before: z.coerce
            .number()
            .int()
            .min(1)
            .max(Number.MAX_SAFE_INTEGER)
            .optional()
            .describe('`id` of the last connection that you have: returns those that follow it. Instead of `page`.')
    }),
    bracketedQuery: ['tags'],
    success: {
        status: 200,
        body: z.object({ connections: z.array(connectionSummary).describe('The connections, newest first.') }),
        example: { connections: [{ ...summaryExample, created: exampleTimes.created }] }
    },
    aliases: [{ path: '/connection', deprecation: removedIn2026('/connections') }]
});

export const getConnection = defineEndpoint({
    id: 'getConnection',
    method: 'GET',
    path: '/connections/:connection_id',
    summary: 'One connection with its credentials, for keys that may read them.',
    auth: ['secret_key'],
    scope: 'environment:connections:read',
    params: connectionParams,
    query: z.strictObject({
        provider_config_key: integrationId,
        force_refresh: booleanText.optional().describe('Whether to refresh the token although it is still valid; `false` by default.'),
        refresh_token: booleanText.optional().describe('Whether to return the refresh token too; `false` by default.'),
        refresh_github_app_jwt_token: booleanText.optional().describe('Accepted for clients of the reference; has no effect.')
    }),
    success: { status: 200, body: connectionView, example: connectionExample },
    errors: {
        unknown_provider_config: 400,
        not_found: true,
        not_confirmed: true,
        integration_disabled: true,
        credential_unreadable: true,
        invalid_credentials: true
    },
    aliases: [{ path: '/connection/:connection_id', deprecation: removedIn2026('/connections/:connection_id') }],
    example: { params: { connection_id: exampleIds.connection }, query: { provider_config_key: exampleIds.integration } }
});

export const updateConnection = defineEndpoint({
    id: 'updateConnection',
    method: 'PATCH',
    path: '/connections/:connection_id',
    summary: "Change a connection's own copy of the end user, its tags or its webhook address.",
    auth: ['secret_key'],
    scope: 'environment:connections:write',
    params: connectionParams,
    query: keyedBy,
    body: z.strictObject({ end_user: endUser.optional(), tags: tags.optional(), webhook_url_override: webhookUrl.optional() }),
    success: { status: 200, body: success, example: { success: true } },
    errors: { unknown_provider_config: 400, not_found: true, not_confirmed: true },
    example: {
        params: { connection_id: exampleIds.connection },
        query: { provider_config_key: exampleIds.integration },
        body: { tags: { sample: 'yes' } }
    }
});

const revocation = z.object({
    outcome: z
        .enum(['revoked', 'unsupported', 'failed'])
        .describe(
            'What became of the access at the provider. `unsupported`: the provider cannot revoke it, or another connection of the same account would end too.'
        ),
    reason: z.string().optional().describe('Why it was not revoked; absent where it was.')
});

export const deleteConnection = defineEndpoint({
    id: 'deleteConnection',
    method: 'DELETE',
    path: '/connections/:connection_id',
    summary: 'Delete a connection and its credentials, and take the access back at the provider where that is possible.',
    auth: ['secret_key'],
    scope: 'environment:connections:write',
    params: connectionParams,
    query: keyedBy,
    success: {
        status: 200,
        body: success.extend({ revocation: revocation.describe('The access at the provider. The connection is deleted in any case.') }),
        example: { success: true, revocation: { outcome: 'revoked' } }
    },
    errors: { unknown_connection: 400 },
    aliases: [{ path: '/connection/:connection_id', deprecation: removedIn2026('/connections/:connection_id') }],
    example: { params: { connection_id: exampleIds.connection }, query: { provider_config_key: exampleIds.integration } }
});

export const metadataBody = z.strictObject({
    connection_id: z
        .union([connectionId, z.array(connectionId).min(1).max(500)])
        .describe('Id of the connection, or a list of at most 500.'),
    provider_config_key: integrationId,
    metadata: openObject().describe(metadataOf)
});

const metadataExample = {
    connection_id: exampleIds.connection,
    provider_config_key: exampleIds.integration,
    metadata: { plan: 'pro' }
} satisfies z.output<typeof metadataBody>;

export const setMetadata = defineEndpoint({
    id: 'setMetadata',
    method: 'POST',
    path: '/connections/metadata',
    summary: 'Replace the metadata of one or several connections: all of them or none.',
    auth: ['secret_key'],
    scope: 'environment:connections:write',
    body: metadataBody,
    success: { status: 201, body: metadataBody, example: metadataExample },
    errors: { unknown_connection: true, not_confirmed: true },
    aliases: [{ path: '/connection/metadata', deprecation: removedIn2026('/connections/metadata') }],
    example: { body: { connection_id: exampleIds.connection, provider_config_key: exampleIds.integration, metadata: { sample: true } } }
});

export const updateMetadata = defineEndpoint({
    id: 'updateMetadata',
    method: 'PATCH',
    path: '/connections/metadata',
    summary: 'Merge top-level keys into the metadata of one or several connections: all of them or none.',
    auth: ['secret_key'],
    scope: 'environment:connections:write',
    body: metadataBody,
    success: { status: 200, body: metadataBody, example: metadataExample },
    errors: { unknown_connection: true, not_confirmed: true },
    aliases: [{ path: '/connection/metadata', deprecation: removedIn2026('/connections/metadata') }],
    example: { body: { connection_id: exampleIds.connection, provider_config_key: exampleIds.integration, metadata: { sample: true } } }
});

/** The removed import: credentials are at the body's root, and the response repeats the body. */
export const importConnectionLegacy = defineEndpoint({
    id: 'importConnectionLegacy',
    method: 'POST',
    path: '/connection',
    summary: 'Import a connection with its credentials at the root of the body.',
    auth: ['secret_key'],
    scope: 'environment:connections:write',
    body: z.looseObject({
        provider_config_key: integrationId.optional(),
        connection_id: newConnectionId.optional().describe('Id of your choice, unique within the integration. Absent: a UUID is made.'),
        connection_config: openObject().optional().describe(configOf),
        metadata: openObject().optional().describe(metadataOf),
        end_user: endUser.optional(),
        webhook_url_override: webhookUrl.optional()
    }),
    success: {
        status: 201,
        body: z.record(z.string(), z.unknown()),
        example: { provider_config_key: exampleIds.integration, connection_id: exampleIds.connection }
    },
    errors: {
        credential_unreadable: true,
        missing_provider_config: true,
        unknown_provider_config: true,
        integration_disabled: true,
        connection_test_failed: true
    },
    deprecation: removedIn2026('/connections'),
    example: { body: { provider_config_key: exampleIds.integration, connection_id: exampleIds.connection } }
});

const legacyMetadata = {
    auth: ['secret_key'],
    scope: 'environment:connections:write',
    params: connectionParams,
    query: z.strictObject({ provider_config_key: integrationId.optional() }),
    headers: z.object({ 'provider-config-key': integrationId.optional() }),
    body: openObject(),
    errors: { unknown_connection: true, not_confirmed: true, missing_provider_config: true },
    deprecation: removedIn2026('/connections/metadata')
} as const;

export const setMetadataLegacy = defineEndpoint({
    id: 'setMetadataLegacy',
    method: 'POST',
    path: '/connection/:connection_id/metadata',
    summary: 'Replace the metadata of one connection; the body is the metadata.',
    success: { status: 201, body: z.record(z.string(), z.unknown()), example: { plan: 'pro' } },
    ...legacyMetadata,
    example: {
        params: { connection_id: exampleIds.connection },
        query: { provider_config_key: exampleIds.integration },
        body: { sample: true }
    }
});

export const updateMetadataLegacy = defineEndpoint({
    id: 'updateMetadataLegacy',
    method: 'PATCH',
    path: '/connection/:connection_id/metadata',
    summary: 'Merge top-level keys into the metadata of one connection; the body is the metadata.',
    success: { status: 200, body: z.record(z.string(), z.unknown()), example: { plan: 'pro' } },
    ...legacyMetadata,
    example: {
        params: { connection_id: exampleIds.connection },
        query: { provider_config_key: exampleIds.integration },
        body: { sample: true }
    }
});
