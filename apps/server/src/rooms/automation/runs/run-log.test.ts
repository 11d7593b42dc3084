import type { HostLogLine } from '@patchbay/functions';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { RunLog } from './run-log.ts';

const unsaved = () => new RunLog(async () => undefined);

describe('the log of a run that goes on', () => {
    const line = (message: string): HostLogLine => ({ level: 'info', message, meta: null, at: '2026-01-01T00:00:00.000Z' });
    const messages = (log: string | null) =>
        (JSON.parse(log ?? '{"lines":[]}') as { lines: HostLogLine[] }).lines.map((each) => each.message);
    beforeEach(() => void vi.useFakeTimers());
    afterEach(() => void vi.useRealTimers());

    test('is saved once a second at most, and only where there is something new', async () => {
        const saves: string[][] = [];
        const log = new RunLog(async (text) => void saves.push(messages(text)));
        log.add([line('1')]);
        log.add([line('2')]);
        await vi.advanceTimersByTimeAsync(999);
        expect(saves).toEqual([]);
        await vi.advanceTimersByTimeAsync(1);
        expect(saves).toEqual([['1', '2']]);
        await vi.advanceTimersByTimeAsync(60_000);
        log.add([line('3')]);
        await vi.advanceTimersByTimeAsync(60_000);
        expect(saves).toEqual([
            ['1', '2'],
            ['1', '2', '3']
        ]);
        for (let at = 0; at < 100; at += 1) log.add([line('x'.repeat(1000))]);
        await vi.advanceTimersByTimeAsync(1000);
        // There is no room for more.
        log.add([line('x'.repeat(1000))]);
        await vi.advanceTimersByTimeAsync(60_000);
        expect(saves).toHaveLength(3);
    });

    test('is not saved where the run ends within a second, nor after its end', async () => {
        const save = vi.fn(async () => undefined);
        const log = new RunLog(save);
        log.add([line('1')]);
        await vi.advanceTimersByTimeAsync(900);
        expect(messages(log.end())).toEqual(['1']);
        log.add([line('late')]);
        await vi.advanceTimersByTimeAsync(60_000);
        expect(save).not.toHaveBeenCalled();
    });

    test('goes on where it could not be saved, and does not wait twice', async () => {
        let fails = () => undefined as void;
        const saves: string[][] = [];
        const log = new RunLog((text) => {
            saves.push(messages(text));
            return new Promise((_resolve, reject) => {
                fails = () => reject(new Error('The database is away.'));
            });
        });
        log.add([line('1')]);
        await vi.advanceTimersByTimeAsync(1000);
        log.add([line('2')]);
        await vi.advanceTimersByTimeAsync(10_000);
        expect(saves).toEqual([['1']]);
        fails();
        await vi.advanceTimersByTimeAsync(1000);
        expect(saves).toEqual([['1'], ['1', '2']]);
        expect(messages(log.end())).toEqual(['1', '2']);
    });
});

test('a run’s log is cut at 64 KiB, and says how many lines are missing', () => {
    const line = (message: string): HostLogLine => ({ level: 'info', message, meta: null, at: '2026-01-01T00:00:00.000Z' });
    expect(unsaved().end()).toBeNull();
    const log = unsaved();
    log.add([line('first')]);
    for (let count = 0; count < 100; count += 1) log.add([line('x'.repeat(1000))]);
    const { lines, dropped } = JSON.parse(log.end() ?? '') as { lines: HostLogLine[]; dropped: number };
    expect(lines[0]?.message).toBe('first');
    expect(lines.length + dropped).toBe(101);
    expect(dropped).toBeGreaterThan(30);
    expect(log.end()?.length).toBeLessThan(66_000);
});

test('the server’s own lines are in a full log, the same one once with how many times', () => {
    const line = (message: string): HostLogLine => ({ level: 'info', message, meta: null, at: '2026-01-01T00:00:00.000Z' });
    const log = unsaved();
    for (let count = 0; count < 100; count += 1) log.add([line('x'.repeat(1000))]);
    for (let count = 0; count < 3000; count += 1) log.note(line('read c1'));
    log.note(line('read c2'));
    const { lines } = JSON.parse(log.end() ?? '') as { lines: HostLogLine[] };
    expect(lines.slice(-2)).toMatchObject([
        { message: 'read c1', meta: { times: 3000 } },
        { message: 'read c2', meta: null }
    ]);
    for (let count = 0; count < 10_000; count += 1) log.note(line(`read ${count}`));
    expect(log.end()?.length).toBeLessThan(400_000);
});

test('a log holds what PostgreSQL cannot store', () => {
    const log = unsaved();
    log.add([{ level: 'warn', message: 'a\u0000b', meta: { text: '\u0000' }, at: '2026-01-01T00:00:00.000Z' }]);
    expect(JSON.parse(log.end() ?? '')).toMatchObject({ lines: [{ message: 'a\ufffdb', meta: { text: '\ufffd' } }], dropped: 0 });
});
