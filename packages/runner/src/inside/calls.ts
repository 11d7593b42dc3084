import { HostError } from '@patchbay/functions';
import { type HostMethod, MAX_CALL_CHARS, type WatchedLimits } from '../protocol.ts';
import { send } from './door.ts';

// Functions may replace the globals, and would only deceive themselves; this saves look-ups.
const { parse, stringify } = JSON;

interface Pending {
    /** Of its arguments. */
    chars: number;
    /** Takes the JSON of a result, or of an error. */
    settle(isOk: boolean, value: string): void;
}

interface Queued {
    chars: number;
    start(): void;
}

/** One run's calls to its host. They end with the run. */
export class Calls {
    readonly #run: number;
    readonly #limits: WatchedLimits;
    readonly #pending = new Map<number, Pending>();
    readonly #queue: Queued[] = [];
    #chars = 0;
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
                const settle = (isOk: boolean, value: string) => {
                    // The runner made it, of what the host returned.
                    if (isOk) resolve(parse(value) as Value);
                    else reject(hostError(value));
                };
                this.#pending.set(seq, { chars: args.length, settle });
                this.#chars += args.length;
                send('call', this.#run, seq, method, args);
            };
            if (this.#queue.length === 0 && this.#mayStart(args.length)) start();
            else if (this.#queue.length < this.#limits.callsQueued) this.#queue.push({ chars: args.length, start });
            else send('limit', this.#run, 'function_too_many_calls');
        });
    }

    #mayStart(chars: number): boolean {
        if (this.#pending.size >= this.#limits.callsInFlight) return false;
        return this.#pending.size === 0 || this.#chars + chars <= MAX_CALL_CHARS;
    }

    settle(seq: number, isOk: boolean, value: string): void {
        const pending = this.#pending.get(seq);
        this.#pending.delete(seq);
        this.#chars -= pending?.chars ?? 0;
        for (let next = this.#queue[0]; next && this.#mayStart(next.chars); next = this.#queue[0]) {
            this.#queue.shift();
            next.start();
        }
        pending?.settle(isOk, value);
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
