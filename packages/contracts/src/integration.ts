import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { exampleIds } from './example.ts';
import { data, integrationId, isoDateTime, providerId, success, newIntegrationId } from './primitives.ts';

/** As a list, which is how it is answered, or as one text with commas. No scope has a comma or a space (RFC 6749 §3.3). */
const scopeList = z
    .union([z.string().max(8192), z.array(z.string().max(1024)).max(500)])
    .transform((given) => (typeof given === 'string' ? given.split(',') : given).filter((scope) => scope !== ''))
    .check(({ value, issues }) => {
        if (value.every((scope) => /^[^\s,]+$/.test(scope))) return;
        const message = 'Scopes are separated by commas, without spaces, or given as a list: ["repo", "read:user"].';
        issues.push({ code: 'invalid_format', format: 'scopes', input: value.join(','), message });
    });

const oauthApp = z.strictObject({
    type: z.enum(['OAUTH2']),
    client_id: z.string().min(1).max(255),
    client_secret: z.string().min(1).max(2048),
    scopes: scopeList.optional(),
    webhook_secret: z.string().max(255).optional().describe('Stored. Webhooks are not delivered yet.')
});

const settings = {
    /** What end users read in the Connect UI; the provider's name where it is left out. */
    display_name: z.string().min(1).max(255).optional(),
    forward_webhooks: z.boolean().optional().describe('Stored. Webhooks are not delivered yet.'),
    /** The same as `credentials.scopes`, where it is answered. */
    scopes: scopeList.optional(),
    integration_config: z.record(z.string().max(255), z.string().max(8192)).optional(),
    custom: z.record(z.string().max(255), z.string().max(8192)).optional(),
    /** False: no connecting, no credentials, no proxied requests, no refreshes, until it is true again. */
    enabled: z.boolean().optional(),
    /**
     * Base addresses besides the provider's own that `Base-Url-Override` may name: https, without query. Credentials are sent there, so the key
     * needs `environment:connections:read_credentials`.
     */
    allowed_base_urls: z
        .array(z.url({ protocol: /^https?$/ }).max(2048))
        .max(20)
        .optional()
};

export const integrationView = z.object({
    unique_key: z.string(),
    provider: z.string(),
    display_name: z.string(),
    logo: z.url(),
    forward_webhooks: z.boolean(),
    /** These three are for secret keys only. */
    enabled: z.boolean().optional(),
    allowed_base_urls: z.array(z.string()).optional(),
    /** `refused`: the provider refuses the OAuth app, so connections are not renewed with it until it is replaced or taken again. */
    oauth_app: z
        .object({
            state: z.enum(['ok', 'refused']),
            /** In words what happened and what to do, since when, and when it is tried again. Null when ok. */
            failure: z.object({ message: z.string(), since: isoDateTime, retry_at: isoDateTime }).nullable()
        })
        .optional(),
    created_at: isoDateTime,
    updated_at: isoDateTime,
    /** To be registered with the provider; only for those with a sign-in. */
    redirect_uri: z.url().optional(),
    scopes: z.array(z.string()).optional(),
    webhook_url: z.url().nullable().optional(),
    credentials: z
        .object({
            type: z.string(),
            client_id: z.string().nullable(),
            client_secret: z.string().nullable(),
            scopes: z.string().nullable(),
            webhook_secret: z.string().nullable()
        })
        .nullable()
        .optional()
});
export type IntegrationView = z.output<typeof integrationView>;

const integrationParams = z.object({ id: integrationId });

export const listIntegrations = defineEndpoint({
    id: 'listIntegrations',
    method: 'GET',
    path: '/integrations',
    summary: 'The integrations of this environment; with a session token, those that the session allows and that are switched on.',
    auth: ['secret_key', 'connect_session'],
    scope: 'environment:integrations:read',
    success: { status: 200, body: data(z.array(integrationView)) },
    onConnectOrigin: true
});

export const createIntegration = defineEndpoint({
    id: 'createIntegration',
    method: 'POST',
    path: '/integrations',
    summary: 'Configure a provider in this environment.',
    auth: ['secret_key'],
    scope: 'environment:integrations:write',
    body: z.strictObject({ provider: providerId, unique_key: newIntegrationId, credentials: oauthApp.optional(), ...settings }),
    success: { status: 200, body: data(integrationView) },
    example: { body: { provider: 'unauthenticated', unique_key: 'sample' } }
});

export const getIntegration = defineEndpoint({
    id: 'getIntegration',
    method: 'GET',
    path: '/integrations/:id',
    summary: 'One integration; `include=credentials` adds the OAuth app, for keys that may read it.',
    auth: ['secret_key'],
    scope: 'environment:integrations:read',
    params: integrationParams,
    query: z.strictObject({ include: z.array(z.enum(['webhook', 'credentials'])).optional() }),
    repeatedQuery: ['include'],
    success: { status: 200, body: data(integrationView) },
    errors: { not_found: true },
    example: { params: { id: exampleIds.integration } }
});

export const updateIntegration = defineEndpoint({
    id: 'updateIntegration',
    method: 'PATCH',
    path: '/integrations/:id',
    summary: 'Change an integration. What is not named stays.',
    auth: ['secret_key'],
    scope: 'environment:integrations:write',
    params: integrationParams,
    body: z.strictObject({
        unique_key: newIntegrationId.optional(),
        credentials: oauthApp.partial({ client_id: true, client_secret: true }).optional(),
        ...settings
    }),
    success: { status: 200, body: data(integrationView) },
    errors: { not_found: true },
    example: { params: { id: exampleIds.integration }, body: { display_name: 'Sample' } }
});

export const deleteIntegration = defineEndpoint({
    id: 'deleteIntegration',
    method: 'DELETE',
    path: '/integrations/:id',
    summary:
        'Delete an integration with all its connections. They can no longer be used when this answers, and the key is free again. Their access is then taken back at the provider and their rows are removed in the background; the log line `integration_removed` counts what became of the access. Delete connections one by one to be told of each.',
    auth: ['secret_key'],
    scope: 'environment:integrations:write',
    params: integrationParams,
    success: { status: 200, body: success },
    errors: { not_found: true },
    example: { params: { id: exampleIds.integration } }
});
