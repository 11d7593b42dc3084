import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';

export const watchEnvironment = defineEndpoint({
    id: 'watchEnvironment',
    method: 'GET',
    path: '/dashboard/api/live-updates',
    summary:
        'What has changed in an environment, as server-sent events `changed`, whose `data` is a list of topics: what a page shows of them is old. It ends after 5 minutes, and when the server stops: connect again.',
    auth: ['dashboard_session'],
    query: z.strictObject({ environment: z.string().min(1).max(32).describe('Name of the environment.') }),
    success: { status: 200, events: true },
    errors: { not_found: true, overloaded: true }
});
