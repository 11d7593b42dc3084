import type { HostLogLine } from '@patchbay/functions';
import { keptLogBytes } from '@patchbay/runner/limits';
import { storableJson } from '../../../kernel/sql/storable-json.ts';

/** Of the server's own lines, which a function cannot crowd out. */
const mostOwnBytes = 256 * 1024;
const saveMs = 1000;

/** What a function logs, cut at a size: it is kept with the run. */
export class RunLog {
    readonly #lines: HostLogLine[] = [];
    readonly #save: (log: string) => Promise<unknown>;
    /** By message. */
    readonly #own = new Map<string, { line: HostLogLine; times: number }>();
    #bytes = 0;
    #ownBytes = 0;
    #dropped = 0;
    #saved = 0;
    #timer: NodeJS.Timeout | undefined;
    #hasEnded = false;

    /** @param save stores it while the run lasts: a second after there is something new */
    constructor(save: (log: string) => Promise<unknown>) {
        this.#save = save;
    }

    add(lines: readonly HostLogLine[]): void {
        for (const line of lines) {
            this.#bytes += JSON.stringify(line).length;
            if (this.#bytes > keptLogBytes) this.#dropped += 1;
            else this.#lines.push(line);
        }
        this.#saveLater();
    }

    /** A line of the server's own, whatever the function has logged; again: how many times. */
    note(line: HostLogLine): void {
        const known = this.#own.get(line.message);
        if (known) {
            known.times += 1;
            known.line.meta = { times: known.times };
            return;
        }
        this.#ownBytes += JSON.stringify(line).length;
        if (this.#ownBytes > mostOwnBytes) this.#dropped += 1;
        else {
            const own = { ...line };
            this.#own.set(line.message, { line: own, times: 1 });
            this.#lines.push(own);
        }
        this.#saveLater();
    }

    /** @returns JSON; null where nothing was logged. It is saved with the end of the run. */
    end(): string | null {
        this.#hasEnded = true;
        clearTimeout(this.#timer);
        return this.#toJson();
    }

    #toJson(): string | null {
        if (this.#lines.length === 0 && this.#dropped === 0) return null;
        return storableJson({ lines: this.#lines, dropped: this.#dropped });
    }

    #saveLater(): void {
        if (this.#hasEnded || this.#lines.length === this.#saved) return;
        this.#timer ??= setTimeout(() => void this.#saveNow(), saveMs).unref();
    }

    async #saveNow(): Promise<void> {
        this.#saved = this.#lines.length;
        // Without it the end of the run still has all.
        await this.#save(this.#toJson() ?? '').catch(() => undefined);
        this.#timer = undefined;
        this.#saveLater();
    }
}
