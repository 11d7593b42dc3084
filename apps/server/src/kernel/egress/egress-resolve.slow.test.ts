import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createResolver } from './egress-resolve.ts';
import { recordingDial, sinks } from './egress.fixtures.ts';
import { createEgress } from './egress.ts';

const responses: Readonly<Record<string, readonly string[]>> = {
    'api.example.com': ['1.1.1.1', '8.8.8.8'],
    'inward.example.com': ['1.1.1.1', '127.0.0.1'],
    'other.tarpit.example': ['9.9.9.9']
};

/** A name server for a few names; of those below `hangs.` it never says anything. */
async function startNameServer() {
    const asked: string[] = [];
    const socket = createSocket('udp4');
    socket.on('message', (query, { port, address }) => {
        const { name, end } = nameIn(query);
        const isForIPv4 = query.readUInt16BE(end) === 1;
        asked.push(`${isForIPv4 ? 'A' : 'AAAA'} ${name}`);
        if (name.includes('hangs.')) return;
        const known = responses[name];
        const found = isForIPv4 ? (known ?? []) : [];
        const head = Buffer.from(query.subarray(0, 12));
        head.writeUInt16BE(known ? 0x8180 : 0x8183, 2);
        head.writeUInt16BE(found.length, 6);
        head.writeUInt32BE(0, 8);
        const records = found.map((ip) => Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, ...ip.split('.').map(Number)]));
        socket.send(Buffer.concat([head, query.subarray(12, end + 4), ...records]), port, address);
    });
    socket.bind(0, '127.0.0.1');
    await once(socket, 'listening');
    const { port }: AddressInfo = socket.address();
    return { asked, servers: [`127.0.0.1:${port}`], close: () => socket.close() };
}

/** RFC 1035 §4.1.2. */
function nameIn(query: Buffer): { name: string; end: number } {
    const labels: string[] = [];
    let at = 12;
    for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
        labels.push(query.toString('latin1', at + 1, at + 1 + length));
        at += 1 + length;
    }
    return { name: labels.join('.').toLowerCase(), end: at + 1 };
}

let nameServer: Awaited<ReturnType<typeof startNameServer>>;
const folder = mkdtempSync(join(tmpdir(), 'patchbay-hosts-'));
const hostsFile = join(folder, 'hosts');
beforeAll(async () => {
    nameServer = await startNameServer();
    writeFileSync(
        hostsFile,
        '# of a test\n10.0.0.5 erp.internal ERP # and a remark\n1.0.0.1\tpinned.example.com\nfe80::1%1 odd\nnonsense\n'
    );
});
afterAll(() => {
    nameServer.close();
    rmSync(folder, { recursive: true });
});
const resolver = () => createResolver({ servers: nameServer.servers, hostsFile });

describe.each(sinks)('name servers: %s', (_sink, call) => {
    test('one that hangs does not hold up calls to other hosts, nor the thread pool', async () => {
        const { dialled, dial } = recordingDial();
        const egress = createEgress({ allowPrivateHosts: [], resolve: resolver(), dial });
        const hanging = Array.from({ length: 50 }, (_, index) =>
            call(egress, `https://n${index}.hangs.tarpit.example/`).catch((error: unknown) => error)
        );
        const startedAt = performance.now();
        let ended = 0;
        for (const one of hanging) void one.then(() => (ended += 1));
        await expect(call(egress, 'https://api.example.com/')).rejects.toMatchObject({ code: 'unreachable' });
        await expect(call(egress, 'https://other.tarpit.example/')).rejects.toMatchObject({ code: 'unreachable' });
        await readFile(hostsFile);
        // They hang for at least three seconds, two tries to reach a name server.
        expect(ended).toBe(0);
        expect(dialled).toEqual(['1.1.1.1', '8.8.8.8', '9.9.9.9']);

        for (const error of await Promise.all(hanging))
            expect(error).toMatchObject({
                code: 'unreachable',
                message: expect.stringContaining('no name server has responded'),
                mayHaveArrived: false
            });
        // A look-up has five seconds.
        expect(performance.now() - startedAt).toBeLessThan(12_000);
    });

    test('what they answer is judged by address, all of it', async () => {
        const { dialled, dial } = recordingDial();
        const egress = createEgress({ allowPrivateHosts: [], resolve: resolver(), dial });
        for (const host of ['inward.example.com', 'erp.internal'])
            await expect(call(egress, `https://${host}/`)).rejects.toMatchObject({ code: 'destination_not_allowed' });
        await expect(call(egress, 'https://nowhere.example.com/')).rejects.toMatchObject({
            code: 'unreachable',
            message: expect.stringContaining('does not resolve')
        });
        expect(dialled).toEqual([]);
    });
});

test('calls at the same time and shortly after share one look-up', async () => {
    const resolve = resolver();
    const before = nameServer.asked.length;
    const found = await Promise.all(Array.from({ length: 20 }, () => resolve('api.example.com')));
    found.push(await resolve('api.example.com'));
    expect(new Set(found.map(String))).toEqual(new Set(['1.1.1.1,8.8.8.8']));
    const asked = nameServer.asked.slice(before);
    expect(new Set(asked)).toEqual(new Set(['A api.example.com', 'AAAA api.example.com']));
    // A look-up asks again where the machine stands still.
    expect(asked.length).toBeLessThanOrEqual(4);
});

test('the hosts file comes first, and no name server is asked', async () => {
    const before = nameServer.asked.length;
    expect(await resolver()('pinned.example.com')).toEqual(['1.0.0.1']);
    expect(await resolver()('erp')).toEqual(['10.0.0.5']);
    expect(nameServer.asked).toHaveLength(before);
    expect(await createResolver({ servers: nameServer.servers, hostsFile: '/nowhere' })('api.example.com')).toHaveLength(2);
});

test('a hundred look-ups below one suffix are under way at once; one more is refused, and other suffixes are not', async () => {
    const resolve = resolver();
    const hanging = Array.from({ length: 100 }, (_, index) => resolve(`n${index}.hangs.one.example`).catch((error: unknown) => error));
    await expect(resolve('more.hangs.one.example')).rejects.toMatchObject({ message: expect.stringContaining('too many names') });
    expect(await resolve('api.example.com')).toHaveLength(2);
    await Promise.all(hanging);
});

test('a listed host is looked up by the system', async () => {
    expect(await resolver()('api.example.com', { isListed: true }).catch(() => [])).toEqual([]);
});
