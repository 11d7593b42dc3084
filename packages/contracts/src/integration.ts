import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { exampleIds, exampleTimes } from './example.ts';
import { changedApp, ownApp, scopeList, scopesOfApp } from './own-app.ts';
import { data, integrationId, isoDateTime, plainText, providerId, success, newIntegrationId, webhookSecretOverlap } from './primitives.ts';

const settings = {
    display_name: z.string().min(1).max(255).optional().describe("Name in the Connect UI; the provider's name by default."),
    logo: z
        .string()
        .max(44_000, { error: 'The picture is too large. Give at most 32 KiB.' })
        .regex(/^data:image\/(?:png|svg\+xml);base64,[A-Za-z0-9+/]+={0,2}$/, {
            error: 'Give the picture as a data: URL in base64: data:image/svg+xml;base64,… or data:image/png;base64,…'
        })
        .nullable()
        .optional()
        .describe(
            "Mark in the Connect UI, a `data:` URL in base64 of at most 32 KiB: an SVG that only draws, or a PNG of up to 512 × 512 pixels. Null or absent in a new one: the provider's own mark."
        ),
    access: z
        .array(plainText(200))
        .max(10)
        .optional()
        .describe(
            'What your product does with the account, for the Connect UI to tell end users: up to 10 sentences of at most 200 characters, plain text in one line. Empty, as by default: what the scopes allow.'
        ),
    guide: z
        .array(plainText(200))
        .max(6)
        .optional()
        .describe(
            "Where end users find what the form asks for, in your words: up to 6 steps of at most 200 characters, plain text in one line. Empty, as by default: the provider's `guide`, in their language."
        ),
    single_account: z
        .boolean()
        .optional()
        .describe(
            'Whether each end user connects one account, within the organization of the session where it names one: another account asks whether to replace it; `false` by default. It concerns what end users connect; imports are not restricted, and what there is stays.'
        ),
    forward_webhooks: z
        .boolean()
        .optional()
        .describe(
            'Whether webhooks of the provider are forwarded to you; `true` by default. While it is `false`, they are verified and stored.'
        ),
    webhook_secret: z
        .string()
        .min(1)
        .max(255)
        .nullable()
        .optional()
        .describe(
            'Secret that the provider signs its webhooks with. Stored encrypted. Null takes it away at once; a new one replaces it, and the one before stays valid for `webhook_secret_overlap_seconds`. Absent in a new one: none, or the client secret where the provider signs with that.'
        ),
    webhook_secret_overlap_seconds: webhookSecretOverlap.optional(),
    scopes: scopeList.optional().describe(`${scopesOfApp} The same as \`credentials.scopes\`, which wins.`),
    integration_config: z
        .record(z.string().max(255), z.string().max(8192))
        .optional()
        .describe("Values of the provider's connection config that are the same for all connections; end users are not asked for them."),
    custom: z
        .record(z.string().max(255), z.string().max(8192))
        .optional()
        .describe('Your own values. Stored encrypted; no response has them.'),
    enabled: z
        .boolean()
        .optional()
        .describe(
            'Whether the integration is in use; `true` by default. While it is `false`, nothing can be connected, credentials are neither returned nor refreshed, and the proxy refuses requests.'
        ),
    allowed_base_urls: z
        .array(z.url({ protocol: /^https?$/ }).max(2048))
        .max(20)
        .optional()
        .describe(
            'Base addresses, besides those of the provider, that `Base-Url-Override` may name: https, without query. None by default. Credentials are sent there, so the key needs `environment:connections:read_credentials`.'
        )
};

const forSecretKeys = 'Only for secret keys.';

/** What became of a provider's request. */
export const webhookOutcomes = [
    'accepted',
    'duplicate',
    'missing_signature',
    'invalid_signature',
    'stale',
    'too_large',
    'compressed',
    'too_many'
] as const;
export type WebhookOutcome = (typeof webhookOutcomes)[number];

const webhookSecretView = z
    .string()
    .nullable()
    .describe('Secret that webhooks of the provider are signed with; null where none was given.');

export const integrationView = z.object({
    unique_key: z.string().describe('Id of the integration, also called `provider_config_key`.'),
    provider: z.string().describe('Id of the provider.'),
    display_name: z.string().describe('Name in the Connect UI.'),
    logo: z.url().describe("Address of its mark, an SVG or PNG image: the one given, or the provider's."),
    access: z.array(z.string()).describe('What end users are told that your product does with the account; empty where none was given.'),
    guide: z.array(z.string()).describe("Your steps to what the form asks for; empty where none were given, and the provider's are shown."),
    single_account: z.boolean().describe('Whether each end user connects one account.'),
    forward_webhooks: z.boolean().describe('Whether webhooks of the provider are forwarded to you.'),
    enabled: z.boolean().optional().describe(`Whether the integration is in use. ${forSecretKeys}`),
    allowed_base_urls: z
        .array(z.string())
        .optional()
        .describe(`Further base addresses that \`Base-Url-Override\` may name. ${forSecretKeys}`),
    oauth_app: z
        .object({
            state: z
                .enum(['ok', 'refused'])
                .describe(
                    '`refused`: the provider refuses the OAuth app, so connections are not refreshed until it is replaced or accepted again.'
                ),
            failure: z
                .object({
                    message: z.string().describe('What happened and what to do.'),
                    since: isoDateTime.describe('When the provider first refused it.'),
                    retry_at: isoDateTime.describe('When it is tried again.')
                })
                .nullable()
                .describe('Null when `ok`.'),
            client_id: z.string().nullable().describe('Client id of the OAuth app, or the id of the app; null: none was given.')
        })
        .optional()
        .describe(`State of your app at the provider; present for providers that need one. ${forSecretKeys}`),
    connections: z
        .int()
        .optional()
        .describe(`How many connections it has, counted up to 10,000; present with \`include=connections\`. ${forSecretKeys}`),
    created_at: isoDateTime.describe('When the integration was made.'),
    updated_at: isoDateTime.describe('When the integration was last changed.'),
    redirect_uri: z
        .url()
        .optional()
        .describe('Redirect URI to register at the provider; present for providers at which you register an app that people sign in to.'),
    scopes: z
        .array(z.string())
        .optional()
        .describe('Scopes that the provider is asked for; present for `auth_mode` OAUTH2, MCP_OAUTH2 and MCP_OAUTH2_GENERIC.'),
    webhook_url: z
        .url()
        .nullable()
        .optional()
        .describe('Address for webhooks of the provider; present with `include=webhook`. Null: the provider sends none to Patchbay.'),
    webhooks: z
        .object({
            has_secret: z.boolean().describe('Whether there is a secret that verifies webhooks; without one, all are refused.'),
            previous_secret_until: isoDateTime
                .nullable()
                .describe('Until when the secret before this one verifies too; null: there is none.'),
            last_days: z
                .partialRecord(z.enum(webhookOutcomes), z.int())
                .describe(
                    'How many requests of the last 7 days had which outcome; a server adds its own every two seconds. `accepted` ones were stored, of a `duplicate` nothing was new, and the others were refused. What is absent is 0.'
                )
        })
        .nullable()
        .optional()
        .describe('The state of incoming webhooks; present with `include=webhook`, null where the provider sends none to Patchbay.'),
    webhook_secret: z
        .string()
        .nullable()
        .optional()
        .describe('Secret that webhooks of the provider are signed with; present with `include=credentials`, null where none was given.'),
    credentials: z
        .union([
            z.object({
                type: z.enum(['APP', 'CUSTOM']).describe('Kind of credentials.'),
                app_id: z.string().nullable().describe('Id of the app.'),
                app_link: z.string().nullable().describe('Public page of the app.'),
                private_key: z.string().nullable().describe('Private key of the app, as PEM.'),
                client_id: z.string().nullable().describe('Client id of the app; null where none was given.'),
                client_secret: z.string().nullable().describe('Client secret of the app; null where none was given.'),
                webhook_secret: webhookSecretView
            }),
            z.object({
                type: z.string().describe('Kind of credentials.'),
                client_id: z.string().nullable().describe('Client id of the OAuth app.'),
                client_secret: z.string().nullable().describe('Client secret of the OAuth app.'),
                scopes: z.string().nullable().describe('Scopes, separated by commas.'),
                webhook_secret: webhookSecretView
            })
        ])
        .nullable()
        .optional()
        .describe('Your app at the provider; present with `include=credentials`, null for providers without one.')
});
export type IntegrationView = z.output<typeof integrationView>;

const integrationExample = {
    unique_key: exampleIds.integration,
    provider: 'hubspot',
    display_name: 'HubSpot',
    logo: 'https://api.example.com/providers/hubspot/icon',
    access: ['Read your contacts and the companies that they work for'],
    guide: [],
    single_account: false,
    forward_webhooks: true,
    enabled: true,
    allowed_base_urls: [],
    oauth_app: { state: 'ok', failure: null, client_id: '8a4c1e' },
    created_at: exampleTimes.created,
    updated_at: exampleTimes.updated,
    redirect_uri: 'https://api.example.com/oauth/callback',
    scopes: ['crm.objects.contacts.read']
} satisfies IntegrationView;

export const getLogo = defineEndpoint({
    id: 'getLogo',
    method: 'GET',
    path: '/logos/:logo_id',
    summary: 'The mark of an integration that was given one, as an image. Another picture gets another address.',
    auth: [],
    params: z.object({
        logo_id: z
            .string()
            .regex(/^[0-9a-f]{32}$/)
            .describe('Id of the picture.')
    }),
    success: { status: 200, text: true },
    errors: { not_found: true },
    onConnectOrigin: true,
    example: { params: { logo_id: '0123456789abcdef0123456789abcdef' } }
});

const integrationParams = z.object({ id: integrationId });
const integrationSuccess = { status: 200, body: data(integrationView), example: { data: integrationExample } } as const;

export const listIntegrations = defineEndpoint({
    id: 'listIntegrations',
    method: 'GET',
    path: '/integrations',
    summary: 'The integrations of this environment; with a session token, those that the session allows and that are switched on.',
    auth: ['secret_key', 'connect_session'],
    scope: 'environment:integrations:read',
    query: z.strictObject({
        include: z
            .array(z.enum(['connections']))
            .optional()
            .describe('`connections` adds how many connections each has. Absent: it is not counted.')
    }),
    repeatedQuery: ['include'],
    success: { status: 200, body: data(z.array(integrationView)), example: { data: [integrationExample] } },
    onConnectOrigin: true
});

export const createIntegration = defineEndpoint({
    id: 'createIntegration',
    method: 'POST',
    path: '/integrations',
    summary: 'Configure a provider in this environment.',
    auth: ['secret_key'],
    scope: 'environment:integrations:write',
    body: z.strictObject({
        provider: providerId,
        unique_key: newIntegrationId.describe('Id of your choice, unique in the environment: letters, digits and `~:.@ _-`.'),
        credentials: ownApp.optional(),
        ...settings
    }),
    success: integrationSuccess,
    errors: { credential_unreadable: true, frozen: true },
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
    query: z.strictObject({
        include: z
            .array(z.enum(['webhook', 'credentials', 'connections']))
            .optional()
            .describe(
                'Further fields of the response; may be repeated. `credentials` needs `environment:integrations:read_credentials`. None by default.'
            )
    }),
    repeatedQuery: ['include'],
    success: integrationSuccess,
    errors: { not_found: true, credential_unreadable: true, frozen: true },
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
        unique_key: newIntegrationId.optional().describe('The new id. Refused while the integration has connections.'),
        credentials: changedApp.optional().describe('Changes of your app at the provider; what is absent stays.'),
        expected_updated_at: isoDateTime
            .optional()
            .describe('`updated_at` that you have read: where it is another by now, nothing is changed. Absent: it is not compared.'),
        ...settings
    }),
    success: integrationSuccess,
    errors: { not_found: true, frozen: true, conflict: true },
    example: { params: { id: exampleIds.integration }, body: { display_name: 'Sample' } }
});

export const deleteIntegration = defineEndpoint({
    id: 'deleteIntegration',
    method: 'DELETE',
    path: '/integrations/:id',
    summary:
        'Delete an integration with all its connections. Once this responds they cannot be used, and the id is free again. Their access is then revoked at the provider and their rows are removed in the background; the log line `integration_removed` counts the outcomes. Delete connections one by one to learn the outcome of each.',
    auth: ['secret_key'],
    scope: 'environment:integrations:write',
    params: integrationParams,
    success: { status: 200, body: success, example: { success: true } },
    errors: { not_found: true },
    example: { params: { id: exampleIds.integration } }
});
