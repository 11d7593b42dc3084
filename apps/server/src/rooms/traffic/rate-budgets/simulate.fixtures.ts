import type { RateLimits } from '@patchbay/providers';
import { newBudget } from './budget-state.ts';
import { decide } from './decide.ts';
import { paceOf } from './pace.ts';

/** Servers that share one budget, in simulated time with random delays. */
export interface World {
    limits: RateLimits;
    servers: number;
    /** Each makes its next call when the one before is answered. */
    lanes: { calls: number; atOnce: number; server?: number }[];
    /** How long a way takes at most: to the database, to the provider, and its work. */
    databaseMs: number;
    transitMs: number;
    workMs: number;
    untilMs: number;
    /** A server that stops at a time, with all that it has. */
    dies?: { server: number; atMs: number };
    random: () => number;
}

export interface Seen {
    /** When the provider saw each call. */
    arrivalsMs: number[];
    /** How long each call waited for its permit, by lane. */
    waitsMs: Map<number, number[]>;
    asks: number;
}

export function simulate(world: World): Seen {
    const { limits, random } = world;
    const pace = paceOf(limits);
    const seen: Seen = { arrivalsMs: [], waitsMs: new Map(world.lanes.map((_, lane) => [lane, []])), asks: 0 };
    const events: { atMs: number; run: () => void }[] = [];
    let nowMs = 1_700_000_000_000;
    const startMs = nowMs;
    let state = newBudget(nowMs);
    const after = (ms: number, run: () => void) => events.push({ atMs: nowMs + ms, run });
    const isDead = (server: number) => world.dies?.server === server && nowMs - startMs >= world.dies.atMs;

    const servers = Array.from({ length: world.servers }, (_, index) => ({
        index,
        queues: new Map<number, number[]>(),
        held: 0,
        lastAskedMs: -Infinity,
        used: [] as number[],
        isAsking: false,
        nextMs: Infinity
    }));
    type Server = (typeof servers)[number];

    function askAt(server: Server, atMs: number) {
        if (atMs >= server.nextMs) return;
        server.nextMs = atMs;
        after(Math.max(0, atMs - nowMs), () => {
            if (server.nextMs === atMs && !server.isAsking) ask(server);
        });
    }

    function ask(server: Server) {
        if (isDead(server.index)) return;
        seen.asks += 1;
        server.isAsking = true;
        server.nextMs = Infinity;
        const used = server.used.map((atMs) => ({ agoMs: nowMs - atMs }));
        server.used = [];
        const waiting = [...server.queues].map(([lane, since]) => ({
            lane: String(lane),
            agoMs: nowMs - (since[0] ?? nowMs),
            count: since.length
        }));
        const askedMs = nowMs;
        const words = { server: String(server.index), waiting, held: server.held, used, told: [] };
        after(random() * world.databaseMs, () => {
            const decision = decide(limits, state, { ...words, lastAgoMs: nowMs - server.lastAskedMs }, nowMs);
            state = decision.state;
            server.lastAskedMs = askedMs;
            after(random() * world.databaseMs, () => {
                server.isAsking = false;
                for (const { lane, inMs } of decision.grants) {
                    const sinceMs = shift(server, Number(lane));
                    if (sinceMs === undefined) continue;
                    server.held += 1;
                    after(inMs, () => call(server, Number(lane), sinceMs));
                }
                const dueMs = server.nextMs;
                server.nextMs = Infinity;
                askAt(server, Math.min(dueMs, server.queues.size > 0 ? nowMs + decision.askInMs : Infinity, nowMs + 3000));
            });
        });
    }

    function shift({ queues }: Server, lane: number): number | undefined {
        const queue = queues.get(lane) ?? [];
        const sinceMs = queue.shift();
        queues.delete(lane);
        if (queue.length > 0) queues.set(lane, queue);
        return sinceMs;
    }

    function call(server: Server, lane: number, sinceMs: number) {
        if (isDead(server.index)) return;
        seen.waitsMs.get(lane)?.push(nowMs - sinceMs);
        after(random() * world.transitMs, () => {
            seen.arrivalsMs.push(nowMs);
            after(random() * (world.workMs + world.transitMs), () => {
                server.held -= 1;
                server.used.push(nowMs);
                askAt(server, nowMs + pace.tellMs);
                begin(lane);
            });
        });
    }

    const left = world.lanes.map(({ calls }) => calls);
    function begin(lane: number) {
        if ((left[lane] ?? 0) <= 0) return;
        left[lane] = (left[lane] ?? 0) - 1;
        const server = servers[world.lanes[lane]?.server ?? Math.floor(random() * servers.length)];
        if (!server || isDead(server.index)) return;
        const queue = server.queues.get(lane);
        if (queue) queue.push(nowMs);
        else server.queues.set(lane, [nowMs]);
        if (!queue) askAt(server, nowMs);
    }

    for (const [lane, { atOnce }] of world.lanes.entries()) for (let n = 0; n < atOnce; n += 1) begin(lane);
    for (;;) {
        const next = events.reduce((first, event, index) => (event.atMs < (events[first]?.atMs ?? Infinity) ? index : first), 0);
        const event = events.splice(next, 1)[0];
        if (!event || event.atMs > startMs + world.untilMs) break;
        nowMs = event.atMs;
        event.run();
    }
    return seen;
}

/** The most of these times that lie within any stretch of that length. */
export function mostWithin(timesMs: readonly number[], lengthMs: number): number {
    const times = timesMs.toSorted((a, b) => a - b);
    let first = 0;
    let most = 0;
    for (const [last, timeMs] of times.entries()) {
        while ((times[first] ?? Infinity) <= timeMs - lengthMs) first += 1;
        most = Math.max(most, last - first + 1);
    }
    return most;
}
