import { readBody } from '../exchange.ts';
import type { Exchange } from '../exchange.ts';
import { applyFault } from '../fault-actions.ts';
import { FaultList, parseFaultRules } from '../faults.ts';
import { Journal, readPattern } from '../journal.ts';
import { SlidingLog } from '../sliding-log.ts';
import { Clock } from './clock.ts';
import type { ControlVerb, CreateEmulator, Emulator } from './emulator.ts';

const SECOND_MS = 1_000;

/** Runs one emulator: its clock, faults, journal and counters, and their control verbs. */
export class EmulatorHost {
    readonly #clock = new Clock();
    readonly #faults = new FaultList(() => this.#clock.nowMs());
    readonly #journal = new Journal(() => this.#clock.nowMs());
    readonly #emulator: Emulator;
    #counters = freshCounters();

    constructor(create: CreateEmulator, url: string) {
        this.#emulator = create({ url, clock: this.#clock });
    }

    async serve(exchange: Exchange): Promise<void> {
        const { response } = exchange;
        const { maxBodyBytes, refuseBody, ceiling } = this.#emulator;
        this.#count(exchange);
        response.setHeader('date', new Date(this.#clock.nowMs()).toUTCString());
        const handle = this.#emulator.receive(exchange);
        const early = this.#faults.takeUnread(exchange);
        if (early) {
            this.#journal.record(exchange);
            return applyFault(exchange, early, async () => handle());
        }
        const isRead = await readBody(exchange, { bytes: maxBodyBytes, refuse: refuseBody });
        this.#journal.record(exchange);
        if (!isRead) return;
        const fault = this.#faults.take(exchange);
        const wait = async (ms: number) => {
            const hungUp = new AbortController();
            const abort = () => hungUp.abort();
            response.once('close', abort);
            const isDue = await this.#clock.wait(ms, hungUp.signal);
            response.off('close', abort);
            return isDue && !response.destroyed;
        };
        await (fault ? applyFault(exchange, fault, async () => handle(), { wait, ceiling }) : handle());
    }

    verb(name: string): ControlVerb | undefined {
        const verbs = { ...this.#verbs, ...this.#emulator.verbs };
        return Object.hasOwn(verbs, name) ? verbs[name] : undefined;
    }

    verbNames(): string[] {
        return Object.keys({ ...this.#verbs, ...this.#emulator.verbs });
    }

    reset(): void {
        this.#clock.reset();
        this.#faults.set([]);
        this.#journal.clear();
        this.#counters = freshCounters();
        this.#emulator.reset();
    }

    #count(exchange: Exchange): void {
        const { response } = exchange;
        const counters = this.#counters;
        counters.requests += 1;
        counters.inFlight += 1;
        counters.mostInFlight = Math.max(counters.mostInFlight, counters.inFlight);
        const nowMs = this.#clock.nowMs();
        counters.lastSecond.add(nowMs);
        counters.mostPerSecond = Math.max(counters.mostPerSecond, counters.lastSecond.count(nowMs));
        response.once('close', () => {
            counters.inFlight -= 1;
            const status = response.headersSent ? String(response.statusCode) : 'none';
            counters.statuses[status] = (counters.statuses[status] ?? 0) + 1;
            const { pageOf } = exchange;
            if (pageOf !== undefined && response.writableFinished) counters.pages[pageOf] = (counters.pages[pageOf] ?? 0) + 1;
        });
    }

    readonly #verbs: Readonly<Record<string, ControlVerb>> = {
        'POST reset': () => {
            this.reset();
            return { reset: true };
        },
        'GET clock': () => this.#clock.show(),
        'POST clock': ({ body }) => this.#clock.change(body),
        'GET faults': () => ({ faults: this.#faults.list() }),
        'POST faults': ({ body }) => {
            this.#faults.set(parseFaultRules(body));
            return { faults: this.#faults.list() };
        },
        'GET unused-faults': () => ({ faults: this.#faults.list().filter(({ applied }) => applied === 0) }),
        'GET journal': ({ query }) => ({ requests: this.#journal.list(readPattern(query.get('path_regex') ?? '')) }),
        'DELETE journal': () => {
            this.#journal.clear();
            return { cleared: true };
        },
        'GET counters': () => ({
            requests: this.#counters.requests,
            most_in_flight: this.#counters.mostInFlight,
            most_per_second: this.#counters.mostPerSecond,
            statuses: this.#counters.statuses,
            pages: this.#counters.pages
        })
    };
}

interface Counters {
    requests: number;
    inFlight: number;
    mostInFlight: number;
    mostPerSecond: number;
    lastSecond: SlidingLog;
    statuses: Record<string, number>;
    /** How many pages of each list were served. */
    pages: Record<string, number>;
}

function freshCounters(): Counters {
    return { requests: 0, inFlight: 0, mostInFlight: 0, mostPerSecond: 0, lastSecond: new SlidingLog(SECOND_MS), statuses: {}, pages: {} };
}
