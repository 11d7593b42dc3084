import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { exampleIds, exampleTimes } from './example.ts';
import { data, isoDateTime } from './primitives.ts';

export const grantStatuses = ['pending', 'revoked', 'revocation_unsupported', 'already_gone', 'failed'] as const;

const count = (what: string) => z.number().int().describe(what);

export const freezeView = z.object({
    id: z.uuid().describe('Id of the freeze.'),
    integration_id: z.string().nullable().describe('The integration that is frozen; null: the whole environment.'),
    reason: z.string().describe('Why, as given when it began.'),
    created_at: isoDateTime.describe('When it began.'),
    lifted_at: isoDateTime.nullable().describe('When it ended; null: it holds.'),
    revocation: z
        .object({
            started_at: isoDateTime.describe('When it was asked for.'),
            is_finished: z.boolean().describe('Whether every grant is accounted for.'),
            pending: count('Grants that are still to be revoked, or tried again.'),
            revoked: count('Grants that the provider has ended.'),
            revocation_unsupported: count('Grants that the provider has no way to end, such as API keys.'),
            already_gone: count('Grants that had ended before, or whose connection was deleted meanwhile.'),
            failed: count('Grants that could not be revoked; `GET /freezes/:freeze_id/grants` says why.')
        })
        .nullable()
        .describe('What became of its grants; null: they were not to be revoked.')
});

const freezeExample = {
    id: exampleIds.freeze,
    integration_id: exampleIds.integration,
    reason: 'A key has leaked',
    created_at: exampleTimes.created,
    lifted_at: null,
    revocation: null
} satisfies z.output<typeof freezeView>;

const revokingExample = {
    ...freezeExample,
    revocation: {
        started_at: exampleTimes.updated,
        is_finished: false,
        pending: 120,
        revoked: 80,
        revocation_unsupported: 3,
        already_gone: 1,
        failed: 0
    }
};

const freezeParams = z.object({ freeze_id: z.uuid().describe('Id of the freeze.') });
const freezeShape = { auth: ['secret_key'], scope: 'environment:freezes:write' } as const;

export const createFreeze = defineEndpoint({
    id: 'createFreeze',
    method: 'POST',
    path: '/freezes',
    summary: 'Stop an integration, or the whole environment, at once and on every server: no credentials are given out, used or renewed.',
    ...freezeShape,
    body: z.strictObject({
        integration_id: z.string().min(1).max(255).optional().describe('The integration to freeze. Absent: the whole environment.'),
        reason: z.string().trim().min(1).max(500).describe('Why, for those who find it frozen.')
    }),
    success: { status: 201, body: data(freezeView), example: { data: freezeExample } },
    errors: { not_found: true },
    example: { body: { integration_id: exampleIds.integration, reason: 'A key has leaked' } }
});

export const listFreezes = defineEndpoint({
    id: 'listFreezes',
    method: 'GET',
    path: '/freezes',
    summary: 'Freezes that hold, and those lifted within 90 days, newest first.',
    ...freezeShape,
    success: { status: 200, body: data(z.array(freezeView)), example: { data: [revokingExample] } }
});

export const getFreeze = defineEndpoint({
    id: 'getFreeze',
    method: 'GET',
    path: '/freezes/:freeze_id',
    summary: 'One freeze, and what became of its grants.',
    ...freezeShape,
    params: freezeParams,
    success: { status: 200, body: data(freezeView), example: { data: revokingExample } },
    errors: { not_found: true },
    example: { params: { freeze_id: exampleIds.freeze } }
});

export const liftFreeze = defineEndpoint({
    id: 'liftFreeze',
    method: 'DELETE',
    path: '/freezes/:freeze_id',
    summary: 'End a freeze. Integrations that were switched off before stay so.',
    ...freezeShape,
    params: freezeParams,
    success: { status: 200, body: data(freezeView), example: { data: { ...freezeExample, lifted_at: exampleTimes.later } } },
    errors: { not_found: true, conflict: true },
    example: { params: { freeze_id: exampleIds.freeze } }
});

export const revokeFrozen = defineEndpoint({
    id: 'revokeFrozen',
    method: 'POST',
    path: '/freezes/:freeze_id/revocation',
    summary: 'Revoke, at their providers, the grants of everything that a freeze holds. It goes on in the background.',
    ...freezeShape,
    params: freezeParams,
    success: { status: 200, body: data(freezeView), example: { data: revokingExample } },
    errors: { not_found: true, conflict: true },
    example: { params: { freeze_id: exampleIds.freeze } }
});

const frozenGrant = z.object({
    integration_id: z.string().describe('The integration of the connection.'),
    connection_id: z.string().describe('Id of the connection; of a sign-in that made none, the id that it would have had.'),
    attempt_id: z
        .uuid()
        .nullable()
        .describe('The sign-in that was granted it, and ended or waited for its end user; null: it is that of a connection.'),
    status: z.enum(grantStatuses).describe('What became of its grant.'),
    reason: z.string().nullable().describe('Why it could not be revoked, or not yet; null where there is nothing to say.'),
    updated_at: isoDateTime.describe('When that was found out.')
});

export const listFrozenGrants = defineEndpoint({
    id: 'listFrozenGrants',
    method: 'GET',
    path: '/freezes/:freeze_id/grants',
    summary: 'What became of each grant of a freeze whose grants are revoked.',
    ...freezeShape,
    params: freezeParams,
    query: z.strictObject({
        status: z.enum(grantStatuses).optional().describe('Only those of which this became.'),
        after: z.coerce.number().int().min(0).optional().describe('`next` of the page before.'),
        limit: z.coerce.number().int().min(1).max(1000).default(100).describe('How many to return.')
    }),
    success: {
        status: 200,
        body: z.object({
            data: z.array(frozenGrant).describe('In the order in which the connections were made; then those of sign-ins that made none.'),
            next: z.number().int().nullable().describe('For `after`; null: this was the last page.')
        }),
        example: {
            data: [
                {
                    integration_id: exampleIds.integration,
                    connection_id: exampleIds.connection,
                    attempt_id: null,
                    status: 'failed',
                    reason: 'It responded with status 503.',
                    updated_at: exampleTimes.later
                }
            ],
            next: null
        }
    },
    errors: { not_found: true },
    example: { params: { freeze_id: exampleIds.freeze } }
});
