import type { Adapter, AdapterPayload } from 'oidc-provider';

interface StoredRecord {
    model: string;
    payload: AdapterPayload;
    expiresAtMs: number;
}

/** Writes between two sweeps of what has expired: long runs must not grow for ever. */
const WRITES_PER_SWEEP = 1_000;

/** What the authorization server remembers (codes, tokens, grants, interactions), in memory, with a way to take an account's access away. */
export class TokenStore {
    readonly #records = new Map<string, StoredRecord>();
    #writes = 0;

    /** Storage of one model, in the shape oidc-provider asks for. */
    adapter(model: string): Adapter {
        const keyOf = (id: string) => `${model}:${id}`;
        const findBy = async (matches: (payload: AdapterPayload) => boolean) =>
            this.#find((record) => record.model === model && matches(record.payload));
        return {
            upsert: async (id, payload, expiresInSeconds) => {
                this.#sweepNowAndThen();
                const expiresAtMs = expiresInSeconds === undefined ? Infinity : Date.now() + expiresInSeconds * 1000;
                this.#records.set(keyOf(id), { model, payload, expiresAtMs });
            },
            find: async (id) => this.#records.get(keyOf(id))?.payload,
            findByUid: (uid) => findBy((payload) => payload.uid === uid),
            findByUserCode: (userCode) => findBy((payload) => payload.userCode === userCode),
            consume: async (id) => {
                const record = this.#records.get(keyOf(id));
                if (record) record.payload.consumed = Math.floor(Date.now() / 1000);
            },
            destroy: async (id) => void this.#records.delete(keyOf(id)),
            revokeByGrantId: async (grantId) => void this.#drop(({ payload }) => payload.grantId === grantId)
        };
    }

    /** Ends everything the account has allowed: grants, codes, access and refresh tokens. @returns how many grants there were. */
    revokeAccount(accountId: string): number {
        const dropped = this.#drop(({ payload }) => payload.accountId === accountId);
        return dropped.filter(({ model }) => model === 'Grant').length;
    }

    clear(): void {
        this.#records.clear();
    }

    #find(matches: (record: StoredRecord) => boolean): AdapterPayload | undefined {
        for (const record of this.#records.values()) if (matches(record)) return record.payload;
        return undefined;
    }

    #drop(matches: (record: StoredRecord) => boolean): StoredRecord[] {
        const dropped: StoredRecord[] = [];
        for (const [key, record] of this.#records) {
            if (!matches(record)) continue;
            this.#records.delete(key);
            dropped.push(record);
        }
        return dropped;
    }

    #sweepNowAndThen(): void {
        this.#writes += 1;
        if (this.#writes % WRITES_PER_SWEEP === 0) this.#drop(({ expiresAtMs }) => expiresAtMs < Date.now());
    }
}
