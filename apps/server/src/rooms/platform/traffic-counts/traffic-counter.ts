import { AsyncResource } from 'node:async_hooks';
import { isDatabaseUnavailable } from '@patchbay/db';
import type { BaseDeps } from '../../../deps.ts';
import type { EgressObserver, EgressPurpose, Exchange } from '../../../kernel/egress/egress.ts';
import { type Failure, failureOf, sampleFor } from './outcome.ts';
import { storeTraffic } from './store-traffic.ts';
import { addCall, addLatency, type TrafficSum } from './traffic-sum.ts';
import { createWaitingSums } from './waiting-sums.ts';

const flushMs = 5000;
const batchSize = 500;
const minuteMs = 60_000;

/** Counts requests to third parties by integration and minute; adds them to the database later. */
export interface TrafficCounter {
    /** On the request's path: some arithmetic. */
    count(exchange: Exchange, failure: Failure | null): void;
    /** Counts a request that was not sent because those before it had failed. */
    countRefused(purpose: EgressPurpose, failure: Failure): void;
    /** Requests that this process could not count. */
    readonly dropped: number;
    /** Stores what has been counted; what fails because the database is away is kept. */
    flush(): Promise<void>;
    /** The same, for the last time. */
    stop(): Promise<void>;
}

export function createTrafficCounter({ db, log, clock }: Pick<BaseDeps, 'db' | 'log' | 'clock'>): TrafficCounter {
    const waiting = createWaitingSums();
    let dropped = 0;
    let toldDropped = 0;
    let timer: NodeJS.Timeout | undefined;
    let flushing = Promise.resolve();

    async function storeAll(): Promise<void> {
        const all = waiting.takeAll();
        for (; all.length > 0; all.splice(0, batchSize)) {
            const batch = all.slice(0, batchSize);
            try {
                await storeTraffic(db, batch);
            } catch (error) {
                if (isDatabaseUnavailable(error)) return void (dropped += callsOf(all.filter((sum) => !waiting.add(sum))));
                tellLost(callsOf(batch), error);
            }
        }
    }

    function tellLost(calls: number, error: unknown): void {
        dropped += calls;
        toldDropped += calls;
        log.error('traffic_counts_not_written: the state of integrations lacks these requests', { calls, error });
    }

    function flush(): Promise<void> {
        clearTimeout(timer);
        timer = undefined;
        // One at a time; what was counted since one began is not in it.
        flushing = flushing.then(storeAll).finally(() => {
            if (waiting.count > 0) schedule();
            tellDropped();
        });
        return flushing;
    }

    // Of no request: its environment would be told of all.
    const flushLater = AsyncResource.bind(() => void flush());

    function schedule(): void {
        timer ??= setTimeout(flushLater, flushMs).unref();
    }

    function tellDropped(): void {
        if (dropped === toldDropped) return;
        log.warn('traffic_counts_dropped: the database was away for longer than counts are kept', { calls: dropped - toldDropped });
        toldDropped = dropped;
    }

    /** @returns the sum that it is in, if it is in any */
    function countCall(purpose: EgressPurpose, failure: Failure | null): TrafficSum | undefined {
        const { environmentId, integrationKey, kind, connectionId } = purpose;
        if (integrationKey === undefined) return undefined;
        const at = Math.floor(clock.now().getTime() / minuteMs) * minuteMs;
        const sum = waiting.of({ environmentId, integrationKey, kind, at });
        if (sum) addCall(sum, connectionId, failure);
        else dropped += 1;
        schedule();
        return sum;
    }

    return {
        count({ purpose, startedAt, firstByteAt, endedAt }, failure) {
            const sum = countCall(purpose, failure);
            if (sum) addLatency(sum, (firstByteAt ?? endedAt) - startedAt);
        },
        countRefused: (purpose, failure) => void countCall(purpose, failure),
        get dropped() {
            return dropped;
        },
        flush,
        async stop() {
            await flush();
            clearTimeout(timer);
            dropped += callsOf(waiting.takeAll());
            tellDropped();
        }
    };
}

const callsOf = (sums: readonly TrafficSum[]): number => sums.reduce((calls, sum) => calls + sum.calls, 0);

/** Gives a counter what the egress observes. */
export function observeInto(counter: TrafficCounter, { providers }: Pick<BaseDeps, 'providers'>): EgressObserver {
    const signsOf = ({ provider = '' }: EgressPurpose) => providers.get(provider)?.proxy;
    return {
        sampleBytes: (purpose, status) => sampleFor(status, signsOf(purpose)),
        onEnd(exchange) {
            const failure = failureOf(exchange, signsOf(exchange.purpose));
            if (failure !== undefined) counter.count(exchange, failure);
        }
    };
}
