import type { Db, WebhookEndpointRow } from '@patchbay/db';
import type { Deps } from '../../../deps.ts';
import { recordEvent } from '../events/record-event.ts';
import { type DueDelivery, setTold, wasTold } from './deliveries.sql.ts';
import { lockEndpoint } from './endpoints.sql.ts';

/** Longer than an endpoint can fail from the first that is given up until it is disabled. */
const toldOnceInMs = 72 * 3_600_000;

export interface GivenUp {
    endpoint: WebhookEndpointRow;
    delivery: Pick<DueDelivery, 'id' | 'type'>;
    url: string;
    failure: string;
}

/**
 * What follows when a delivery is given up, in the transaction that gives it up: the customer is
 * told by an event, once in three days for each endpoint and each URL of connections. Nothing
 * follows when it was such an event itself.
 * @race two deliveries of one endpoint are given up at once: row lock of the endpoint
 */
export async function tellOfGivenUp(
    trx: Db,
    deps: Pick<Deps, 'clock' | 'ids'>,
    { endpoint, delivery, url, failure }: GivenUp
): Promise<void> {
    if (delivery.type === 'alert') return;
    const { environment_id: environmentId, id } = endpoint;
    const now = deps.clock.now();
    if (!(await lockEndpoint(trx, environmentId, id))) return;
    if (await wasTold(trx, environmentId, id, delivery, new Date(now.getTime() - toldOnceInMs))) return;
    await setTold(trx, environmentId, delivery, now);
    const message = `Patchbay has given up a delivery to ${url}, and may give up more: ${failure} GET /webhook-deliveries?status=exhausted lists them. When the receiver works again, have them sent again (POST /webhook-deliveries/replay).`;
    const content = { type: 'alert', code: 'delivery_exhausted', message, subject: { type: 'webhook_endpoint', id } } as const;
    await recordEvent(trx, deps, { environmentId, content });
}
