import type { WebhookOutcome } from '@patchbay/contracts';
import { type CountCall, createCallLimit } from '../../../kernel/http/rate-limit.ts';
import { deleteOlder } from '../../../kernel/sql/delete-older.sql.ts';
import { room } from '../../../room.ts';
import { sealedConnectionWebhooks } from './connection-webhook.ts';
import { incomingWebhooksRoutes } from './incoming-webhooks.routes.ts';
import { createRefusedSample, type SampleRefused } from './log-webhook.ts';
import { createWebhookCounter, type WebhookCounter } from './webhook-counter.ts';

declare module '../../../deps.ts' {
    interface Deps {
        /** Per server, by integration: requests that are verified. */
        limitWebhooks: CountCall;
        /** Per server, by integration: those that are refused. */
        limitRefusedWebhooks: CountCall;
        /** Per server, by address: requests for integrations that there are not. */
        limitUnknownWebhooks: CountCall;
        webhookCounter: WebhookCounter;
        sampleRefusedWebhook: SampleRefused;
    }
    interface RoomOptions {
        webhooksPerMinute?: number;
    }
}

declare module '../../../kernel/log/log.ts' {
    interface LogFields {
        /** What became of incoming webhooks, and of how many. */
        outcome?: WebhookOutcome;
        count?: number;
    }
}

const day = 24 * 60 * 60_000;
/** For as long as an event is recognised when it is sent again. */
const webhooksKeptMs = 7 * day;
const countsKeptMs = 30 * day;
const defaultPerMinute = 4000;
const unknownPerMinute = 300;

export const incomingWebhooks = room({
    name: 'incoming-webhooks',
    routes: incomingWebhooksRoutes,
    sealed: [sealedConnectionWebhooks],
    open(base, options) {
        const webhookCounter = createWebhookCounter(base);
        return {
            state: {
                limitWebhooks: createCallLimit(options.webhooksPerMinute ?? defaultPerMinute),
                limitRefusedWebhooks: createCallLimit(options.webhooksPerMinute ?? defaultPerMinute),
                limitUnknownWebhooks: createCallLimit(unknownPerMinute),
                webhookCounter,
                sampleRefusedWebhook: createRefusedSample(base)
            },
            stop: () => webhookCounter.stop()
        };
    },
    cleanUps: {
        deleteOldWebhooks: deleteOlder('incoming_webhooks', 'received_at', webhooksKeptMs),
        deleteOldWebhookEvents: deleteOlder('incoming_webhook_events', 'received_at', webhooksKeptMs),
        deleteOldWebhookCounts: deleteOlder('webhook_counts', 'day', countsKeptMs)
    }
});
