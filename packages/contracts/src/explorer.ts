import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { exampleIds } from './example.ts';
import { proxy } from './proxy.ts';
import { connectionId, data, integrationId } from './primitives.ts';

export const explorerMethods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

/** A member sends a request to a provider by hand, as a backend does by `/proxy`. */
export const sendExplorerRequest = defineEndpoint({
    id: 'sendExplorerRequest',
    method: 'POST',
    path: '/dashboard/api/explorer/requests',
    summary: "Send a request to a provider with a connection's credentials, and show the beginning of its response as text.",
    auth: ['dashboard_session'],
    body: z.strictObject({
        environment: z.string().min(1).max(32).describe('Name of the environment.'),
        integration_id: integrationId,
        connection_id: connectionId,
        base_url: z
            .url({ protocol: /^https?$/, error: 'Give the full address, such as https://api.example.com.' })
            .max(2048)
            .optional()
            .describe("Instead of the provider's base address: one of its hosts, or one that the integration allows."),
        method: z.enum(explorerMethods),
        path: z
            .string()
            .max(8192)
            .regex(/^\/[\x21-\x7e]*$/, { error: 'Begin with a slash; encode spaces and other signs as %20.' })
            .describe("Path and query, onto the provider's base address."),
        body: z.json().optional().describe('Sent as JSON. Not with GET.')
    }),
    success: {
        status: 200,
        body: data(
            z.object({
                status: z.int().describe('HTTP status of the provider.'),
                content_type: z.string(),
                text: z.string().describe('The beginning of the body, at most 256 KiB.'),
                truncated: z.boolean().describe('Whether there was more of it.'),
                duration_ms: z.int().describe('Milliseconds until the end of what is shown.'),
                operation_id: z.uuid().describe('By which the request log finds it.')
            })
        ),
        example: {
            data: {
                status: 200,
                content_type: 'application/json',
                text: '{"login": "ada"}',
                truncated: false,
                duration_ms: 84,
                operation_id: exampleIds.log
            }
        }
    },
    errors: {
        ...proxy.errors,
        base_url_override_not_allowed: true,
        invalid_path: true,
        unknown_provider_config: 404,
        not_found: true,
        overloaded: true
    }
});
