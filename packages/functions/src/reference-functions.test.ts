import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import {
    type ActionContext,
    createAction,
    createOnEvent,
    createSync,
    type HttpError,
    runAction,
    runOnEvent,
    runSync,
    runWebhook
} from './index.ts';
import { jsonResponse, MemoryHost, surfaced, testFacts } from './testing/memory-host.ts';

describe('an on-event', () => {
    const onEventThat = (exec: (context: ActionContext) => Promise<void> | void) =>
        createOnEvent({ description: 'Registers a webhook', event: 'post-connection-creation', exec });

    test('has the context of an action', async () => {
        const host = new MemoryHost(() => jsonResponse({ id: '5' }));
        const onEvent = onEventThat(async (context) => {
            const { data } = await context.post<{ id: string }>({ endpoint: '/hooks', data: { url: 'https://example.com' } });
            await context.updateMetadata({ hook: data.id });
        });
        expect(await runOnEvent(onEvent, host, testFacts)).toEqual({ status: 'succeeded' });
        expect(host.metadata).toEqual({ hook: '5' });
    });

    test('fails with what it throws', async () => {
        const onEvent = onEventThat((context) => {
            throw new context.ActionError({ message: 'Not this account' });
        });
        expect(await runOnEvent(onEvent, new MemoryHost(), testFacts)).toEqual({
            status: 'failed',
            error: { type: 'action_error', payload: { message: 'Not this account' } }
        });
    });
});

describe('a webhook', () => {
    const models = { Person: z.object({ id: z.string(), name: z.string() }) };
    const sync = createSync({
        description: 'Reads people',
        frequency: 'every hour',
        models,
        webhookSubscriptions: ['person.changed'],
        exec: () => undefined,
        async onWebhook(context, payload: { person: { id: string; name: string } }) {
            await context.batchSave([payload.person, { id: '6', name: 5 as never }], 'Person');
        }
    });

    test('is given to its sync, whose records it saves', async () => {
        const host = new MemoryHost();
        const outcome = surfaced(await runWebhook(sync, host, testFacts, { person: { id: '5', name: 'Ada' } }));
        expect(outcome).toEqual({ status: 'succeeded', setAside: { Person: 1 } });
        expect(host.live('Person')).toEqual([{ id: '5', name: 'Ada' }]);
    });

    test('fails where its sync takes none', async () => {
        const { onWebhook: _none, ...rest } = sync;
        expect(await runWebhook(rest, new MemoryHost(), testFacts, {})).toMatchObject({ error: { code: 'webhook_not_handled' } });
    });
});

describe('a function that was written for the reference service', () => {
    const models = { Person: z.object({ id: z.string() }) };
    const base = { description: 'Reads people', frequency: 'every hour', models };
    const known = async () => {
        const host = new MemoryHost();
        for (const id of ['1', '2'])
            await runSync(
                createSync({ ...base, exec: async (context) => void (await context.batchSave([{ id }], 'Person')) }),
                host,
                testFacts
            );
        return host;
    };

    test('deletes what it has not saved, where it tracks deletes', async () => {
        const host = await known();
        const sync = createSync({
            ...base,
            trackDeletes: true,
            exec: async (nango) => void (await nango.batchSend([{ id: '2' }], 'Person'))
        });
        expect(await runSync(sync, host, testFacts)).toMatchObject({ status: 'succeeded' });
        expect(host.live('Person')).toEqual([{ id: '2' }]);
    });

    test('deletes nothing where it tracks deletes, and fails', async () => {
        const host = await known();
        const fail = () => {
            throw new Error('The vendor is away');
        };
        expect(await runSync(createSync({ ...base, trackDeletes: true, exec: fail }), host, testFacts)).toMatchObject({ status: 'failed' });
        expect(host.live('Person')).toHaveLength(2);
    });

    test.each([false, true])('deletes records that a run has not saved, with trackDeletes %s', async (trackDeletes) => {
        const host = await known();
        let deleted: readonly string[] = [];
        const sync = createSync({
            ...base,
            trackDeletes,
            async exec(nango) {
                await nango.batchSave([{ id: '2' }], 'Person');
                ({ deletedKeys: deleted } = await nango.deleteRecordsFromPreviousExecutions('Person'));
            }
        });
        expect(await runSync(sync, host, testFacts)).toMatchObject({ status: 'succeeded' });
        expect(deleted).toEqual(['1']);
        expect(host.live('Person')).toEqual([{ id: '2' }]);
    });

    const outputOf = async (host: MemoryHost, exec: (nango: ActionContext) => unknown) => {
        const action = createAction({ description: 'Tries', input: z.void(), output: z.any(), metadata: z.void(), exec });
        const outcome = surfaced(await runAction(action, host, testFacts, null));
        return outcome.status === 'succeeded' ? outcome.output : outcome.error;
    };

    test('needs no input and no metadata where they are void, and may return at once', async () => {
        expect(await outputOf(new MemoryHost(), ({ connectionId }) => ({ connectionId }))).toEqual({ connectionId: 'connection-1' });
    });

    test('logs with any number of arguments, and its level last', async () => {
        const host = new MemoryHost();
        await outputOf(host, async (nango) => {
            await nango.log('one');
            await nango.log('two', { level: 'error' });
            await nango.log('three', { at: 3 });
            await nango.log('four', 4, 'more', { level: 'warn' });
            await nango.log({ five: 5 });
            await nango.log('six', { level: 'error', of: 'what' });
            nango.setLogger({ level: 'error' });
            await nango.log('seven');
        });
        expect(host.lines.map(({ level, message, meta }) => [level, message, meta])).toEqual([
            ['info', 'one', null],
            ['error', 'two', null],
            ['info', 'three', { at: 3 }],
            ['warn', 'four', [4, 'more']],
            ['info', '{"five":5}', null],
            ['info', 'six', { level: 'error', of: 'what' }]
        ]);
    });

    test('sends methods in lower case, and reads the body of an error', async () => {
        const host = new MemoryHost(() => jsonResponse({ reason: 'taken' }, 409));
        const seen = await outputOf(host, async (nango) => {
            try {
                await nango.proxy({ method: 'post', endpoint: '/people' });
            } catch (error) {
                const { status, response } = error as HttpError;
                return [status, response.status, response.data];
            }
        });
        expect(seen).toEqual([409, 409, { reason: 'taken' }]);
        expect(host.requests[0]?.method).toBe('POST');
    });

    test('keeps a field mapping', async () => {
        const host = new MemoryHost();
        host.metadata = { team: 'a' };
        expect(
            await outputOf(host, async (nango) => {
                const before = await nango.getFieldMapping();
                await nango.setFieldMapping({ name: 'full_name' });
                return [before, await nango.getFieldMapping(), nango.getFlowAttributes()];
            })
        ).toEqual([{}, { name: 'full_name' }, null]);
        expect(host.metadata).toEqual({ team: 'a', fieldMapping: { name: 'full_name' } });
    });

    test('triggers syncs by the names of modes', async () => {
        const host = new MemoryHost();
        await outputOf(host, async (nango) => {
            for (const mode of ['incremental', 'full_refresh', 'full_refresh_and_clear_cache', true, false, undefined] as const)
                await nango.triggerSync('vendor', 'c', 'people', mode);
        });
        expect(host.triggered.map((each) => [(each as { reset: boolean }).reset, (each as { emptyCache: boolean }).emptyCache])).toEqual([
            [false, false],
            [true, false],
            [true, true],
            [true, false],
            [false, false],
            [false, false]
        ]);
    });

    test('fetches any address, and reads its response as fetch has it', async () => {
        const host = new MemoryHost(() => jsonResponse({ at: 1 }, 201, { 'x-next': '2' }));
        const output = await outputOf(host, async (nango) => {
            const response = await nango.uncontrolledFetch({ url: new URL('https://example.com/x?y=1') });
            return [response.ok, response.status, response.headers.get('X-Next'), await response.json(), (await response.bytes()).length];
        });
        expect(output).toEqual([true, 201, '2', { at: 1 }, 8]);
        expect(host.requests[0]).toMatchObject({ method: 'GET', endpoint: 'https://example.com/x?y=1', withCredentials: false });
    });
});
