import type { Host, HostWrite, RecordChange, SetAsideRecord } from './host.ts';

const RECORDS_AT_ONCE = 1_000;

/** Collects a run's writes, so that a page's records and its checkpoint are one transaction. */
export class WriteBuffer {
    /** How many were set aside, by model. */
    readonly setAsideCounts: Record<string, number> = {};
    readonly #host: Host;
    #changes: RecordChange[] = [];
    #setAside: SetAsideRecord[] = [];
    #size = 0;
    /** After a failed write there is none: a checkpoint would be ahead of its records. */
    #last = Promise.resolve();

    constructor(host: Host) {
        this.#host = host;
    }

    /** Adds items in changes that the host takes at once. */
    async add<Item>(items: readonly Item[], toChange: (some: readonly Item[]) => RecordChange): Promise<void> {
        for (let at = 0; at < items.length;) {
            if (this.#size >= RECORDS_AT_ONCE) await this.flush();
            const some = items.slice(at, at + RECORDS_AT_ONCE - this.#size);
            this.#changes.push(toChange(some));
            this.#size += some.length;
            at += some.length;
        }
        if (this.#setAside.length >= RECORDS_AT_ONCE) await this.flush();
    }

    setAside(record: SetAsideRecord): void {
        this.#setAside.push(record);
        this.setAsideCounts[record.model] = (this.setAsideCounts[record.model] ?? 0) + 1;
    }

    /** Writes all of it, with a checkpoint where one is given. */
    flush(checkpoint?: HostWrite['checkpoint']): Promise<void> {
        if (this.#size === 0 && this.#setAside.length === 0 && !checkpoint) return this.#last;
        const write: HostWrite = { changes: this.#changes, setAside: this.#setAside, ...(checkpoint && { checkpoint }) };
        this.#changes = [];
        this.#setAside = [];
        this.#size = 0;
        this.#last = this.#last.then(() => this.#host.write(write));
        return this.#last;
    }
}
