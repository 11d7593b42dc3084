import { randomBytes } from 'node:crypto';
import { BASIC_USERS, BEARER_API_KEYS, COMPANIES, KEYED_API_KEYS } from './accounts.ts';

export type KeyApi = 'keyed' | 'bearer';

interface KeyRecord {
    key: string;
    api: KeyApi;
    account: string;
    enabled: boolean;
}

const KEY_LENGTH = 40;

/** Which API keys and basic-auth users are valid now; the control plane changes it. */
export class Credentials {
    #keys: KeyRecord[] = firstKeys();
    readonly #disabledUsers = new Set<string>();
    readonly #newPasswords = new Map<string, string>();

    /** The company a live key of this API belongs to. Keys are case-sensitive. */
    companyOfKey(api: KeyApi, key: string | undefined): (typeof COMPANIES)[number] | undefined {
        const record = this.#keys.find((candidate) => candidate.enabled && candidate.api === api && candidate.key === key);
        return COMPANIES.find(({ id }) => id === record?.account);
    }

    isUserAccepted(user: string, password: string): boolean {
        return this.users().some((known) => known.enabled && known.user === user && known.password === password);
    }

    keys(): readonly Readonly<KeyRecord>[] {
        return this.#keys;
    }

    users(): { user: string; password: string; enabled: boolean }[] {
        return BASIC_USERS.map(({ user, password }) => ({
            user,
            password: this.#newPasswords.get(user) ?? password,
            enabled: !this.#disabledUsers.has(user)
        }));
    }

    /** @returns false if there is no such key. */
    setKeyEnabled(key: string, enabled: boolean): boolean {
        const record = this.#keys.find((candidate) => candidate.key === key);
        if (record) record.enabled = enabled;
        return record !== undefined;
    }

    /** @returns false if there is no such user. */
    setUserEnabled(user: string, enabled: boolean): boolean {
        if (!BASIC_USERS.some((known) => known.user === user)) return false;
        if (enabled) this.#disabledUsers.delete(user);
        else this.#disabledUsers.add(user);
        return true;
    }

    /** Replaces a key by a fresh one; the old one is unknown from now on. */
    rotateKey(key: string): string | undefined {
        const record = this.#keys.find((candidate) => candidate.key === key);
        if (!record) return undefined;
        const prefix = record.api === 'keyed' ? 'sandboxkey' : 'sandboxbearer';
        record.key = (prefix + randomBytes(KEY_LENGTH).toString('hex')).slice(0, KEY_LENGTH);
        record.enabled = true;
        return record.key;
    }

    /** Gives a user another password. */
    changePassword(user: string): string | undefined {
        if (!BASIC_USERS.some((known) => known.user === user)) return undefined;
        const password = `new-${randomBytes(4).toString('hex')}`;
        this.#newPasswords.set(user, password);
        return password;
    }

    /** Enables every key and user again; rotated keys stay rotated. */
    restoreAll(): void {
        for (const record of this.#keys) record.enabled = true;
        this.#disabledUsers.clear();
    }

    /** Back to the documented keys and users. */
    reset(): void {
        this.#keys = firstKeys();
        this.#disabledUsers.clear();
        this.#newPasswords.clear();
    }
}

function firstKeys(): KeyRecord[] {
    const records = (api: KeyApi, keys: Readonly<Record<string, string>>) =>
        Object.entries(keys).map(([account, key]) => ({ key, api, account, enabled: true }));
    return [...records('keyed', KEYED_API_KEYS), ...records('bearer', BEARER_API_KEYS)];
}
