import { z } from 'zod';
import { connectSessionBody } from './connect-session.ts';
import { defineEndpoint } from './endpoint.ts';
import { exampleIds, exampleTimes } from './example.ts';
import { data, isoDateTime } from './primitives.ts';

const longestLinkSeconds = 7 * 24 * 3600;

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
    opened_count: z.number().int().describe('How often the link was opened.'),
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
    opened_count: 0,
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
        expires_in: z
            .number()
            .int()
            .min(60)
            .max(longestLinkSeconds)
            .default(longestLinkSeconds)
            .describe('Seconds until the link stops working; 7 days at most and by default.'),
        require_confirmation: z
            .boolean()
            .default(true)
            .describe(
                'Whether what is connected stays unusable until your backend confirms whose it is (`POST /connections/:connection_id/confirm`). A link can be forwarded, and then the account of another person would be stored under this end user.'
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
