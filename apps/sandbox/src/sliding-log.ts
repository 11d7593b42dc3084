/** The times of what happened within the last `perMs` milliseconds, each kept exactly. Times must not go back. */
export class SlidingLog {
    readonly #perMs: number;
    #times: number[] = [];
    /** What lies before it has left the window; it is cut off now and then, as a shift for each would be slow. */
    #first = 0;

    constructor(perMs: number) {
        this.#perMs = perMs;
    }

    add(atMs: number): void {
        this.#times.push(atMs);
    }

    /** How many there were in the window that ends now. Something exactly one window ago is no longer in it. */
    count(nowMs: number): number {
        while ((this.#times[this.#first] ?? Infinity) <= nowMs - this.#perMs) this.#first += 1;
        if (this.#first > 1_000 && this.#first > this.#times.length / 2) {
            this.#times = this.#times.slice(this.#first);
            this.#first = 0;
        }
        return this.#times.length - this.#first;
    }

    /** When the oldest of them leaves the window; now, if there is none. */
    nextLeavesAt(nowMs: number): number {
        this.count(nowMs);
        const oldest = this.#times[this.#first];
        return oldest === undefined ? nowMs : oldest + this.#perMs;
    }
}
