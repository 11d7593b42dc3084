import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { classifyAddress } from './egress-address.ts';
import { dialDirectly } from './egress-dial.ts';
import { recordingDial, sinks, startServer } from './egress.fixtures.ts';
import { createEgress } from './egress.ts';
import type { EgressErrorCode } from './egress.ts';

const failure = (code: EgressErrorCode) => expect.objectContaining({ name: 'EgressError', code });

// Every address in its canonical spelling; a name must not lead to one of them either.
const forbiddenAddresses = `
    127.0.0.1 127.255.255.254 0.0.0.0 0.1.2.3 10.0.0.1 172.16.0.1 172.31.255.255 192.168.1.1
    169.254.169.254 169.254.170.2 100.64.0.1 100.100.100.200 168.63.129.16 192.0.0.192 192.0.2.1
    192.88.99.1 198.18.0.1 198.19.255.255 198.51.100.1 203.0.113.1 224.0.0.1 240.0.0.1 255.255.255.255
    ::1 :: ::7f00:1 ::ffff:127.0.0.1 ::ffff:169.254.169.254 ::ffff:168.63.129.16 ::ffff:0:7f00:1
    64:ff9b::7f00:1 64:ff9b::a9fe:a9fe 64:ff9b:1::7f00:1 2002:7f00:1:: 2002:a9fe:a9fe::1 2001:0:7f00:1::
    fe80::1 fd00:ec2::254 fc00::1 fec0::1 ff02::1 100::1 2001:db8::1 2001:2::1 3fff::1 5f00::1 4000::1
`
    .trim()
    .split(/\s+/);
const otherSpellings = `
    2130706433 0x7f000001 017700000001 0177.0.0.1 0x7f.1 127.1 127.0.1 127.0.0.1. 0 0x0
    2852039166 0xa9fea9fe 0251.0376.0251.0376 169.254.43518 %31%32%37.0.0.1 １２７.０.０.１ 127。0。0。1
    [::127.0.0.1] [0:0:0:0:0:ffff:7f00:0001] [::FFFF:127.0.0.1] [64:ff9b::127.0.0.1]
    localhost LOCALHOST localhost. ｌocalhost metadata.localhost
`
    .trim()
    .split(/\s+/);

describe.each(sinks)('T-53, T-57: addresses that are not public are never dialled: %s', (_sink, call) => {
    test.each([...forbiddenAddresses.map((address) => (address.includes(':') ? `[${address}]` : address)), ...otherSpellings])(
        'http and https to %s make no connection',
        async (host) => {
            await using server = await startServer((_request, response) => response.end());
            const { dialled, dial } = recordingDial();
            const egress = createEgress({ allowPrivateHosts: [], resolve: async () => ['127.0.0.1'], dial });
            for (const url of [
                `https://${host}:${server.port}/`,
                `http://${host}:${server.port}/`,
                `https://${host}/`,
                `http://${host}/`
            ]) {
                await expect(call(egress, url)).rejects.toThrow(expect.toSatisfy(isRefusal));
            }
            expect([dialled, server.connections]).toEqual([[], 0]);
        }
    );

    test.each(forbiddenAddresses)('a name that resolves to %s, alone or beside a public address, makes no connection', async (address) => {
        const { dialled, dial } = recordingDial();
        for (const answers of [[address], ['1.1.1.1', address], [address, '1.1.1.1']]) {
            const egress = createEgress({ allowPrivateHosts: [], resolve: async () => answers, dial });
            await expect(call(egress, 'https://api.example.com/')).rejects.toEqual(failure('destination_not_allowed'));
        }
        expect(dialled).toEqual([]);
    });

    test('public addresses are dialled as they were resolved, the mapped spelling as what it maps to', async () => {
        const { dialled, dial } = recordingDial();
        const answers = ['1.1.1.1', '2606:4700::1111', '::ffff:8.8.8.8'];
        const egress = createEgress({ allowPrivateHosts: [], resolve: async () => answers, dial });
        await expect(call(egress, 'https://api.example.com/')).rejects.toEqual(failure('unreachable'));
        expect(dialled).toEqual(['1.1.1.1', '2606:4700::1111', '8.8.8.8']);
    });

    test('a mapped address is judged as the IPv4 address in it', () => {
        fc.assert(
            fc.property(fc.ipV4(), (address) => {
                expect(classifyAddress(`::ffff:${address}`)).toBe(classifyAddress(address));
            })
        );
    });

    test.each(['', '127.1', '0177.0.0.1', '2130706433', 'fe80::1%eth0', '1.1.1.1/32', 'example.com'])(
        'a response %j from the resolver is refused',
        async (answer) => {
            const { dialled, dial } = recordingDial();
            const egress = createEgress({ allowPrivateHosts: [], resolve: async () => [answer], dial });
            await expect(call(egress, 'https://api.example.com/')).rejects.toEqual(failure('destination_not_allowed'));
            expect(dialled).toEqual([]);
        }
    );
});

test.each(sinks)(
    'T-55: a name that alternates between public and loopback is never dialled inward, in 1,000 calls: %s',
    async (_sink, call) => {
        await using server = await startServer((_request, response) => response.end());
        const { dialled, dial } = recordingDial();
        let questions = 0;
        const resolve = async () => [(questions += 1) % 2 === 1 ? '1.1.1.1' : '127.0.0.1'];
        const egress = createEgress({ allowPrivateHosts: [], resolve, dial });
        for (let i = 0; i < 1_000; i += 1) {
            await expect(call(egress, `https://rebind.example:${server.port}/`)).rejects.toThrow('rebind.example');
        }
        expect(new Set(dialled)).toEqual(new Set(['1.1.1.1']));
        // One question for each connection: a second one could be answered differently.
        expect([dialled.length, questions, server.connections]).toEqual([500, 1_000, 0]);
    }
);

test.each(sinks)('T-55: a connection that ends up elsewhere is dropped before a byte of the request is sent: %s', async (_sink, call) => {
    await using server = await startServer((_request, response) => response.end());
    const elsewhere: typeof dialDirectly = (destination) => dialDirectly({ ...destination, protocol: 'http:' }, ['127.0.0.1']);
    const egress = createEgress({ allowPrivateHosts: [], resolve: async () => ['1.1.1.1'], dial: elsewhere });
    await expect(call(egress, `https://api.example.com:${server.port}/`)).rejects.toEqual(failure('destination_not_allowed'));
    expect(server.requests).toEqual([]);
});

describe('hosts the operator has listed', () => {
    test('an entry opens that name and that port alone', async () => {
        await using server = await startServer((_request, response) => response.end('hello'));
        await using other = await startServer((_request, response) => response.end());
        const egress = createEgress({ allowPrivateHosts: [`localhost:${server.port}`] });
        expect(await egress.request({ url: `http://localhost:${server.port}/a?b=c` })).toMatchObject({
            status: 200,
            body: Buffer.from('hello')
        });
        for (const url of [`http://localhost:${other.port}/`, `http://127.0.0.1:${server.port}/`, `http://a.localhost:${server.port}/`]) {
            await expect(egress.request({ url })).rejects.toEqual(failure('destination_not_allowed'));
        }
        expect(server.requests.map(({ path }) => path)).toEqual(['/a?b=c']);
        expect(other.connections).toBe(0);
        await egress.close();
    });

    test('*.localhost opens every name below localhost on that port, without asking a name server', async () => {
        await using server = await startServer((request, response) => response.end(request.headers.host));
        const egress = createEgress({
            allowPrivateHosts: [`*.localhost:${server.port}`],
            resolve: () => Promise.reject(new Error('was asked'))
        });
        const { body } = await egress.request({ url: `http://a.provider.localhost:${server.port}/` });
        expect(body.toString()).toBe(`a.provider.localhost:${server.port}`);
        await expect(egress.request({ url: `http://localhost:${server.port}/` })).rejects.toEqual(failure('destination_not_allowed'));
        await egress.close();
    });

    test('a listed name may lead to a private address, but not to link-local or metadata, which only a literal entry opens', async () => {
        await using server = await startServer((_request, response) => response.end());
        const { dialled, dial } = recordingDial();
        const list = [`erp.internal:${server.port}`, '169.254.169.254:80', '[fe80::1]:80'];
        const calls = async (url: string, answer: string) => {
            const egress = createEgress({ allowPrivateHosts: list, resolve: async () => [answer], dial });
            await egress.request({ url }).catch(() => {});
            await egress.close();
            return dialled.splice(0);
        };
        const url = `http://erp.internal:${server.port}/`;
        for (const answer of ['127.0.0.1', '10.0.0.5', 'fd00::5', '100.64.0.5']) expect(await calls(url, answer)).toEqual([answer]);
        for (const answer of ['169.254.169.254', '168.63.129.16', 'fe80::1', '0.0.0.0', '224.0.0.1'])
            expect(await calls(url, answer)).toEqual([]);
        expect(await calls('http://169.254.169.254/', '')).toEqual(['169.254.169.254']);
        expect(await calls('http://[fe80::1]/', '')).toEqual(['fe80::1']);
    });

    test.each([
        'localhost',
        '*.example.com:80',
        '*:80',
        '10.0.0.0/8:80',
        'a b:80',
        'http://a:80',
        'user@a:80',
        'a:0',
        'a:65536',
        'a:1:2',
        ''
    ])('the entry %j is refused at start with a sentence that shows how', (entry) =>
        expect(() => createEgress({ allowPrivateHosts: [entry] })).toThrow(/must look like localhost:3011/)
    );
});

function isRefusal(error: unknown): boolean {
    return error instanceof Error && 'code' in error && (error.code === 'destination_not_allowed' || error.code === 'bad_url');
}
