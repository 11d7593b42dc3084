import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { exampleIds } from './example.ts';
import { integrationId } from './primitives.ts';

export const receiveWebhook = defineEndpoint({
    id: 'receiveWebhook',
    method: 'POST',
    path: '/webhook/:environment_id/:integration_id',
    summary:
        'Where a provider sends its webhooks; `include=webhook` of an integration has the address. A request is verified by its signature and stored before the response. A refused signature is 401 `{"error": "<message>"}`. 204 where Patchbay does not know the webhooks of the provider.',
    auth: [],
    limitsItself: true,
    errorsInWords: ['missing_webhook_signature', 'invalid_webhook_signature', 'stale_webhook'],
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
