import type { RateLimits } from '@patchbay/providers';
import { addMark, at, type BudgetState, type ServerState } from './budget-state.ts';
import { type FreeTime, freeTimes, leftOfOurs } from './free-times.ts';
import { learn, type Told } from './learn.ts';
import { type Pace, paceOf } from './pace.ts';

/** One server's report and requests. Times are ages, because servers' clocks differ. */
export interface Ask {
    server: string;
    /** Since it last changed the budget, at most, by a clock that makes no jumps. */
    lastAgoMs: number;
    waiting: readonly { lane: string; agoMs: number; count: number }[];
    /** Permits whose calls may still be running. All others given to it were used, or are void. */
    held: number;
    /**
     * For each permit used since the last report: the age at which its call was certainly counted.
     * May be in the future.
     */
    used: readonly { agoMs: number }[];
    told: readonly Told[];
}

export interface Grant {
    lane: string;
    permit: number;
    /** Not good before. */
    inMs: number;
    /** How many more were left then. */
    left: number;
}

export interface Decision {
    state: BudgetState;
    grants: Grant[];
    /** The lanes of this server that still wait → how long until their turn. */
    waits: Map<string, number>;
    /** How long until each lane has had its turn once. */
    roundMs: number;
    /** When to ask again, if something waits. */
    askInMs: number;
    /** The provider has refused calls: the next one that it takes is news. */
    isStrained: boolean;
}

/**
 * A server silent for so long is dead: its permits count as used. Longer than any silence of a
 * server that holds permits.
 */
const deadAfterMs = 10_000;
const soonestMs = 3;
/** Who waits looks so often, because others may have left. */
const lookAgainMs = 1000;

/**
 * Distributes a budget. A permit counts in every window from its issue until the window's length
 * after the provider certainly counted its call, so no window ever holds too many calls. Lanes take
 * turns in the order of their first wait or last turn. A turn belongs to the server with the lane's
 * oldest call, and is kept for it if that is expected in time.
 */
export function decide(limits: RateLimits, before: BudgetState, ask: Ask, clockMs: number): Decision {
    const pace = paceOf(limits);
    const state = at(clockMs, ask.lastAgoMs, before);
    buryDeadServers(state, limits);
    const own = takeNews(state, limits, ask);

    const lanes = lanesInTurn(state, ask.server, pace);
    const freeAt = freeTimes(state, limits);
    const grants: Grant[] = [];
    let position = 1;
    for (; freeAt(position).atMs <= state.nowMs + pace.aheadMs; position += 1) {
        const { atMs } = freeAt(position);
        const turn = takeTurn(lanes, (server) => server === ask.server || comesBy(state, server, atMs));
        if (!turn) break;
        if (turn.server !== ask.server) continue;
        state.given += 1;
        own.held += 1;
        grants.push({ lane: turn.lane, permit: state.given, inMs: atMs - state.nowMs, left: leftOfOurs(state, limits) });
        // Those of one moment keep their order.
        state.served[turn.lane] = atMs + grants.length / 1000;
    }

    const waits = new Map<string, FreeTime>();
    own.waiting = [];
    for (const [index, { lane, places }] of lanes.entries()) {
        const place = places.find(({ server }) => server === ask.server);
        if (!place) continue;
        own.waiting.push([lane, place.sinceMs, place.count]);
        waits.set(lane, freeAt(position + index));
    }
    const [first] = waits.values();
    const askInMs = first ? askAgainIn(first, state.nowMs, pace) : lookAgainMs;
    own.comesMs = state.nowMs + askInMs;
    forgetWhatIsOver(state);
    return {
        state,
        grants,
        waits: new Map([...waits].map(([lane, { atMs }]) => [lane, atMs - state.nowMs])),
        roundMs: lanes.length * pace.slotMs,
        askInMs,
        isStrained: state.closed !== undefined
    };
}

function buryDeadServers(state: BudgetState, limits: RateLimits): void {
    for (const [id, { seenMs, held }] of Object.entries(state.servers)) {
        if (seenMs > state.nowMs - deadAfterMs) continue;
        addMark(state, limits, state.nowMs, held);
        delete state.servers[id];
    }
}

function takeNews(state: BudgetState, limits: RateLimits, ask: Ask): ServerState {
    // Its report replaces what was known: the response with its permit may have got lost, it may
    // have been taken for dead, and a failover may have lost its permits.
    const own: ServerState = {
        seenMs: state.nowMs,
        comesMs: state.nowMs,
        held: ask.held,
        waiting: ask.waiting.map(({ lane, agoMs, count }) => [lane, state.nowMs - agoMs, count])
    };
    state.servers[ask.server] = own;
    for (const { agoMs } of ask.used) addMark(state, limits, state.nowMs - agoMs);
    for (const told of ask.told) learn(state, limits, told);
    return own;
}

/** A lane, and the servers where its calls wait, the oldest call first. */
interface Lane {
    lane: string;
    places: { server: string; sinceMs: number; count: number }[];
}

/** The lanes that wait, in the order of their turns. A server that is late does not count. */
function lanesInTurn(state: BudgetState, asking: string, { graceMs }: Pace): Lane[] {
    const lanes = new Map<string, Lane>();
    for (const [server, { comesMs, waiting }] of Object.entries(state.servers)) {
        if (server !== asking && comesMs + graceMs < state.nowMs) continue;
        for (const [lane, sinceMs, count] of waiting) {
            const known = lanes.get(lane);
            if (known) known.places.push({ server, sinceMs, count });
            else lanes.set(lane, { lane, places: [{ server, sinceMs, count }] });
        }
    }
    for (const { places } of lanes.values()) places.sort((a, b) => a.sinceMs - b.sinceMs);
    const turnMs = ({ lane, places: [oldest] }: Lane) => Math.max(oldest?.sinceMs ?? 0, state.served[lane] ?? 0);
    return [...lanes.values()].toSorted((a, b) => turnMs(a) - turnMs(b));
}

function comesBy(state: BudgetState, server: string, byMs: number): boolean {
    return (state.servers[server]?.comesMs ?? Infinity) <= byMs;
}

/**
 * The next turn that one of these servers can use. Its lane moves to the end, or ends with its last
 * call.
 */
function takeTurn(lanes: Lane[], canUse: (server: string) => boolean): { lane: string; server: string } | undefined {
    for (const [index, one] of lanes.entries()) {
        const place = one.places.find(({ server }) => canUse(server));
        if (!place) continue;
        place.count -= 1;
        if (place.count === 0) one.places.splice(one.places.indexOf(place), 1);
        lanes.splice(index, 1);
        if (one.places.length > 0) lanes.push(one);
        return { lane: one.lane, server: place.server };
    }
    return undefined;
}

/** A little before the turn, or, where that is not known yet, when it should be. */
function askAgainIn({ atMs, isCertain }: FreeTime, nowMs: number, { aheadMs, tellMs }: Pace): number {
    const turnInMs = Math.max(soonestMs, atMs - nowMs - aheadMs * 0.75);
    return Math.min(turnInMs, isCertain ? lookAgainMs : tellMs);
}

function forgetWhatIsOver(state: BudgetState): void {
    const waiting = new Set<string>();
    for (const [id, server] of Object.entries(state.servers)) {
        for (const [lane] of server.waiting) waiting.add(lane);
        if (server.waiting.length === 0 && server.held === 0) delete state.servers[id];
    }
    for (const lane of Object.keys(state.served)) if (!waiting.has(lane)) delete state.served[lane];
}
