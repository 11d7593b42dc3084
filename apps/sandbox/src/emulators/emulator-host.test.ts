import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { controlClient } from '../control.fixtures.ts';
import { startSandbox } from '../sandbox.ts';
import type { Sandbox } from '../sandbox.ts';

const PATH = '/gem/v0/nothing-here';
let sandbox: Sandbox;

beforeAll(async () => {
    sandbox = await startSandbox();
});
beforeEach(() => control('reset', {}));
afterAll(() => sandbox.stop());

test('the clock can be frozen, set and advanced, is told in Date, and reset makes it real again', async () => {
    expect(await control('clock', { speed: 0, now: '2025-11-02T06:00:00Z' })).toEqual({ now: '2025-11-02T06:00:00.000Z', speed: 0 });
    expect(await control('clock', { advance_ms: 90_000 })).toEqual({ now: '2025-11-02T06:01:30.000Z', speed: 0 });
    expect(await control('clock')).toEqual({ now: '2025-11-02T06:01:30.000Z', speed: 0 });
    expect((await fetch(`${sandbox.url}${PATH}`)).headers.get('date')).toBe('Sun, 02 Nov 2025 06:01:30 GMT');
    await control('reset', {});
    expect(await control('clock')).toMatchObject({ speed: 1 });
});

test('an advance of the clock ends the delay of a response, and a delay beyond the ceiling is a 504', async () => {
    await control('clock', { speed: 0 });
    await control('faults', [{ action: { type: 'delay', ms: 20_000 }, times: 1 }, { action: { type: 'delay', ms: 40_000 } }]);
    const first = fetch(`${sandbox.url}${PATH}`);
    await vi.waitFor(async () => expect(await control('faults')).toMatchObject({ faults: [{ applied: 1 }, {}] }));
    await control('clock', { advance_ms: 20_000 });
    expect((await first).status).toBe(403);
    const second = fetch(`${sandbox.url}${PATH}`);
    await vi.waitFor(async () => expect(await control('faults')).toMatchObject({ faults: [{}, { applied: 1 }] }));
    await control('clock', { advance_ms: 29_000 });
    expect((await second).status).toBe(504);
});

test('faults can hit every second request, a fixed share of them, or some queries', async () => {
    const statuses = async (count: number, query = '') => {
        const found: number[] = [];
        for (let sent = 0; sent < count; sent += 1) found.push((await fetch(`${sandbox.url}${PATH}${query}`)).status);
        return found;
    };
    await control('faults', [{ match: { every: 2 }, action: { type: 'status', code: 500 } }]);
    expect(await statuses(4)).toEqual([403, 500, 403, 500]);
    await control('faults', [{ match: { query: 'page=2' }, action: { type: 'status', code: 500 } }]);
    expect([await statuses(1, '?page=1'), await statuses(1, '?page=2')]).toEqual([[403], [500]]);
    const flaky = [{ match: { probability: 0.5, seed: 7 }, action: { type: 'status', code: 500 } }];
    await control('faults', flaky);
    const first = await statuses(20);
    await control('faults', flaky);
    expect(await statuses(20)).toEqual(first);
    expect(new Set(first)).toEqual(new Set([403, 500]));
});

test('gzip, duplicate and big_header change how the ordinary response comes', async () => {
    await control('faults', [
        { action: 'gzip', times: 1 },
        { action: 'duplicate', times: 1 },
        { action: { type: 'big_header', bytes: 9_000 } }
    ]);
    const replies = [await fetch(`${sandbox.url}${PATH}`), await fetch(`${sandbox.url}${PATH}`), await fetch(`${sandbox.url}${PATH}`)];
    expect(replies.map(({ headers }) => [headers.get('content-encoding'), headers.get('x-padding')?.length])).toEqual([
        ['gzip', undefined],
        [null, undefined],
        [null, 9_000]
    ]);
    const bodies = await Promise.all(replies.map((reply) => reply.text()));
    expect(new Set(bodies).size).toBe(1);
});

test('an emulator resets a connection whose request has not come to its end', async () => {
    await control('faults', [{ action: { type: 'reset', unread: true } }]);
    const body = new ReadableStream({ start: (controller) => controller.enqueue(new TextEncoder().encode('never ends')) });
    await expect(fetch(`${sandbox.url}${PATH}`, { method: 'POST', body, duplex: 'half' })).rejects.toThrow('fetch failed');
    expect(await control('journal')).toMatchObject({ requests: [{ path: PATH, status: null, aborted: false }] });
});

test('an emulator has a journal of its own, with hashes of body and target', async () => {
    await fetch(`${sandbox.url}${PATH}?q=%27%2B%C3%A4+x`, { method: 'POST', body: 'tea', headers: { 'x-api-key': 'a key' } });
    expect(await control('journal?path_regex=nothing')).toEqual({
        requests: [
            expect.objectContaining({
                method: 'POST',
                path: PATH,
                body_bytes: 3,
                body_sha256: sha256('tea'),
                target_sha256: sha256(`${PATH}?q=%27%2B%C3%A4+x`),
                secret_headers: { 'x-api-key': sha256('a key') }
            })
        ]
    });
    expect(await controlClient(sandbox)('journal')).toEqual({ requests: [] });
    await expect(control('journal?path_regex=(')).rejects.toThrow('regular expression');
});

test('the control plane names the verbs of an emulator', async () => {
    await expect(control('tea')).rejects.toThrow('POST clock');
    await expect(control('clock', { speed: -1 })).rejects.toThrow('"speed"');
    await control('faults', [{ match: { nth: 2 }, action: 'hang' }]);
    expect(await control('unused-faults')).toMatchObject({ faults: [{ match: { nth: 2 } }] });
});

function control(verb: string, body?: unknown): Promise<unknown> {
    return controlClient(sandbox)(`gem/${verb}`, body);
}

function sha256(text: string): string {
    return createHash('sha256').update(text).digest('hex');
}
