import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { exampleTimes } from './example.ts';
import { isoDateTime, success } from './primitives.ts';

const name = z
    .string()
    .max(255)
    .regex(/^[A-Za-z_][A-Za-z0-9_]*$/, { error: 'A name has letters, digits and `_`, and does not begin with a digit.' })
    .describe('Name of the variable: letters, digits and `_`.');
const value = z
    .string()
    .max(32 * 1024)
    .describe('Its value, up to 32 KiB. Stored encrypted.');
const params = z.object({ name });

export const listEnvironmentVariables = defineEndpoint({
    id: 'listEnvironmentVariables',
    method: 'GET',
    path: '/environment-variables',
    summary: 'The variables that functions of this environment get, with their values.',
    auth: ['secret_key'],
    scope: 'environment:functions:write',
    success: {
        status: 200,
        body: z.array(
            z.object({
                name: z.string().describe('Name of the variable.'),
                value: z.string().describe('Its value.'),
                updated_at: isoDateTime.describe('When its value was last set.')
            })
        ),
        example: [{ name: 'REGION', value: 'eu', updated_at: exampleTimes.created }]
    }
});

export const setEnvironmentVariable = defineEndpoint({
    id: 'setEnvironmentVariable',
    method: 'PUT',
    path: '/environment-variables/:name',
    summary: 'Set a variable for functions. Runs that begin afterwards get it.',
    auth: ['secret_key'],
    scope: 'environment:functions:write',
    params,
    body: z.strictObject({
        value,
        expected_updated_at: isoDateTime
            .nullable()
            .optional()
            .describe(
                '`updated_at` that you have read, or null where there was no such variable: where that is no longer so, nothing is changed. Absent: it is not compared.'
            )
    }),
    errors: { conflict: true, credential_unreadable: true },
    success: { status: 200, body: success, example: { success: true } },
    example: { params: { name: 'REGION' }, body: { value: 'eu' } }
});

export const deleteEnvironmentVariable = defineEndpoint({
    id: 'deleteEnvironmentVariable',
    method: 'DELETE',
    path: '/environment-variables/:name',
    summary: 'Delete a variable.',
    auth: ['secret_key'],
    scope: 'environment:functions:write',
    params,
    success: { status: 200, body: success, example: { success: true } },
    errors: { not_found: true },
    example: { params: { name: 'REGION' } }
});
