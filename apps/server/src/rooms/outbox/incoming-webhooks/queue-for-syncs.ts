import type { ReadWebhook, WebhookEvent } from '@patchbay/providers';
import type { Db } from '@patchbay/db';
import type { Deps } from '../../../deps.ts';
import { sendJob } from '../../../kernel/jobs/send-job.sql.ts';
import { listSubscribers, type Subscriber } from '../../platform/functions/functions.sql.ts';
import type { Integration } from '../../platform/integrations/open-integration.ts';
import { insertWebhookRuns, type NewWebhookRun } from './incoming-webhooks.sql.ts';
import type { Matches } from './match-connections.ts';

/** Tells a server that works of runs on webhooks that wait in their rows. */
export const webhooksWaitJob = 'webhooks-wait';

/** Of one statement. */
const mostAtOnce = 1000;

export const subscribersOf = (trx: Db, { row }: Integration): Promise<Subscriber[]> =>
    listSubscribers(trx, { environmentId: row.environment_id, integrationId: row.id });

/**
 * Makes, in the caller's transaction, a run for each connection that a webhook is about, and each
 * sync that has subscribed to its types.
 */
export async function queueForSyncs(
    trx: Db,
    { clock, ids }: Pick<Deps, 'clock' | 'ids'>,
    { row }: Integration,
    { read, matches, subscribers }: { read: ReadWebhook; matches: Matches; subscribers: readonly Subscriber[] }
): Promise<void> {
    const now = clock.now();
    const environmentId = row.environment_id;
    for (const { name, types } of subscribers) {
        const isWanted = ({ type }: WebhookEvent) => types.includes('*') || (type !== undefined && types.includes(type));
        // Thousands may be told the same.
        const inputs = new Map<readonly WebhookEvent[], string | undefined>();
        const runs = matches.connections.flatMap(({ id: connectionRowId, events }): NewWebhookRun[] => {
            if (!inputs.has(events)) {
                const wanted = events.filter(isWanted);
                inputs.set(events, wanted.length === 0 ? undefined : JSON.stringify(read.only(wanted)));
            }
            const input = inputs.get(events);
            return input === undefined ? [] : [{ id: ids.uuid(), connectionRowId, input }];
        });
        for (let from = 0; from < runs.length; from += mostAtOnce)
            await insertWebhookRuns(trx, { environmentId, name, now }, runs.slice(from, from + mostAtOnce));
        if (runs.length > 0) await sendJob(trx, webhooksWaitJob, {});
    }
}
