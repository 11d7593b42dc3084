import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { exampleIds } from './example.ts';
import { integrationId, openObject } from './primitives.ts';

/**
 * What the published browser clients of the reference service call. Their token comes in the query, the one place where a token may be part
 * of an address, and their failures have the reference's codes. Everything happens in attempts, as it does for the Connect UI.
 */
const value = z.string().max(16_384);
const values = z.record(z.string().max(255), value);

const clientQuery = z.strictObject({
    connect_session_token: z.string().max(255).optional(),
    public_key: z.string().max(255).optional(),
    hmac: z.string().max(255).optional(),
    connection_id: z
        .string()
        .refine(() => false, { error: 'connection_id is forbidden when using session token' })
        .optional(),
    /** Connection config. */
    params: values.optional(),
    authorization_params: values.optional(),
    /** Separated by commas; within the integration's scopes. */
    user_scope: value.optional(),
    /** Whose OAuth app it is, and what was granted to it, is for the backend to say (T-20). */
    credentials: values
        .superRefine((given, context) => {
            for (const name of Object.keys(given))
                context.addIssue({
                    code: 'custom',
                    path: [name],
                    message: `${name} is not taken from a browser. Put it into integrations_config_defaults of the session, in your backend.`
                });
        })
        .optional(),
    token_id: value.optional(),
    token_secret: value.optional()
});

const connected = z.object({ connectionId: z.string(), providerConfigKey: z.string() });

/** What all endpoints for typed credentials share. */
const form = {
    method: 'POST',
    auth: ['connect_session'],
    credentialIn: 'query',
    params: z.object({ provider_config_key: integrationId }),
    query: clientQuery,
    bracketedQuery: ['params', 'credentials', 'authorization_params'],
    success: { status: 200, body: connected },
    errors: {
        unknown_provider_config: 404,
        invalid_auth_mode: true,
        invalid_connection: true,
        integration_not_allowed: true,
        connection_test_failed: true,
        connection_validation_failed: true,
        resource_capped: true
    }
} as const;

export const connectUnauthenticated = defineEndpoint({
    id: 'connectUnauthenticated',
    path: '/auth/unauthenticated/:provider_config_key',
    summary: 'Connect what needs no credentials.',
    ...form,
    example: { params: { provider_config_key: exampleIds.integration } }
});

export const connectWithApiKey = defineEndpoint({
    id: 'connectWithApiKey',
    path: '/api-auth/api-key/:provider_config_key',
    summary: 'Connect with an API key.',
    body: z.strictObject({ apiKey: value }),
    ...form,
    example: { params: { provider_config_key: exampleIds.integration }, body: { apiKey: 'sample' } }
});

export const connectWithBasic = defineEndpoint({
    id: 'connectWithBasic',
    path: '/api-auth/basic/:provider_config_key',
    summary: 'Connect with a user name and a password.',
    body: z.strictObject({ username: value, password: value }),
    ...form,
    example: { params: { provider_config_key: exampleIds.integration }, body: { username: 'sample', password: 'sample' } }
});

export const connectWithClientCredentials = defineEndpoint({
    id: 'connectWithClientCredentials',
    path: '/oauth2/auth/:provider_config_key',
    summary: 'Connect with client credentials.',
    body: z.strictObject({
        client_id: value.optional(),
        client_secret: value.optional(),
        client_certificate: value.optional(),
        client_private_key: value.optional()
    }),
    ...form,
    errors: {
        ...form.errors,
        unknown_provider_config: 400,
        missing_client_id: true,
        missing_client_secret: true,
        client_credentials_fetch_error: true
    },
    example: { params: { provider_config_key: exampleIds.integration }, body: { client_id: 'sample', client_secret: 'sample' } }
});

export const connectWithTwoStep = defineEndpoint({
    id: 'connectWithTwoStep',
    path: '/auth/two-step/:provider_config_key',
    summary: 'Connect with credentials that are traded for a token.',
    body: openObject(),
    ...form,
    example: { params: { provider_config_key: exampleIds.integration }, body: { type: 'TWO_STEP' } }
});

export const connectWithSignature = defineEndpoint({
    id: 'connectWithSignature',
    path: '/auth/signature/:provider_config_key',
    summary: 'Connect with credentials that sign each request.',
    body: z.strictObject({ type: z.literal('SIGNATURE'), username: value, password: value }),
    ...form,
    example: {
        params: { provider_config_key: exampleIds.integration },
        body: { type: 'SIGNATURE', username: 'sample', password: 'sample' }
    }
});

export const connectWithAwsRole = defineEndpoint({
    id: 'connectWithAwsRole',
    path: '/auth/aws-sigv4/:provider_config_key',
    summary: 'Connect with a role of AWS.',
    body: z.strictObject({ role_arn: value, region: value.optional() }),
    ...form,
    example: { params: { provider_config_key: exampleIds.integration }, body: { role_arn: 'sample' } }
});

export const connectWithBill = defineEndpoint({
    id: 'connectWithBill',
    path: '/auth/bill/:provider_config_key',
    summary: 'Connect with a user, an organization and a developer key.',
    body: z.strictObject({ username: value, password: value, organization_id: value, dev_key: value }),
    ...form,
    example: {
        params: { provider_config_key: exampleIds.integration },
        body: { username: 'sample', password: 'sample', organization_id: 'sample', dev_key: 'sample' }
    }
});

export const connectWithJwt = defineEndpoint({
    id: 'connectWithJwt',
    path: '/auth/jwt/:provider_config_key',
    summary: 'Connect with a key that signs tokens.',
    body: openObject(),
    ...form,
    example: { params: { provider_config_key: exampleIds.integration }, body: { privateKey: 'sample' } }
});

export const connectWithTba = defineEndpoint({
    id: 'connectWithTba',
    path: '/auth/tba/:provider_config_key',
    summary: 'Connect with a token and its secret.',
    body: z.strictObject({
        token_id: value,
        token_secret: value,
        oauth_client_id_override: value.optional(),
        oauth_client_secret_override: value.optional()
    }),
    ...form,
    example: { params: { provider_config_key: exampleIds.integration }, body: { token_id: 'sample', token_secret: 'sample' } }
});

export const connectOutbound = defineEndpoint({
    id: 'connectOutbound',
    path: '/auth/oauth-outbound/:provider_config_key',
    summary: 'Connect what is installed at the provider.',
    ...form,
    example: { params: { provider_config_key: exampleIds.integration } }
});

export const openReferenceSignIn = defineEndpoint({
    id: 'openReferenceSignIn',
    method: 'GET',
    path: '/oauth/connect/:provider_config_key',
    summary: 'What a popup of the reference opens: ties an attempt to this browser and goes on to the provider.',
    auth: ['connect_session'],
    credentialIn: 'query',
    params: form.params,
    // `ws_client_id`: the socket that is told how it ends.
    query: clientQuery.extend({ ws_client_id: z.string().max(255).optional() }),
    bracketedQuery: form.bracketedQuery,
    success: { status: 200, html: true },
    errors: { integration_not_allowed: true, invalid_connection: true },
    page: true,
    example: { params: { provider_config_key: exampleIds.integration } }
});

const telemetryEvents = [
    'open',
    'view:list',
    'view:integration',
    'view:unknown_error',
    'view:credentials_error',
    'view:success',
    'click:integration',
    'click:doc',
    'click:doc_section',
    'click:connect',
    'click:close',
    'click:finish',
    'click:outside',
    'popup:blocked_by_browser',
    'popup:closed_early'
] as const;

export const recordTelemetry = defineEndpoint({
    id: 'recordTelemetry',
    method: 'POST',
    path: '/connect/telemetry',
    summary: "What the reference's Connect UI reports of itself. Nothing of it is kept.",
    auth: ['connect_session'],
    credentialIn: 'body',
    beacon: true,
    body: z.strictObject({
        token: z.string().max(255).optional(),
        event: z.enum(telemetryEvents),
        timestamp: z.coerce.date(),
        dimensions: z.strictObject({ integration: integrationId.optional() }).optional()
    }),
    maxBodyBytes: 4096,
    success: { status: 204 },
    example: { body: { event: 'open', timestamp: '2025-12-01T12:00:00Z' } }
});
