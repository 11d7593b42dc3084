import { importConnection } from '@patchbay/contracts';
import { expect, test } from 'vitest';
import { integrateGithub, sendGithub } from '../../outbox/incoming-webhooks/incoming-webhooks.fixtures.ts';
import { connectGem, eventsOf, headers, journal, outcome, send, startGemApp } from '../syncs/syncs.fixtures.ts';
import { actionFlow, deployAll, handler, webhookFlow } from './deployments.fixtures.ts';
import { startWorker } from './worker.fixtures.ts';

/** A stopping server waits 18 s for what it runs. */
const patience = { timeout: 60_000 };
const waits = 'await new Promise((resolve) => setTimeout(resolve, 120_000));';

test('where a server is stopped in mid-run, its handlers and webhooks run again on the next one, and an action that has called the provider does not', async () => {
    await using app = await startGemApp({ runsJobs: false });
    const path = await integrateGithub(app);
    await app.call(importConnection, {
        body: {
            provider_config_key: 'github',
            connection_id: 'c1',
            credentials: { type: 'OAUTH2', access_token: 'token' },
            connection_config: { installation_id: '1' }
        }
    });
    const body = `await context.updateMetadata({ ['attempt ' + context.attempt]: true }); if (context.attempt === 1) { ${waits} }`;
    const act = `await context.post({ endpoint: '/ats/v0/act/', data: {} }).catch(() => undefined); ${waits}`;
    const scripts = [await handler('greet', 'post-connection-creation', body)];
    await deployAll(app, [await webhookFlow('hooked', ['issues'], body), await actionFlow('act', act)], {
        onEventScriptsByProvider: [{ providerConfigKey: 'gem', scripts }]
    });
    await connectGem(app);
    const first = await startWorker(app);
    const called = await send(app, 'POST', '/action/trigger', { action_name: 'act' }, { headers: { ...headers, 'x-async': 'true' } });
    const { id } = called.body as { id: string };
    const hooked = '/sync/status?syncs=hooked&provider_config_key=github&connection_id=c1';
    await expect
        .poll(async () => (await send(app, 'GET', hooked)).body, patience)
        .toMatchObject({ syncs: [{ latestExecutionStatus: 'SUCCESS' }] });
    await sendGithub(app, path, { body: '{"installation":{"id":1}}', id: 'd1', headers: { 'x-github-event': 'issues' } });

    const attempts = async () => {
        const [github, gem] = [await app.connection('c1', 'github'), await app.connection('c1', 'gem')];
        return [github.metadata, gem.metadata];
    };
    const once = { 'attempt 1': true };
    await expect.poll(attempts, patience).toEqual([once, once]);
    await expect.poll(async () => (await journal(app, '/act/')).length, patience).toBe(1);
    await first.stop();
    const runs = async (name: string) => (await send(app, 'GET', `/functions/runs?type=${name}`)).body;
    const waiting = { data: [{ status: 'queued', attempt: 2, started_at: null }] };
    expect([await runs('on-event'), await runs('webhook')]).toMatchObject([waiting, waiting]);
    expect(outcome(await send(app, 'GET', `/action/${id}`))).toBe('502 outcome_unknown');

    const second = await startWorker(app);
    const twice = { ...once, 'attempt 2': true };
    await expect.poll(attempts, patience).toEqual([twice, twice]);
    const done = { data: [{ status: 'succeeded', attempt: 2 }] };
    await expect.poll(async () => [await runs('on-event'), await runs('webhook')], patience).toMatchObject([done, done]);
    expect(await journal(app, '/act/')).toHaveLength(1);
    expect(await eventsOf(app, 'function.failed')).toEqual([]);
    await second.stop();
}, 240_000);
