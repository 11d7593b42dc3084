/** What an isolate knows of itself: for how long it ran, whether it had a processor or not. */
interface Clock {
    readonly runningMs: number;
}

interface Reading {
    cpuMs: number;
    runningMs: number;
}

/**
 * Time of the processor by isolate. Each knows how long it ran, also while it waited for a
 * processor; the system knows what the process used in all. On a busy machine they differ much, and
 * the second is divided by the first.
 */
export class CpuMeter<Isolate extends Clock> {
    readonly #readings = new Map<Isolate, Reading>();
    #usedMs = 0;
    /** Of those that have ended since the last tick. */
    #endedMs = 0;
    /** Of the time that isolates ran, that in which they had a processor. */
    #share = 1;

    start(isolate: Isolate): void {
        if (this.#readings.size === 0) this.#usedMs = processMs();
        this.#readings.set(isolate, { cpuMs: 0, runningMs: isolate.runningMs });
    }

    stop(isolate: Isolate): void {
        const reading = this.#readings.get(isolate);
        if (!reading) return;
        this.#endedMs += sinceReading(isolate, reading);
        this.#readings.delete(isolate);
    }

    /** Since its start. */
    read(isolate: Isolate): number {
        const reading = this.#readings.get(isolate);
        return reading ? reading.cpuMs + sinceReading(isolate, reading) * this.#share : 0;
    }

    /** Is called every so often. */
    tick(): void {
        const since = [...this.#readings].map(([isolate, reading]) => ({ reading, ms: sinceReading(isolate, reading) }));
        const usedMs = processMs();
        const ranMs = since.reduce((sum, { ms }) => sum + ms, this.#endedMs);
        this.#share = ranMs > 0 ? Math.min(1, (usedMs - this.#usedMs) / ranMs) : 1;
        this.#usedMs = usedMs;
        this.#endedMs = 0;
        for (const { reading, ms } of since) {
            reading.cpuMs += ms * this.#share;
            reading.runningMs += ms;
        }
    }
}

/** One that is disposed of knows no time. */
const sinceReading = ({ runningMs }: Clock, reading: Reading) => Math.max(0, runningMs - reading.runningMs);

function processMs(): number {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000;
}
