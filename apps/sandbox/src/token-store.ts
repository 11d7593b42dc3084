import type { Adapter, AdapterPayload } from 'oidc-provider';
import type { ClientModes } from './modes.ts';

interface StoredRecord {
    model: string;
    payload: AdapterPayload;
    expiresAtMs: number;
    /** A refresh token's first use. */
    spentAtMs?: number;
    /** The response to that use. */
    response?: object;
}

/** Writes between two sweeps of what has expired: long runs must not grow for ever. */
const WRITES_PER_SWEEP = 1_000;

/**
 * Codes, tokens, grants and interactions of the authorization server, in memory. Decides how long a
 * spent refresh token stays valid and whether its reuse ends the grant; revokes access.
 */
export class TokenStore {
    readonly #modes: ClientModes;
    readonly #records = new Map<string, StoredRecord>();
    #writes = 0;

    constructor(modes: ClientModes) {
        this.#modes = modes;
    }

    /** Storage of one model, in the shape oidc-provider asks for. */
    adapter(model: string): Adapter {
        const findBy = async (matches: (payload: AdapterPayload) => boolean) =>
            this.#find((record) => record.model === model && matches(record.payload));
        return {
            upsert: async (id, payload, expiresInSeconds) => {
                this.#sweepNowAndThen();
                const expiresAtMs = expiresInSeconds === undefined ? Infinity : Date.now() + expiresInSeconds * 1000;
                this.#records.set(keyOf(model, id), { model, payload, expiresAtMs });
            },
            find: async (id) => this.#usable(this.#records.get(keyOf(model, id))),
            findByUid: (uid) => findBy((payload) => payload.uid === uid),
            findByUserCode: (userCode) => findBy((payload) => payload.userCode === userCode),
            consume: async (id) => {
                const record = this.#records.get(keyOf(model, id));
                if (!record) return;
                // The first use counts: coming back within the grace period must not lengthen it.
                record.spentAtMs ??= Date.now();
                record.payload.consumed = Math.floor(record.spentAtMs / 1000);
            },
            destroy: async (id) => void this.#records.delete(keyOf(model, id)),
            revokeByGrantId: async (grantId) => void this.#drop(({ payload }) => payload.grantId === grantId)
        };
    }

    /** Stores the response to the first use of a refresh token. */
    storeResponse(refreshToken: string, response: object): void {
        const record = this.#records.get(keyOf('RefreshToken', refreshToken));
        if (record) record.response ??= response;
    }

    storedResponse(refreshToken: string): object | undefined {
        return this.#records.get(keyOf('RefreshToken', refreshToken))?.response;
    }

    isGrantLive(grantId: string): boolean {
        const grant = this.#records.get(keyOf('Grant', grantId));
        return grant !== undefined && grant.expiresAtMs > Date.now();
    }

    /**
     * Ends all of the account's grants, codes and tokens, or those of one client alone.
     * @returns how many grants there were
     */
    revokeAccount(accountId: string, clientId?: string): number {
        const dropped = this.#drop(
            ({ payload }) => payload.accountId === accountId && (clientId === undefined || payload.clientId === clientId)
        );
        return dropped.filter(({ model }) => model === 'Grant').length;
    }

    /** Ends one grant with all its tokens. @returns false if there is none. */
    revokeGrant(grantId: string): boolean {
        this.#drop(({ payload }) => payload.grantId === grantId);
        return this.#records.delete(keyOf('Grant', grantId));
    }

    /**
     * Revokes scopes of the account; its tokens keep the others. @returns how many grants there
     * were
     */
    narrowAccount(accountId: string, scopes: readonly string[]): number {
        const grants = [...this.#records.values()].filter(({ model, payload }) => model === 'Grant' && payload.accountId === accountId);
        for (const { payload } of grants) {
            const { scope = '', ...others }: { scope?: string } = payload.openid ?? {};
            const kept = scope.split(' ').filter((name) => !scopes.includes(name));
            payload.openid = { ...others, scope: kept.join(' ') };
        }
        return grants.length;
    }

    /** Makes everything older, which is how time passes here. */
    age(seconds: number): void {
        for (const record of this.#records.values()) {
            record.expiresAtMs -= seconds * 1000;
            if (record.spentAtMs !== undefined) record.spentAtMs -= seconds * 1000;
            const { payload } = record;
            if (payload.iat !== undefined) payload.iat -= seconds;
            if (payload.exp !== undefined) payload.exp -= seconds;
        }
    }

    clear(): void {
        this.#records.clear();
    }

    #usable(record: StoredRecord | undefined): AdapterPayload | undefined {
        if (record?.model !== 'RefreshToken' || record.spentAtMs === undefined) return record?.payload;
        const { grace_s: graceS, reuse } = this.#modes.of(record.payload.clientId);
        if (Date.now() < record.spentAtMs + graceS * 1000) {
            const unspent = { ...record.payload };
            delete unspent.consumed;
            return unspent;
        }
        // oidc-provider itself ends the grant when it finds a token that says it is consumed.
        return reuse === 'revokes_grant' ? record.payload : undefined;
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

function keyOf(model: string, id: string): string {
    return `${model}:${id}`;
}
