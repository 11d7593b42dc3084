import { z } from 'zod';
import { expiresIn, linkView, mostReconnectLinks } from './connect-link.ts';
import { defineEndpoint } from './endpoint.ts';
import { exampleIds, exampleTimes } from './example.ts';
import { connectionId, data, integrationId, isoDateTime } from './primitives.ts';

export const linkStates = ['sent', 'opened', 'connected', 'expired'] as const;

const link = linkView.omit({ url: true, qr_code: true, warning: true }).extend({
    state: z.enum(linkStates).describe('The furthest that it has come; `expired`: no end user has connected by it.'),
    connected_at: isoDateTime.nullable().describe('When an account was first connected by it.')
});

const campaign = z.object({
    integration_id: z.string().describe('Id of the integration.'),
    day: z.iso.date().describe('When the links were made, in UTC.'),
    sent: z.int().describe('Links that were made.'),
    by_webhook: z.int().describe('Of these: sent to the product by a webhook.'),
    opened: z.int().describe('Of these: opened, or connected.'),
    connected: z.int().describe('Of these: the connection works again.')
});

export const listLinkActivity = defineEndpoint({
    id: 'listLinkActivity',
    method: 'GET',
    path: '/dashboard/api/links',
    summary: 'What became of the newest links to connect, and of those to reconnect, by integration and day.',
    auth: ['dashboard_session'],
    query: z.strictObject({ environment: z.string().min(1).max(32).describe('Name of the environment.') }),
    success: {
        status: 200,
        body: data(
            z.object({
                links: z.array(link).describe('Links to connect, newest first, at most 100, until a day after their end.'),
                campaigns: z.array(campaign).describe('Links to reconnect, newest first: of the newest 20,000.'),
                webhook_endpoints: z.int().describe('Webhook endpoints in use that take `connection.reconnect_link`.')
            })
        ),
        example: {
            data: {
                links: [
                    {
                        id: exampleIds.link,
                        end_user_id: 'user_42',
                        expires_at: exampleTimes.later,
                        requires_confirmation: false,
                        single_use: true,
                        opened_count: 2,
                        reconnects: null,
                        created_at: exampleTimes.created,
                        state: 'connected',
                        connected_at: exampleTimes.updated
                    }
                ],
                campaigns: [
                    { integration_id: exampleIds.integration, day: '2026-01-20', sent: 214, by_webhook: 214, opened: 120, connected: 80 }
                ],
                webhook_endpoints: 1
            }
        }
    },
    errors: { forbidden: true, not_found: true }
});

export const sendReconnectLinks = defineEndpoint({
    id: 'sendReconnectLinks',
    method: 'POST',
    path: '/dashboard/api/links/send',
    summary: 'Send the product a link for each connection that has to be reconnected, by one webhook each.',
    auth: ['dashboard_session'],
    body: z
        .strictObject({
            environment: z.string().min(1).max(32).describe('Name of the environment.'),
            integration_id: integrationId.optional().describe('Only connections of this integration. Absent: of all that are switched on.'),
            connection_ids: z
                .array(connectionId)
                .min(1)
                .max(mostReconnectLinks)
                .optional()
                .describe('Only connections with these ids; needs `integration_id`. Absent: all.'),
            before: z
                .int()
                .min(1)
                .optional()
                .describe('`next` of the response before: goes on from there. Absent: from the newest connection.'),
            expires_in: expiresIn,
            sent_until: isoDateTime
                .optional()
                .describe(
                    '`sent_before.at` of a response: links are also sent for connections that one was sent for until then. Absent: for none of those, as long as theirs works.'
                )
        })
        .refine(({ connection_ids: ids, integration_id: integration }) => !ids || integration !== undefined, {
            path: ['integration_id'],
            error: 'connection_ids needs integration_id: ids of connections are unique within an integration only.'
        }),
    success: {
        status: 200,
        body: data(
            z.object({
                sent: z.int().describe('Links that are on their way, at most 1,000.'),
                sent_before: z
                    .object({
                        count: z.int().describe('Connections that a link was sent for, which still works; they are left out.'),
                        at: isoDateTime.describe('When the last one was sent.'),
                        by: z
                            .string()
                            .nullable()
                            .describe('Name of the member who has sent it, for owners and admins; null: not a member any more.')
                    })
                    .nullable()
                    .describe('What was sent before, by this member or another one; null: nothing.'),
                next: z.int().nullable().describe('`before` of the call that goes on; null: these are all.')
            })
        ),
        example: {
            data: { sent: 200, sent_before: { count: 14, at: exampleTimes.created, by: 'Noor Ali' }, next: null }
        }
    },
    errors: { forbidden: true, not_found: true, conflict: true, integration_disabled: true, credential_unreadable: true }
});
