import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { exampleIds } from './example.ts';
import { connectionId, data, integrationId, isoDateTime, webhookSecretOverlap } from './primitives.ts';

export const receiveWebhook = defineEndpoint({
    id: 'receiveWebhook',
    method: 'POST',
    path: '/webhook/:environment_id/:integration_id',
    summary:
        'Where a provider sends its webhooks; `include=webhook` of an integration has the address. A request is verified by its signature and stored before the response. A refused signature is 401 `{"error": "<message>"}`, a failure of Patchbay 500 `{"error": "internal_error"}`. 204 where Patchbay does not know the webhooks of the provider.',
    auth: [],
    limitsItself: true,
    errorsInWords: {
        missing_webhook_signature: true,
        invalid_webhook_signature: true,
        stale_webhook: true,
        server_error: 'internal_error'
    },
    streams: true,
    maxBodyBytes: 1024 * 1024,
    params: z.object({
        environment_id: z.uuid().describe('Id of the environment; not secret, but not to be guessed.'),
        integration_id: integrationId
    }),
    success: { status: 200 },
    errors: {
        unknown_provider_config: 404,
        unsupported_content_encoding: true,
        request_too_large: true,
        request_timeout: true,
        dependency_unavailable: true,
        credential_unreadable: true,
        conflict: true
    },
    example: { params: { environment_id: exampleIds.environment, integration_id: exampleIds.integration } }
});

const ofConnection = {
    params: z.object({ connection_id: connectionId }),
    query: z.strictObject({ provider_config_key: integrationId })
};
const connectionExample = { params: { connection_id: exampleIds.connection }, query: { provider_config_key: exampleIds.integration } };

const connectionWebhook = data(
    z.object({
        webhook_url: z
            .url()
            .nullable()
            .describe(
                'Address to enter at the provider, in the account of this connection. Null: webhooks of this provider come to the address of the integration, if at all.'
            ),
        has_own_secret: z
            .boolean()
            .describe('Whether a secret of this connection verifies its webhooks; without one, the secret of the integration does.'),
        previous_secret_until: isoDateTime.nullable().describe('Until when the secret before this one verifies too; null: there is none.')
    })
);
const connectionWebhookExample = {
    data: {
        webhook_url: `https://api.example.com/webhook/${exampleIds.environment}/${exampleIds.integration}?connection_id=${exampleIds.connection}`,
        has_own_secret: true,
        previous_secret_until: null
    }
} satisfies z.output<typeof connectionWebhook>;

export const getConnectionWebhook = defineEndpoint({
    id: 'getConnectionWebhook',
    method: 'GET',
    path: '/connections/:connection_id/webhook',
    summary: 'The address for webhooks of one connection, where the provider has them set up in each account.',
    auth: ['secret_key'],
    scope: 'environment:connections:read',
    ...ofConnection,
    success: { status: 200, body: connectionWebhook, example: connectionWebhookExample },
    errors: { unknown_provider_config: 400, not_found: true, not_confirmed: true, credential_unreadable: true },
    example: connectionExample
});

export const setConnectionWebhookSecret = defineEndpoint({
    id: 'setConnectionWebhookSecret',
    method: 'PUT',
    path: '/connections/:connection_id/webhook',
    summary:
        'Give one connection a webhook secret of its own. From then on that of the integration verifies no webhooks that come to the address of the connection.',
    auth: ['secret_key'],
    scope: 'environment:connections:write',
    ...ofConnection,
    body: z.strictObject({
        webhook_secret: z
            .string()
            .min(1)
            .max(255)
            .nullable()
            .describe(
                'Secret that the provider signs the webhooks of this account with. Stored encrypted; no response has it. A new one replaces it; null takes it away at once.'
            ),
        webhook_secret_overlap_seconds: webhookSecretOverlap.optional()
    }),
    success: { status: 200, body: connectionWebhook, example: connectionWebhookExample },
    errors: { unknown_provider_config: 400, not_found: true, not_confirmed: true, credential_unreadable: true },
    example: { ...connectionExample, body: { webhook_secret: 'a secret of the account' } }
});
