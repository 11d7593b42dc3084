import { createAttempt, getAttempt, selectAccount } from '@patchbay/contracts';
import { KEYED_API_KEYS } from '@patchbay/sandbox/accounts';
import { startTestApp, type TestApp } from '@patchbay/test-kit';
import { afterAll, beforeAll, expect, test } from 'vitest';

let app: TestApp;
beforeAll(async () => {
    app = await startTestApp();
    for (const provider of ['sandbox-oauth2', 'sandbox-oauth2-tenants', 'sandbox-two-keys']) await app.integrate(provider);
});
afterAll(() => app[Symbol.asyncDispose]());

test('an OAuth sign-in ends in a stored connection of the account that consented', async () => {
    const endUser = await app.session({ end_user: { id: 'oauth_user' } });
    const { data: attempt } = await endUser.call(createAttempt, { body: { integration_id: 'sandbox-oauth2' } });
    const page = await app.browser().signIn(attempt.launch_url ?? '', { account: 'grace' });
    expect(page.status).toBe(200);

    const { data: ended } = await endUser.call(getAttempt, { params: { attempt_id: attempt.attempt_id } });
    expect(ended).toMatchObject({ status: 'succeeded', account_label: 'Grace Hopper' });
    const connection = await app.connection(ended.connection_id ?? '', 'sandbox-oauth2');
    expect(connection).toMatchObject({ end_user: { id: 'oauth_user' }, credentials: { type: 'OAUTH2', access_token: expect.any(String) } });
});

test('a sign-in that gives access to several companies asks which one, and keeps the choice', async () => {
    const endUser = await app.session();
    const { data: attempt } = await endUser.call(createAttempt, { body: { integration_id: 'sandbox-oauth2-tenants' } });
    await app.browser().signIn(attempt.launch_url ?? '', { account: 'ada' });

    const { data: asking } = await endUser.call(getAttempt, { params: { attempt_id: attempt.attempt_id } });
    expect(asking).toMatchObject({ status: 'needs_choice', connection_id: null });
    const wanted = asking.options?.[1];
    const { data: chosen } = await endUser.call(selectAccount, { params: { attempt_id: attempt.attempt_id }, body: { account_id: wanted?.id ?? '' } });
    expect(chosen).toMatchObject({ status: 'succeeded', account_label: wanted?.label });
    const connection = await app.connection(chosen.connection_id ?? '', 'sandbox-oauth2-tenants');
    expect(connection.connection_config).toEqual({ tenant_id: wanted?.id });
});

test('two typed keys are checked with the provider before they are stored', async () => {
    const endUser = await app.session();
    const { data } = await endUser.call(createAttempt, {
        body: { integration_id: 'sandbox-two-keys', credentials: { apiKey: KEYED_API_KEYS.acme }, connection_config: { appSecret: 'sandbox-application-secret' } }
    });
    expect(data).toMatchObject({ status: 'succeeded', code: null });
});
