import type { AlertRule } from '@patchbay/contracts';

const firstWaitMs = 10_000;
const longestWaitMs = 10 * 60_000;
/** Each may take as long as a statement may. */
const perRound = 5;

interface Failed {
    rule: AlertRule;
    environmentId: string;
    waitMs: number;
    until: Date;
}

/** Rules that failed in an environment, which are looked at alone, and less and less often. */
export class SetAside {
    readonly #failed = new Map<string, Failed>();

    has(rule: AlertRule, environmentId: string): boolean {
        return this.#failed.has(keyOf(rule, environmentId));
    }

    add(rule: AlertRule, environmentId: string, now: Date): void {
        const key = keyOf(rule, environmentId);
        const before = this.#failed.get(key);
        const waitMs = Math.min(before ? before.waitMs * 2 : firstWaitMs, longestWaitMs);
        // At the end, so that those before it have their turn first.
        this.#failed.delete(key);
        this.#failed.set(key, { rule, environmentId, waitMs, until: new Date(now.getTime() + waitMs) });
    }

    delete(rule: AlertRule, environmentId: string): void {
        this.#failed.delete(keyOf(rule, environmentId));
    }

    /** The next to look at again. */
    due(now: Date): [AlertRule, string][] {
        return [...this.#failed.values()]
            .filter(({ until }) => until <= now)
            .slice(0, perRound)
            .map(({ rule, environmentId }) => [rule, environmentId]);
    }
}

const keyOf = (rule: AlertRule, environmentId: string): string => `${rule} ${environmentId}`;
