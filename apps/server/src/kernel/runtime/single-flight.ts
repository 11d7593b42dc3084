import { elsewhere } from './work-slots.ts';

/** Runs one piece of work for each key at a time; callers that ask meanwhile share its outcome. */
export interface SingleFlight {
    /** @param work of one type for all that share the key */
    run<T>(key: string, work: () => Promise<T>): Promise<T>;
}

export function createSingleFlight(): SingleFlight {
    const running = new Map<string, Promise<unknown>>();
    return {
        run<T>(key: string, work: () => Promise<T>): Promise<T> {
            // The same key means the same work, so the promise is of this type.
            const known = running.get(key) as Promise<T> | undefined;
            // Those who join it do nothing themselves.
            if (known) return elsewhere(known);
            const flight = work().finally(() => running.delete(key));
            running.set(key, flight);
            return flight;
        }
    };
}
