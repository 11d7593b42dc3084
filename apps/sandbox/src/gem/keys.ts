import { checkFields, isText } from '../check-fields.ts';
import type { Switches } from './switches.ts';

/** What a key may do, with the control plane's field names. */
export interface Key {
    key: string;
    /** A shareable key belongs to a partner's product and needs its application secret too. */
    kind: 'team' | 'shareable';
    enabled: boolean;
    crm: boolean;
    ats: boolean;
}

export const TEAM_KEY = 'gemTeamKey000000000000000000000000000001';
export const SHAREABLE_KEY = 'gemShareableKey0000000000000000000000002';
export const APPLICATION_SECRET = 'gem-application-secret';

const DAY_MS = 86_400_000;
const isFlag = (value: unknown) => typeof value === 'boolean';

interface Traffic {
    tokens: number;
    filledAtMs: number;
    day: number;
    onDay: number;
}

/** The keys and the usage plan behind each. */
export class Keys {
    #keys = initialKeys();
    readonly #traffic = new Map<string, Traffic>();

    find(key: string | undefined): Key | undefined {
        return key === undefined ? undefined : this.#keys.find((known) => known.key === key);
    }

    list(): readonly Key[] {
        return this.#keys;
    }

    /** `{key, kind?, enabled?, crm?, ats?}`; an unknown key is added. @throws {InvalidInput} */
    change(input: unknown): Key {
        const isKind = (value: unknown) => value === 'team' || value === 'shareable';
        checkFields('The key', input, { '*key': isText, kind: isKind, enabled: isFlag, crm: isFlag, ats: isFlag });
        const name = String(input['key']);
        const known = this.find(name) ?? { key: name, kind: 'team', enabled: true, crm: true, ats: true };
        const changed: Key = Object.assign(known, input);
        if (!this.#keys.includes(changed)) this.#keys.push(changed);
        return changed;
    }

    /** Takes a token of the key's bucket. @returns why there is none */
    take({ key }: Key, switches: Switches, nowMs: number): 'rate' | 'quota' | undefined {
        const { requests_per_second: rate, burst, daily_quota: quota } = switches;
        const day = Math.floor(nowMs / DAY_MS);
        const traffic = this.#traffic.get(key) ?? { tokens: burst, filledAtMs: nowMs, day, onDay: 0 };
        this.#traffic.set(key, traffic);
        traffic.tokens = Math.min(burst, traffic.tokens + (Math.max(0, nowMs - traffic.filledAtMs) / 1000) * rate);
        traffic.filledAtMs = nowMs;
        if (traffic.day !== day) Object.assign(traffic, { day, onDay: 0 });
        if (quota !== null && traffic.onDay >= quota) return 'quota';
        if (traffic.tokens < 1) return 'rate';
        traffic.tokens -= 1;
        traffic.onDay += 1;
        return undefined;
    }

    /** New limits start with full buckets. */
    refill(): void {
        this.#traffic.clear();
    }

    reset(): void {
        this.#keys = initialKeys();
        this.refill();
    }
}

function initialKeys(): Key[] {
    return [
        { key: TEAM_KEY, kind: 'team', enabled: true, crm: true, ats: true },
        { key: SHAREABLE_KEY, kind: 'shareable', enabled: true, crm: true, ats: true }
    ];
}
