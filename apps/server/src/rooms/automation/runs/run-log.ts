import type { HostLogLine } from '@patchbay/functions';
import { storableJson } from '../../../kernel/sql/storable-json.ts';

const mostBytes = 64 * 1024;

/** What a function logs, cut at a size: it is kept with the run. */
export class RunLog {
    readonly #lines: HostLogLine[] = [];
    #bytes = 0;
    #dropped = 0;

    add(lines: readonly HostLogLine[]): void {
        for (const line of lines) {
            this.#bytes += JSON.stringify(line).length;
            if (this.#bytes > mostBytes) this.#dropped += 1;
            else this.#lines.push(line);
        }
    }

    /** @returns JSON; null where nothing was logged */
    toJson(): string | null {
        if (this.#lines.length === 0 && this.#dropped === 0) return null;
        return storableJson({ lines: this.#lines, dropped: this.#dropped });
    }
}
