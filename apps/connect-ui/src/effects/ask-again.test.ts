import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { askAgain } from './ask-again.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A server whose answers are given by hand. */
function askable() {
    const asked: { signal: AbortSignal; answer: (text: string) => void; fail: (error: Error) => void }[] = [];
    const ask = (signal: AbortSignal) =>
        new Promise<string>((answer, fail) => {
            asked.push({ signal, answer, fail });
        });
    return { asked, ask };
}

test('an answer that comes in time is the only one asked for', async () => {
    const { asked, ask } = askable();
    const answer = askAgain(ask, new AbortController().signal);
    asked[0]?.answer('first');
    expect(await answer).toBe('first');
    await vi.advanceTimersByTimeAsync(60_000);
    expect(asked).toHaveLength(1);
});

test('what hangs holds up nothing: it is asked again after two seconds, and what is still on its way then is let go', async () => {
    const { asked, ask } = askable();
    const answer = askAgain(ask, new AbortController().signal);
    await vi.advanceTimersByTimeAsync(2000);
    asked[1]?.answer('second');
    expect(await answer).toBe('second');
    expect(asked[0]?.signal.aborted).toBe(true);
});

test('a slow answer is not given up for a newer question, and there are never more than four', async () => {
    const { asked, ask } = askable();
    const answer = askAgain(ask, new AbortController().signal);
    await vi.advanceTimersByTimeAsync(40_000);
    expect(asked).toHaveLength(4);
    expect(asked.map(({ signal }) => signal.aborted)).toEqual([false, false, false, false]);
    asked[0]?.answer('slow');
    expect(await answer).toBe('slow');
});

test('a failure is passed on, and ends the asking', async () => {
    const { asked, ask } = askable();
    const answer = askAgain(ask, new AbortController().signal);
    asked[0]?.fail(new Error('refused'));
    await expect(answer).rejects.toThrow('refused');
    await vi.advanceTimersByTimeAsync(60_000);
    expect(asked).toHaveLength(1);
});

test('whoever asked can take it back', async () => {
    const { asked, ask } = askable();
    const taken = new AbortController();
    void askAgain(ask, taken.signal).catch(() => undefined);
    await vi.advanceTimersByTimeAsync(2000);
    taken.abort();
    expect(asked.map(({ signal }) => signal.aborted)).toEqual([true, true]);
});
