import { addSum, emptySum, type TrafficSum } from './traffic-sum.ts';

/** About 20 MB: the traffic of 1,000 integrations for a quarter of an hour. */
const maxSums = 20_000;

export type TrafficGroup = Pick<TrafficSum, 'environmentId' | 'integrationKey' | 'kind' | 'at'>;

/** What has been counted and not stored yet, bounded in number. */
export interface WaitingSums {
    readonly count: number;
    /** @returns undefined when there is no room for another */
    of(group: TrafficGroup): TrafficSum | undefined;
    /** @returns whether there was room for it */
    add(sum: TrafficSum): boolean;
    takeAll(): TrafficSum[];
}

export function createWaitingSums(): WaitingSums {
    let sums = new Map<string, TrafficSum>();
    const of = (group: TrafficGroup) => {
        const key = `${group.environmentId}/${group.at}/${group.kind}/${group.integrationKey}`;
        const there = sums.get(key);
        if (there || sums.size >= maxSums) return there;
        const made = emptySum(group);
        sums.set(key, made);
        return made;
    };
    return {
        get count() {
            return sums.size;
        },
        of,
        add(sum) {
            const there = of(sum);
            if (there) addSum(there, sum);
            return there !== undefined;
        },
        takeAll() {
            const all = [...sums.values()];
            sums = new Map();
            return all;
        }
    };
}
