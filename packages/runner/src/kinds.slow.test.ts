import { jsonResponse, MemoryHost } from '@patchbay/functions/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Runner, startRunner } from './index.ts';
import { codeOf, runOn } from './runner.fixtures.ts';
import { bundle } from './test-bundle.ts';

let runner: Runner;
const events: string[] = [];

beforeAll(async () => {
    runner = await startRunner({ log: (_level, event) => void events.push(event) });
});
afterAll(() => runner.close());

const syncSource = `
    import { createSync } from 'nango';
    import { z } from 'zod';
    const Person = z.object({ id: z.string(), name: z.string() });
    export default createSync({
        description: 'Reads people', frequency: 'every hour', models: { Person }, webhookSubscriptions: ['*'], trackDeletes: true,
        async exec(nango) {
            const { data } = await nango.get({ endpoint: '/people' });
            await nango.batchSave(data, 'Person');
        },
        async onWebhook(nango, payload) {
            await nango.batchSave([payload.person, { id: '6', name: 5 }], 'Person');
        }
    });`;

describe('a bundle behind the wall', () => {
    test('takes the event of a connection, with the context of an action', async () => {
        const code = await bundle(`
            import { createOnEvent } from '@patchbay/functions';
            export default createOnEvent({
                description: 'Refuses', event: 'validate-connection',
                async exec(context) {
                    const { data } = await context.get({ endpoint: '/me' });
                    await context.updateMetadata({ me: data.id });
                    if (data.id !== '5') throw new context.ActionError({ message: 'Not this account' });
                }
            });`);
        const fine = await runOn(runner, code, { kind: 'onEvent', respond: () => jsonResponse({ id: '5' }) });
        expect(fine).toMatchObject({ status: 'succeeded', output: null, setAside: {} });
        expect(fine.host.metadata).toEqual({ me: '5' });
        expect(await runOn(runner, code, { kind: 'onEvent', respond: () => jsonResponse({ id: '6' }) })).toMatchObject({
            error: { type: 'action_error', payload: { message: 'Not this account' } }
        });
    });

    test('takes a webhook, and what it syncs after it', async () => {
        const code = await bundle(syncSource);
        const host = new MemoryHost(() => jsonResponse([{ id: '7', name: 'Bob' }]));
        const webhook = await runOn(runner, code, { kind: 'webhook', input: { person: { id: '5', name: 'Ada' } }, host });
        expect(webhook).toMatchObject({ status: 'succeeded', output: null, setAside: { Person: 1 } });
        expect(host.live('Person')).toEqual([{ id: '5', name: 'Ada' }]);
        expect(await runOn(runner, code, { kind: 'sync', host })).toMatchObject({ status: 'succeeded' });
        expect(host.live('Person')).toEqual([{ id: '7', name: 'Bob' }]);
    });

    test('may leave zod out, as bundles of the reference service’s CLI do', async () => {
        const code = codeOf(`
            const z = require('zod');
            module.exports = { default: {
                type: 'action', description: 'Greets', input: z.object({ mail: z.email() }), output: z.z.string(),
                exec: async (nango, { mail }) => mail + z.default.string().parse('!')
            } };`);
        expect(await runOn(runner, code, { input: { mail: 'a@b.co' } })).toMatchObject({ status: 'succeeded', output: 'a@b.co!' });
        expect(await runOn(runner, code, { input: { mail: 'a' } })).toMatchObject({
            error: { type: 'validation_error', issues: [{ path: 'mail', message: 'Invalid email address' }] }
        });
    });

    test('reads what its action has changed', async () => {
        const code = await bundle(`
            import { createAction } from '@patchbay/functions';
            import { z } from 'zod';
            const Person = z.object({ id: z.string() });
            export default createAction({
                description: 'Creates', input: z.void(), output: Person, exec: async () => ({ id: '5' }),
                renews: {
                    models: { Person },
                    read: async (context, { id }) => [{ model: 'Person', record: (await context.get({ endpoint: '/people/' + id })).data }]
                }
            });`);
        const outcome = await runOn(runner, code, {
            kind: 'renew',
            input: { id: '5' },
            respond: ({ endpoint }) => jsonResponse({ id: endpoint })
        });
        expect(outcome).toMatchObject({
            status: 'succeeded',
            output: [{ kind: 'save', model: 'Person', records: [{ id: '/people/5' }], sources: [null], mergingStrategy: 'override' }]
        });
    });

    test.each([
        ['onEvent', 'on-event, which createOnEvent makes'],
        ['action', 'action, which createAction makes'],
        ['renew', 'action, which createAction makes']
    ] as const)('is not run as what it is not: %s', async (kind, what) => {
        expect(await runOn(runner, await bundle(syncSource), { kind })).toMatchObject({
            error: { code: 'function_code_invalid', message: expect.stringContaining(`no ${what}`) }
        });
    });
});

describe('a bundle that is described', () => {
    const place = { integrationId: 'vendor', name: 'people' };
    const described = async (source: string, limits = {}) =>
        runner.describe({ environmentId: 'environment-1', code: codeOf(source), place, limits });

    test('says what it is, with the schemas of its own zod', async () => {
        const code = await bundle(syncSource.replaceAll("from 'zod'", "from 'zod-oldest'"));
        expect(await runner.describe({ environmentId: 'environment-1', code, place })).toEqual({
            status: 'succeeded',
            problems: [],
            description: expect.objectContaining({
                type: 'sync',
                runs: 'every hour',
                models: ['Person'],
                track_deletes: true,
                webhook_subscriptions: ['*'],
                json_schema: { definitions: { Person: expect.objectContaining({ required: ['id', 'name'] }) } }
            }),
            cpuMs: expect.any(Number),
            peakMemoryBytes: expect.any(Number)
        });
    });

    test.each([
        ['is no function', 'exports.default = 5;', /createSync, createAction or createOnEvent/],
        ['has a part missing', `exports.default = { type: 'onEvent', description: 'Does', event: 'validate-connection' };`, /exec must be/],
        ['throws when it is read', `exports.default = { get type() { throw new Error('Not you'); } };`, /can't be described: Not you/],
        [
            'has a schema that throws',
            `const any = { _zod: { def: { type: 'object', shape: {} }, processJSONSchema() { throw new Error('Never'); } } };
             exports.default = { type: 'action', description: 'Does', input: any, output: any, exec() {} };`,
            /can't be described: Never/
        ]
    ])('has a problem where it %s', async (_what, source, message) => {
        expect(await described(source)).toMatchObject({
            status: 'succeeded',
            problems: [{ path: expect.any(String), message: expect.stringMatching(message) }],
            description: null
        });
    });

    test.each([
        ['loops', 'for (;;);', 'function_cpu_limit', '0.3 s'],
        ['loops when it is read', `exports.default = { get type() { for (;;); } };`, 'function_cpu_limit', '0.3 s'],
        ['throws when it is loaded', 'throw new Error("No luck");', 'function_code_invalid', 'No luck'],
        ['takes memory', `const all = []; for (;;) all.push({ at: all.length });`, 'function_heap_limit', '16 MB']
    ])('fails within its limits where it %s', async (_what, source, code, message) => {
        const limits = { cpuMs: 300, cpuSliceMs: 300, heapMb: 16 };
        const outcome = await described(source, source.includes('push') ? { heapMb: 16 } : limits);
        expect(outcome).toMatchObject({ status: 'failed', error: { code, message: expect.stringContaining(message) } });
    });

    const whole = `{ type: 'onEvent', description: 'Does', event: 'validate-connection', exec() {} }`;

    test('is not believed where it says of itself what cannot be', async () => {
        const outcome = await described(`
            const { stringify } = JSON;
            JSON.stringify = (value) => stringify(value && value.description ? { ...value, description: { ...value.description, runs: 'x' } } : value);
            exports.default = ${whole};`);
        expect(outcome).toMatchObject({ status: 'failed', error: { message: expect.stringContaining('description.runs') } });
    });

    test('has nothing to call, and what it logs is left out', async () => {
        const outcome = await described(
            `console.log('one'); exports.default = { get description() { console.log('two'); return 'Does'; }, ...${whole.replace("description: 'Does', ", '')} };`
        );
        expect(outcome).toMatchObject({ status: 'succeeded', problems: [], description: { description: 'Does' } });
    });

    test('leaves nothing for the next', async () => {
        const source = `globalThis.count = (globalThis.count ?? 0) + 1; exports.default = { ...${whole}, description: String(globalThis.count) };`;
        for (let round = 0; round < 2; round++) expect(await described(source)).toMatchObject({ description: { description: '1' } });
    });

    test('is not described where nothing is run any more', async () => {
        const closed = await startRunner({ log: () => undefined });
        await closed.close();
        const outcome = await closed.describe({ environmentId: 'environment-1', code: codeOf(''), place });
        expect(outcome).toMatchObject({ status: 'failed', error: { code: 'runner_closed' } });
    });
});

test('no child has sent what it may not send', () => {
    expect(events).toEqual([]);
});
