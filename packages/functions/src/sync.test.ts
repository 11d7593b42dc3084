import { describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { createSync, HostError, type HostWrite, rawNumber, runSync, type SyncContext } from './index.ts';
import { collect } from './collect.fixtures.ts';
import { MemoryHost, surfaced, testFacts } from './testing/memory-host.ts';

const Person = z.object({ id: z.union([z.string(), z.number()]), name: z.string(), tags: z.array(z.string()).optional() });
const models = { Person };
const position = z.object({ page: z.number() });
const metadata = z.object({ team: z.string().optional() });
type Context = SyncContext<typeof models, typeof metadata, typeof position>;

const syncThat = (exec: (context: Context) => Promise<void>) =>
    createSync({ description: 'People', frequency: 'every hour', models, checkpoint: position, metadata, exec });
const run = async (host: MemoryHost, exec: (context: Context) => Promise<void>) => surfaced(await runSync(syncThat(exec), host, testFacts));
const person = (id: string | number, name = `Person ${id}`) => ({ id, name });

describe('a sync', () => {
    test('writes a page and its checkpoint in one write', async () => {
        const host = new MemoryHost();
        await run(host, async (context) => {
            for (const page of [1, 2]) {
                await context.batchSave([person(`${page}a`), person(`${page}b`)], 'Person');
                await context.saveCheckpoint({ page });
            }
        });
        expect(host.writes.map(({ changes, checkpoint }) => [idsIn(changes), checkpoint?.value])).toEqual([
            [['1a', '1b'], { page: 1 }],
            [['2a', '2b'], { page: 2 }]
        ]);
    });

    test('hands the host at most 1,000 records at once', async () => {
        const host = new MemoryHost();
        const people = Array.from({ length: 2500 }, (_, index) => person(index + 1));
        expect(await run(host, async (context) => void (await context.batchSave(people, 'Person')))).toMatchObject({ status: 'succeeded' });
        expect(host.writes.map(({ changes }) => idsIn(changes).length)).toEqual([1000, 1000, 500]);
        expect(host.live('Person')).toHaveLength(2500);
    });

    test('hands the host no more than some 2 MB at once of what the third party sent', async () => {
        const host = new MemoryHost();
        const sources = Array.from({ length: 5 }, () => ({ raw: { text: 'x'.repeat(700_000) } }));
        await run(host, async (context) => {
            await context.batchSave(
                sources.map((_, index) => person(index + 1)),
                'Person',
                sources
            );
            await context.saveCheckpoint({ page: 1 });
        });
        expect(host.writes.map(({ changes, checkpoint }) => [idsIn(changes), checkpoint?.value])).toEqual([
            [['1', '2', '3'], undefined],
            [['4', '5'], { page: 1 }]
        ]);
    });

    test('saves ids as strings, the last of equal ones, and no metadata of ours', async () => {
        const host = new MemoryHost();
        await run(host, async (context) => {
            const listed = { ...person(7, 'Newer'), _nango_metadata: { cursor: 'x' } };
            await context.batchSave([person(7, 'Older'), person(8), listed], 'Person');
        });
        expect(host.live('Person')).toEqual([
            { id: '8', name: 'Person 8' },
            { id: '7', name: 'Newer' }
        ]);
    });

    test('hands over a copy as JSON has it, which a later change does not reach', async () => {
        const host = new MemoryHost();
        const raw = {
            at: new Date(0),
            left: undefined,
            list: [undefined, Symbol('out'), -0, { deep: Infinity }, ['a', null, true]],
            own: { toJSON: () => 'told', hidden: 1 },
            empty: {},
            call: () => 1,
            map: new Map([[1, 2]]),
            bare: Object.assign(Object.create(null), { inner: new Date(1) }),
            digits: rawNumber('12345678901234567.89'),
            named: { ['__proto__']: { polluted: 'yes' } }
        };
        const expected = JSON.stringify(raw);
        await run(host, async (context) => {
            await context.batchSave([person('a')], 'Person', [{ raw }]);
            raw.list.length = 0;
        });
        const [change] = host.writes[0]?.changes ?? [];
        const [source] = change?.kind === 'save' ? change.sources : [];
        expect(source?.raw).toBe(expected);
    });

    test('sets a record aside that has not its form, counts it, and goes on', async () => {
        const host = new MemoryHost();
        const broken = { id: 'b', name: 5 };
        const outcome = await run(host, async (context) => {
            // What a vendor sends is not what its documentation says.
            await context.batchSave([person('a'), broken as never, { name: 'No id' } as never, person('c')], 'Person');
            await context.setAside('Person', { id: 'd', reason: new Error('no name at all'), record: { d: 1 } });
        });
        expect(outcome).toEqual({ status: 'succeeded', setAside: { Person: 3 } });
        expect(host.live('Person').map(({ id }) => id)).toEqual(['a', 'c']);
        expect(host.setAside).toEqual([
            {
                model: 'Person',
                id: 'b',
                record: broken,
                issues: [{ path: 'name', message: expect.stringContaining('string'), code: 'invalid_type' }]
            },
            expect.objectContaining({
                id: null,
                issues: expect.arrayContaining([expect.objectContaining({ path: 'id', code: 'missing_id' })])
            }),
            { model: 'Person', id: 'd', record: { d: 1 }, issues: [{ path: '', message: 'no name at all', code: 'not_mapped' }] }
        ]);
        expect(host.lines).toEqual([]);
    });

    test('keeps where records come from beside them', async () => {
        const host = new MemoryHost();
        await run(host, async (context) => {
            await context.batchSave([person('a'), person('b')], 'Person', [{ raw: { Id: 'a' }, version: '3' }]);
        });
        expect(host.writes[0]?.changes).toEqual([
            expect.objectContaining({ sources: [{ raw: '{"Id":"a"}', version: '3' }, null], mergingStrategy: 'override' })
        ]);
    });

    test('merges updates into records that are there, and leaves out the others', async () => {
        const host = new MemoryHost();
        await run(host, async (context) => {
            await context.batchSave([{ ...person('a'), tags: ['x', 'y'] }], 'Person');
            await context.batchUpdate(
                [
                    { id: 'a', name: 'Renamed' },
                    { id: 'unknown', name: 'New' }
                ],
                'Person'
            );
            await context.batchUpdate([{ id: 'a', tags: ['z'] }], 'Person');
        });
        expect(host.live('Person')).toEqual([{ id: 'a', name: 'Renamed', tags: ['z'] }]);
    });

    test('deletes what a complete listing no longer has', async () => {
        const host = new MemoryHost();
        await run(host, async (context) => void (await context.batchSave([person('a'), person('b'), person('c')], 'Person')));
        await run(host, async (context) => {
            await context.trackDeletesStart('Person');
            await context.batchSave([person('a')], 'Person');
            await context.setAside('Person', { id: 'b', reason: 'broken', record: {} });
            expect(await context.trackDeletesEnd('Person')).toEqual({ deletedKeys: ['c'] });
        });
        expect(host.live('Person').map(({ id }) => id)).toEqual(['a', 'b']);
    });

    test('fails when it ends tracking that it has not started', async () => {
        const outcome = await run(new MemoryHost(), async (context) => void (await context.trackDeletesEnd('Person')));
        expect(outcome).toMatchObject({ status: 'failed', error: { type: 'host_error', code: 'track_deletes_not_started' } });
    });

    test('reads what it has just saved', async () => {
        const host = new MemoryHost();
        await run(host, async (context) => {
            await context.batchSave([person(1), person(2), person(3)], 'Person');
            expect((await context.getRecordsByIds([2, 4], 'Person')).get(2)).toEqual({ id: '2', name: 'Person 2' });
            expect((await collect(context.listRecords('Person'))).map(({ id }) => id)).toEqual(['1', '2', '3']);
        });
        expect.assertions(2);
    });

    test('writes what was saved before it failed, and reports the failure', async () => {
        const host = new MemoryHost();
        const outcome = await run(host, async (context) => {
            await context.batchSave([person('a')], 'Person');
            throw new TypeError('a bug in the sync');
        });
        expect(outcome).toMatchObject({
            status: 'failed',
            error: { type: 'internal_error', name: 'TypeError', message: 'a bug in the sync' }
        });
        expect(host.live('Person')).toHaveLength(1);
    });

    test('writes no checkpoint after a write that failed, though its code goes on', async () => {
        const host = new MemoryHost();
        const write = vi.spyOn(host, 'write').mockRejectedValueOnce(new HostError('run_aborted', 'The lease is lost.'));
        const outcome = await run(host, async (context) => {
            await context.batchSave([person('a')], 'Person');
            await context.saveCheckpoint({ page: 1 }).catch(() => undefined);
            await context.saveCheckpoint({ page: 2 });
        });
        expect(outcome).toMatchObject({ status: 'failed', error: { code: 'run_aborted' } });
        expect(write).toHaveBeenCalledTimes(1);
        expect(host.checkpoint).toBeNull();
    });

    test('writes one after the other, though its code does not wait', async () => {
        const host = new MemoryHost();
        let running = 0;
        const real = host.write.bind(host);
        vi.spyOn(host, 'write').mockImplementation(async (input: HostWrite) => {
            expect(++running).toBe(1);
            await Promise.resolve();
            await real(input);
            running--;
        });
        await run(host, async (context) => {
            const pages = [1, 2, 3].map((page) => [context.batchSave([person(page)], 'Person'), context.saveCheckpoint({ page })]);
            await Promise.all(pages.flat());
        });
        expect(host.checkpoint).toEqual({ page: 3 });
    });

    test('resumes at its checkpoint, and clears it', async () => {
        const host = new MemoryHost();
        host.checkpoint = { page: 4 };
        await run(host, async (context) => {
            expect(await context.getCheckpoint()).toEqual({ page: 4 });
            await context.clearCheckpoint();
            expect(await context.getCheckpoint()).toBeNull();
        });
        expect(host.checkpoint).toBeNull();
    });

    test.each([
        [
            'a checkpoint that has not its form',
            async (context: Context) => context.saveCheckpoint({ page: '4' } as never),
            'checkpoint',
            'page'
        ],
        ['metadata that has not its form', async (context: Context) => context.setMetadata({ team: 5 } as never), 'metadata', 'team']
    ])('refuses %s, with the path', async (_what, exec, validated, path) => {
        const host = new MemoryHost();
        expect(await run(host, exec)).toMatchObject({
            status: 'failed',
            error: { type: 'validation_error', validated, issues: [expect.objectContaining({ path })] }
        });
        expect(host).toMatchObject({ checkpoint: null, metadata: {} });
    });

    test('does not start with metadata that has not its form', async () => {
        const host = new MemoryHost();
        host.metadata = { team: 5 };
        const exec = vi.fn(async () => undefined);
        expect(await run(host, exec)).toMatchObject({ error: { type: 'validation_error', validated: 'metadata' } });
        expect(exec).not.toHaveBeenCalled();
    });

    test('refuses a model that it has not declared', async () => {
        const outcome = await run(new MemoryHost(), async (context) => void (await context.batchSave([], 'Company' as never)));
        expect(outcome).toMatchObject({ error: { code: 'unknown_model', message: expect.stringContaining('It has Person') } });
    });
});

function idsIn(changes: HostWrite['changes']): unknown[] {
    return changes.flatMap((change): readonly unknown[] => (change.kind === 'delete' ? change.ids : change.records.map(({ id }) => id)));
}
