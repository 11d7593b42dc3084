import { deleteConnection, getConnection, listWebhookEndpoints, patchbayEvent, rotateWebhookSigningKey } from '@patchbay/contracts';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { connectBySignIn } from '../../connect/attempts/attempts.fixtures.ts';
import { type Received, startWebhookApp, type WebhookApp } from './receiver.fixtures.ts';

const hourMs = 3_600_000;
let app: WebhookApp;
beforeAll(async () => {
    app = await startWebhookApp();
    await app.integrate('sandbox-oauth2');
});
afterAll(() => app[Symbol.asyncDispose]());

const received = (path: string, count: number): Promise<Received[]> =>
    vi.waitFor(
        () => {
            const found = app.receiver.at(path);
            expect(found.length).toBeGreaterThanOrEqual(count);
            return found;
        },
        { timeout: 20_000 }
    );

test('a customer hears of a connection that breaks, that works again after a reconnect, and that is deleted', async () => {
    await app.endpoint('/states', { event_types: ['connection.broken', 'connection.healed', 'connection.deleted'] });
    const id = await connectBySignIn(app, 'sandbox-oauth2');
    await app.sandbox.control('revoke', { account: 'ada' });
    app.clock.advance(2 * hourMs);
    await app.raw(`/connections/${id}?provider_config_key=sandbox-oauth2`);
    const [broken] = await received('/states', 1);
    expect(broken?.json).toMatchObject({
        type: 'connection.broken',
        connectionId: id,
        environment: 'dev',
        error: { type: 'refresh_token_external_error' },
        endUser: { endUserId: expect.any(String) }
    });
    await app.raw('/connections', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
            connection_id: id,
            provider_config_key: 'sandbox-oauth2',
            credentials: { type: 'OAUTH2', access_token: 'another' }
        })
    });
    const [, healed] = await received('/states', 2);
    expect(healed?.json).toMatchObject({ type: 'connection.healed', connectionId: id });
    const named = { params: { connection_id: id }, query: { provider_config_key: 'sandbox-oauth2' } };
    const { created_at: connectionCreatedAt } = await app.call(getConnection, named);
    await app.call(deleteConnection, named);
    const all = await received('/states', 3);
    expect(all[2]?.json).toMatchObject({
        type: 'connection.deleted',
        initiator: 'backend',
        connectionCreatedAt,
        endUser: { endUserEmail: null }
    });
    for (const { json } of all) expect(patchbayEvent.parse(json)).toEqual(json);
});

test('events about a connection with a URL of its own go there alone, the last one too, signed with the key of the environment', async () => {
    const { data: key } = await app.call(rotateWebhookSigningKey, { body: {} });
    await app.endpoint('/usual', { event_types: ['auth', 'connection.deleted'] });
    await app.connect('own', { webhook_url_override: app.receiver.url('/own') });
    await app.connect('usual');
    const [created] = await received('/own', 1);
    expect(created?.json).toMatchObject({ type: 'auth', operation: 'creation', connectionId: 'own' });
    const sentAt = new Date(Number(created?.headers['webhook-timestamp']) * 1000);
    expect(String(created?.headers['webhook-signature']).split(' ')).toContain(
        new Webhook(key.signing_key).sign(String(created?.headers['webhook-id']), sentAt, created?.body ?? '')
    );
    await app.call(deleteConnection, { params: { connection_id: 'own' }, query: { provider_config_key: 'unauthenticated' } });
    const [, deleted] = await received('/own', 2);
    expect(deleted?.json).toMatchObject({ type: 'connection.deleted', connectionId: 'own' });
    await received('/usual', 1);
    expect(app.receiver.at('/usual').map(({ json }) => json['connectionId'])).toEqual(['usual']);
    const { data } = await app.call(listWebhookEndpoints, {});
    expect(data.filter(({ url }) => url === null)).toHaveLength(1);
});

test('a URL of a connection that is gone stops neither the others nor is it tried again', async () => {
    app.receiver.respond((response, { path }) => response.writeHead(path === '/left' ? 410 : 200).end());
    await app.connect('left', { webhook_url_override: app.receiver.url('/left') });
    await received('/left', 1);
    await app.connect('stays', { webhook_url_override: app.receiver.url('/stays') });
    await received('/stays', 1);
    app.clock.advance(hourMs);
    await app.connect('stays', { webhook_url_override: app.receiver.url('/stays') });
    await received('/stays', 2);
    expect(app.receiver.at('/left')).toHaveLength(1);
});
