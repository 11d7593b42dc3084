import { importConnection } from '@patchbay/contracts';
import { startTestApp, type TestApp } from '@patchbay/test-kit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cleanUp } from '../../../clean-up.ts';
import { recordEvent, recordEventOfEach } from './record-event.ts';

const dayMs = 24 * 60 * 60_000;
let app: TestApp;
beforeAll(async () => {
    app = await startTestApp();
    await app.integrate('sandbox-api-key', { unique_key: 'kept' });
});
afterAll(() => app[Symbol.asyncDispose]());

const payloads = async () => (await app.db.selectFrom('events').select('payload').execute()).map(({ payload }) => payload);

test('the clean-up deletes the provider’s words from an event after a day, and the event after 30', async () => {
    const error = { type: 'provider_error', description: 'Ada may not.' };
    const { environment_id } = await app.db.selectFrom('integrations').select('environment_id').executeTakeFirstOrThrow();
    await app.db
        .insertInto('events')
        .values({
            environment_id,
            id: app.server.deps.ids.uuid(),
            type: 'auth',
            payload: JSON.stringify({ error }),
            created_at: app.clock.now()
        })
        .execute();
    await cleanUp(app.server.deps);
    expect(await payloads()).toEqual([{ error }]);
    app.clock.advance(dayMs + 1);
    await cleanUp(app.server.deps);
    expect(await payloads()).toEqual([{ error: { type: 'provider_error' } }]);
    app.clock.advance(29 * dayMs);
    await cleanUp(app.server.deps);
    expect(await payloads()).toEqual([]);
});

test('a backend that deletes a connection, alone or with its integration, deletes its end user from the events', async () => {
    const body = {
        provider_config_key: 'kept',
        credentials: { type: 'API_KEY', apiKey: 'unchecked' },
        end_user: { id: 'ada', email: 'ada@example.com' }
    } as const;
    await app.sandbox.control('faults', [{ action: { type: 'status', code: 503 } }]);
    await app.integrate('sandbox-api-key', { unique_key: 'other' });
    for (const [connection_id, provider_config_key] of [
        ['alone', 'kept'],
        ['with-others', 'other'],
        ['alone', 'other'],
        ['spared', 'kept']
    ] as const)
        await app.call(importConnection, { body: { ...body, connection_id, provider_config_key } });
    const personal = async () =>
        (await payloads())
            .filter((payload) => JSON.stringify(payload).includes('ada@example.com'))
            .map(({ connectionId, providerConfigKey: key }) => `${String(connectionId)} ${String(key)}`)
            .toSorted();
    expect(await personal()).toEqual(['alone kept', 'alone other', 'spared kept', 'with-others other']);
    await app.raw('/connections/alone?provider_config_key=kept', { method: 'DELETE' });
    expect(await personal()).toEqual(['alone other', 'spared kept', 'with-others other']);
    await app.raw('/integrations/other', { method: 'DELETE' });
    await cleanUp(app.server.deps);
    expect(await personal()).toEqual(['spared kept']);
    const deleted = (await payloads()).filter(({ type }) => type === 'connection.deleted');
    expect(deleted).toMatchObject([
        { connectionId: 'alone', initiator: 'backend', tags: {}, endUser: { endUserId: 'ada', endUserEmail: null } }
    ]);
    expect(await payloads()).toHaveLength(5);
});

test('what a provider says is told also where PostgreSQL cannot hold all of it', async () => {
    const { environment_id: environmentId, id: integrationId } = await app.db
        .selectFrom('integrations')
        .select(['environment_id', 'id'])
        .executeTakeFirstOrThrow();
    const said = 'nul \0, half \ud800, whole \u{1f600}, escaped \\u0000 \\\\ud800';
    const content = {
        type: 'sync',
        connectionId: 'told',
        providerConfigKey: 'kept',
        syncName: 'users',
        syncVariant: 'base',
        syncType: 'INITIAL',
        model: 'User',
        success: false,
        error: { type: 'vendor_fault', description: said },
        startedAt: app.clock.now().toISOString(),
        failedAt: app.clock.now().toISOString()
    } as const;
    const about = { environmentId, integrationId };
    await app.db.transaction().execute(async (trx) => {
        await recordEvent(trx, app.server.deps, { ...about, content });
        await recordEventOfEach(trx, app.server.deps, about, [{ connectionId: 'told', content }]);
    });
    const description = 'nul \ufffd, half \ufffd, whole \u{1f600}, escaped \\u0000 \\\\ud800';
    const told = (await payloads()).filter(({ connectionId }) => connectionId === 'told');
    expect(told.map(({ error }) => error)).toEqual(Array.from({ length: 2 }, () => ({ type: 'vendor_fault', description })));
});
