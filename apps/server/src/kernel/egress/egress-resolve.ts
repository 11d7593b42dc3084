import { lookup, Resolver } from 'node:dns/promises';
import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { EgressError } from './egress-error.ts';
import { createConcurrencyLimiter } from '../runtime/concurrency-limiter.ts';
import { createTtlCache } from '../runtime/ttl-cache.ts';

/**
 * Every address of a name; none for an unknown name. @throws {EgressError} `unreachable` on a
 * time-out
 */
export type Resolve = (host: string, options?: { isListed: boolean }) => Promise<string[]>;

const LOOKUP_MS = 5000;
/** Then the next name server is asked. */
const TRY_MS = 1500;
/** Short: an address that was good a moment ago. */
const REMEMBERED_MS = 5000;
/** Look-ups under way. Names below one suffix share their name servers, and hang together. */
const LIMITS = { total: 1000, perGroup: 100, perMember: 100 };
/** Of the four threads of libuv's pool, which files and compression need too. */
const SYSTEM_LIMITS = { total: 2, perGroup: 2, perMember: 2 };
const SYSTEM_HOSTS_FILE = process.platform === 'win32' ? 'C:/Windows/System32/drivers/etc/hosts' : '/etc/hosts';

/**
 * Resolves names without libuv's thread pool, where one hanging name server would block all others:
 * the hosts file first, then c-ares. Hosts that the operator has listed go through the system's
 * resolver, which also knows search domains and mDNS.
 * @param options.servers instead of the system's name servers, `address:port`
 */
export function createResolver({ servers, hostsFile = SYSTEM_HOSTS_FILE }: { servers?: string[]; hostsFile?: string } = {}): Resolve {
    const clock = { now: () => new Date() };
    const known = createTtlCache<string[]>({ clock, lifetimeMs: REMEMBERED_MS });
    const files = createTtlCache<Map<string, string[]>>({ clock, lifetimeMs: REMEMBERED_MS });
    const limiter = createConcurrencyLimiter(LIMITS);
    const systemLimiter = createConcurrencyLimiter(SYSTEM_LIMITS);

    async function resolve(host: string, isListed: boolean): Promise<string[] | undefined> {
        const own = (await files.get(hostsFile, () => readHosts(hostsFile)))?.get(host);
        if (own) return own;
        const release = isListed ? systemLimiter.acquire(host, host) : limiter.acquire(suffixOf(host), host);
        if (!release) throw new EgressError('unreachable', `${host}: too many names of this kind are being looked up`);
        const addresses = await (isListed ? askSystem(host, release) : askNameServers(host, servers).finally(release));
        return addresses.length > 0 ? addresses : undefined;
    }

    return async (host, { isListed = false } = { isListed: false }) =>
        (await known.get(`${isListed} ${host}`, () => resolve(host, isListed))) ?? [];
}

async function askNameServers(host: string, servers: string[] | undefined): Promise<string[]> {
    // One per look-up: it can be cancelled alone, and reads the system's current settings.
    const resolver = new Resolver({ timeout: TRY_MS, tries: 2 });
    if (servers) resolver.setServers(servers);
    const timer = setTimeout(() => resolver.cancel(), LOOKUP_MS);
    const outcomes = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
    clearTimeout(timer);
    const addresses = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? outcome.value : []));
    const isUncertain = outcomes.some((outcome) => outcome.status === 'rejected' && !isDefinite(outcome.reason));
    if (addresses.length === 0 && isUncertain) throw noResponse(host);
    return addresses;
}

/** @param onEnd when the thread is free again, maybe long after the wait for it ended */
async function askSystem(host: string, onEnd: () => void): Promise<string[]> {
    const found = lookup(host, { all: true }).finally(onEnd);
    const late = sleep(LOOKUP_MS, undefined, { ref: false }).then(() => Promise.reject(noResponse(host)));
    return (await Promise.race([found, late])).map(({ address }) => address);
}

function noResponse(host: string): EgressError {
    return new EgressError('unreachable', `${host}: no name server has responded`);
}

/** Unknown name, or no address of this kind: https://nodejs.org/api/dns.html#error-codes */
function isDefinite(error: unknown): boolean {
    return error instanceof Error && 'code' in error && ['ENODATA', 'ENOTFOUND', 'EBADNAME'].includes(String(error.code));
}

/** The last two labels, or three below such as co.uk. */
function suffixOf(host: string): string {
    const labels = host.split('.');
    const isBelowCountry = (labels.at(-1)?.length ?? 0) === 2 && (labels.at(-2)?.length ?? 0) <= 3;
    return labels.slice(isBelowCountry ? -3 : -2).join('.');
}

async function readHosts(file: string): Promise<Map<string, string[]>> {
    const hosts = new Map<string, string[]>();
    const text = await readFile(file, 'utf8').catch(() => '');
    for (const line of text.split('\n')) {
        const [address = '', ...names] = (line.split('#', 1)[0] ?? '').trim().split(/\s+/);
        if (isIP(address) === 0) continue;
        for (const name of names) hosts.set(name.toLowerCase(), [...(hosts.get(name.toLowerCase()) ?? []), address]);
    }
    return hosts;
}
