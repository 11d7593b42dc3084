import { Patchbay } from '@patchbay/node';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { Account } from './account.ts';
import { vendors } from './vendors.ts';

const secretKey = `pb_sk_dev_${'a'.repeat(12)}_${'B'.repeat(43)}_0123abcd`;

test.each(['provider_rate_limited', 'vendor_fault'])(
    'a rate limit whose end is named by a date is waited for, and the request is sent once more: %s',
    async (code) => {
        const refusal = { error: { code, message: 'Too many requests.' } };
        // Dates have whole seconds.
        const end = Math.ceil(Date.now() / 1000 + 0.5) * 1000;
        const statuses: number[] = [];
        const server = createServer((_request, response) => {
            const isOver = Date.now() >= end;
            statuses.push(isOver ? 200 : 429);
            if (isOver) return response.end('{}');
            return response.writeHead(429, { 'retry-after': new Date(end).toUTCString() }).end(JSON.stringify(refusal));
        }).listen(0, '127.0.0.1');
        onTestFinished(() => void server.close());
        await once(server, 'listening');
        // A port, as it listens at an address.
        const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
        const account = new Account({
            url,
            secretKey,
            patchbay: new Patchbay({ secretKey, baseUrl: url }),
            connection: { provider_config_key: 'gem', connection_id: 'c1' },
            vendor: vendors.get('gem') ?? expect.fail('there is no Gem'),
            isEmulated: false
        });
        expect((await account.send('GET', '/jobs')).status).toBe(200);
        expect(statuses).toEqual([429, 200]);
    }
);
