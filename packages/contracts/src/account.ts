import { z } from 'zod';
import { collectorHeaderName, collectorHeaderValue, collectorUrl, mostCollectorHeaders } from './collector.ts';
import { defineEndpoint } from './endpoint.ts';
import { exampleIds, exampleTimes } from './example.ts';
import { data, isoDateTime } from './primitives.ts';
import { accountName } from './secret-key.ts';

/** Of one server, without those that are being removed. */
export const mostEnvironments = 100;

export const environmentId = z.uuid().describe('Id of the environment, from `GET /environments`.');

export const environmentName = z
    .string()
    .regex(/^[a-z0-9]{1,32}$/, { error: 'A name has 1 to 32 lower-case letters and digits: it is part of secret keys.' })
    .refine((given) => given !== accountName, { error: `The name "${accountName}" is reserved: keys of the account have it.` })
    .describe('Its name: 1 to 32 lower-case letters and digits. It is part of the secret keys.');

const environmentView = z.object({
    id: z.uuid().describe('Id of the environment.'),
    name: z.string().describe('Its name, which its secret keys begin with.'),
    is_production: z.boolean().describe('Whether it is only deleted when that is confirmed.'),
    created_at: isoDateTime.describe('When it was made.'),
    deleted_at: isoDateTime.nullable().describe('Since when it is being removed; null: it is in use.')
});

export const listEnvironments = defineEndpoint({
    id: 'listEnvironments',
    method: 'GET',
    path: '/environments',
    summary: 'All environments, and those that are still being removed.',
    auth: ['account_key'],
    accountScope: 'account:environments:read',
    success: {
        status: 200,
        body: data(z.array(environmentView)),
        example: {
            data: [{ id: exampleIds.environment, name: 'dev', is_production: false, created_at: exampleTimes.created, deleted_at: null }]
        }
    }
});

/** Fields of the reference that set nothing here: refused, unless they ask for nothing. */
const callback = z.literal(['', null], {
    error: 'There is one callback address for all environments, PATCHBAY_PUBLIC_URL and /oauth/callback. Leave it out.'
});
const hmacError = 'End users connect with session tokens, not with public keys and an HMAC. Leave it out.';
const slackError = 'Make a channel for alerts with a key of the environment instead: POST /alert-channels. Leave it out.';

export const createEnvironment = defineEndpoint({
    id: 'createEnvironment',
    method: 'POST',
    path: '/environments',
    summary: 'Make an environment. It has no keys yet: `POST /environment/api-keys` with its `environment_id` makes the first one.',
    auth: ['account_key'],
    accountScope: 'account:environments:write',
    body: z.strictObject({
        name: environmentName,
        is_production: z.boolean().default(false).describe('Whether it is only deleted when that is confirmed; `false` by default.'),
        callback_url: callback.optional().describe('Not used: one address serves all environments.'),
        hmac_key: z.literal(['', null], { error: hmacError }).optional().describe('Not used: there are no public keys.'),
        hmac_enabled: z.literal(false, { error: hmacError }).optional().describe('Not used: there are no public keys.'),
        slack_notifications: z
            .literal(false, { error: slackError })
            .optional()
            .describe('Not used: `POST /alert-channels` makes a channel.'),
        otlp_endpoint: collectorUrl.optional().describe('Base address of its collector, as for `PATCH /environment/collector`.'),
        otlp_headers: z
            .array(
                z.strictObject({
                    name: collectorHeaderName.describe('Name of the header.'),
                    value: collectorHeaderValue.describe('Its value.')
                })
            )
            .max(mostCollectorHeaders)
            .optional()
            .describe('Headers of each export to the collector.')
    }),
    success: {
        status: 200,
        body: data(z.object({ id: z.uuid().describe('Id of the environment.'), name: z.string().describe('Its name.') })),
        example: { data: { id: exampleIds.environment, name: 'staging' } }
    },
    errors: { resource_capped: true },
    example: { body: { name: 'staging' } }
});

export const deleteEnvironment = defineEndpoint({
    id: 'deleteEnvironment',
    method: 'DELETE',
    path: '/environments/:environment_id',
    summary:
        'Delete an environment with everything in it. It stops at once, its keys too; revoking grants and removing what is stored go on in the background.',
    auth: ['account_key'],
    accountScope: 'account:environments:write',
    params: z.object({ environment_id: environmentId }),
    query: z.strictObject({
        confirm: z.string().optional().describe('Name of the environment: needed where it has connections, or is for production.')
    }),
    success: { status: 204 },
    errors: { not_found: true },
    example: { params: { environment_id: exampleIds.environment }, query: { confirm: 'staging' } }
});
