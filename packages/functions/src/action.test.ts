import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type ActionContext, createAction, HttpError, rawNumber, readRenewed, type RenewedRecord, runAction } from './index.ts';
import { jsonResponse, MemoryHost, surfaced, testFacts } from './testing/memory-host.ts';

const actionThat = (exec: (context: ActionContext, input: { name: string }) => Promise<unknown>) =>
    createAction({
        description: 'Greets',
        input: z.object({ name: z.string() }),
        output: z.looseObject({ id: z.string() }),
        exec: exec as never
    });
const run = async (host: MemoryHost, exec: Parameters<typeof actionThat>[0], input: unknown = { name: 'Ada' }) =>
    surfaced(await runAction(actionThat(exec), host, testFacts, input));

describe('an action', () => {
    test('calls the third party and gives back its output', async () => {
        const host = new MemoryHost(() => jsonResponse({ id: '5' }, 201));
        const outcome = await run(host, async (context, { name }) => {
            const { data } = await context.post({ endpoint: '/people', params: { tag: ['a b', 'c'], none: undefined }, data: { name } });
            return data;
        });
        expect(outcome).toEqual({ status: 'succeeded', output: { id: '5' } });
        expect(host.requests).toEqual([
            expect.objectContaining({
                method: 'POST',
                endpoint: '/people',
                query: 'tag=a+b&tag=c',
                headers: { 'content-type': 'application/json' },
                body: '{"name":"Ada"}',
                withCredentials: true
            })
        ]);
    });

    test.each([
        ['input', { name: 5 }, async () => ({ id: '5' }), 'name'],
        ['output', { name: 'Ada' }, async () => ({ id: 5 }), 'id']
    ])('refuses %s that has not its form, with the path', async (validated, input, exec, path) => {
        const host = new MemoryHost();
        expect(await run(host, exec, input)).toMatchObject({
            status: 'failed',
            error: { type: 'validation_error', validated, issues: [expect.objectContaining({ path })] }
        });
        expect(host.requests).toEqual([]);
    });

    test.each([
        [
            { code: 'taken', message: 'The name is taken.' },
            { code: 'taken', message: 'The name is taken.' }
        ],
        ['The name is taken.', { message: 'The name is taken.' }]
    ])('ends with the payload of its ActionError', async (payload, expected) => {
        const outcome = await run(new MemoryHost(), async (context) => {
            throw new context.ActionError(payload);
        });
        expect(outcome).toEqual({ status: 'failed', error: { type: 'action_error', payload: expected } });
    });

    test('ends with the third party’s response where that is an error', async () => {
        const host = new MemoryHost(() => jsonResponse({ message: 'Forbidden' }, 403, { 'x-amzn-errortype': 'ForbiddenException' }));
        expect(await run(host, (context) => context.get({ endpoint: '/people' }))).toEqual({
            status: 'failed',
            error: {
                type: 'http_error',
                response: {
                    status: 403,
                    headers: { 'content-type': 'application/json', 'x-amzn-errortype': 'ForbiddenException' },
                    body: '{"message":"Forbidden"}'
                }
            }
        });
    });

    test('sends and receives numbers with all their digits', async () => {
        const host = new MemoryHost(() => jsonResponse('{"id":"5","total":12345678901234567.89,"list":[0.10]}'));
        const outcome = await run(host, async (context) => {
            const data = { amount: rawNumber('98765432109876543.21') };
            return (await context.post({ endpoint: '/totals', data, numbers: 'text' })).data;
        });
        expect(host.requests[0]?.body).toBe('{"amount":98765432109876543.21}');
        expect(outcome).toMatchObject({ output: { total: '12345678901234567.89', list: ['0.10'] } });
    });

    test('sends and receives bytes', async () => {
        const bytes = new Uint8Array([0, 255, 13, 10]);
        const host = new MemoryHost(({ body }) => ({ status: 200, headers: {}, body: body ?? '' }));
        await run(host, async (context) => {
            const { data } = await context.post({ endpoint: '/files', data: bytes, responseType: 'arraybuffer' });
            expect(data).toEqual(bytes);
            return { id: '5' };
        });
        expect(host.requests).toEqual([expect.objectContaining({ body: bytes, responseType: 'bytes', headers: {} })]);
    });

    test('asks another address without the connection’s credentials', async () => {
        const host = new MemoryHost(() => jsonResponse('gone', 410));
        await run(host, async (context) => {
            const response = await context.uncontrolledFetch({ url: 'https://example.com/x' });
            expect([response.status, await response.text()]).toEqual([410, 'gone']);
            return { id: '5' };
        });
        expect(host.requests[0]).toMatchObject({ endpoint: 'https://example.com/x', withCredentials: false });
    });

    test('reads its connection once a minute, or when it wants it refreshed', async () => {
        const host = new MemoryHost();
        await run(host, async (context) => {
            await Promise.all([context.getConnection(), context.getConnection(), context.getToken()]);
            expect(await context.getToken()).toBe('key-of-the-end-user');
            await context.getConnection(undefined, undefined, { forceRefresh: true });
            return { id: '5' };
        });
        expect(host.connectionReads).toBe(2);
    });

    test('changes metadata, all of it or some', async () => {
        const host = new MemoryHost();
        await run(host, async (context) => {
            await context.setMetadata({ a: 1, b: 2 });
            await context.updateMetadata({ b: 3 });
            return { id: '5' };
        });
        expect(host.metadata).toEqual({ a: 1, b: 3 });
    });

    test('reads metadata once a minute, or when it has changed it', async () => {
        const host = new MemoryHost();
        host.metadata = { a: 1 };
        await run(host, async (context) => {
            const own = Object(await context.getMetadata());
            expect(own).toEqual({ a: 1 });
            own.a = 5;
            host.metadata = { a: 2 };
            expect(await context.getMetadata()).toEqual({ a: 1 });
            await context.updateMetadata({ b: 3 });
            expect(await context.getMetadata()).toEqual({ a: 2, b: 3 });
            await context.setMetadata({ c: 4 });
            expect(await context.getMetadata()).toEqual({ c: 4 });
            return { id: '5' };
        });
    });

    test('logs what is at its level or above', async () => {
        const host = new MemoryHost();
        await run(host, async (context) => {
            await context.log('first', { page: 1 });
            context.setLogger({ level: 'warn' });
            await context.log('second');
            await context.log('third', undefined, { level: 'error' });
            return { id: '5' };
        });
        expect(host.lines).toEqual([
            { level: 'info', message: 'first', meta: { page: 1 }, at: expect.stringMatching(/Z$/) },
            { level: 'error', message: 'third', meta: null, at: expect.any(String) }
        ]);
    });

    test('triggers other functions, and validates by a schema of its own', async () => {
        const host = new MemoryHost();
        const outcome = await run(host, async (context) => {
            expect(await context.triggerAction('other', 'c', 'echo', { a: 1 })).toEqual({ a: 1 });
            await context.triggerSync('other', 'c', 'people::eu', { reset: true });
            await context.startSync('other', ['people']);
            await context.zodValidateInput({ zodSchema: z.object({ n: z.number() }), input: { n: 'x' } });
            return { id: '5' };
        });
        expect(host.triggered.slice(1)).toEqual([
            { providerConfigKey: 'other', connectionId: 'c', sync: { name: 'people', variant: 'eu' }, reset: true, emptyCache: false },
            { providerConfigKey: 'other', connectionId: null, syncs: [{ name: 'people', variant: 'base' }] }
        ]);
        expect(outcome).toMatchObject({ error: { type: 'action_error', payload: { message: 'Invalid input provided' } } });
        expect(host.lines).toEqual([expect.objectContaining({ level: 'error', message: expect.stringMatching(/^Invalid input: n:/) })]);
    });

    test('acquires and releases locks', async () => {
        await run(new MemoryHost(), async (context) => {
            expect(await context.tryAcquireLock({ key: 'k', ttlMs: 1000 })).toBe(true);
            expect(await context.tryAcquireLock({ key: 'k', ttlMs: 1000 })).toBe(false);
            expect(await context.releaseLock({ key: 'k' })).toBe(true);
            await context.releaseAllLocks();
            return { id: '5' };
        });
        expect.assertions(3);
    });

    test('writes a query as URLSearchParams does', async () => {
        const text = fc.string({ unit: 'grapheme' });
        const lists = fc.dictionary(text, fc.oneof(text, fc.integer(), fc.boolean(), fc.array(text)));
        await fc.assert(
            fc.asyncProperty(lists, async (params) => {
                const host = new MemoryHost(() => jsonResponse({ id: '5' }));
                await run(host, async (context) => (await context.get({ endpoint: '/', params })).data);
                const expected = new URLSearchParams();
                for (const [name, value] of Object.entries(params)) for (const one of [value].flat()) expected.append(name, String(one));
                expect(host.requests[0]?.query).toBe(expected.toString());
            })
        );
    });

    test('is told by its signal that it is cancelled', async () => {
        const action = actionThat(async ({ signal }) => ({ id: `${signal.aborted}` }));
        const outcomes = [
            await runAction(action, new MemoryHost(), testFacts, { name: 'Ada' }),
            await runAction(action, new MemoryHost(), testFacts, { name: 'Ada' }, AbortSignal.abort())
        ];
        expect(outcomes).toMatchObject([{ output: { id: 'false' } }, { output: { id: 'true' } }]);
    });

    test('fails with an error of its own where what it throws cannot be looked at', async () => {
        const outcome = await run(new MemoryHost(), async () => {
            throw new Proxy(new Error('x'), {
                get() {
                    throw new Error('no');
                }
            });
        });
        expect(outcome).toMatchObject({ status: 'failed', error: { type: 'internal_error', name: 'Error' } });
    });
});

describe('what an action has changed beside its output', () => {
    const renewing = (read: (context: ActionContext, output: { id: string }) => Promise<RenewedRecord[]>) =>
        createAction({
            description: 'Greets',
            input: z.object({}),
            output: z.object({ id: z.string() }),
            renews: { models: { Person: z.object({ id: z.string(), name: z.string() }) }, read },
            exec: async () => ({ id: '5' })
        });

    test('is read as records of its models, with where they come from', async () => {
        const host = new MemoryHost(() => jsonResponse({ id: '5', name: 'Ada', more: 1 }));
        const action = renewing(async (context, { id }) => {
            const { data } = await context.get<{ id: string }>({ endpoint: `/people/${id}` });
            return [{ model: 'Person', record: data, source: { raw: data, version: '7' } }];
        });
        expect(await readRenewed(action, host, testFacts, { id: '5' })).toEqual([
            {
                kind: 'save',
                model: 'Person',
                records: [{ id: '5', name: 'Ada' }],
                sources: [{ raw: '{"id":"5","name":"Ada","more":1}', version: '7' }],
                mergingStrategy: 'override'
            }
        ]);
        expect(host.requests).toHaveLength(1);
    });

    test.each([
        ['cannot be read', () => Promise.reject(new HttpError(jsonResponse('Ada', 500))), 'status 500'],
        ['has not the form of its model', async () => [{ model: 'Person', record: { id: '5', name: 7 } }], 'name'],
        ['is of another model', async () => [{ model: 'Job', record: { id: '5' } }], 'Job']
    ])('where it %s is none, which is logged without what the third party sent', async (_, read, reason) => {
        const host = new MemoryHost();
        expect(await readRenewed(renewing(read), host, testFacts, { id: '5' })).toBeUndefined();
        expect(host.lines).toMatchObject([{ level: 'warn', message: expect.stringContaining(reason) }]);
        expect(JSON.stringify(host.lines)).not.toContain('Ada');
    });
});
