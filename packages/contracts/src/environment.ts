import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { exampleIds } from './example.ts';
import { data, isoDateTime, success } from './primitives.ts';
import { scopes } from './scopes.ts';

export const scope = z.enum(scopes);

export const secretKeyView = z.object({
    id: z.string(),
    display_name: z.string(),
    scopes: z.array(scope),
    created_at: isoDateTime,
    last_used_at: isoDateTime.nullable()
});

export const listSecretKeys = defineEndpoint({
    id: 'listSecretKeys',
    method: 'GET',
    path: '/environment/api-keys',
    summary: "This environment's live secret keys, without their secrets.",
    auth: ['secret_key'],
    scope: 'environment:api_keys:write',
    success: { status: 200, body: data(z.array(secretKeyView)) }
});

export const createSecretKey = defineEndpoint({
    id: 'createSecretKey',
    method: 'POST',
    path: '/environment/api-keys',
    summary: 'Make a secret key. The answer is the only time its secret is shown.',
    auth: ['secret_key'],
    scope: 'environment:api_keys:write',
    body: z.strictObject({
        display_name: z.string().min(1).max(255),
        /** Absent: all scopes but reading raw credentials, managing keys and changing settings. */
        scopes: z.array(scope).min(1).optional()
    }),
    success: { status: 200, body: data(secretKeyView.extend({ secret: z.string() })) },
    example: { body: { display_name: 'Sample', scopes: ['environment:api_keys:write'] } }
});

const revocation = {
    method: 'DELETE',
    auth: ['secret_key'],
    scope: 'environment:api_keys:write',
    success: { status: 200, body: success },
    errors: { not_found: true, conflict: true }
} as const;

/** For clients and proxies that drop the body of a DELETE. */
export const revokeSecretKeyById = defineEndpoint({
    id: 'revokeSecretKeyById',
    path: '/environment/api-keys/:key_id',
    summary: 'Revoke a secret key; it stops working at once, and so do the sessions and share links that it made.',
    params: z.object({ key_id: z.string().min(1).max(255) }),
    ...revocation,
    example: { params: { key_id: exampleIds.key } }
});

export const revokeSecretKey = defineEndpoint({
    id: 'revokeSecretKey',
    path: '/environment/api-keys',
    summary: 'Revoke a secret key named in the body; see `revokeSecretKeyById`.',
    body: z.strictObject({ key_id: z.string().min(1).max(255) }),
    ...revocation,
    example: { body: { key_id: exampleIds.key } }
});
