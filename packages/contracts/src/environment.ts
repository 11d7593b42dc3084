import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { exampleIds, exampleTimes } from './example.ts';
import { data, isoDateTime, success } from './primitives.ts';
import { scopes } from './scopes.ts';
import { environmentId } from './account.ts';

export const scope = z.enum(scopes);

export const secretKeyView = z.object({
    id: z.string().describe('Id of the key; it is part of the key itself and not secret.'),
    display_name: z.string().describe('Name given when the key was made.'),
    scopes: z.array(scope).describe('What the key is allowed to do.'),
    created_at: isoDateTime.describe('When the key was made.'),
    last_used_at: isoDateTime.nullable().describe('When the key was last used, to the minute; null: never.'),
    expires_at: isoDateTime.nullable().describe('Until when a key that was rotated works; null: until it is revoked.'),
    replaced_by: z.string().nullable().describe('Id of the key that took the place of a rotated one; null: it was not rotated.'),
    ends_on_use_of: z
        .string()
        .nullable()
        .describe(
            'Id of the key whose first use makes this one end an hour later; `expires_at` is then the latest end. null: it waits for none.'
        ),
    extendable_until: isoDateTime
        .nullable()
        .describe('The latest end that a rotated key can be given, 30 days after its rotation; null: it was not rotated.'),
    made_by: z
        .object({
            kind: z.enum(['member', 'secret_key', 'account_key']).describe('A member in the dashboard, or a key.'),
            id: z.string().describe('Id of the member or of the key.'),
            name: z.string().describe('Name that they had then.'),
            is_gone: z.boolean().describe('Whether the member was removed, or the key revoked. What they have made works on.')
        })
        .nullable()
        .describe('Who made or rotated it; null: the server or its operator, or an earlier release.')
});

const longestOverlapS = 7 * 24 * 3600;

const keyExample = {
    id: exampleIds.key,
    display_name: 'Backend',
    scopes: ['environment:connect_sessions:write', 'environment:connections:read'],
    created_at: exampleTimes.created,
    last_used_at: null,
    expires_at: null,
    replaced_by: null,
    ends_on_use_of: null,
    extendable_until: null,
    made_by: { kind: 'member', id: exampleIds.endpoint, name: 'Noor Ali', is_gone: false }
} satisfies z.output<typeof secretKeyView>;
const ofEnvironment = environmentId
    .optional()
    .describe('Id of the environment: needed with an account key. Another key is of one environment already.');
const keyId = z.string().min(1).max(255).describe('Id of the key, from `GET /environment/api-keys`.');

export const listSecretKeys = defineEndpoint({
    id: 'listSecretKeys',
    method: 'GET',
    path: '/environment/api-keys',
    summary: "This environment's live secret keys, without their secrets.",
    auth: ['secret_key', 'account_key'],
    scope: 'environment:api_keys:write',
    accountScope: 'account:api_keys:write',
    query: z.strictObject({ environment_id: ofEnvironment }),
    success: { status: 200, body: data(z.array(secretKeyView)), example: { data: [{ ...keyExample, last_used_at: exampleTimes.later }] } },
    errors: { not_found: true }
});

export const createSecretKey = defineEndpoint({
    id: 'createSecretKey',
    method: 'POST',
    path: '/environment/api-keys',
    summary: 'Make a secret key. Only this response has its secret.',
    auth: ['secret_key', 'account_key'],
    scope: 'environment:api_keys:write',
    accountScope: 'account:api_keys:write',
    body: z.strictObject({
        environment_id: ofEnvironment,
        display_name: z.string().min(1).max(255).describe('Name of the key, for people.'),
        scopes: z
            .array(scope)
            .min(1)
            .optional()
            .describe(
                'What the key is allowed to do. Absent: everything but reading raw credentials, managing keys and changing settings; with an account key, everything. A key of the environment cannot give more than it has.'
            )
    }),
    success: {
        status: 200,
        body: data(secretKeyView.extend({ secret: z.string().describe('The key itself. It is not shown again.') })),
        example: { data: { ...keyExample, secret: `pb_sk_dev_${exampleIds.key}_…` } }
    },
    errors: { not_found: true },
    example: { body: { display_name: 'Sample', scopes: ['environment:api_keys:write'] } }
});

export const rotateSecretKey = defineEndpoint({
    id: 'rotateSecretKey',
    method: 'POST',
    path: '/environment/api-keys/:key_id/rotate',
    summary: 'Make a key with the name and scopes of another one, which works on for a time. Only this response has its secret.',
    auth: ['secret_key', 'account_key'],
    scope: 'environment:api_keys:write',
    accountScope: 'account:api_keys:write',
    params: z.object({ key_id: keyId }),
    body: z.strictObject({
        environment_id: ofEnvironment,
        old_key_valid_for: z
            .union([z.int().min(0).max(longestOverlapS), z.literal('until_used')], {
                error: `Give whole seconds, from 0 to ${longestOverlapS}, or "until_used"`
            })
            .default(24 * 3600)
            .describe(
                'Seconds for which the old key works on; 24 hours by default. `until_used`: until an hour after the first request with the new key, at most 30 days. 0: it was leaked, and is revoked with the sessions and share links that it made. Otherwise those stay.'
            )
    }),
    success: {
        status: 200,
        body: data(
            secretKeyView.extend({
                secret: z.string().describe('The new key itself. It is not shown again.'),
                old_key_valid_until: isoDateTime.describe('Until when the old key works, at the latest.')
            })
        ),
        example: { data: { ...keyExample, secret: `pb_sk_dev_${exampleIds.key}_…`, old_key_valid_until: exampleTimes.later } }
    },
    errors: { not_found: true, conflict: true },
    example: { params: { key_id: exampleIds.key }, body: { old_key_valid_for: 86_400 } }
});

export const extendSecretKey = defineEndpoint({
    id: 'extendSecretKey',
    method: 'POST',
    path: '/environment/api-keys/:key_id/extend',
    summary: 'Let a key that was rotated work longer, before it has ended.',
    auth: ['secret_key', 'account_key'],
    scope: 'environment:api_keys:write',
    accountScope: 'account:api_keys:write',
    params: z.object({ key_id: keyId }),
    body: z.strictObject({
        environment_id: ofEnvironment,
        expires_at: isoDateTime.describe('Its new end: later than `expires_at` of the key, and not after `extendable_until`.')
    }),
    success: {
        status: 200,
        body: data(secretKeyView),
        example: {
            data: { ...keyExample, expires_at: exampleTimes.later, replaced_by: exampleIds.key, extendable_until: exampleTimes.later }
        }
    },
    errors: { not_found: true, conflict: true },
    example: { params: { key_id: exampleIds.key }, body: { expires_at: exampleTimes.later } }
});

const revocation = {
    method: 'DELETE',
    auth: ['secret_key', 'account_key'],
    scope: 'environment:api_keys:write',
    accountScope: 'account:api_keys:write',
    success: { status: 200, body: success, example: { success: true } },
    errors: { not_found: true, conflict: true }
} as const;

/** For clients and proxies that drop the body of a DELETE. */
export const revokeSecretKeyById = defineEndpoint({
    id: 'revokeSecretKeyById',
    path: '/environment/api-keys/:key_id',
    summary: 'Revoke a secret key; it stops working at once, and so do the sessions and share links that it made.',
    params: z.object({ key_id: keyId }),
    query: z.strictObject({ environment_id: ofEnvironment }),
    ...revocation,
    example: { params: { key_id: exampleIds.key } }
});

export const revokeSecretKey = defineEndpoint({
    id: 'revokeSecretKey',
    path: '/environment/api-keys',
    summary: 'Revoke a secret key named in the body; see `revokeSecretKeyById`.',
    body: z.strictObject({ environment_id: ofEnvironment, key_id: keyId }),
    ...revocation,
    example: { body: { key_id: exampleIds.key } }
});
