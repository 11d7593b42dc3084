/** Bounds concurrent work: what exceeds a limit is refused at once. */
export interface ConcurrencyLimiter {
    /**
     * @param group bounded by `perGroup`
     * @param member of the group, bounded by `perMember`
     * @returns a function that releases the slot; undefined when a limit is reached
     */
    acquire(group: string, member: string): (() => void) | undefined;
}

export interface ConcurrencyLimits {
    total: number;
    perGroup: number;
    perMember: number;
}

export function createConcurrencyLimiter({ total, perGroup, perMember }: ConcurrencyLimits): ConcurrencyLimiter {
    const running = new Map<string, number>();
    const countOf = (name: string) => running.get(name) ?? 0;
    const add = (name: string, more: 1 | -1) => {
        const count = countOf(name) + more;
        if (count === 0) running.delete(name);
        else running.set(name, count);
    };
    return {
        acquire(group, member) {
            const slots: readonly (readonly [name: string, limit: number])[] = [
                ['', total],
                [`${group}\0`, perGroup],
                [`${group}\0${member}`, perMember]
            ];
            if (slots.some(([name, limit]) => countOf(name) >= limit)) return undefined;
            for (const [name] of slots) add(name, 1);
            return () => {
                for (const [name] of slots) add(name, -1);
            };
        }
    };
}
