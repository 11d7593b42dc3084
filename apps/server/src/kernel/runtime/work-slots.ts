import { AsyncLocalStorage } from 'node:async_hooks';

export interface SlotLimits {
    /** Requests that run at once at most, apart from what waits for others than this process. */
    slots: number;
    /** No more than is done in this time: with more each takes longer, and no more is done. */
    runMs: number;
    /** What may wait: as much as is done in this time, while the queue empties now and then. */
    burstMs: number;
    /** The same while it does not. */
    standingMs: number;
    /** All that is open, whatever it waits for: a bound of memory. */
    open: number;
}

/** A request that wants to run. */
export interface Work {
    /** Those of one group share a queue; queues take turns. */
    group: string;
    start(slot: Slot): void;
    refuse(): void;
    /** Its client no longer waits for it. */
    isGone(): boolean;
}

/** The right to run, until it is closed. */
export interface Slot {
    /** Gives the place to others while the request waits for something else than this process. */
    pause(): void;
    resume(): void;
    close(): void;
}

interface Waiting extends Work {
    since: number;
}

/** How fast the process may be, until the queue has been there for long enough to know. */
const assumedPerSecond = 1000;
const knownAfterMs = 500;
/** Without an empty queue for so long, the queue is no burst. */
const standingAfterMs = 2000;
/** Nor is one that comes so soon after a standing one. */
const calmAfterMs = 1000;
/** The process has become slower since, and the client may be gone: R-17 allows 2.5 s. */
const longestWaitMs = 2200;
/** Where nothing ends, nothing is taken from the queue either. */
const sweepEveryMs = 100;
/** So many run however slow the process is: enough to keep it and the database busy. */
const leastRunning = 16;
const measureEveryMs = 100;
/** How much a new measurement counts. */
const weight = 0.4;
/** Groups that are compared for the next turn. */
const comparedGroups = 64;

/**
 * Bounds how many requests run at once, and how many wait, by how fast they are done: a burst is
 * served, a standing queue is kept short, what does not fit is refused at once. Of several groups
 * each gets its share of the slots and of the queue.
 * @see https://queue.acm.org/detail.cfm?id=2839461 on queues that stand
 */
export class WorkSlots {
    readonly #limits: SlotLimits;
    readonly #now: () => number;
    readonly #queues = new Map<string, Waiting[]>();
    readonly #running = new Map<string, number>();
    #runningCount = 0;
    #openCount = 0;
    #queued = 0;
    #emptyAt: number;
    #measuredAt: number;
    #doneSince = 0;
    #perSecond = assumedPerSecond;
    #isStarting = false;
    /** When a standing queue was last too long. */
    #stoodAt = -Infinity;
    #sweeper: NodeJS.Timeout | undefined;

    constructor(limits: SlotLimits, now: () => number = () => performance.now()) {
        this.#limits = limits;
        this.#now = now;
        this.#emptyAt = this.#measuredAt = now();
    }

    /** Starts the work, now or when it is its turn, or refuses it. */
    enter(work: Work): void {
        if (this.#queued === 0 && this.#runningCount < this.#slots() && this.#openCount < this.#limits.open) this.#start(work);
        else if (this.#openCount + this.#queued >= this.#limits.open || !this.#hasRoomFor(work.group)) this.#refuse(work);
        else this.#enqueue(work);
    }

    /** The same for what must not wait, unless its own group fills all slots. */
    enterFirst(work: Work): void {
        if ((this.#running.get(work.group) ?? 0) < this.#limits.slots && this.#openCount < this.#limits.open) this.#start(work);
        else this.enter(work);
    }

    #refuse(work: Work): void {
        if (this.#isStanding()) this.#stoodAt = this.#now();
        work.refuse();
    }

    /** More comes than is done. That the queue empties for a moment does not end it. */
    #isStanding(): boolean {
        return this.#queuedForMs() > standingAfterMs || this.#now() - this.#stoodAt <= calmAfterMs;
    }

    #enqueue(work: Work): void {
        const waiting = { ...work, since: this.#now() };
        if (this.#queued === 0) this.#emptyAt = waiting.since;
        const queue = this.#queues.get(work.group);
        if (queue) queue.push(waiting);
        else this.#queues.set(work.group, [waiting]);
        this.#queued += 1;
        this.#sweeper ??= setInterval(() => this.#sweep(), sweepEveryMs).unref();
    }

    /** Refuses what has waited for too long. */
    #sweep(): void {
        for (const [group, queue] of this.#queues) {
            const count = queue.findIndex(({ since }) => this.#now() - since <= longestWaitMs);
            const late = queue.splice(0, count === -1 ? queue.length : count);
            this.#queued -= late.length;
            if (queue.length === 0) this.#queues.delete(group);
            for (const work of late) work.refuse();
        }
        if (this.#queued > 0) return;
        clearInterval(this.#sweeper);
        this.#sweeper = undefined;
    }

    #start({ group, start }: Work): void {
        let isOpen = true;
        let pauses = 0;
        this.#openCount += 1;
        this.#count(group, 1);
        start({
            pause: () => {
                if (!isOpen || pauses++ > 0) return;
                this.#count(group, -1);
                this.#next();
            },
            resume: () => {
                if (isOpen && --pauses === 0) this.#count(group, 1);
            },
            close: () => {
                if (!isOpen) return;
                isOpen = false;
                this.#openCount -= 1;
                this.#doneSince += 1;
                if (pauses === 0) this.#count(group, -1);
                this.#next();
            }
        });
    }

    #count(group: string, change: 1 | -1): void {
        this.#runningCount += change;
        const running = (this.#running.get(group) ?? 0) + change;
        if (running === 0) this.#running.delete(group);
        else this.#running.set(group, running);
    }

    #next(): void {
        // One that ends while it is started must not start the next from within.
        if (this.#isStarting) return;
        this.#isStarting = true;
        this.#measure();
        while (this.#queued > 0 && this.#runningCount < this.#slots()) {
            const work = this.#take();
            if (work.isGone() || this.#now() - work.since > longestWaitMs) work.refuse();
            else this.#start(work);
        }
        if (this.#queued === 0) this.#emptyAt = this.#now();
        this.#isStarting = false;
    }

    /** The oldest of the group that runs least; groups that are equal take turns. */
    #take(): Waiting {
        let group = '';
        let least = Infinity;
        let compared = 0;
        for (const name of this.#queues.keys()) {
            const running = this.#running.get(name) ?? 0;
            if (running < least) [group, least] = [name, running];
            if (++compared === comparedGroups) break;
        }
        return this.#removeFrom(group, (queue) => queue.shift());
    }

    #removeFrom(group: string, remove: (queue: Waiting[]) => Waiting | undefined): Waiting {
        const queue = this.#queues.get(group) ?? [];
        const removed = remove(queue);
        if (!removed) throw new Error(`Nothing waits in the group ${group}`);
        this.#queued -= 1;
        // To the end, for its next turn.
        this.#queues.delete(group);
        if (queue.length > 0) this.#queues.set(group, queue);
        return removed;
    }

    #measure(): void {
        const now = this.#now();
        const passedMs = now - this.#measuredAt;
        if (passedMs < measureEveryMs) return;
        const perSecond = (this.#doneSince / passedMs) * 1000;
        // What an idle process does says nothing of what it could do.
        if (this.#queued > 0) this.#perSecond += weight * (perSecond - this.#perSecond);
        this.#measuredAt = now;
        this.#doneSince = 0;
    }

    #queuedForMs(): number {
        return this.#queued > 0 ? this.#now() - this.#emptyAt : 0;
    }

    #slots(): number {
        const { slots, runMs } = this.#limits;
        if (this.#queuedForMs() <= knownAfterMs && !this.#isStanding()) return slots;
        return Math.min(slots, Math.max(leastRunning, (this.#perSecond * runMs) / 1000));
    }

    /** How many may wait. */
    #room(): number {
        const { burstMs, standingMs } = this.#limits;
        if (this.#isStanding()) return Math.max(Math.min(this.#slots(), leastRunning), (this.#perSecond * standingMs) / 1000);
        const perSecond = this.#queuedForMs() > knownAfterMs ? this.#perSecond : Math.max(this.#perSecond, assumedPerSecond);
        return (perSecond * burstMs) / 1000;
    }

    /** Where the queue is full, a group below its share takes a place of the longest one. */
    #hasRoomFor(group: string): boolean {
        const room = this.#room();
        if (this.#queued < room) return true;
        const share = room / (this.#queues.size + (this.#queues.has(group) ? 0 : 1));
        if ((this.#queues.get(group)?.length ?? 0) >= share) return false;
        const [longest] = [...this.#queues].reduce((one, other) => (other[1].length > one[1].length ? other : one));
        if ((this.#queues.get(longest)?.length ?? 0) <= share) return false;
        this.#removeFrom(longest, (queue) => queue.pop()).refuse();
        return true;
    }
}

const current = new AsyncLocalStorage<Slot>();

/** Runs `work` such that {@link elsewhere} finds the slot. */
export function inSlot(slot: Slot, work: () => void): void {
    current.run(slot, work);
}

/**
 * Waits for something else than this process and its database, and gives up the slot meanwhile.
 * @param afterMs not before it has taken so long
 */
export async function elsewhere<T>(wait: Promise<T>, afterMs = 0): Promise<T> {
    const slot = current.getStore();
    if (!slot) return wait;
    let isPaused = afterMs === 0;
    const pause = () => {
        isPaused = true;
        slot.pause();
    };
    if (isPaused) slot.pause();
    const timer = isPaused ? undefined : setTimeout(pause, afterMs);
    try {
        return await wait;
    } finally {
        clearTimeout(timer);
        if (isPaused) slot.resume();
    }
}

/** Gives up the slot for good: what follows only passes bytes on. */
export function withoutSlot<T>(work: () => T): T {
    current.getStore()?.pause();
    return work();
}
