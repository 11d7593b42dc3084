import { expect, test } from 'vitest';
import { createShortMemory } from './short-memory.ts';

function memory() {
    let now = 0;
    const { recall, forget } = createShortMemory<string>({ clock: { now: () => new Date(now) }, lifetimeMs: 2000 });
    return { recall, forget, advance: (ms: number) => void (now += ms) };
}

test('a value is looked up once within its lifetime, also by those who ask at the same time', async () => {
    const { recall, advance } = memory();
    let count = 0;
    const find = async () => `value ${++count}`;
    expect(await Promise.all([recall('a', find), recall('a', find)])).toEqual(['value 1', 'value 1']);
    advance(1999);
    expect(await recall('a', find)).toBe('value 1');
    expect(await recall('b', find)).toBe('value 2');
    advance(1);
    expect(await recall('a', find)).toBe('value 3');
});

test('a forgotten value is looked up again, and one whose look-up had begun before is not remembered', async () => {
    const { recall, forget } = memory();
    const { promise, resolve } = Promise.withResolvers<string>();
    const early = recall('a', () => promise);
    forget('a');
    const late = recall('a', async () => 'new');
    resolve('old');
    expect(await early).toBe('old');
    expect(await late).toBe('new');
    expect(await recall('a', async () => 'newer')).toBe('new');
});

test('neither a failure nor the lack of a value is remembered', async () => {
    const { recall } = memory();
    await expect(recall('a', () => Promise.reject(new Error('down')))).rejects.toThrow('down');
    expect(await recall('a', async () => undefined)).toBeUndefined();
    expect(await recall('a', async () => 'there')).toBe('there');
});
