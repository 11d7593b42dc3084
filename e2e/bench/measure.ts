import { processorMs } from './processor-time.ts';
import { type Program, startProgram } from './program.ts';

/** What the load generator is to do. */
export interface LoadPlan {
    origin: string;
    /** Sent in turn. */
    requests: { method: 'GET' | 'PATCH' | 'POST'; path: string; headers: Record<string, string>; body?: string }[];
    concurrency: number;
    seconds: number;
}

/** Times are in milliseconds. */
export interface LoadResult {
    perSecond: number;
    bytesPerSecond: number;
    p50: number;
    p99: number;
    requests: number;
    /** Processor time of the target for one request; NaN without its `pid`. */
    processorMs: number;
}

/** One that is measured: where it listens, and what is asked of it. */
export type Target = Pick<LoadPlan, 'origin' | 'requests'> & { pid?: number };

export interface Bench {
    /**
     * Measures several under the same load, warmed up. They alternate in short rounds, so that
     * other load on the machine affects all.
     */
    compare<Name extends string>(subjects: Record<Name, Target>, options: LoadOptions): Promise<Comparison<Name>>;
    stop(): Promise<void>;
}

export interface Comparison<Name extends string> {
    /** Each figure is the median of its rounds. */
    seen: Record<Name, LoadResult>;
    /** The median of the rounds' ratios, which vary less than the rounds. */
    ratio(figure: keyof LoadResult, one: Name, other: Name): number;
    /** The median of the rounds' differences of one and the others together. */
    difference(figure: keyof LoadResult, one: Name, ...others: Name[]): number;
}

export interface LoadOptions {
    concurrency: number;
    rounds?: number;
    seconds?: number;
    /** Before the first round, under the same load and concurrency, for compilers and caches. */
    warmUpSeconds?: number;
}

export async function startBench(): Promise<Bench> {
    const load = await startProgram('load.ts');
    return {
        async compare<Name extends string>(subjects: Record<Name, Target>, options: LoadOptions) {
            const { concurrency, rounds = 11, seconds = 0.4, warmUpSeconds = 8 } = options;
            // Its keys are the names, which Object.entries cannot know.
            const entries = Object.entries(subjects) as [Name, Target][];
            for (const [, subject] of entries) await send(load, { ...subject, concurrency, seconds: warmUpSeconds });
            const all: Record<Name, LoadResult>[] = [];
            for (let round = 0; round < rounds; round += 1) {
                const one: [Name, LoadResult][] = [];
                for (const [name, { pid = 0, ...subject }] of entries) {
                    const before = processorMs(pid);
                    const result = await send(load, { ...subject, concurrency, seconds });
                    one.push([name, { ...result, processorMs: (processorMs(pid) - before) / result.requests }]);
                }
                all.push(Object.fromEntries(one) as Record<Name, LoadResult>);
            }
            const medians = entries.map(([name]) => [name, medianOf(all.map((round) => round[name]))]);
            return {
                seen: Object.fromEntries(medians) as Record<Name, LoadResult>,
                ratio: (figure, one: Name, other: Name) => median(all.map((round) => round[one][figure] / round[other][figure])),
                difference: (figure, one: Name, ...others: Name[]) =>
                    median(all.map((round) => others.reduce((rest, other) => rest - round[other][figure], round[one][figure])))
            };
        },
        stop: () => load.stop()
    };
}

async function send(load: Program, plan: LoadPlan): Promise<LoadResult> {
    const response = (await load.ask(plan)) as LoadResult | { error: string };
    if ('error' in response) throw new Error(`${plan.origin}: ${response.error}`);
    return response;
}

export function median(values: number[]): number {
    return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
}

function medianOf(all: LoadResult[]): LoadResult {
    const middle = (figure: keyof LoadResult) => median(all.map((one) => one[figure]));
    return {
        perSecond: middle('perSecond'),
        bytesPerSecond: middle('bytesPerSecond'),
        p50: middle('p50'),
        p99: middle('p99'),
        requests: middle('requests'),
        processorMs: middle('processorMs')
    };
}
