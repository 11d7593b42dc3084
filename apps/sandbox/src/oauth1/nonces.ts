import type { Problem, SignedRequest } from './signed-request.ts';

/** The nonces of the last minutes: a request with an older time is refused for its time. */
export class Nonces {
    readonly #windowS: number;
    readonly #used = new Map<string, number>();

    constructor(windowS: number) {
        this.#windowS = windowS;
    }

    /** Whether the time is near enough, and the nonce of a length that is taken. */
    check({ parameters }: SignedRequest, nowMs: number): Problem | undefined {
        const timestamp = parameters.get('oauth_timestamp') ?? '';
        const isNear = /^\d{1,12}$/.test(timestamp) && Math.abs(Number(timestamp) - nowMs / 1000) <= this.#windowS;
        if (!isNear) return 'timestamp_refused';
        return /^[\w-]{6,64}$/.test(parameters.get('oauth_nonce') ?? '') ? undefined : 'nonce_rejected';
    }

    /** Spends the nonce of a request whose signature is right. @returns false if it is spent */
    spend({ parameters }: SignedRequest, nowMs: number): boolean {
        for (const [known, at] of this.#used) if (nowMs / 1000 - at > 2 * this.#windowS) this.#used.delete(known);
        const names = ['oauth_consumer_key', 'oauth_token', 'oauth_timestamp', 'oauth_nonce'];
        const key = names.map((name) => parameters.get(name) ?? '').join('\n');
        if (this.#used.has(key)) return false;
        this.#used.set(key, Number(parameters.get('oauth_timestamp')));
        return true;
    }

    clear(): void {
        this.#used.clear();
    }
}
