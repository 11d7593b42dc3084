import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { linkedAbortController } from './linked-abort-controller.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('the signal that it follows aborts it, with its reason, also when that is aborted already', () => {
    const own = new AbortController();
    const { signal } = linkedAbortController(own.signal, 1000);
    expect(signal.aborted).toBe(false);
    own.abort('enough');
    expect(signal.reason).toBe('enough');
    expect(linkedAbortController(own.signal, 1000).signal.reason).toBe('enough');
    expect(vi.getTimerCount()).toBe(0);
});

test('the time aborts it as a time-out', () => {
    const { signal } = linkedAbortController(undefined, 1000);
    vi.advanceTimersByTime(999);
    expect(signal.aborted).toBe(false);
    vi.advanceTimersByTime(1);
    expect(signal.reason).toMatchObject({ name: 'TimeoutError' });
});

test('aborted itself it keeps no timer, and leaves the other signal alone', () => {
    const own = new AbortController();
    const controller = linkedAbortController(own.signal, 1000);
    controller.abort();
    expect(vi.getTimerCount()).toBe(0);
    expect(own.signal.aborted).toBe(false);
});
