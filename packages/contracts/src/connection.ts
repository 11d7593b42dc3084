import { z } from 'zod';
import { connectionFilter } from './connection-count.ts';
import { healthFilter } from './connection-health.ts';
import type { Deprecation } from './endpoint.ts';
import { defineEndpoint } from './endpoint.ts';
import { exampleIds, exampleTimes } from './example.ts';
import { connectionExample, connectionSummary, connectionView, revocation, summaryExample } from './connection-view.ts';
import { endUser } from './end-user.ts';
import { importedCredentials } from './imported-credentials.ts';
import { booleanText, connectionId, data, newConnectionId, integrationId, openObject, success, tags, webhookUrl } from './primitives.ts';

/** Every `/connection…` path. */
function removedIn2026(successor: string): Deprecation {
    return { deprecated: '2025-09-08T00:00:00Z', sunset: '2026-01-20T00:00:00Z', successor };
}

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
    errors: {
        credential_unreadable: true,
        not_found: true,
        integration_disabled: true,
        frozen: true,
        connection_test_failed: true,
        connection_validation_failed: true
    },
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
        connectionId: connectionId.optional().describe('Only connections with this id. Absent: all.'),
        ...connectionFilter,
        ...healthFilter,
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
        example: { connections: [{ ...summaryExample, created: exampleTimes.created, last_fetched_at: exampleTimes.updated }] }
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
        refresh_github_app_jwt_token: booleanText
            .optional()
            .describe(
                'Whether to add `jwtToken` to the credentials of an installed app, by which it calls the provider as itself; `false` by default.'
            )
    }),
    success: { status: 200, body: connectionView, example: connectionExample },
    errors: {
        unknown_provider_config: 400,
        not_found: true,
        not_confirmed: true,
        integration_disabled: true,
        frozen: true,
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
    body: z.strictObject({
        end_user: endUser.optional().describe('The end user as a whole; the organization stays. Absent: nothing changes.'),
        tags: tags
            .optional()
            .describe(
                'Replaces all tags of the connection; those that follow from the end user, such as `end_user_id`, are added. Absent: your own stay.'
            ),
        webhook_url_override: webhookUrl
            .optional()
            .describe(
                'Address that events about this connection go to instead of the endpoints, http or https; empty for none. Absent: it stays.'
            )
    }),
    success: { status: 200, body: success, example: { success: true } },
    errors: { unknown_provider_config: 400, not_found: true, not_confirmed: true },
    example: {
        params: { connection_id: exampleIds.connection },
        query: { provider_config_key: exampleIds.integration },
        body: { tags: { sample: 'yes' } }
    }
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
        body: success.extend({ revocation }),
        example: { success: true, revocation: { outcome: 'revoked' } }
    },
    errors: { unknown_connection: 400 },
    aliases: [{ path: '/connection/:connection_id', deprecation: removedIn2026('/connections/:connection_id') }],
    example: { params: { connection_id: exampleIds.connection }, query: { provider_config_key: exampleIds.integration } }
});

export const confirmConnection = defineEndpoint({
    id: 'confirmConnection',
    method: 'POST',
    path: '/connections/:connection_id/confirm',
    summary:
        'Say whose a connection made by a share link is: the end user that is signed in at your product. Another one than the link was for destroys it.',
    auth: ['secret_key'],
    scope: 'environment:connections:write',
    params: connectionParams,
    body: z.strictObject({
        provider_config_key: integrationId,
        end_user_id: z.string().min(1).max(255).describe('Id of the end user that is signed in at your product.')
    }),
    success: {
        status: 200,
        body: data(z.object({ confirmed: z.literal(true).describe('Always `true`; the connection can be used from now on.') })),
        example: { data: { confirmed: true } }
    },
    errors: { unknown_connection: true, end_user_mismatch: true, conflict: true },
    example: {
        params: { connection_id: exampleIds.connection },
        body: { provider_config_key: exampleIds.integration, end_user_id: 'sample' }
    }
});

export const checkConnection = defineEndpoint({
    id: 'checkConnection',
    method: 'POST',
    path: '/connections/:connection_id/check',
    summary:
        'Ask the provider now whether it accepts a connection. A token that is about to expire, or that it refuses, is renewed first; a refusal shows in `health`.',
    auth: ['secret_key'],
    scope: 'environment:connect_sessions:write',
    params: connectionParams,
    query: keyedBy,
    success: {
        status: 200,
        body: data(
            z.object({
                outcome: z
                    .enum(['accepted', 'refused', 'unreachable', 'misconfigured', 'not_checked'])
                    .describe(
                        '`refused`: by the provider; `unreachable`: it does not respond; `misconfigured`: nothing could be asked; `not_checked`: there is no call to ask with.'
                    ),
                message: z.string().nullable().describe('Why, in words; null where it was accepted.'),
                checked_at: z.iso.datetime().describe('When the provider was asked.')
            })
        ),
        example: { data: { outcome: 'accepted', message: null, checked_at: exampleTimes.created } }
    },
    errors: {
        unknown_provider_config: 400,
        not_found: true,
        not_confirmed: true,
        integration_disabled: true,
        frozen: true,
        credential_unreadable: true
    },
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
        frozen: true,
        connection_test_failed: true,
        connection_validation_failed: true
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
