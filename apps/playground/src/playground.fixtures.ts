import { Patchbay } from '@patchbay/node';
import { secretKey, startFakePatchbay } from './fake-patchbay.fixtures.ts';
import type { Vendor } from './sandbox-client.ts';
import { startPlayground } from './server.ts';
import { WebhookInbox } from './webhooks.ts';

/** The demo product in front of a fake Patchbay. */
export async function startWithFake(vendors: readonly Vendor[]) {
    const fake = await startFakePatchbay();
    const patchbay = new Patchbay({ secretKey, baseUrl: fake.url, timeoutMs: 2_000 });
    const inbox = new WebhookInbox(patchbay);
    const playground = await startPlayground({
        patchbay,
        inbox,
        connectUrl: 'http://widget.localhost:4009',
        sandbox: { pageUrl: 'http://provider.localhost:4011', controlUrl: fake.url },
        vendors,
        port: 0
    });
    return {
        world: fake.world,
        url: playground.url,
        inbox,
        /** As the playground's own page asks. */
        async ask(method: string, path: string, body?: object | string, headers: Record<string, string> = { origin: playground.url }) {
            const isRaw = typeof body === 'string' || body instanceof Blob;
            const response = await fetch(playground.url + path, {
                method,
                headers,
                ...(body === undefined ? {} : { body: isRaw ? body : JSON.stringify(body) })
            });
            return { status: response.status, body: await response.json() };
        },
        async [Symbol.asyncDispose]() {
            await playground.stop();
            await fake[Symbol.asyncDispose]();
        }
    };
}
