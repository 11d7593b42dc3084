import { checkFields, isInteger, InvalidInput } from '../check-fields.ts';

/** Longest timer Node accepts; longer waits are armed again. */
const MAX_TIMER_MS = 2_147_483_647;
const MAX_ADVANCE_MS = 20 * 365 * 86_400_000;
const MAX_SPEED = 1_000_000;

interface Waiter {
    dueMs: number;
    timer?: NodeJS.Timeout;
    wake(): void;
}

/** An emulator's time: the real one, until the control plane moves, freezes or speeds it up. */
export class Clock {
    #realMs = Date.now();
    #shownMs = this.#realMs;
    #speed = 1;
    readonly #waiters = new Set<Waiter>();

    /** Unix milliseconds. */
    nowMs(): number {
        return this.#shownMs + (Date.now() - this.#realMs) * this.#speed;
    }

    /** @returns false if `signal` ended the wait */
    wait(ms: number, signal?: AbortSignal): Promise<boolean> {
        if (signal?.aborted) return Promise.resolve(false);
        return new Promise((resolve) => {
            const end = (isDue: boolean) => {
                clearTimeout(waiter.timer);
                this.#waiters.delete(waiter);
                signal?.removeEventListener('abort', abort);
                resolve(isDue);
            };
            const abort = () => end(false);
            const waiter: Waiter = { dueMs: this.nowMs() + ms, wake: () => end(true) };
            signal?.addEventListener('abort', abort);
            this.#waiters.add(waiter);
            this.#arm(waiter);
        });
    }

    advance(ms: number): void {
        this.#move(this.nowMs() + ms, this.#speed);
    }

    /** Back to real time; who waits goes on waiting. */
    reset(): void {
        this.#move(Date.now(), 1);
    }

    /** Reads `{advance_ms?, speed?, now?}`; speed 0 freezes it. @throws {InvalidInput} */
    change(input: unknown): { now: string; speed: number } {
        checkFields('The clock', input, {
            advance_ms: isInteger(0, MAX_ADVANCE_MS),
            speed: (value) => typeof value === 'number' && value >= 0 && value <= MAX_SPEED,
            now: (value) => typeof value === 'string' && !Number.isNaN(Date.parse(value))
        });
        const { advance_ms: advanceMs = 0, speed = this.#speed, now } = input;
        const startMs = typeof now === 'string' ? Date.parse(now) : this.nowMs();
        if (typeof speed !== 'number') throw new InvalidInput('"speed" must be a number.');
        this.#move(startMs + Number(advanceMs), speed);
        return this.show();
    }

    show(): { now: string; speed: number } {
        return { now: new Date(this.nowMs()).toISOString(), speed: this.#speed };
    }

    #move(shownMs: number, speed: number): void {
        this.#realMs = Date.now();
        this.#shownMs = shownMs;
        this.#speed = speed;
        for (const waiter of this.#waiters) this.#arm(waiter);
    }

    #arm(waiter: Waiter): void {
        clearTimeout(waiter.timer);
        const leftMs = waiter.dueMs - this.nowMs();
        if (leftMs <= 0) return waiter.wake();
        if (this.#speed === 0) return;
        waiter.timer = setTimeout(() => this.#arm(waiter), Math.min(Math.ceil(leftMs / this.#speed), MAX_TIMER_MS));
        // A webhook that waits for its next attempt must not keep a stopped sandbox running.
        waiter.timer.unref();
    }
}
