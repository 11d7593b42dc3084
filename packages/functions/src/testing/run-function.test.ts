import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createAction, createOnEvent, createSync, runAction, runSync } from '../index.ts';
import { jsonResponse, MemoryHost, recordExchanges, recordingSchema, runFunction, testFacts } from './testing.ts';

const people = createSync({
    description: 'Reads people',
    frequency: 'every hour',
    models: { Person: z.object({ id: z.string(), name: z.string() }) },
    checkpoint: z.object({ page: z.number() }),
    metadata: z.object({ team: z.string() }),
    webhookSubscriptions: ['*'],
    async exec(nango) {
        const { team } = await nango.getMetadata();
        for (let page = ((await nango.getCheckpoint())?.page ?? 0) + 1; ; page++) {
            const { data } = await nango.get<{ id: string; name: string }[]>({
                endpoint: `/teams/${team}/people?page=${page}`,
                params: { size: 2 }
            });
            if (data.length === 0) return;
            await nango.batchSave(data, 'Person');
            await nango.saveCheckpoint({ page });
            await nango.log('Read', { page });
        }
    },
    async onWebhook(nango, payload: { id: string }) {
        await nango.batchDelete([payload], 'Person');
    }
});

const greet = createAction({
    description: 'Greets',
    input: z.object({ name: z.string() }),
    output: z.object({ id: z.string(), by: z.string() }),
    async exec(nango, { name }) {
        const { data } = await nango.post<{ id: string }>({ endpoint: 'greetings', data: { to: name, tags: ['a'] } });
        return { id: data.id, by: nango.connectionId };
    }
});

describe('a function in a test', () => {
    test('runs with handwritten responses, and shows all that it did', async () => {
        const ada = { id: '1', name: 'Ada' };
        const run = await runFunction(people, {
            metadata: { team: 'red' },
            checkpoint: { page: 1 },
            responses: [
                { endpoint: '/teams/red/people', params: { page: 2, size: 2 }, body: [ada, { id: '2', name: 5 }] },
                { endpoint: '/teams/red/people?page=3&size=2', body: [] }
            ]
        });
        expect(run).toEqual({
            output: null,
            error: null,
            records: { Person: [ada] },
            setAside: [expect.objectContaining({ model: 'Person', id: '2' })],
            logs: [expect.objectContaining({ level: 'info', message: 'Read', meta: { page: 2 } })],
            requests: [2, 3].map((page) => ({
                method: 'GET',
                endpoint: '/teams/red/people',
                params: { page: String(page), size: '2' },
                headers: {},
                data: null
            })),
            checkpoint: { page: 2 },
            metadata: { team: 'red' }
        });
    });

    const paging = { type: 'offset', offset_name_in_request: 'from', limit: 1, limit_name_in_request: 'most' } as const;
    test.each([
        ['is told', { paginate: paging }],
        ['has recorded', { recording: { version: 1, paginate: paging, exchanges: [] } }]
    ])('pages lists as it %s', async (_how, options) => {
        const paged = createAction({
            description: 'Reads',
            input: z.void(),
            output: z.array(z.unknown()),
            async exec(nango) {
                const all: unknown[] = [];
                for await (const page of nango.paginate({ endpoint: '/people' })) all.push(...page);
                return all;
            }
        });
        const responses = [
            { endpoint: '/people?from=0&most=1', body: ['Ada'] },
            { endpoint: '/people?from=1&most=1', body: [] }
        ];
        expect((await runFunction(paged, { ...options, responses })).output).toEqual(['Ada']);
    });

    test('is an action with input, output and the bodies that it sent', async () => {
        const run = await runFunction(greet, {
            input: { name: 'Ada' },
            connection: { connection_id: 'of-ada' },
            responses: [{ method: 'POST', endpoint: 'greetings', data: { tags: ['a'], to: 'Ada' }, status: 201, body: { id: '5' } }]
        });
        expect(run).toMatchObject({ error: null, output: { id: '5', by: 'of-ada' } });
        expect(run.requests).toMatchObject([{ method: 'POST', endpoint: 'greetings', data: { to: 'Ada', tags: ['a'] } }]);
    });

    test('is an on-event, or the webhook of a sync', async () => {
        const onEvent = createOnEvent({
            description: 'Refuses',
            event: 'validate-connection',
            async exec(nango) {
                if ((await nango.getEnvironmentVariables())[0]?.value === 'eu') throw new nango.ActionError({ message: 'No' });
            }
        });
        expect(await runFunction(onEvent, { environmentVariables: { REGION: 'us' } })).toMatchObject({ error: null });
        expect(await runFunction(onEvent)).toMatchObject({ error: { type: 'action_error', payload: { message: 'No' } } });
        const records = { Person: ['1', '2'].map((id) => ({ id, name: 'Ada' })) };
        const run = await runFunction(people, { metadata: { team: 'red' }, records, webhook: { id: '1' } });
        expect(run.records).toEqual({ Person: [{ id: '2', name: 'Ada' }] });
    });

    test('calls the actions that it is given, and no others', async () => {
        const calling = createAction({
            description: 'Calls',
            input: z.object({ action: z.string() }),
            output: z.any(),
            exec: (nango, { action }) => nango.triggerAction('vendor', 'c', action, { a: 1 })
        });
        const actions = { other: (input: unknown) => ({ input, none: undefined }) };
        expect(await runFunction(calling, { input: { action: 'other' }, actions })).toMatchObject({ output: { input: { a: 1 } } });
        expect(await runFunction(calling, { input: { action: 'third' }, actions })).toMatchObject({ error: { code: 'unknown_action' } });
    });

    const failing = (responses: Parameters<typeof runFunction>[1]) => runFunction(people, { metadata: { team: 'red' }, ...responses });

    test('fails the test where it asks what has no response, even if it catches that, with the nearest', async () => {
        const catching = {
            ...people,
            exec: (...given: Parameters<typeof people.exec>) => Promise.resolve(people.exec(...given)).catch(() => undefined)
        };
        const run = runFunction(catching, {
            metadata: { team: 'red' },
            responses: [
                { endpoint: '/teams/blue/people', params: { page: 1, size: 2 }, body: [] },
                { endpoint: '/teams/red/people', params: { page: 2, size: 2 }, body: [] },
                { method: 'POST', endpoint: '/teams/red/people', body: [] },
                { endpoint: '/else', body: [] }
            ]
        });
        await expect(run).rejects.toThrow(
            'GET /teams/red/people?page=1&size=2 has no response. The nearest that have one:\n' +
                '  any method /teams/red/people?page=2&size=2\n  POST /teams/red/people\n  any method /teams/blue/people?page=1&size=2'
        );
        await expect(failing({})).rejects.toThrow('There are no responses at all.');
    });

    test('fails the test where it writes more often than there are responses', async () => {
        const twice = {
            ...greet,
            exec: async (...given: Parameters<typeof greet.exec>) => (await greet.exec(...given), greet.exec(...given))
        };
        const responses = [{ endpoint: 'greetings', body: { id: '5' } }];
        await expect(runFunction(twice, { input: { name: 'Ada' }, responses })).rejects.toThrow(
            /^POST \/greetings with .* was sent 2 times, and has one response\.$/
        );
        const ids = await runFunction(twice, {
            input: { name: 'Ada' },
            responses: [...responses, { endpoint: 'greetings', body: { id: '6' } }]
        });
        expect(ids.output).toMatchObject({ id: '6' });
    });

    test('fails the test where it could not be deployed, or an assertion in it fails', async () => {
        await expect(runFunction({ ...greet, description: '' })).rejects.toThrow(
            "The function can't be deployed.\ndescription: Say in a sentence what the function does."
        );
        const asserting = { ...greet, exec: async () => expect(1).toBe(2) };
        await expect(runFunction(asserting, { input: { name: 'Ada' } })).rejects.toThrow('expected 1 to be 2');
    });
});

describe('a recording', () => {
    test('is made of a run, without secrets, and replays it in another', async () => {
        const { host, exchanges } = recordExchanges(
            new MemoryHost(
                ({ endpoint }) =>
                    endpoint.endsWith('page=1')
                        ? jsonResponse([{ id: '1', name: 'Ada' }], 200, { 'set-cookie': 's', 'x-limit': '5' })
                        : jsonResponse([]),
                {
                    metadata: { team: 'red' }
                }
            )
        );
        expect(await runSync(people as never, host, testFacts)).toMatchObject({ status: 'succeeded' });
        expect(exchanges[0]).toEqual({
            request: { method: 'GET', url: '/teams/red/people?page=1&size=2', body: null },
            response: {
                status: 200,
                headers: { 'content-type': 'application/json', 'x-limit': '5' },
                body: { json: [{ id: '1', name: 'Ada' }] }
            }
        });
        const file = JSON.parse(JSON.stringify({ version: 1, metadata: { team: 'red' }, exchanges }));
        const run = await runFunction(people, { recording: file });
        expect(run).toMatchObject({ error: null, records: { Person: [{ id: '1', name: 'Ada' }] }, checkpoint: { page: 1 } });
    });

    test.each([
        ['bytes', new Uint8Array([0, 255]), 'arraybuffer', { base64: 'AP8=' }],
        ['text', 'a,b\n1,2', 'text', { text: 'a,b\n1,2' }],
        ['JSON', '{"a": 1.50}', 'json', { text: '{"a": 1.50}' }],
        ['numbers that only text has', '[12345678901234567.89]', 'json', { text: '[12345678901234567.89]' }]
    ] as const)('has %s as they were', async (_what, content, responseType, body) => {
        const reading = createAction({
            description: 'Reads',
            input: z.void(),
            output: z.any(),
            exec: async (nango) => (await nango.get({ endpoint: '/x', responseType, numbers: 'text' })).data
        });
        const { host, exchanges } = recordExchanges(new MemoryHost(() => ({ status: 200, headers: {}, body: content })));
        const outcome = await runAction(reading, host, testFacts, null);
        expect(exchanges[0]?.response.body).toEqual(body);
        expect(await runFunction(reading, { recording: { version: 1, exchanges } })).toMatchObject({
            output: outcome.status === 'succeeded' ? outcome.output : 'it failed'
        });
    });

    test('gives a run its input, checkpoint and connection, which a test may replace', async () => {
        const recording = recordingSchema.parse({
            version: 1,
            input: { name: 'Ada' },
            connection: { connection_id: 'recorded' },
            exchanges: [
                {
                    request: { method: 'POST', url: '/greetings', body: { json: { to: 'Ada', tags: ['a'] } } },
                    response: { status: 200, body: { json: { id: '5' } } }
                }
            ]
        });
        expect((await runFunction(greet, { recording })).output).toEqual({ id: '5', by: 'recorded' });
        await expect(runFunction(greet, { recording, input: { name: 'Bob' } })).rejects.toThrow(
            'POST /greetings with {"json":{"tags":["a"],"to":"Bob"}} has no response'
        );
    });

    test('is refused where it is none', async () => {
        await expect(runFunction(greet, { recording: { version: 2, exchanges: [] } })).rejects.toThrow(/version/);
    });
});
