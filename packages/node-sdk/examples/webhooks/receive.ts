// README: begin
import { Patchbay } from '@patchbay/node';

const patchbay = new Patchbay({ secretKey: process.env['PATCHBAY_SECRET_KEY'], baseUrl: process.env['PATCHBAY_PUBLIC_URL'] });

/** Once: keep the key where your webhook route finds it. */
export async function receiveAt(url: string): Promise<string> {
    const { data } = await patchbay.webhookEndpoints.create({ url, event_types: ['auth', 'connection.broken', 'connection.healed'] });
    return data.signing_key;
}

/** Every hour, for example: what happened since, whether a webhook told you or not. */
export async function reconcile(cursor: string | undefined, handle: (id: string, event: object) => Promise<void>): Promise<string> {
    const { data, next_cursor } = await patchbay.events.list({ limit: 1000, ...(cursor === undefined ? {} : { cursor }) });
    for (const { id, payload } of data) await handle(id, payload);
    return data.length === 0 ? next_cursor : reconcile(next_cursor, handle);
}
// README: end
