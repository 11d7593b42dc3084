import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { EgressError } from './egress-error.ts';
import type { Resolve } from './egress-resolve.ts';

/**
 * The operator can allow `private` ones by name or address; `forbidden` ones (link-local, metadata,
 * tunnels, reserved …) only by literal address.
 */
export type AddressReach = 'public' | 'private' | 'forbidden';

const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');
// Azure's platform address answers metadata from a public range:
// https://learn.microsoft.com/azure/virtual-network/what-is-ip-address-168-63-129-16
const azurePlatform = '168.63.129.16';
const privateRanges: ReadonlySet<string> = new Set(['private', 'loopback', 'uniqueLocal', 'carrierGradeNat']);

/**
 * Classifies an IP address. Public is only IANA's global unicast space; unknown ranges are
 * forbidden. An IPv4-mapped IPv6 address counts as its IPv4 address, because that is what the
 * system dials.
 * @see https://www.iana.org/assignments/iana-ipv4-special-registry
 * @see https://www.iana.org/assignments/ipv6-address-space
 */
export function classifyAddress(address: string): AddressReach {
    // isIP is strict; ipaddr.js alone would also read 0177.1 and 2130706433.
    if (isIP(address) === 0) return 'forbidden';
    const parsed = ipaddr.process(address);
    const range = parsed.range();
    if (privateRanges.has(range)) return 'private';
    if (range !== 'unicast' || parsed.toString() === azurePlatform) return 'forbidden';
    // ipaddr.js calls unassigned space and ::/96 unicast as well.
    if (parsed.kind() === 'ipv6' && !parsed.match(globalUnicast)) return 'forbidden';
    return 'public';
}

/** The canonical form of an address, for comparisons: `::ffff:10.0.0.1` becomes `10.0.0.1`. */
export function canonicalAddress(address: string): string {
    return isIP(address) === 0 ? address : ipaddr.process(address).toString();
}

/** A destination. `hostname` as WHATWG URL prints it, without brackets; `port` is always given. */
export interface Destination {
    protocol: string;
    hostname: string;
    port: string;
}

/**
 * Makes the check that every connection passes before it is dialled. It returns the allowed
 * addresses, and these must be dialled: a second resolution could differ (DNS rebinding).
 * @param options.allowPrivateHosts `host:port` entries that may be private and use plain http;
 * `*.localhost:port` is the one wildcard.
 * @param options.resolve returns every address of a name.
 * @throws {EgressError} `destination_not_allowed`, or `unreachable` when the name does not resolve.
 * The factory throws an Error for an invalid entry.
 */
export function createDestinationCheck(options: {
    allowPrivateHosts: readonly string[];
    resolve: Resolve;
}): (destination: Destination) => Promise<string[]> {
    const listedHosts = new Set(options.allowPrivateHosts.map(parseListedHost));

    return async function addressesToDial(destination) {
        const { protocol, hostname } = destination;
        const listed = isAmong(listedHosts, destination);
        const refuse = (reason: string) => new EgressError('destination_not_allowed', `${hostname}: ${reason}`);
        if (protocol !== 'https:' && !listed) throw refuse('plain http is only for hosts that the operator has listed');

        if (isIP(hostname) !== 0) {
            if (!listed && classifyAddress(hostname) !== 'public') throw refuse('this address is not public');
            return [canonicalAddress(hostname)];
        }
        if (hostname === 'localhost' || hostname.endsWith('.localhost')) {
            if (!listed) throw refuse('this name means the server itself');
            // Never sent to a name server (RFC 6761 §6.3), which could return any address for it.
            return ['127.0.0.1', '::1'];
        }

        const answers = await options.resolve(hostname, { isListed: listed }).catch((error: unknown) => {
            if (error instanceof EgressError) throw error;
            return [];
        });
        if (answers.length === 0) throw new EgressError('unreachable', `${hostname}: the name does not resolve`);
        for (const answer of answers) {
            const reach = classifyAddress(answer);
            if (reach === 'public' || (listed && reach === 'private')) continue;
            throw refuse('the name leads to an address that is not public');
        }
        return answers.map(canonicalAddress);
    };
}

/**
 * Whether the operator allows this host and port.
 * @param allowPrivateHosts as for {@link createDestinationCheck}
 */
export function isListedHost(url: URL, allowPrivateHosts: readonly string[]): boolean {
    return isAmong(new Set(allowPrivateHosts.map(parseListedHost)), destinationOf(url));
}

/** @param address as in a URL: IPv6 in brackets, without the scheme's default port */
export function destinationOf({ protocol, hostname, port }: Destination): Destination {
    return { protocol, hostname: hostname.replace(/^\[|\]$/g, ''), port: port || (protocol === 'https:' ? '443' : '80') };
}

function isAmong(listedHosts: ReadonlySet<string>, { hostname, port }: Destination): boolean {
    if (listedHosts.has(`${canonicalAddress(hostname)}:${port}`)) return true;
    return hostname.endsWith('.localhost') && listedHosts.has(`*.localhost:${port}`);
}

/** @returns the entry in canonical form @throws Error for one that is not a single host and port */
export function parseListedHost(entry: string): string {
    const [, host = '', port = ''] = /^(.+):(\d{1,5})$/.exec(entry.trim()) ?? [];
    const wildcard = host.toLowerCase() === '*.localhost';
    const url = wildcard ? null : URL.parse(`http://${host}/`);
    const isHostAlone = url !== null && url.pathname === '/' && `${url.username}${url.password}${url.port}${url.search}${url.hash}` === '';
    if (Number(port) < 1 || Number(port) > 65_535 || host.includes('/') || host.includes('*') !== wildcard || !(wildcard || isHostAlone)) {
        throw new Error(
            `An allowed private host must look like localhost:3011, 10.0.0.5:8080 or *.localhost:3010, not ${JSON.stringify(entry)}.`
        );
    }
    const hostname = url === null ? '*.localhost' : canonicalAddress(url.hostname.replace(/^\[|\]$/g, ''));
    return `${hostname}:${Number(port)}`;
}
