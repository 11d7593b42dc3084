import { expect, test, vi } from 'vitest';
import { elsewhere, inSlot, type Slot, WorkSlots } from './work-slots.ts';

/** Slots whose time is set, and what became of the work in them, in order. */
function setUp(limits: { slots?: number; runMs?: number; burstMs?: number; standingMs?: number; open?: number } = {}) {
    const time = { ms: 0 };
    const slots = new WorkSlots({ slots: 1, runMs: 1000, burstMs: 5, standingMs: 1, open: 100, ...limits }, () => time.ms);
    const seen: string[] = [];
    const running = new Map<string, Slot>();
    const gone = new Set<string>();
    const work = (name: string, group = 'a') => ({
        group,
        isGone: () => gone.has(name),
        refuse: () => void seen.push(`${name} refused`),
        start: (slot: Slot) => {
            running.set(name, slot);
            seen.push(name);
        }
    });
    return {
        time,
        seen,
        running,
        gone,
        enter: (name: string, group?: string) => slots.enter(work(name, group)),
        enterFirst: (name: string, group?: string) => slots.enterFirst(work(name, group)),
        end: (name: string) => running.get(name)?.close()
    };
}

test('what finds no slot waits in the order in which it came, and what finds no room either is refused at once', () => {
    const { enter, end, seen } = setUp({ burstMs: 2 });
    for (const name of ['1', '2', '3', '4']) enter(name);
    expect(seen).toEqual(['1', '4 refused']);
    end('1');
    end('2');
    expect(seen).toEqual(['1', '4 refused', '2', '3']);
});

test('a slot ends once, however often it is closed, paused and resumed', () => {
    const { enter, end, seen, running } = setUp();
    for (const name of ['1', '2', '3']) enter(name);
    end('1');
    running.get('1')?.pause();
    running.get('1')?.resume();
    end('1');
    expect(seen).toEqual(['1', '2']);
});

test('work that waits for something else lets another one run, and needs no turn to go on', () => {
    const { enter, end, seen, running } = setUp();
    for (const name of ['1', '2', '3']) enter(name);
    running.get('1')?.pause();
    expect(seen).toEqual(['1', '2']);
    running.get('1')?.resume();
    end('2');
    expect(seen).toEqual(['1', '2']);
    end('1');
    expect(seen).toEqual(['1', '2', '3']);
});

test('two waits at once are one pause', () => {
    const { enter, end, seen, running } = setUp();
    enter('1');
    running.get('1')?.pause();
    running.get('1')?.pause();
    enter('2');
    enter('3');
    running.get('1')?.resume();
    end('2');
    expect(seen).toEqual(['1', '2', '3']);
});

test('a queue that never empties is kept short, and may be long again a second after it was too long', () => {
    const { enter, end, seen, time } = setUp({ burstMs: 4, standingMs: 1 });
    // That it was idle for long before says nothing of the queue.
    time.ms = 60_000;
    for (const name of ['1', '2', '3']) enter(name);
    time.ms += 2100;
    enter('4');
    expect(seen).toEqual(['1', '4 refused']);
    for (const name of ['1', '2', '3']) end(name);
    for (const name of ['5', '6', '7']) enter(name);
    expect(seen.slice(2)).toEqual(['2', '3', '5', '7 refused']);
    for (const name of ['5', '6']) end(name);
    time.ms += 1001;
    for (const name of ['8', '9', '10', '11', '12']) enter(name);
    expect(seen.filter((one) => one.includes('refused'))).toEqual(['4 refused', '7 refused']);
});

test('the queue holds what is done in its time: a fast process lets more wait', () => {
    const { enter, end, seen, time } = setUp({ burstMs: 1000, standingMs: 100 });
    const enterNext = () => enter(String((count += 1)));
    let count = 0;
    // 500 a second, with a queue that stands.
    for (let n = 0; n < 10; n += 1) enterNext();
    for (let n = 1; n <= 2000; n += 1) {
        time.ms += 2;
        end(String(n));
        enterNext();
    }
    const refusedBefore = seen.filter((one) => one.includes('refused')).length;
    expect(refusedBefore).toBe(0);
    for (let n = 0; n < 100; n += 1) enterNext();
    const waiting = 10 + 100 - seen.filter((one) => one.includes('refused')).length;
    expect(waiting).toBeGreaterThan(45);
    expect(waiting).toBeLessThan(60);
});

test('R-16: a process that has become slow runs fewer at once and lets fewer wait, so that what it takes is soon done', () => {
    const { enter, end, seen, time } = setUp({ slots: 80, runMs: 500, burstMs: 2500, standingMs: 100 });
    const enteredAt = new Map<string, number>();
    const tookMs: number[] = [];
    // Twenty are done in a second, a hundred come.
    for (let count = 0; time.ms < 30_000; time.ms += 50) {
        for (let n = 0; n < 5; n += 1) {
            enteredAt.set(String((count += 1)), time.ms);
            enter(String(count));
        }
        const [oldest = ''] = seen.filter((one) => enteredAt.has(one));
        tookMs.push(time.ms - (enteredAt.get(oldest) ?? NaN));
        enteredAt.delete(oldest);
        end(oldest);
    }
    // Sixteen that run, and sixteen that wait.
    expect(Math.max(...tookMs.slice(-200))).toBeLessThanOrEqual((32 / 20) * 1000 + 50);
    expect(tookMs.slice(-200).every((took) => took > 0)).toBe(true);
});

test('of two groups the one that runs less is next, however many of the other wait', () => {
    const { enter, end, seen } = setUp({ slots: 2, burstMs: 50 });
    for (let n = 1; n <= 20; n += 1) enter(`a${n}`, 'a');
    for (let n = 1; n <= 3; n += 1) enter(`b${n}`, 'b');
    end('a1');
    end('a2');
    end('b1');
    expect(seen).toEqual(['a1', 'a2', 'b1', 'a3', 'b2']);
});

test('where the queue is full, who waits less than its share takes the place of the last of the longest', () => {
    const { enter, end, seen } = setUp({ burstMs: 4 });
    for (let n = 1; n <= 5; n += 1) enter(`a${n}`, 'a');
    enter('b1', 'b');
    enter('b2', 'b');
    enter('b3', 'b');
    expect(seen).toEqual(['a1', 'a5 refused', 'a4 refused', 'b3 refused']);
    for (const name of ['a1', 'b1', 'a2', 'b2']) end(name);
    expect(seen.slice(4)).toEqual(['a2', 'b1', 'a3', 'b2'].toSorted((one, other) => seen.indexOf(one) - seen.indexOf(other)));
});

test('what has lost its client, or has waited for too long, is not started', () => {
    const { enter, end, seen, gone, time } = setUp({ burstMs: 10 });
    for (const name of ['1', '2', '3']) enter(name);
    gone.add('2');
    end('1');
    expect(seen).toEqual(['1', '2 refused', '3']);
    enter('4');
    time.ms = 10_001;
    end('3');
    expect(seen.at(-1)).toBe('4 refused');
});

test('R-17: what has waited for 2.2 s is refused, even where nothing ends meanwhile', async () => {
    const { enter, seen, time } = setUp({ burstMs: 10 });
    for (const name of ['1', '2']) enter(name);
    time.ms = 1000;
    for (const name of ['3', '4']) enter(name, 'b');
    time.ms = 2201;
    await vi.waitFor(() => expect(seen).toEqual(['1', '2 refused']));
    time.ms = 3201;
    await vi.waitFor(() => expect(seen).toEqual(['1', '2 refused', '3 refused', '4 refused']));
});

test('what comes first does not wait behind others, unless it fills every slot itself', () => {
    const { enter, enterFirst, seen } = setUp({ slots: 2, burstMs: 1 });
    for (const name of ['1', '2', '3']) enter(name);
    enterFirst('f1', 'first');
    enterFirst('f2', 'first');
    enterFirst('f3', 'first');
    expect(seen).toEqual(['1', '2', 'f1', 'f2', '3 refused']);
});

test('no more is open at once than memory allows, whatever it waits for', () => {
    const { enter, seen, running } = setUp({ open: 2 });
    for (const name of ['1', '2', '3']) {
        enter(name);
        running.get(name)?.pause();
    }
    expect(seen).toEqual(['1', '2', '3 refused']);
});

test('a thousand that end while they are started do not fill the stack', () => {
    const { enter, end, seen } = setUp({ burstMs: 5000 });
    enter('first');
    const slots = new WorkSlots({ slots: 1, runMs: 1000, burstMs: 20_000, standingMs: 1, open: 20_000 });
    let ended = 0;
    const atOnce = { group: 'a', isGone: () => false, refuse: () => {}, start: (slot: Slot) => ((ended += 1), slot.close()) };
    let first: Slot | undefined;
    slots.enter({ ...atOnce, start: (slot) => void (first = slot) });
    for (let n = 0; n < 15_000; n += 1) slots.enter(atOnce);
    first?.close();
    expect(ended).toBe(15_000);
    end('first');
    expect(seen).toEqual(['first']);
});

test('elsewhere gives the slot up for as long as it waits, and does nothing outside of one', async () => {
    const calls: string[] = [];
    const slot: Slot = { pause: () => void calls.push('pause'), resume: () => void calls.push('resume'), close: () => {} };
    const wait = Promise.withResolvers<string>();
    const done = Promise.withResolvers<string>();
    inSlot(slot, () => void elsewhere(wait.promise).then(done.resolve));
    expect(calls).toEqual(['pause']);
    wait.resolve('there');
    expect(await done.promise).toBe('there');
    expect(calls).toEqual(['pause', 'resume']);
    await inSlotAsync(slot, () => elsewhere(Promise.resolve(), 60_000));
    await elsewhere(Promise.resolve());
    expect(calls).toEqual(['pause', 'resume']);
});

function inSlotAsync(slot: Slot, work: () => Promise<void>): Promise<void> {
    const done = Promise.withResolvers<void>();
    inSlot(slot, () => void work().then(done.resolve, done.reject));
    return done.promise;
}
