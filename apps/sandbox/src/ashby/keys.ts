import { checkFields, isText } from '../check-fields.ts';
import { SlidingLog } from '../sliding-log.ts';
import type { Switches } from './switches.ts';

/** The permissions of the endpoints that the emulator has. */
export const PERMISSIONS = [
    'apiKeysRead',
    'candidatesRead',
    'candidatesWrite',
    'hiringProcessMetadataRead',
    'interviewsRead',
    'jobsRead',
    'organizationRead'
] as const;
export type Permission = (typeof PERMISSIONS)[number];

/** What a key may do, with the control plane's field names. */
export interface Key {
    key: string;
    title: string;
    enabled: boolean;
    permissions: readonly Permission[];
    /** "Allow access to non-offer private fields": private notes. */
    private_fields: boolean;
    /** Confidential jobs and their applications. */
    confidential: boolean;
}

export const API_KEY = 'ashbyApiKey0000000000000000000000000000000000000000000000000001';

const MINUTE_MS = 60_000;
const isFlag = (value: unknown) => typeof value === 'boolean';
const isPermissionList = (value: unknown) =>
    Array.isArray(value) && value.every((permission) => PERMISSIONS.some((known) => known === permission));

export class Keys {
    #keys = [freshKey(API_KEY)];
    readonly #lastMinute = new Map<string, SlidingLog>();

    find(key: string | undefined): Key | undefined {
        return this.#keys.find((known) => known.key === key);
    }

    list(): readonly Key[] {
        return this.#keys;
    }

    /** An unknown key is added, with all permissions. @throws {InvalidInput} */
    change(input: unknown): Key {
        checkFields('The key', input, {
            '*key': isText,
            title: isText,
            enabled: isFlag,
            permissions: isPermissionList,
            private_fields: isFlag,
            confidential: isFlag
        });
        const name = String(input['key']);
        const changed: Key = Object.assign(this.find(name) ?? freshKey(name), input);
        if (!this.#keys.includes(changed)) this.#keys.push(changed);
        return changed;
    }

    /** Counts a request. @returns false above the limit */
    take({ key }: Key, { requests_per_minute: limit }: Switches, nowMs: number): boolean {
        const lastMinute = this.#lastMinute.get(key) ?? new SlidingLog(MINUTE_MS);
        this.#lastMinute.set(key, lastMinute);
        if (lastMinute.count(nowMs) >= limit) return false;
        lastMinute.add(nowMs);
        return true;
    }

    reset(): void {
        this.#keys = [freshKey(API_KEY)];
        this.#lastMinute.clear();
    }
}

function freshKey(key: string): Key {
    return { key, title: 'Patchbay', enabled: true, permissions: PERMISSIONS, private_fields: true, confidential: true };
}
