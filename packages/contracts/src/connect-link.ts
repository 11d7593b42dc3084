import { z } from 'zod';
import { causesOf, connectionHealth, healthActions } from './connection-health.ts';
import { connectSessionBody, idempotencyHeader } from './connect-session.ts';
import { defineEndpoint } from './endpoint.ts';
import { exampleIds, exampleTimes } from './example.ts';
import { endUserView } from './end-user.ts';
import { connectionId, data, integrationId, isoDateTime, origin } from './primitives.ts';
import { successOption } from './session-success.ts';

const longestLinkSeconds = 7 * 24 * 3600;
export const expiresIn = z
    .number()
    .int()
    .min(60)
    .max(longestLinkSeconds)
    .default(longestLinkSeconds)
    .describe('Seconds until the link stops working; 7 days at most and by default.');

export const linkView = z.object({
    id: z.uuid().describe('Id of the link.'),
    url: z.url().optional().describe('The link to send. Present only in the response that made it.'),
    qr_code: z
        .string()
        .optional()
        .describe(
            'The link as a QR code: a `data:` URL of an SVG, black on white, with the margin that scanners need. Present where `url` is.'
        ),
    end_user_id: z.string().nullable().describe('Id of the end user that the link is for; null where none was given.'),
    expires_at: isoDateTime.describe('When the link stops working.'),
    requires_confirmation: z
        .boolean()
        .describe('Whether what is connected stays unusable until your backend confirms it (`POST /connections/:connection_id/confirm`).'),
    single_use: z.boolean().describe('Whether it stops working once an end user has connected by it.'),
    opened_count: z.number().int().describe('How often the link was opened.'),
    reconnects: z
        .object({
            connection_id: z.string().describe('Id of the connection.'),
            integration_id: z.string().describe('Id of its integration.')
        })
        .nullable()
        .describe('The connection that the link reconnects; null where it connects.'),
    created_at: isoDateTime.describe('When the link was made.'),
    warning: z
        .string()
        .optional()
        .describe(
            'Why the link may not work as expected, for developers. Present only in the response that made it, and only where there is a reason.'
        )
});

const linkExample = {
    id: exampleIds.link,
    end_user_id: 'user_42',
    expires_at: '2026-01-27T10:30:00.000Z',
    requires_confirmation: true,
    single_use: false,
    opened_count: 0,
    reconnects: null,
    created_at: exampleTimes.created
};

export const createConnectLink = defineEndpoint({
    id: 'createConnectLink',
    method: 'POST',
    path: '/connect/links',
    summary: 'Make a link to send to an end user: each opening gets a session of its own.',
    auth: ['secret_key'],
    scope: 'environment:connect_sessions:write',
    body: connectSessionBody({
        expires_in: expiresIn,
        require_confirmation: z
            .boolean()
            .default(true)
            .describe(
                'Whether what is connected stays unusable until your backend confirms whose it is (`POST /connections/:connection_id/confirm`). A link can be forwarded, and then the account of another person would be stored under this end user.'
            ),
        single_use: z
            .boolean()
            .default(false)
            .describe(
                'Whether the link stops working once an end user has connected by it; others who have opened it cannot connect then.'
            ),
        return_to: z
            .url({ protocol: /^https?$/ })
            .max(2048)
            .optional()
            .describe(
                'Page that the end user goes on to, with `?connection_id=…&integration_id=…`; on one of `allowed_return_origins`. Absent: the end user stays on the page of the link; `GET /connections?unconfirmed=true` lists what to confirm.'
            )
    }).superRefine((body, context) => {
        if (body.success && body.require_confirmation)
            context.addIssue({
                code: 'custom',
                input: undefined,
                path: ['success'],
                message:
                    'success needs require_confirmation: false. Until your backend confirms what a link connects, nothing has succeeded; return_to leads on.'
            });
    }),
    success: {
        status: 201,
        body: data(linkView.required({ url: true, qr_code: true })),
        example: { data: { ...linkExample, url: 'https://connect.example.com/l/…', qr_code: 'data:image/svg+xml;base64,…' } }
    },
    errors: { credential_unreadable: true },
    example: { body: { end_user: { id: 'sample' }, allowed_integrations: [exampleIds.integration] } }
});

/** Of one call. */
export const mostReconnectLinks = 1000;

const reconnectLink = z.object({
    id: z.uuid().describe('Id of the link, to end it.'),
    url: z.url().describe('The link to send.'),
    is_new: z.boolean().describe('`false`: an earlier call with the same secret key made it, and it still works; its options stay.'),
    expires_at: isoDateTime.describe('When the link stops working, unless the connection works again before.'),
    connection_id: z.string().describe('Id of the connection that it reconnects.'),
    integration_id: z.string().describe('Id of its integration.'),
    health: connectionHealth.describe('Why it has to be reconnected, and since when, as in `GET /connections`.'),
    end_user: endUserView.nullable().describe('Whom to send it to; null where the connection was made without an end user.'),
    tags: z.record(z.string(), z.string()).describe('Tags of the connection.')
});

export const createReconnectLinks = defineEndpoint({
    id: 'createReconnectLinks',
    method: 'POST',
    path: '/connect/links/reconnect',
    summary: 'Make a link for each connection that its end user has to reconnect, such as all that one outage broke.',
    auth: ['secret_key'],
    scope: 'environment:connect_sessions:write',
    headers: idempotencyHeader,
    body: z
        .strictObject({
            integration_id: integrationId.optional().describe('Only connections of this integration. Absent: of all that are switched on.'),
            connection_ids: z
                .array(connectionId)
                .min(1, { error: 'An empty list selects nothing. Leave connection_ids out to select by the other filters alone.' })
                .max(mostReconnectLinks)
                .optional()
                .describe('Only connections with these ids; needs `integration_id`. Absent: all.'),
            include_healthy: z
                .boolean()
                .optional()
                .describe(
                    'Also those of `connection_ids` that work, such as to be given further permissions; their links work once. Absent: no.'
                ),
            cause: z
                .enum(causesOf('needs_reconnect'))
                .optional()
                .describe('Only connections whose `health.cause` has this code. Absent: all.'),
            since: isoDateTime.optional().describe('Only those whose trouble began at this time or later, ISO 8601. Absent: all.'),
            until: isoDateTime.optional().describe('Only those whose trouble began at this time or earlier, ISO 8601. Absent: all.'),
            limit: z
                .number()
                .int()
                .min(1)
                .max(mostReconnectLinks)
                .default(mostReconnectLinks)
                .describe('How many connections at most; 1,000 at most and by default.'),
            before: z
                .number()
                .int()
                .min(1)
                .max(Number.MAX_SAFE_INTEGER)
                .optional()
                .describe('`next` of the response before: goes on from there. Absent: from the newest connection.'),
            expires_in: expiresIn,
            return_to: z
                .url({ protocol: /^https?$/ })
                .max(2048)
                .optional()
                .describe('Page that the end user goes on to; on one of `allowed_return_origins`. Absent: the page of the link.'),
            allowed_origins: z.array(origin).max(20).optional().describe('Further origins for `return_to`. Absent: none.'),
            locale: z.string().max(35).optional().describe('Language of the end users, as BCP 47. Absent: that of their browser.'),
            success: successOption.optional()
        })
        .superRefine(({ connection_ids: ids, include_healthy: isAny, integration_id: integration, since, until }, context) => {
            const complain = (path: string, message: string) =>
                context.addIssue({ code: 'custom', input: undefined, path: [path], message });
            if (ids && integration === undefined)
                complain(
                    'integration_id',
                    'connection_ids needs integration_id: ids of connections are unique within an integration only.'
                );
            if (isAny === true && !ids)
                complain(
                    'include_healthy',
                    'include_healthy needs connection_ids: a link is made for each of them, whether it works or not.'
                );
            if (since !== undefined && until !== undefined && Date.parse(since) > Date.parse(until))
                complain('until', 'until is earlier than since. Exchange them, or leave one out.');
        }),
    success: {
        status: 201,
        body: data(
            z.object({
                links: z
                    .array(reconnectLink)
                    .describe(
                        'One for each connection that has to be reconnected; those that work have none, unless `include_healthy` asks for it.'
                    ),
                next: z.int().nullable().describe('`before` of the call that goes on; null: these are all.')
            })
        ),
        example: {
            data: {
                links: [
                    {
                        id: exampleIds.link,
                        url: 'https://connect.example.com/l/…',
                        is_new: true,
                        expires_at: '2026-01-27T10:30:00.000Z',
                        connection_id: exampleIds.connection,
                        integration_id: exampleIds.integration,
                        health: {
                            status: 'needs_reconnect',
                            since: exampleTimes.created,
                            cause: { code: 'access_revoked', message: 'HubSpot has ended the access.' },
                            action: { code: 'reconnect', ...healthActions.reconnect }
                        },
                        end_user: { id: 'user_42', email: 'noor@example.com', display_name: 'Noor Ali', tags: null, organization: null },
                        tags: { end_user_id: 'user_42' }
                    }
                ],
                next: null
            }
        }
    },
    errors: { integration_disabled: true, idempotency_conflict: true, idempotency_key_reused: true, credential_unreadable: true },
    example: { body: { integration_id: exampleIds.integration, cause: 'access_revoked' } }
});

export const listConnectLinks = defineEndpoint({
    id: 'listConnectLinks',
    method: 'GET',
    path: '/connect/links',
    summary: 'Links that still work, newest first.',
    auth: ['secret_key'],
    scope: 'environment:connect_sessions:write',
    query: z.strictObject({
        limit: z.coerce.number().int().min(1).max(100).default(50).describe('How many links to return.')
    }),
    success: { status: 200, body: data(z.array(linkView)), example: { data: [{ ...linkExample, opened_count: 2 }] } }
});

export const deleteConnectLink = defineEndpoint({
    id: 'deleteConnectLink',
    method: 'DELETE',
    path: '/connect/links/:link_id',
    summary: 'End a link; sessions that it opened end with it.',
    auth: ['secret_key'],
    scope: 'environment:connect_sessions:write',
    params: z.object({ link_id: z.uuid().describe('Id of the link.') }),
    success: { status: 204 },
    errors: { not_found: true },
    example: { params: { link_id: exampleIds.link } }
});

export const exchangeConnectLink = defineEndpoint({
    id: 'exchangeConnectLink',
    method: 'POST',
    path: '/connect/links/exchange',
    summary: 'Trade the code of a connect link for its session token.',
    auth: [],
    body: z.strictObject({ code: z.string().min(1).max(255).describe('The last part of the path of a connect link.') }),
    success: {
        status: 200,
        body: data(
            z.object({
                token: z.string().describe('Connect session token.'),
                expires_at: isoDateTime.describe('When the session expires.')
            })
        ),
        example: { data: { token: 'pb_cs_…', expires_at: exampleTimes.later } }
    },
    errors: { credential_unreadable: true, not_found: true, dependency_unavailable: true },
    onConnectOrigin: true,
    example: { body: { code: 'unknown' } }
});
