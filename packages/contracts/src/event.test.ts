import { expect, test } from 'vitest';
import { z } from 'zod';
import { eventExamples, eventKinds, eventNames, patchbayEvent } from './index.ts';

const kinds = eventKinds.map((kind) => {
    const about = z.object({ description: z.string(), examples: z.array(z.record(z.string(), z.unknown())) }).parse(kind.meta());
    const { type, operation, success } = about.examples[0] ?? {};
    return { kind, type, operation, success, ...about };
});

test.each(kinds)(
    '$type, operation $operation, success $success, has a description and one example, which is an event',
    ({ kind, description, examples }) => {
        expect(description).toMatch(/^[A-Z].+\.$/);
        expect(examples).toHaveLength(1);
        expect(patchbayEvent.parse(examples[0])).toEqual(examples[0]);
        expect(kind.parse(examples[0])).toEqual(examples[0]);
    }
);

test.each(kinds.filter(({ success }) => success === false))(
    '$type $operation that failed is not an event without its error',
    ({ examples }) => {
        expect(patchbayEvent.safeParse({ ...examples[0], error: undefined }).success).toBe(false);
    }
);

test('an endpoint can ask for every type of event, and for every operation', () => {
    const found = eventExamples.flatMap(({ type, operation }) => [type, ...(typeof operation === 'string' ? [`auth.${operation}`] : [])]);
    expect(new Set<unknown>(eventNames)).toEqual(new Set(found));
});

const text = expect.any(String);
const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const ofConnection = { connectionId: 'c1', providerConfigKey: 'github' };
const auth = {
    from: 'patchbay',
    type: 'auth',
    ...ofConnection,
    provider: 'github',
    authMode: 'OAUTH2',
    environment: 'dev'
};
const tags = { end_user_id: 'u1' };
const endUser = { endUserId: 'u1', endUserEmail: null, organizationId: 'o1', tags: {} };
const error = { type: text, description: text };
const sync = {
    from: 'patchbay',
    type: 'sync',
    ...ofConnection,
    syncName: 'issues',
    syncVariant: 'base',
    model: 'Issue',
    syncType: 'INCREMENTAL'
};

/** The reference's payloads, field by field. */
test.each([
    { ...auth, operation: 'creation', success: true, tags, endUser },
    { ...auth, operation: 'creation', success: false, tags: {}, error },
    { ...auth, operation: 'override', success: true, tags, endUser },
    { ...auth, operation: 'override', success: false, tags: {}, error },
    { ...auth, operation: 'refresh', success: false, tags, endUser, error: { ...error, type: 'refresh_token_external_error' } },
    // Ours: the reference tells of failures alone.
    { ...auth, operation: 'refresh', success: true, tags, endUser },
    {
        ...sync,
        success: true,
        modifiedAfter: time,
        queryTimeStamp: time,
        responseResults: { added: 1, updated: 0, deleted: 0 },
        checkpoints: { from: null, to: { cursor: text } }
    },
    { ...sync, success: false, error, startedAt: time, failedAt: time },
    {
        from: 'patchbay',
        type: 'async_action',
        ...ofConnection,
        payload: { id: text, statusUrl: expect.stringMatching(/^\/action\/[\w-]{36}$/) }
    },
    { from: 'github', type: 'forward', ...ofConnection, payload: { action: 'opened', issue: { number: 1 } } }
])('a client of the reference finds the fields that it reads in $type $operation, success $success, and no others', (payload) => {
    const { type, operation, success }: Record<string, unknown> = payload;
    const same = eventExamples.filter(
        (example) => example['type'] === type && example['operation'] === operation && example['success'] === success
    );
    expect(same).toEqual([payload]);
});
