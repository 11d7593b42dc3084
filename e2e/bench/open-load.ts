/**
 * An open-loop load generator, its own program: sends at a rate of its own, whether responses come
 * or not, as many independent clients do. A closed loop waits, and so hides a queue.
 */
import { connect, type Socket } from 'node:net';
import { sendToParent } from './program.ts';

export interface OpenLoadPlan {
    /** Used in turn. */
    origins: string[];
    /** Sent in turn, each as often as its share of `perSecond` says. */
    groups: {
        name: string;
        perSecond: number;
        requests: { method: string; path: string; headers: Record<string, string>; body?: string }[];
    }[];
    seconds: number;
    /** A client gives up after this time; its connection is closed. */
    timeoutMs: number;
    /** How often a request that could not be sent is tried again, at the next origin. */
    retries?: number;
}

/** What became of the requests of one group that were due in one second. */
export interface SecondOfLoad {
    group: string;
    second: number;
    /** By status; 0: no response. */
    statuses: Record<number, number>;
    /** The 2xx that arrived in this second, whenever they were due. */
    arrived: number;
    /** From the moment at which each was due, in milliseconds: median, p99, longest. */
    ok: [number, number, number];
    refused: [number, number, number];
}

const tickMs = 5;
/** As a load balancer keeps open; what finds none free is not sent. */
const maxSockets = 1000;

interface Sample {
    dueAt: number;
    tookMs: number;
    status: number;
}

/** Idle keep-alive connections, by origin. */
const idle = new Map<string, Socket[]>();
let open = 0;

async function run({ origins, groups, seconds, timeoutMs, retries = 0 }: OpenLoadPlan): Promise<SecondOfLoad[]> {
    const startedAt = performance.now();
    const pending = new Set<Promise<void>>();
    const samples = new Map(groups.map(({ name }) => [name, [] as Sample[]]));
    const sent = groups.map(() => 0);
    const encoded = groups.map(({ requests }) => requests.map(encode));
    let turn = 0;
    await new Promise<void>((resolve) => {
        const timer = setInterval(() => {
            const elapsed = performance.now() - startedAt;
            for (const [index, { name, perSecond }] of groups.entries()) {
                const due = Math.min(elapsed / 1000, seconds) * perSecond;
                while ((sent[index] ?? 0) < due) {
                    const count = (sent[index] ?? 0) + 1;
                    sent[index] = count;
                    const dueAt = startedAt + (count / perSecond) * 1000;
                    const bytes = encoded[index]?.[count % (encoded[index]?.length ?? 1)] ?? Buffer.alloc(0);
                    const one = sendAnywhere(origins, turn++, bytes, { timeoutMs, retries }).then((status) => {
                        samples.get(name)?.push({ dueAt: dueAt - startedAt, tookMs: performance.now() - dueAt, status });
                        pending.delete(one);
                    });
                    pending.add(one);
                }
            }
            if (elapsed < seconds * 1000) return;
            clearInterval(timer);
            resolve();
        }, tickMs);
    });
    await Promise.all(pending);
    for (const sockets of idle.values()) for (const socket of sockets.splice(0)) socket.destroy();
    return [...samples].flatMap(([group, all]) => {
        const good = all.filter(({ status }) => status >= 200 && status < 300);
        const arrivals = Map.groupBy(good, ({ dueAt, tookMs }) => Math.floor((dueAt + tookMs) / 1000));
        return [...Map.groupBy(all, ({ dueAt }) => Math.min(Math.floor(dueAt / 1000), seconds - 1))].map(([second, those]) => ({
            group,
            second,
            arrived: arrivals.get(second)?.length ?? 0,
            statuses: Object.fromEntries([...Map.groupBy(those, ({ status }) => status)].map(([status, { length }]) => [status, length])),
            ok: spread(those.filter(({ status }) => status >= 200 && status < 300)),
            refused: spread(those.filter(({ status }) => status >= 300))
        }));
    });
}

function spread(samples: readonly Sample[]): [number, number, number] {
    const sorted = samples.map(({ tookMs }) => tookMs).toSorted((a, b) => a - b);
    const at = (share: number) => Math.round((sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? NaN) * 10) / 10;
    return [at(0.5), at(0.99), at(1)];
}

function encode({ method, path, headers, body = '' }: OpenLoadPlan['groups'][number]['requests'][number]): Buffer {
    const length = method === 'GET' ? {} : { 'content-length': String(Buffer.byteLength(body)) };
    const lines = Object.entries({ host: 'localhost', ...headers, ...length }).map(([name, value]) => `${name}: ${value}\r\n`);
    return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`);
}

/** @returns the status; 0 for none in time */
async function sendAnywhere(
    origins: readonly string[],
    turn: number,
    bytes: Buffer,
    { timeoutMs, retries }: { timeoutMs: number; retries: number }
): Promise<number> {
    for (let attempt = 0; ; attempt += 1) {
        const outcome = await send(origins[(turn + attempt) % origins.length] ?? '', bytes, timeoutMs);
        if (outcome !== 'not connected') return outcome;
        if (attempt === retries) return 0;
    }
}

/** Own parsing of responses: what the generator spends is missing to what it measures. */
function send(origin: string, bytes: Buffer, timeoutMs: number): Promise<number | 'not connected'> {
    return new Promise((resolve) => {
        const known = idle.get(origin)?.pop();
        if (!known && open >= maxSockets) return resolve(0);
        const socket = known ?? dial(origin);
        let isConnected = known !== undefined;
        let received = '';
        const settle = (outcome: number | 'not connected', isReusable: boolean) => {
            clearTimeout(timer);
            socket.off('data', read).off('close', lose).off('connect', note);
            if (isReusable) idle.get(origin)?.push(socket);
            else socket.destroy();
            resolve(outcome);
        };
        const note = () => void (isConnected = true);
        const lose = () => settle(isConnected ? 0 : 'not connected', false);
        const read = (chunk: Buffer) => {
            received += chunk.toString('latin1');
            const headEnd = received.indexOf('\r\n\r\n');
            if (headEnd === -1) return;
            const head = received.slice(0, headEnd);
            const length = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0);
            if (received.length < headEnd + 4 + length) return;
            settle(Number(head.slice(9, 12)), !/\r\nconnection: close/i.test(head));
        };
        const timer = setTimeout(() => settle(0, false), timeoutMs);
        socket.on('data', read).on('close', lose).on('connect', note);
        socket.write(bytes);
    });
}

function dial(origin: string): Socket {
    const socket = connect({ port: Number(new URL(origin).port), host: '127.0.0.1', noDelay: true });
    const sockets = idle.get(origin) ?? [];
    idle.set(origin, sockets);
    open += 1;
    return socket
        .on('error', () => {})
        .once('close', () => {
            open -= 1;
            const index = sockets.indexOf(socket);
            if (index !== -1) sockets.splice(index, 1);
        });
}

process.on('message', (plan: OpenLoadPlan) => {
    run(plan).then(
        (seen) => process.send?.(seen),
        (error: unknown) => process.send?.({ error: String(error) })
    );
});
sendToParent('ready');
