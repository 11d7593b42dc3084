// README: begin
import { type ConnectionKey, Patchbay } from '@patchbay/node';

const patchbay = new Patchbay({ secretKey: process.env.PATCHBAY_SECRET_KEY, baseUrl: process.env.PATCHBAY_PUBLIC_URL });

/** @param connection such as `{ provider_config_key: 'shop', connection_id: '…' }` */
export async function placeOrder(connection: ConnectionKey, sku: string): Promise<string> {
    // Retried twice while the provider is down, yet one order: this provider takes idempotency
    // keys.
    const response = await patchbay.proxy.request(connection, { method: 'POST', path: '/v1/orders', json: { sku }, retries: 2 });
    if (!response.ok) throw new Error(`The provider responded with ${response.status}: ${await response.text()}`);
    // As the provider documents it.
    const order = (await response.json()) as { id: string };
    return order.id;
}

/** Every order, however many pages there are. */
export async function listOrders(connection: ConnectionKey): Promise<string[]> {
    const ids: string[] = [];
    for await (const order of patchbay.proxy.items<{ id: string }>(connection, { path: '/v1/orders' })) ids.push(order.id);
    return ids;
}
// README: end
