import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { hedgedRequest } from './hedged-request.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A server whose responses the test gives. */
function server() {
    const asked: { signal: AbortSignal; respond: (text: string) => void; fail: (error: Error) => void }[] = [];
    const ask = (signal: AbortSignal) =>
        new Promise<string>((respond, fail) => {
            asked.push({ signal, respond, fail });
        });
    return { asked, ask };
}

test('a response in time means a single request', async () => {
    const { asked, ask } = server();
    const response = hedgedRequest(ask, new AbortController().signal);
    asked[0]?.respond('first');
    expect(await response).toBe('first');
    await vi.advanceTimersByTimeAsync(60_000);
    expect(asked).toHaveLength(1);
});

test('a request without a response is sent again after two seconds, and aborted once the second has one', async () => {
    const { asked, ask } = server();
    const response = hedgedRequest(ask, new AbortController().signal);
    await vi.advanceTimersByTimeAsync(2000);
    asked[1]?.respond('second');
    expect(await response).toBe('second');
    expect(asked[0]?.signal.aborted).toBe(true);
});

test('a slow request is not aborted for a newer one, and there are never more than four', async () => {
    const { asked, ask } = server();
    const response = hedgedRequest(ask, new AbortController().signal);
    await vi.advanceTimersByTimeAsync(40_000);
    expect(asked).toHaveLength(4);
    expect(asked.map(({ signal }) => signal.aborted)).toEqual([false, false, false, false]);
    asked[0]?.respond('slow');
    expect(await response).toBe('slow');
});

test('a failure is passed on, and no request follows it', async () => {
    const { asked, ask } = server();
    const response = hedgedRequest(ask, new AbortController().signal);
    asked[0]?.fail(new Error('refused'));
    await expect(response).rejects.toThrow('refused');
    await vi.advanceTimersByTimeAsync(60_000);
    expect(asked).toHaveLength(1);
});

test('the caller can abort all requests', async () => {
    const { asked, ask } = server();
    const taken = new AbortController();
    void hedgedRequest(ask, taken.signal).catch(() => undefined);
    await vi.advanceTimersByTimeAsync(2000);
    taken.abort();
    expect(asked.map(({ signal }) => signal.aborted)).toEqual([true, true]);
});
