/** Counts what is under way at once, so that too much of it is refused at once instead of making everything slow. */
export interface Gate {
    /**
     * @param group of which none may take more than its part
     * @param member of the group, of which again none may take more than its part
     * @returns how to leave again; undefined when there is no room
     */
    enter(group: string, member: string): (() => void) | undefined;
}

export interface GateLimits {
    total: number;
    perGroup: number;
    perMember: number;
}

export function createGate({ total, perGroup, perMember }: GateLimits): Gate {
    const inside = new Map<string, number>();
    const countOf = (name: string) => inside.get(name) ?? 0;
    const add = (name: string, more: 1 | -1) => {
        const count = countOf(name) + more;
        if (count === 0) inside.delete(name);
        else inside.set(name, count);
    };
    return {
        enter(group, member) {
            const places: readonly (readonly [name: string, limit: number])[] = [
                ['', total],
                [`${group}\0`, perGroup],
                [`${group}\0${member}`, perMember]
            ];
            if (places.some(([name, limit]) => countOf(name) >= limit)) return undefined;
            for (const [name] of places) add(name, 1);
            return () => {
                for (const [name] of places) add(name, -1);
            };
        }
    };
}
