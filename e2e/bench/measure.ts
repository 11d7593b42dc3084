import { type Program, startProgram } from './program.ts';

/** What the load generator is to do. */
export interface Plan {
    origin: string;
    /** Sent in turn. */
    requests: { method: 'GET' | 'POST'; path: string; headers: Record<string, string>; body?: string }[];
    concurrency: number;
    seconds: number;
}

/** Times are in milliseconds. */
export interface Seen {
    perSecond: number;
    bytesPerSecond: number;
    p50: number;
    p99: number;
}

/** One that is measured: where it listens, and what is asked of it. */
export type Subject = Pick<Plan, 'origin' | 'requests'>;

export interface Bench {
    /**
     * Measures several under the same load, warmed up. They take turns within each round, and a round is short, so that whatever else the
     * machine does meets all of them.
     */
    compare<Name extends string>(subjects: Record<Name, Subject>, effort: Effort): Promise<Comparison<Name>>;
    stop(): Promise<void>;
}

export interface Comparison<Name extends string> {
    /** Each figure is the median of its rounds. */
    seen: Record<Name, Seen>;
    /** Of one to the other: the median of the rounds' ratios, because rounds differ more than those do. */
    ratio(figure: keyof Seen, one: Name, other: Name): number;
}

export interface Effort {
    concurrency: number;
    rounds?: number;
    seconds?: number;
    /** Before the first round, under the same load: a server's compilers and caches need that long, and anew for each concurrency. */
    warmUpSeconds?: number;
}

export async function startBench(): Promise<Bench> {
    const load = await startProgram('load.ts');
    return {
        async compare<Name extends string>(subjects: Record<Name, Subject>, effort: Effort) {
            const { concurrency, rounds = 11, seconds = 0.4, warmUpSeconds = 8 } = effort;
            // Its keys are the names, which Object.entries cannot know.
            const entries = Object.entries(subjects) as [Name, Subject][];
            for (const [, subject] of entries) await send(load, { ...subject, concurrency, seconds: warmUpSeconds });
            const all: Record<Name, Seen>[] = [];
            for (let round = 0; round < rounds; round += 1) {
                const one: [Name, Seen][] = [];
                for (const [name, subject] of entries) one.push([name, await send(load, { ...subject, concurrency, seconds })]);
                all.push(Object.fromEntries(one) as Record<Name, Seen>);
            }
            const medians = entries.map(([name]) => [name, medianOf(all.map((round) => round[name]))]);
            return {
                seen: Object.fromEntries(medians) as Record<Name, Seen>,
                ratio: (figure, one: Name, other: Name) => median(all.map((round) => round[one][figure] / round[other][figure]))
            };
        },
        stop: () => load.stop()
    };
}

async function send(load: Program, plan: Plan): Promise<Seen> {
    const answer = (await load.ask(plan)) as Seen | { error: string };
    if ('error' in answer) throw new Error(`${plan.origin}: ${answer.error}`);
    return answer;
}

function median(values: number[]): number {
    return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
}

function medianOf(all: Seen[]): Seen {
    const middle = (figure: keyof Seen) => median(all.map((one) => one[figure]));
    return { perSecond: middle('perSecond'), bytesPerSecond: middle('bytesPerSecond'), p50: middle('p50'), p99: middle('p99') };
}
