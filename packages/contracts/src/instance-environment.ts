import { z } from 'zod';
import { environmentName } from './account.ts';
import { defineEndpoint } from './endpoint.ts';
import { exampleTimes } from './example.ts';
import { data, isoDateTime, success } from './primitives.ts';

const view = z.object({
    name: z.string(),
    is_production: z.boolean(),
    created_at: isoDateTime,
    deleted_at: isoDateTime.nullable().describe('Since when it is being removed; null: it is in use.')
});

export const listInstanceEnvironments = defineEndpoint({
    id: 'listInstanceEnvironments',
    method: 'GET',
    path: '/dashboard/api/instance/environments',
    summary: 'All environments, and those that are still being removed.',
    auth: ['dashboard_session'],
    success: {
        status: 200,
        body: data(z.array(view)),
        example: { data: [{ name: 'dev', is_production: false, created_at: exampleTimes.created, deleted_at: null }] }
    }
});

export const createInstanceEnvironment = defineEndpoint({
    id: 'createInstanceEnvironment',
    method: 'POST',
    path: '/dashboard/api/instance/environments',
    summary: 'Make an environment. It has no keys yet.',
    auth: ['dashboard_session'],
    body: z.strictObject({ name: environmentName, is_production: z.boolean() }),
    success: { status: 201, body: data(z.object({ name: z.string() })), example: { data: { name: 'staging' } } },
    errors: { forbidden: true, conflict: true, resource_capped: true },
    example: { body: { name: 'staging', is_production: false } }
});

export const deleteInstanceEnvironment = defineEndpoint({
    id: 'deleteInstanceEnvironment',
    method: 'DELETE',
    path: '/dashboard/api/instance/environments/:name',
    summary:
        'Delete an environment with everything in it. It stops at once, its keys too; revoking grants and removing what is stored go on in the background.',
    auth: ['dashboard_session'],
    params: z.object({ name: z.string().min(1).max(32) }),
    query: z.strictObject({ confirm: z.string().max(32).describe('Its name again.') }),
    success: { status: 200, body: success, example: { success: true } },
    errors: { forbidden: true, not_found: true },
    example: { params: { name: 'staging' }, query: { confirm: 'staging' } }
});
