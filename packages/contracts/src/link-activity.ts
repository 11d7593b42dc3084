import { z } from 'zod';
import { linkView } from './connect-link.ts';
import { defineEndpoint } from './endpoint.ts';
import { exampleIds, exampleTimes } from './example.ts';
import { data, isoDateTime } from './primitives.ts';

export const linkStates = ['sent', 'opened', 'connected', 'expired'] as const;

const link = linkView.omit({ url: true, qr_code: true, warning: true }).extend({
    state: z.enum(linkStates).describe('The furthest that it has come; `expired`: no end user has connected by it.'),
    connected_at: isoDateTime.nullable().describe('When an account was first connected by it.')
});

const campaign = z.object({
    integration_id: z.string().describe('Id of the integration.'),
    day: z.iso.date().describe('When the links were made, in UTC.'),
    sent: z.int().describe('Links that were made.'),
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
                campaigns: z.array(campaign).describe('Links to reconnect, newest first: of the newest 20,000.')
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
                campaigns: [{ integration_id: exampleIds.integration, day: '2026-01-20', sent: 214, opened: 120, connected: 80 }]
            }
        }
    },
    errors: { forbidden: true, not_found: true }
});
