import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { exampleIds } from './example.ts';
import { integrationId, openObject } from './primitives.ts';

/**
 * Endpoints for the published browser clients of the reference service. Their token is in the
 * query, which no other endpoint accepts, and errors have the reference's codes. They act on
 * attempts, as the Connect UI does.
 */
const value = z.string().max(16_384);
const values = z.record(z.string().max(255), value);

const clientQuery = z.strictObject({
    connect_session_token: z.string().max(255).optional().describe('Connect session token. Required; absent, the response is 401.'),
    public_key: z.string().max(255).optional().describe('No longer supported: use `connect_session_token`.'),
    hmac: z.string().max(255).optional().describe('Accepted and ignored.'),
    connection_id: z
        .string()
        .refine(() => false, { error: 'connection_id is forbidden when using session token' })
        .optional()
        .describe('Refused: the id of the connection is chosen by Patchbay.'),
    params: values.optional().describe('Values of the connection config, as `params[name]=value`. Absent: none.'),
    authorization_params: values
        .optional()
        .describe('Further query parameters of the authorization request, as `authorization_params[name]=value`. Absent: none.'),
    user_scope: value
        .optional()
        .describe('Scopes of the user token, separated by commas. Those that the integration does not have are left out. Absent: none.'),
    // The OAuth app, and what was granted to it, are set by the backend alone.
    credentials: values
        .superRefine((given, context) => {
            for (const name of Object.keys(given))
                context.addIssue({
                    code: 'custom',
                    path: [name],
                    message: `${name} is not taken from a browser. Put it into integrations_config_defaults of the session, in your backend.`
                });
        })
        .optional()
        .describe('Refused: put credentials into `integrations_config_defaults` of the session, in your backend.'),
    token_id: value.optional().describe('Accepted and ignored.'),
    token_secret: value.optional().describe('Accepted and ignored.')
});

const connected = z.object({
    connectionId: z.string().describe('Id of the connection that was made.'),
    providerConfigKey: z.string().describe('Id of the integration.')
});
const clientId = value.describe('The client id.');
const clientSecret = value.describe('The client secret.');
const username = value.describe('The user name.');
const password = value.describe('The password.');

/** What all endpoints for typed credentials share. */
const form = {
    method: 'POST',
    auth: ['connect_session'],
    credentialIn: 'query',
    params: z.object({ provider_config_key: integrationId }),
    query: clientQuery,
    bracketedQuery: ['params', 'credentials', 'authorization_params'],
    success: {
        status: 200,
        body: connected,
        example: { connectionId: exampleIds.connection, providerConfigKey: exampleIds.integration }
    },
    errors: {
        unknown_provider_config: 404,
        invalid_auth_mode: true,
        invalid_connection: true,
        credential_unreadable: true,
        integration_not_allowed: true,
        connection_test_failed: true,
        connection_validation_failed: true
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
    body: z.strictObject({ apiKey: value.describe('The API key.') }),
    ...form,
    example: { params: { provider_config_key: exampleIds.integration }, body: { apiKey: 'sample' } }
});

export const connectWithBasic = defineEndpoint({
    id: 'connectWithBasic',
    path: '/api-auth/basic/:provider_config_key',
    summary: 'Connect with a user name and a password.',
    body: z.strictObject({ username, password }),
    ...form,
    example: { params: { provider_config_key: exampleIds.integration }, body: { username: 'sample', password: 'sample' } }
});

export const connectWithClientCredentials = defineEndpoint({
    id: 'connectWithClientCredentials',
    path: '/oauth2/auth/:provider_config_key',
    summary: 'Connect with client credentials.',
    body: z.strictObject({
        client_id: clientId.optional().describe('The client id. Required; absent, the response is `missing_client_id`.'),
        client_secret: clientSecret.optional().describe('The client secret. Required unless there is a `client_private_key`.'),
        client_certificate: value.optional().describe('The client certificate, as PEM. Absent: none.'),
        client_private_key: value.optional().describe('The private key of the certificate, as PEM. Absent: none.')
    }),
    ...form,
    errors: {
        ...form.errors,
        unknown_provider_config: 400
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
    body: z.strictObject({ type: z.literal('SIGNATURE').describe('Kind of credentials.'), username, password }),
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
    body: z.strictObject({
        type: z.literal('AWS_SIGV4').optional().describe('Kind of credentials.'),
        role_arn: value.describe('ARN of the role.'),
        region: value.optional().describe('Region of AWS. Absent: that of the integration.')
    }),
    ...form,
    example: { params: { provider_config_key: exampleIds.integration }, body: { role_arn: 'sample' } }
});

export const connectWithBill = defineEndpoint({
    id: 'connectWithBill',
    path: '/auth/bill/:provider_config_key',
    summary: 'Connect with a user, an organization and a developer key.',
    body: z.strictObject({
        username,
        password,
        organization_id: value.describe('Id of the organization.'),
        dev_key: value.describe('The developer key.')
    }),
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
        token_id: value.describe('Id of the token.'),
        token_secret: value.describe('Secret of the token.'),
        oauth_client_id_override: clientId.optional().describe('Client id of another OAuth app. Absent: that of the integration.'),
        oauth_client_secret_override: clientSecret
            .optional()
            .describe('Client secret of another OAuth app. Absent: that of the integration.')
    }),
    ...form,
    errors: { ...form.errors, invalid_credentials: true },
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
    query: clientQuery.extend({
        ws_client_id: z.string().max(255).optional().describe('Id of the WebSocket that receives the outcome. Absent: none does.')
    }),
    bracketedQuery: form.bracketedQuery,
    success: { status: 200, html: true },
    errors: { integration_not_allowed: true, invalid_connection: true, credential_unreadable: true },
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
    summary: "What the reference's Connect UI reports about its use. Nothing of it is stored.",
    auth: ['connect_session'],
    credentialIn: 'body',
    beacon: true,
    body: z.strictObject({
        token: z.string().max(255).optional().describe('Connect session token. Required; absent, the response is 401.'),
        event: z.enum(telemetryEvents).describe('What happened.'),
        timestamp: z.coerce.date().describe('When it happened; at most two hours from now.'),
        dimensions: z
            .strictObject({ integration: integrationId.optional().describe('Id of the integration. Absent: none.') })
            .optional()
            .describe('What it concerns. Absent: no integration.')
    }),
    maxBodyBytes: 4096,
    success: { status: 204 },
    example: { body: { event: 'open', timestamp: '2025-12-01T12:00:00Z' } }
});
