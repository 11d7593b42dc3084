import { z } from 'zod';
import { connectSessionBody } from './connect-session.ts';
import { defineEndpoint } from './endpoint.ts';
import { exampleIds } from './example.ts';
import { connectionId, data, integrationId, isoDateTime } from './primitives.ts';

const longestLinkSeconds = 7 * 24 * 3600;

export const linkView = z.object({
    id: z.uuid(),
    /** Only in the answer that made it. */
    url: z.url().optional(),
    end_user_id: z.string().nullable(),
    expires_at: isoDateTime,
    requires_confirmation: z.boolean(),
    opened_count: z.number().int(),
    created_at: isoDateTime,
    /** Only in the answer that made it: why the link may not lead where it should, as text for the developer. */
    warning: z.string().optional()
});

export const createConnectLink = defineEndpoint({
    id: 'createConnectLink',
    method: 'POST',
    path: '/connect/links',
    summary: 'Make a link to send to an end user: each opening gets a session of its own.',
    auth: ['secret_key'],
    scope: 'environment:connect_sessions:write',
    body: connectSessionBody({
        /** Seconds, 7 days at most and by default. */
        expires_in: z.number().int().min(60).max(longestLinkSeconds).default(longestLinkSeconds),
        /**
         * What is connected stays unusable until the backend confirms whose it is (`confirmConnection`): a link can be forwarded, and then
         * somebody else's account would be filed under this end user.
         */
        require_confirmation: z.boolean().default(true),
        /**
         * Where the end user goes on to, with `?connection_id=…&integration_id=…`; on one of the allowed return origins. It is where a product
         * learns what to confirm; without it, `listConnections` with `unconfirmed` tells.
         */
        return_to: z
            .url({ protocol: /^https?$/ })
            .max(2048)
            .optional()
    }),
    success: { status: 201, body: data(linkView.required({ url: true })) },
    example: { body: { end_user: { id: 'sample' }, allowed_integrations: [exampleIds.integration] } }
});

export const listConnectLinks = defineEndpoint({
    id: 'listConnectLinks',
    method: 'GET',
    path: '/connect/links',
    summary: 'Links that still work, newest first.',
    auth: ['secret_key'],
    scope: 'environment:connect_sessions:write',
    query: z.strictObject({ limit: z.coerce.number().int().min(1).max(100).default(50) }),
    success: { status: 200, body: data(z.array(linkView)) }
});

export const deleteConnectLink = defineEndpoint({
    id: 'deleteConnectLink',
    method: 'DELETE',
    path: '/connect/links/:link_id',
    summary: 'End a link; sessions that it opened end with it.',
    auth: ['secret_key'],
    scope: 'environment:connect_sessions:write',
    params: z.object({ link_id: z.uuid() }),
    success: { status: 204 },
    errors: { not_found: true },
    example: { params: { link_id: exampleIds.link } }
});

export const confirmConnection = defineEndpoint({
    id: 'confirmConnection',
    method: 'POST',
    path: '/connections/:connection_id/confirm',
    summary:
        'Say whose a connection made by a share link is: the end user that is signed in at your product. Another one than the link was for destroys it.',
    auth: ['secret_key'],
    scope: 'environment:connections:write',
    params: z.object({ connection_id: connectionId }),
    body: z.strictObject({ provider_config_key: integrationId, end_user_id: z.string().min(1).max(255) }),
    success: { status: 200, body: data(z.object({ confirmed: z.literal(true) })) },
    errors: { unknown_connection: true, end_user_mismatch: true, conflict: true },
    example: {
        params: { connection_id: exampleIds.connection },
        body: { provider_config_key: exampleIds.integration, end_user_id: 'sample' }
    }
});
