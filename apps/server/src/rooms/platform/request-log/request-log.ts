import { AsyncResource } from 'node:async_hooks';
import { isDatabaseUnavailable } from '@patchbay/db';
import type { BaseDeps } from '../../../deps.ts';
import type { EgressObserver, Exchange } from '../../../kernel/egress/egress.ts';
import { captureRequest } from '../../../kernel/log/request-context.ts';
import type { BodySettings } from './body-settings.ts';
import { sampledBytes } from './body-text.ts';
import { bodiesToKeep, type EndedExchange } from './describe-exchange.ts';
import { createStore } from './store-exchanges.ts';
import { createWaitingExchanges } from './waiting-exchanges.ts';

const flushMs = 250;
const batchSize = 200;
const retryMs = 1000;

/** Stores what the egress observes, in batches, after the requests. */
export interface RequestLog {
    add(ended: EndedExchange): void;
    /** Entries that this process could not store. */
    readonly dropped: number;
    /** Stores what is waiting, for the last time. */
    stop(): Promise<void>;
}

/**
 * @race an entry is written twice: its id is its key, and what is there stays
 */
export function createRequestLog({ db, log }: Pick<BaseDeps, 'db' | 'log'>, settings: BodySettings): RequestLog {
    const waiting = createWaitingExchanges();
    const store = createStore(db, settings);
    let dropped = 0;
    let toldDropped = 0;
    let timer: NodeJS.Timeout | undefined;
    let flushing: Promise<void> | undefined;

    /** Ends early while the database is away. */
    async function storeAll(): Promise<void> {
        while (waiting.count > 0) {
            const batch = waiting.oldest(batchSize);
            try {
                await store(batch);
                waiting.removeOldest(batch.length);
            } catch (error) {
                if (isDatabaseUnavailable(error) || !(await storeEach(batch))) return;
            }
        }
    }

    /** One that cannot be stored takes no other with it. @returns false: the database is away */
    async function storeEach(batch: readonly EndedExchange[]): Promise<boolean> {
        for (const one of batch) {
            try {
                await store([one]);
            } catch (error) {
                if (isDatabaseUnavailable(error)) return false;
                dropped += 1;
                toldDropped += 1;
                log.error('request_log_not_written: this entry is lost', { entries: 1, error });
            }
            waiting.removeOldest(1);
        }
        return true;
    }

    function flush(): Promise<void> {
        flushing ??= storeAll().finally(() => {
            flushing = undefined;
            clearTimeout(timer);
            timer = undefined;
            if (waiting.count > 0) schedule(retryMs);
            tellDropped();
        });
        return flushing;
    }

    // Of no request: its environment would be told of all.
    const flushLater = AsyncResource.bind(() => void flush());

    function schedule(ms: number): void {
        timer ??= setTimeout(flushLater, ms).unref();
    }

    function tellDropped(): void {
        if (dropped === toldDropped) return;
        log.warn('request_log_dropped: more requests ended than could be stored', { entries: dropped - toldDropped });
        toldDropped = dropped;
    }

    return {
        add(ended) {
            if (waiting.add(ended)) schedule(flushMs);
            else dropped += 1;
        },
        get dropped() {
            return dropped;
        },
        async stop() {
            await flushing;
            await flush();
            clearTimeout(timer);
            dropped += waiting.count;
            tellDropped();
        }
    };
}

type LogDeps = Pick<BaseDeps, 'clock' | 'ids'> & { requestLog: RequestLog };

const noBody = { chunks: [], bytes: 0 };

/** Logs an exchange that the egress has not seen. Times are of `performance.now()`. */
export function logExchange(
    { requestLog, clock, ids }: LogDeps,
    given: Pick<Exchange, 'purpose' | 'method' | 'url'> & Partial<Exchange>
): void {
    const at = clock.now();
    const now = performance.now();
    const { purpose, startedAt = now } = given;
    purpose.attempts += 1;
    const exchange: Exchange = {
        request: captureRequest(),
        span: undefined,
        requestHeaders: {},
        requestBody: noBody,
        status: undefined,
        responseHeaders: {},
        responseBody: noBody,
        error: undefined,
        queuedMs: 0,
        connectedAt: undefined,
        firstByteAt: undefined,
        endedAt: now,
        ...given,
        startedAt
    };
    const began = new Date(at.getTime() - (exchange.endedAt - startedAt));
    requestLog.add({ exchange, id: ids.timeOrdered(at), attempt: purpose.attempts, at, startedAt: began });
}

/** Gives the log what the egress observes. */
export function observeInto(
    requestLog: RequestLog,
    { clock, ids }: Pick<BaseDeps, 'clock' | 'ids'>,
    settings: BodySettings
): EgressObserver {
    return {
        sampleBytes({ environmentId, kind }, status) {
            const keep = bodiesToKeep(settings.known(environmentId) ?? 'all', kind, status);
            return { request: keep.request ? sampledBytes : 0, response: keep.response ? sampledBytes : 0 };
        },
        onEnd(exchange) {
            const at = clock.now();
            const attempt = (exchange.purpose.attempts += 1);
            const startedAt = new Date(at.getTime() - (exchange.endedAt - exchange.startedAt));
            requestLog.add({ exchange, id: ids.timeOrdered(at), attempt, at, startedAt });
        }
    };
}
