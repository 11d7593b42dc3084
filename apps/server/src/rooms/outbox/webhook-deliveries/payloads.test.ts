import { deleteWebhookEndpoint, eventExamples, patchbayEvent } from '@patchbay/contracts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type EventToRecord, recordEvent } from '../events/record-event.ts';
import { startWebhookApp, type WebhookApp } from './receiver.fixtures.ts';

let app: WebhookApp;
beforeAll(async () => {
    app = await startWebhookApp();
});
afterAll(() => app[Symbol.asyncDispose]());

const about = { connectionId: 'c1', providerConfigKey: 'unauthenticated' };
const ofAuth = { ...about, type: 'auth', provider: 'github', authMode: 'OAUTH2', tags: { end_user_id: 'u1' } } as const;
const endUser = { endUserId: 'u1', endUserEmail: null, organizationId: 'o1', tags: {} };
const error = { type: 'refresh_token_external_error', description: 'GitHub has ended the access.' } as const;
const refused = { type: 'credentials_rejected', description: 'GitHub did not accept the code.' } as const;
const sync = { ...about, type: 'sync', syncName: 'issues', syncVariant: 'base', model: 'Issue', syncType: 'INCREMENTAL' } as const;
const time = '2026-08-21T10:00:00.000Z';

/** As the reference service documents them, but for `from`. */
const events = [
    { ...ofAuth, operation: 'creation', success: true, endUser },
    { ...ofAuth, operation: 'override', success: true, endUser },
    { ...ofAuth, operation: 'creation', success: false, error: refused },
    { ...ofAuth, operation: 'override', success: false, error: refused },
    { ...ofAuth, operation: 'refresh', success: false, error, endUser },
    {
        ...sync,
        success: true,
        modifiedAfter: time,
        queryTimeStamp: time,
        responseResults: { added: 1, updated: 0, deleted: 0 },
        checkpoints: { from: null, to: { cursor: '42' } }
    },
    { ...sync, success: false, error, startedAt: time, failedAt: time },
    {
        ...about,
        type: 'async_action',
        payload: { id: '0191d2f1-2c5e-4d7b-8f0a-111111111111', statusUrl: '/action/0191d2f1-2c5e-4d7b-8f0a-111111111111' }
    }
] as const satisfies readonly Parameters<typeof recordEvent>[2]['content'][];

async function record(content: EventToRecord['content']): Promise<void> {
    const { rows } = await sql<{ environment: string; integration: string }>`
        select environment_id as environment, id as integration from integrations where unique_key = 'unauthenticated'`.execute(app.db);
    const { environment: environmentId = '', integration: integrationId = '' } = rows[0] ?? {};
    await app.db.transaction().execute((trx) => recordEvent(trx, app.server.deps, { environmentId, integrationId, content }));
}

/** The body that an endpoint of its own gets. */
async function delivered(content: EventToRecord['content']): Promise<unknown> {
    const path = `/${crypto.randomUUID()}`;
    const { id } = await app.endpoint(path, { event_types: [content.type] });
    await record(content);
    await vi.waitFor(() => expect(app.receiver.at(path)).toHaveLength(1), { timeout: 20_000 });
    await app.call(deleteWebhookEndpoint, { params: { endpoint_id: id } });
    return app.receiver.at(path)[0]?.json;
}

test.each(events)(
    '$type of $operation, success $success, is delivered with the fields of the reference, and no others',
    async (content) => {
        const environment = content.type === 'auth' ? { environment: 'dev' } : {};
        expect(await delivered(content)).toEqual({ from: 'patchbay', ...content, ...environment });
    }
);

test.each(eventExamples)('$type of $operation, success $success, is delivered as its example in the documentation', async (example) => {
    const { environment: _, ...content }: Record<string, unknown> = patchbayEvent.parse(example);
    // An event as it is recorded, with `from`, which recording would add.
    expect(await delivered(content as EventToRecord['content'])).toEqual(example);
});
