import type { IncomingMessage } from 'node:http';
import { BlockList, isIP, isIPv6 } from 'node:net';

/** Proxies in front whose `X-Forwarded-For` is believed: so many, or those at these addresses. */
export type TrustedProxies = { hops: number } | { addresses: BlockList };

/**
 * The address that a request counts as: the last one that no trusted proxy has. What a client says
 * of itself stands further left and is not read. IPv6 as its network of 64 bits, which one client
 * has as a whole (RFC 6177).
 */
export type ClientAddress = (request: Pick<IncomingMessage, 'socket' | 'headers'>) => string;

export function createClientAddress(trusted: TrustedProxies): ClientAddress {
    const isTrusted = (address: string, hop: number) =>
        'hops' in trusted ? hop < trusted.hops : trusted.addresses.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
    return ({ socket, headers }) => {
        let address = plainAddress(socket.remoteAddress ?? '');
        if (address === undefined) return 'unknown';
        // Node joins several headers of this name by commas.
        const named = [headers['x-forwarded-for'] ?? ''].join().split(',').toReversed();
        for (let hop = 0; isTrusted(address, hop); hop += 1) {
            const next = plainAddress(named[hop]?.trim() ?? '');
            if (next === undefined) break;
            address = next;
        }
        return isIPv6(address) ? networkOf(address) : address;
    };
}

/** Without a port, and IPv4 as such; undefined for what is no address. */
function plainAddress(text: string): string | undefined {
    const host = /^\[(.+)\](?::\d+)?$/.exec(text)?.[1] ?? /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(text)?.[1] ?? text;
    const address = host.replace(/^::ffff:(\d+\.\d+\.\d+\.\d+)$/i, '$1');
    return isIP(address) === 0 ? undefined : address;
}

function networkOf(address: string): string {
    const [head = '', tail] = address.split('::').map((part) => part.split(':').filter((group) => group !== ''));
    const groups = tail === undefined ? [...head] : [...head, '0', '0', '0', '0'];
    return `${groups
        .slice(0, 4)
        .map((group) => Number.parseInt(group, 16).toString(16))
        .join(':')}::/64`;
}

export const trustedProxiesHint =
    'give how many proxies are in front, from 1 to 10, or their addresses, such as 10.0.0.0/8, separated by commas; not a network of all addresses';

/** @returns undefined when the text is neither a number from 1 to 10 nor a list of addresses */
export function parseTrustedProxies(text: string): TrustedProxies | undefined {
    if (/^(?:[1-9]|10)$/.test(text.trim())) return { hops: Number(text) };
    const addresses = new BlockList();
    for (const entry of text.split(',').map((item) => item.trim())) {
        const [address = '', prefix, ...others] = entry.split('/');
        const family = isIPv6(address) ? 'ipv6' : 'ipv4';
        const most = family === 'ipv6' ? 128 : 32;
        const bits = prefix === undefined ? most : Number(prefix);
        // With a prefix of 0 each client could choose its address.
        const isValid = isIP(address) !== 0 && others.length === 0 && prefix !== '' && Number.isInteger(bits) && bits > 0 && bits <= most;
        if (!isValid) return undefined;
        addresses.addSubnet(address, bits, family);
    }
    return { addresses };
}
