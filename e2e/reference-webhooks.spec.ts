import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Nango } from '@nangohq/node';
import { expect, test } from '@playwright/test';
import { startStack, type Stack } from './stack.ts';

/** Verified as a backend does it that was written for the reference. */
const received: { body: string; headers: IncomingHttpHeaders }[] = [];
const receiver = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
        received.push({ body: Buffer.concat(chunks).toString(), headers: request.headers });
        response.end();
    });
});
let stack: Stack;
let address: string;
test.beforeAll(async () => {
    await new Promise<void>((listening) => receiver.listen(0, '127.0.0.1', listening));
    // A TCP server's address is an object.
    const host = `127.0.0.1:${(receiver.address() as AddressInfo).port}`;
    address = `http://${host}/webhooks`;
    stack = await startStack({ allowedHosts: [host] });
});
test.afterAll(async () => {
    await stack.stop();
    receiver.closeAllConnections();
    await new Promise((closed) => receiver.close(closed));
});

const connect = (connectionId: string) =>
    stack.backend.connections.import({
        provider_config_key: 'unauthenticated',
        connection_id: connectionId,
        credentials: { type: 'NONE' },
        // Sorted and escaped alike on both sides, or a signature of the parsed body is another.
        tags: { zeta: 'Zoë "quoted" \u2028', alpha: '1' }
    });

test('the reference’s client accepts what Patchbay delivers, and nothing that was changed or signed with another key', async () => {
    const { data: endpoint } = await stack.backend.webhookEndpoints.create({ url: address });
    await connect('signed');
    await expect.poll(() => received.length).toBe(1);
    const { body = '', headers = {} } = received[0] ?? {};
    const client = (webhookSigningKey: string) => new Nango({ host: stack.apiAddress, secretKey: stack.secretKey, webhookSigningKey });
    const signature = String(headers['x-nango-signature']);

    const ours = client(endpoint.signing_key);
    expect(ours.verifyIncomingWebhookRequest(body, headers)).toBe(true);
    expect(ours.verifyWebhookSignature(signature, JSON.parse(body))).toBe(true);
    expect(JSON.parse(body)).toMatchObject({ from: 'patchbay', type: 'auth', operation: 'creation', connectionId: 'signed' });

    const changed = body.replace('signed', 'forged');
    expect(ours.verifyIncomingWebhookRequest(changed, headers)).toBe(false);
    expect(ours.verifyWebhookSignature(signature, JSON.parse(changed))).toBe(false);
    expect(ours.verifyIncomingWebhookRequest(body, {})).toBe(false);
    const others = client(stack.secretKey);
    expect(others.verifyIncomingWebhookRequest(body, headers)).toBe(false);
    expect(others.verifyWebhookSignature(signature, JSON.parse(body))).toBe(false);
});

test('while a signing key is rotated, the reference’s client accepts deliveries with the new one', async () => {
    const { data: endpoint } = await stack.backend.webhookEndpoints.create({ url: `${address}/rotated` });
    const { data: rotated } = await stack.backend.webhookEndpoints.rotateKey(endpoint.id, { old_key_valid_for: 3600 });
    const before = received.length;
    await connect('rotated');
    const nango = new Nango({ host: stack.apiAddress, secretKey: stack.secretKey, webhookSigningKey: rotated.signing_key });
    const isAccepted = () => received.slice(before).some(({ body, headers }) => nango.verifyIncomingWebhookRequest(body, headers));
    await expect.poll(isAccepted).toBe(true);
});
