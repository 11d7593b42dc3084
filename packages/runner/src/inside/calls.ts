import { HostError } from '@patchbay/functions';
import type { HostMethod, WatchedLimits } from '../protocol.ts';
import { send } from './door.ts';

// Functions may replace the globals, and would only deceive themselves; this saves look-ups.
const { parse, stringify } = JSON;

/** Takes the JSON of a result, or of an error. */
type Pending = (isOk: boolean, value: string) => void;

/** One run's calls to its host. They end with the run. */
export class Calls {
    readonly #run: number;
    readonly #limits: WatchedLimits;
    readonly #pending = new Map<number, Pending>();
    readonly #queue: (() => void)[] = [];
    #seq = 0;
    #isOver = false;

    constructor(run: number, limits: WatchedLimits) {
        this.#run = run;
        this.#limits = limits;
    }

    get areIdle(): boolean {
        return this.#pending.size === 0 && this.#queue.length === 0;
    }

    /**
     * @param input becomes JSON
     * @returns what the runner responds, which has parsed what was asked
     * @throws {HostError}
     */
    call<Value>(method: HostMethod, input: unknown = null): Promise<Value> {
        return new Promise<Value>((resolve, reject) => {
            if (this.#isOver) throw new HostError('run_ended', 'The run that this context belongs to has ended.');
            const args = stringify(input) ?? 'null';
            const start = () => {
                const seq = this.#seq++;
                this.#pending.set(seq, (isOk, value) => {
                    // The runner made it, of what the host returned.
                    if (isOk) resolve(parse(value) as Value);
                    else reject(hostError(value));
                });
                send('call', this.#run, seq, method, args);
            };
            if (this.#pending.size < this.#limits.callsInFlight) start();
            else if (this.#queue.length < this.#limits.callsQueued) this.#queue.push(start);
            else send('limit', this.#run, 'function_too_many_calls');
        });
    }

    settle(seq: number, isOk: boolean, value: string): void {
        const pending = this.#pending.get(seq);
        this.#pending.delete(seq);
        this.#queue.shift()?.();
        pending?.(isOk, value);
    }

    end(): void {
        this.#isOver = true;
    }
}

function hostError(value: string): HostError {
    // The runner made it.
    const { code, message, payload } = parse(value) as HostError;
    return new HostError(code, message, payload);
}
