import { z } from 'zod';
import type { Deprecation } from './endpoint.ts';
import { defineEndpoint } from './endpoint.ts';
import { exampleIds } from './example.ts';
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

/** Every `/connection…` path: announced with the change of 8 September 2025, removed on 20 January 2026 (product spec §4.4, §9). */
function removedIn2026(successor: string): Deprecation {
    return { deprecated: '2025-09-08T00:00:00Z', sunset: '2026-01-20T00:00:00Z', successor };
}

const configOverride = z.strictObject({ client_id: z.string().max(255).optional(), client_secret: z.string().max(2048).optional() });

/** Credentials as imported, by type. A further credential type is one more member here. */
export const importedCredentials = z.discriminatedUnion(
    'type',
    [
        z.strictObject({
            type: z.literal('OAUTH2'),
            access_token: z.string().min(1).max(16_384),
            refresh_token: z.string().min(1).max(16_384).optional(),
            expires_at: expiryTime.optional(),
            config_override: configOverride.optional()
        }),
        z.strictObject({
            type: z.literal('OAUTH2_CC'),
            token: z.string().min(1).max(4096),
            client_id: z.string().min(1).max(255),
            client_secret: z.string().min(1).max(2048),
            client_certificate: z.string().max(10_000).optional(),
            client_private_key: z.string().max(10_000).optional(),
            expires_at: expiryTime.optional()
        }),
        z.strictObject({ type: z.literal('BASIC'), username: z.string().max(1024), password: z.string().max(1024) }),
        z.strictObject({ type: z.literal('API_KEY'), apiKey: z.string().min(1).max(1024) }),
        z.strictObject({ type: z.literal('NONE') })
    ],
    {
        // As the reference's validator says it; a later version of the same one would list the types.
        error: (issue) => (issue.code === 'invalid_union' ? 'Invalid input' : undefined)
    }
);
export type ImportedCredentials = z.output<typeof importedCredentials>;

const common = {
    connection_id: z.string(),
    provider_config_key: z.string(),
    provider: z.string(),
    /** `log_id` is the id of the event that told of it; `auth.failure` says what happened. */
    errors: z.array(z.object({ type: z.enum(['auth', 'sync']), log_id: z.string() })),
    end_user: endUserView.nullable(),
    tags: z.record(z.string(), z.string()),
    metadata: z.record(z.string(), z.unknown()).nullable()
};

/** Short form, in lists. */
export const connectionSummary = z.object({ id: z.int(), ...common, created: isoDateTime });

/** Whether the credentials can be kept fresh. */
export const connectionAuth = z.object({
    /** `failing`: not renewed lately, tried again by itself; `broken`: only a reconnect, or a change of the integration, mends it. */
    state: z.enum(['ok', 'failing', 'broken']),
    /** Null when ok. */
    failure: z
        .object({
            kind: z.enum(['revoked', 'transient', 'configuration', 'unknown']),
            /** In words: what happened, and what to do. */
            message: z.string(),
            since: isoDateTime,
            /** When it is tried again; null: not by itself. */
            retry_at: isoDateTime.nullable()
        })
        .nullable(),
    /** When the provider last gave the credentials. */
    refreshed_at: isoDateTime.nullable(),
    /** When the end user has to connect again however often the grant is renewed; null: never, as far as the provider states. */
    grant_ends_at: isoDateTime.nullable(),
    /** Permissions: null where the provider does not say which were given. */
    asked_scopes: z.array(z.string()).nullable(),
    granted_scopes: z.array(z.string()).nullable(),
    missing_scopes: z.array(z.string())
});
export type ConnectionAuth = z.output<typeof connectionAuth>;

/** Full form. `credentials` is `{}` for keys that may not read them. */
export const connectionView = z.object({
    id: z.int(),
    ...common,
    connection_config: z.record(z.string(), z.unknown()),
    webhook_url_override: z.string().nullable(),
    /** When the provider last accepted these credentials; null: not checked yet. */
    verified_at: isoDateTime.nullable(),
    auth: connectionAuth,
    created_at: isoDateTime,
    updated_at: isoDateTime,
    /** When its credentials were last handed out. Written every two seconds, so another read may see it as much later. */
    last_fetched_at: isoDateTime.nullable(),
    credentials: z.record(z.string(), z.unknown()),
    /** Why `credentials` is empty, for a key that may not read them. */
    credentials_withheld: z.string().optional()
});
export type ConnectionView = z.output<typeof connectionView>;

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
        connection_id: newConnectionId.optional(),
        credentials: importedCredentials,
        connection_config: openObject().optional(),
        /** QuickBooks' company, where `connection_config` does not name it. */
        realmId: z.string().min(1).max(255).optional(),
        metadata: openObject().optional(),
        end_user: endUser.optional(),
        tags: tags.optional(),
        webhook_url_override: webhookUrl.optional()
    }),
    success: { status: 201, body: connectionView },
    errors: { not_found: true, integration_disabled: true, connection_test_failed: true },
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
        connectionId: connectionId.optional(),
        search: z.string().min(1).max(255).optional(),
        endUserId: z.string().min(1).max(255).optional(),
        endUserOrganizationId: z.string().min(1).max(255).optional(),
        /** One or several, separated by commas. */
        integrationId: z.string().min(1).max(4096).optional(),
        tags: z.record(z.string(), z.string()).optional(),
        /** Those instead that share links made and that still wait for `confirmConnection`; they are in no other list. */
        unconfirmed: booleanText.optional(),
        /** Without it the first 10,000 are answered. */
        limit: z.coerce.number().int().min(1).max(2000).optional(),
        /** From 0, of `limit` connections each. Pages shift while connections come and go, and far ones take longer: see `before`. */
        page: z.coerce.number().int().min(0).max(1_000_000).optional(),
        /** The `id` of the last connection that you have: those after it, whatever came and went since. Instead of `page`. */
        before: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER).optional()
    }),
    bracketedQuery: ['tags'],
    success: { status: 200, body: z.object({ connections: z.array(connectionSummary) }) },
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
        force_refresh: booleanText.optional(),
        /** Also answer the refresh token, which is left out otherwise. */
        refresh_token: booleanText.optional(),
        refresh_github_app_jwt_token: booleanText.optional()
    }),
    success: { status: 200, body: connectionView },
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
    success: { status: 200, body: success },
    errors: { unknown_provider_config: 400, not_found: true, not_confirmed: true },
    example: {
        params: { connection_id: exampleIds.connection },
        query: { provider_config_key: exampleIds.integration },
        body: { tags: { sample: 'yes' } }
    }
});

/** What became of the access at the provider. The connection is deleted whatever it is. */
const revocation = z.object({
    /** `unsupported`: the provider has no way to, or another connection of the same account would end as well. */
    outcome: z.enum(['revoked', 'unsupported', 'failed']),
    /** In words, unless it was revoked. */
    reason: z.string().optional()
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
    success: { status: 200, body: success.extend({ revocation }) },
    errors: { unknown_connection: 400 },
    aliases: [{ path: '/connection/:connection_id', deprecation: removedIn2026('/connections/:connection_id') }],
    example: { params: { connection_id: exampleIds.connection }, query: { provider_config_key: exampleIds.integration } }
});

export const metadataBody = z.strictObject({
    connection_id: z.union([connectionId, z.array(connectionId).min(1).max(500)]),
    provider_config_key: integrationId,
    metadata: openObject()
});

export const setMetadata = defineEndpoint({
    id: 'setMetadata',
    method: 'POST',
    path: '/connections/metadata',
    summary: 'Replace the metadata of one or several connections: all of them or none.',
    auth: ['secret_key'],
    scope: 'environment:connections:write',
    body: metadataBody,
    success: { status: 201, body: metadataBody },
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
    success: { status: 200, body: metadataBody },
    errors: { unknown_connection: true, not_confirmed: true },
    aliases: [{ path: '/connection/metadata', deprecation: removedIn2026('/connections/metadata') }],
    example: { body: { connection_id: exampleIds.connection, provider_config_key: exampleIds.integration, metadata: { sample: true } } }
});

/** The removed import: credentials at the body's root, and the body echoed as the answer. */
export const importConnectionLegacy = defineEndpoint({
    id: 'importConnectionLegacy',
    method: 'POST',
    path: '/connection',
    summary: 'Import a connection with its credentials at the root of the body.',
    auth: ['secret_key'],
    scope: 'environment:connections:write',
    body: z.looseObject({
        provider_config_key: integrationId.optional(),
        connection_id: newConnectionId.optional(),
        connection_config: openObject().optional(),
        metadata: openObject().optional(),
        end_user: endUser.optional(),
        webhook_url_override: webhookUrl.optional()
    }),
    success: { status: 201, body: z.record(z.string(), z.unknown()) },
    errors: {
        missing_provider_config: true,
        unknown_provider_config: true,
        missing_access_token: true,
        missing_api_key: true,
        missing_basic_username: true,
        missing_expires_at: true,
        invalid_expires_at: true,
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
    success: { status: 201, body: z.record(z.string(), z.unknown()) },
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
    success: { status: 200, body: z.record(z.string(), z.unknown()) },
    ...legacyMetadata,
    example: {
        params: { connection_id: exampleIds.connection },
        query: { provider_config_key: exampleIds.integration },
        body: { sample: true }
    }
});
