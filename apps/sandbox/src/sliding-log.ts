/** The exact times of events within the last `perMs` milliseconds. Times must not go back. */
export class SlidingLog {
    readonly #perMs: number;
    #times: number[] = [];
    /** Start of the window; older entries are removed in batches, as a shift for each is slow. */
    #first = 0;

    constructor(perMs: number) {
        this.#perMs = perMs;
    }

    add(atMs: number): void {
        this.#times.push(atMs);
    }

    /** Count in the window that ends now. An event exactly one window ago is no longer in it. */
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
