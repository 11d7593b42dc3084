import type { HostLogLine, Json } from '@patchbay/functions';
import type { WatchedLimits } from '../protocol.ts';

const LINES_AT_ONCE = 100;
const LONGEST_LINE = 10 * 1024;
/** A function that logs more waits until some are sent. */
const UNSENT = 500;

/** A run's log lines: sent in batches, one at a time, and cut off at the limit. */
export class LogBuffer {
    readonly #send: (lines: readonly HostLogLine[]) => Promise<unknown>;
    readonly #limits: WatchedLimits;
    #lines: HostLogLine[] = [];
    #count = 0;
    #bytes = 0;
    #dropped = 0;
    #sending: Promise<void> | undefined;

    constructor(send: (lines: readonly HostLogLine[]) => Promise<unknown>, limits: WatchedLimits) {
        this.#send = send;
        this.#limits = limits;
    }

    async add(lines: readonly HostLogLine[]): Promise<void> {
        for (const line of lines) this.#add(line);
        if (this.#lines.length > 0) this.#sending ??= this.#sendAll();
        if (this.#lines.length > UNSENT) await this.#sending;
    }

    /** Sends what is left, with how many there was no room for. */
    async end(): Promise<void> {
        await this.#sending;
        if (this.#dropped > 0) {
            const message = `${this.#dropped} more log lines were dropped: a run may log ${this.#limits.logLines} lines and ${this.#limits.logBytes} bytes.`;
            this.#lines.push({ level: 'warn', message, meta: null, at: new Date().toISOString() });
        }
        await this.#sendAll();
    }

    #add({ level, message, meta, at }: HostLogLine): void {
        const metaText = JSON.stringify(meta) ?? 'null';
        // JSON.parse makes JSON.
        const short = () => JSON.parse(metaText) as Json;
        const line: HostLogLine = {
            level,
            message: shortened(message),
            meta: metaText.length > LONGEST_LINE ? shortened(metaText) : short(),
            at
        };
        const size = line.message.length + Math.min(metaText.length, LONGEST_LINE);
        if (this.#count >= this.#limits.logLines || this.#bytes + size > this.#limits.logBytes) {
            this.#dropped += 1;
            return;
        }
        this.#count += 1;
        this.#bytes += size;
        this.#lines.push(line);
    }

    async #sendAll(): Promise<void> {
        // A log that can't be written is no reason to end a run.
        while (this.#lines.length > 0) await this.#send(this.#lines.splice(0, LINES_AT_ONCE)).catch(() => undefined);
        this.#sending = undefined;
    }
}

const shortened = (text: string) => (text.length > LONGEST_LINE ? `${text.slice(0, LONGEST_LINE)}… (${text.length} characters)` : text);
