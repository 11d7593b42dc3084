import { expect, test } from 'vitest';
import { createTtlCache } from './ttl-cache.ts';

function cache() {
    let now = 0;
    const entries = createTtlCache<string>({ clock: { now: () => new Date(now) }, lifetimeMs: 2000 });
    return { ...entries, advance: (ms: number) => void (now += ms) };
}

test('a value is loaded once within its lifetime, also for concurrent calls', async () => {
    const { get, advance } = cache();
    let count = 0;
    const find = async () => `value ${++count}`;
    expect(await Promise.all([get('a', find), get('a', find)])).toEqual(['value 1', 'value 1']);
    advance(1999);
    expect(await get('a', find)).toBe('value 1');
    expect(await get('b', find)).toBe('value 2');
    advance(1);
    expect(await get('a', find)).toBe('value 3');
});

test('a deleted value is loaded again, and one whose load had begun before is not cached', async () => {
    const entries = cache();
    const { promise, resolve } = Promise.withResolvers<string>();
    const early = entries.get('a', () => promise);
    entries.delete('a');
    const late = entries.get('a', async () => 'new');
    resolve('old');
    expect(await early).toBe('old');
    expect(await late).toBe('new');
    expect(await entries.get('a', async () => 'newer')).toBe('new');
});

test('neither a failure nor the lack of a value is cached', async () => {
    const { get } = cache();
    await expect(get('a', () => Promise.reject(new Error('down')))).rejects.toThrow('down');
    expect(await get('a', async () => undefined)).toBeUndefined();
    expect(await get('a', async () => 'there')).toBe('there');
});
