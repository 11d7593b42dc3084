/** Counts what is under way at once, so that too much of it is refused at once instead of making everything slow. */
export interface Gate {
    /** @param group of which none may take more than its part @returns how to leave again; undefined when there is no room */
    enter(group: string): (() => void) | undefined;
}

export interface GateLimits {
    total: number;
    perGroup: number;
}

export function createGate({ total, perGroup }: GateLimits): Gate {
    const inside = new Map<string, number>();
    let all = 0;
    return {
        enter(group) {
            const own = inside.get(group) ?? 0;
            if (all >= total || own >= perGroup) return undefined;
            all += 1;
            inside.set(group, own + 1);
            return () => {
                all -= 1;
                const left = (inside.get(group) ?? 1) - 1;
                if (left === 0) inside.delete(group);
                else inside.set(group, left);
            };
        }
    };
}
