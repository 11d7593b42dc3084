import type { WebhookOutcome } from '@patchbay/contracts';
import type { Db } from '@patchbay/db';
import type { Clock } from '../../../kernel/runtime/clock.ts';
import type { Log } from '../../../kernel/log/log.ts';
import { addWebhookCounts } from './incoming-webhooks.sql.ts';

const intervalMs = 2000;

/**
 * Counts incoming webhooks by integration, day and outcome, and stores the sums every two seconds:
 * a flood of refused ones costs no writes. A server that is killed loses what it has not stored.
 */
export interface WebhookCounter {
    count(integration: { environment_id: string; id: string; unique_key: string }, outcome: WebhookOutcome): void;
    /** Stores the sums; what fails is kept for the next flush. */
    flush(): Promise<void>;
    stop(): Promise<void>;
}

interface Sum {
    environmentId: string;
    integrationId: string;
    integrationKey: string;
    outcome: WebhookOutcome;
    day: string;
    count: number;
}

export function createWebhookCounter({ db, log, clock }: { db: Db; log: Log; clock: Clock }): WebhookCounter {
    let sums = new Map<string, Sum>();
    let timer: NodeJS.Timeout | undefined;
    let flushing = Promise.resolve();

    function add(sum: Sum): void {
        const key = `${sum.integrationId}/${sum.day}/${sum.outcome}`;
        sums.set(key, { ...sum, count: (sums.get(key)?.count ?? 0) + sum.count });
        timer ??= setTimeout(() => void flush(), intervalMs).unref();
    }

    async function store(): Promise<void> {
        const batch = [...sums.values()];
        if (batch.length === 0) return;
        sums = new Map();
        for (const { integrationKey, environmentId, outcome, count } of batch)
            if (outcome !== 'accepted' && outcome !== 'duplicate')
                log.warn('webhook_refused', { integration_id: integrationKey, environment: environmentId, outcome, count });
        try {
            await addWebhookCounts(db, batch);
        } catch (error) {
            log.warn('webhook_counts_not_stored: it is tried again in two seconds', { error });
            for (const sum of batch) add(sum);
        }
    }

    function flush(): Promise<void> {
        clearTimeout(timer);
        timer = undefined;
        // One at a time; what was counted since one began is not in it.
        return (flushing = flushing.then(store));
    }

    return {
        count({ environment_id: environmentId, id: integrationId, unique_key: integrationKey }, outcome) {
            add({ environmentId, integrationId, integrationKey, outcome, day: clock.now().toISOString().slice(0, 10), count: 1 });
        },
        flush,
        async stop() {
            await flush();
            clearTimeout(timer);
        }
    };
}
