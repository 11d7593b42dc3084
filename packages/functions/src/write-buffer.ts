import type { Host, HostWrite, RecordChange, SetAsideRecord } from './host.ts';

const RECORDS_AT_ONCE = 1_000;
/** Of what the third party sent: a write takes some ten times its text of memory. */
const CHARACTERS_AT_ONCE = 2_000_000;

/** Collects a run's writes, so that a page's records and its checkpoint are one transaction. */
export class WriteBuffer {
    /** How many were set aside, by model. */
    readonly setAsideCounts: Record<string, number> = {};
    readonly #host: Host;
    #changes: RecordChange[] = [];
    #setAside: SetAsideRecord[] = [];
    #size = 0;
    #characters = 0;
    /** After a failed write there is none: a checkpoint would be ahead of its records. */
    #last = Promise.resolve();

    constructor(host: Host) {
        this.#host = host;
    }

    /**
     * Adds items in changes that the host takes at once.
     * @param lengthOf the text of one, where it is known
     */
    async add<Item>(
        items: readonly Item[],
        toChange: (some: readonly Item[]) => RecordChange,
        lengthOf: (item: Item) => number = () => 0
    ): Promise<void> {
        for (let at = 0; at < items.length;) {
            if (this.#size >= RECORDS_AT_ONCE || this.#characters >= CHARACTERS_AT_ONCE) await this.flush();
            let end = at;
            while (end < items.length && this.#size < RECORDS_AT_ONCE && this.#characters < CHARACTERS_AT_ONCE) {
                // Below the end of the list.
                this.#characters += lengthOf(items[end] as Item);
                this.#size += 1;
                end += 1;
            }
            this.#changes.push(toChange(items.slice(at, end)));
            at = end;
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
        this.#characters = 0;
        this.#last = this.#last.then(() => this.#host.write(write));
        return this.#last;
    }
}
