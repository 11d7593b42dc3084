import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { exampleIds } from './example.ts';
import { data, integrationId } from './primitives.ts';

const capability = z.object({
    method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']).describe('Method of the unified endpoint.'),
    path: z.string().describe('Its path, such as `/candidates/{id}`.'),
    group: z.string().describe('The group that it belongs to, such as `Candidates`.'),
    summary: z.string().describe('What it does.'),
    model: z.string().describe('Name of the model that it lists, reads or writes.'),
    support: z
        .enum(['full', 'partial', 'unsupported'])
        .describe('Whether the provider has all of it, some of it, or nothing: then the endpoint responds with `unsupported_by_provider`.'),
    note: z.string().nullable().describe('What is missing or different at this provider, in a sentence; null: nothing.')
});

export const listCapabilities = defineEndpoint({
    id: 'listCapabilities',
    method: 'GET',
    path: '/integrations/:id/capabilities',
    summary: 'What the provider of an integration supports of the unified API.',
    auth: ['secret_key'],
    scope: 'environment:integrations:read',
    params: z.object({ id: integrationId }),
    success: {
        status: 200,
        body: data(z.array(capability)),
        example: {
            data: [
                {
                    method: 'GET',
                    path: '/candidate-notes',
                    group: 'Candidates',
                    summary: 'List the notes of a candidate',
                    model: 'Note',
                    support: 'partial',
                    note: 'The author has an id, but no name.'
                }
            ]
        }
    },
    errors: { not_found: true },
    example: { params: { id: exampleIds.integration } }
});
