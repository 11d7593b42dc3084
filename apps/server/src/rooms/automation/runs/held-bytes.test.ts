import { expect, test } from 'vitest';
import { HeldBytes } from './held-bytes.ts';

const opened = () => new HeldBytes({ all: 100, ofEnvironment: 40 });

/** Whether what waits may go on by now. */
async function goesOn(wait: Promise<void> | undefined): Promise<boolean> {
    return Promise.race([Promise.resolve(wait).then(() => true), new Promise<false>((resolve) => setImmediate(resolve, false))]);
}

test('what has no room waits until there is some, but for one response', async () => {
    const held = opened();
    const [first, second, third] = [held.open('a'), held.open('a'), held.open('a')];
    expect([first.add(20), second.add(20), third.add(60), third.add(60)]).toEqual(Array(4).fill(undefined));
    const waits = [second.add(10), first.add(5)];
    expect(await Promise.all(waits.map(goesOn))).toEqual([false, false]);
    third.release();
    expect(await Promise.all(waits.map(goesOn))).toEqual([true, false]);
    second.release();
    expect(await goesOn(waits[1])).toBe(true);
});

test('a response that has not begun to come, or comes slowly, holds up no other', async () => {
    const held = opened();
    const [silent, slow, other, more] = [held.open('a'), held.open('a'), held.open('a'), held.open('a')];
    expect([slow.add(1), other.add(39)]).toEqual([undefined, undefined]);
    expect(more.add(100)).toBeUndefined();
    more.release();
    expect([other.add(100), silent.add(1) === undefined]).toEqual([undefined, false]);
});

test('one environment does not take the room of others, and what is given up leaves none taken', async () => {
    const held = opened();
    const busy = ['a', 'b', 'c'].flatMap((environment) => [held.open(environment), held.open(environment)]);
    expect(busy.map((one) => one.add(20))).toEqual(busy.map(() => undefined));
    const [one, waiting] = [held.open('d'), held.open('d')];
    expect(one.add(1000)).toBeUndefined();
    const wait = waiting.add(10);
    expect(await goesOn(wait)).toBe(false);
    waiting.release();
    waiting.release();
    expect(await goesOn(wait)).toBe(true);
    for (const each of [...busy, one]) each.release();
    const [first, second, third, fourth] = [held.open('e'), held.open('e'), held.open('e'), held.open('e')];
    expect([first.add(20), second.add(20), third.add(1)]).toEqual([undefined, undefined, undefined]);
    expect(await goesOn(fourth.add(1))).toBe(false);
});
