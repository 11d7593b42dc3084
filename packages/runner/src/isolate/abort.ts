import { DOMException } from './dom-exception.ts';
import { libraries } from './libraries.ts';

export const { Event, EventTarget } = libraries.eventTarget();

const key = Symbol('made by its controller');

/** @see https://dom.spec.whatwg.org/#interface-AbortSignal */
export class AbortSignal extends EventTarget {
    aborted = false;
    reason: unknown = undefined;
    onabort: ((event: object) => void) | null = null;

    constructor(made?: symbol) {
        super();
        if (made !== key) throw new TypeError('Illegal constructor');
    }

    throwIfAborted(): void {
        if (this.aborted) throw this.reason;
    }

    static abort(reason?: unknown): AbortSignal {
        const controller = new AbortController();
        controller.abort(reason);
        return controller.signal;
    }

    static timeout(milliseconds: number): AbortSignal {
        const controller = new AbortController();
        setTimeout(() => controller.abort(new DOMException('The operation timed out.', 'TimeoutError')), milliseconds);
        return controller.signal;
    }

    static any(signals: Iterable<AbortSignal>): AbortSignal {
        const controller = new AbortController();
        for (const signal of signals) {
            if (signal.aborted) controller.abort(signal.reason);
            else signal.addEventListener('abort', () => controller.abort(signal.reason), { once: true });
        }
        return controller.signal;
    }
}

export class AbortController {
    readonly signal = new AbortSignal(key);

    abort(reason: unknown = new DOMException('This operation was aborted', 'AbortError')): void {
        const { signal } = this;
        if (signal.aborted) return;
        signal.aborted = true;
        signal.reason = reason;
        const event = new Event('abort');
        signal.onabort?.(event);
        signal.dispatchEvent(event);
    }
}
