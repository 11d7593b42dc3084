import { hash } from './journal.ts';

/** `granted`: grants committed by the server; `lost`: how many of those responses it never sent. */
export interface CallCounts {
    granted: number;
    refused: number;
    lost: number;
}

export interface GrantCalls {
    grant: string;
    client_id: string;
    account: string;
    codes: CallCounts;
    refreshes: CallCounts;
}

export interface RefreshTokenCalls extends CallCounts {
    /** Hex SHA-256 of the token, as in the journal. */
    refresh_token: string;
    /** null: the token was not issued since counting began. */
    grant: string | null;
}

/**
 * A call to the token endpoint by a known client. No grant: client credentials, or an unknown code.
 */
export interface TokenCall {
    grantType: unknown;
    outcome: 'granted' | 'refused';
    grant: { id: string; clientId: string; accountId: string } | undefined;
    presentedRefreshToken: string | undefined;
    issuedRefreshToken: string | undefined;
}

/** Rows of refresh tokens that are kept; older ones give way, so that a long run stays small. */
const MAX_REFRESH_TOKENS = 100_000;

/** Counts calls of the token endpoint by grant and by refresh token, for assertions. */
export class TokenCalls {
    readonly #grants = new Map<string, GrantCalls>();
    readonly #refreshTokens = new Map<string, RefreshTokenCalls>();

    /** @returns the counts this call went into, for {@link TokenCalls.countLoss}. */
    count({ grantType, outcome, grant, presentedRefreshToken, issuedRefreshToken }: TokenCall): CallCounts[] {
        const presented = presentedRefreshToken === undefined ? undefined : this.#refreshToken(presentedRefreshToken);
        if (presented && grant) presented.grant = grant.id;
        // A spent token's grant may be gone by now, but it was told when the token was issued.
        const grantCalls = grant ? this.#grant(grant) : this.#grants.get(presented?.grant ?? '');
        if (issuedRefreshToken !== undefined && grant) this.#refreshToken(issuedRefreshToken).grant = grant.id;
        const counts = [presented, grantType === 'refresh_token' ? grantCalls?.refreshes : grantCalls?.codes].filter(
            (each) => each !== undefined
        );
        for (const each of counts) each[outcome] += 1;
        return counts;
    }

    countLoss(counts: readonly CallCounts[]): void {
        for (const each of counts) each.lost += 1;
    }

    grants(): GrantCalls[] {
        return [...this.#grants.values()];
    }

    refreshTokens(): RefreshTokenCalls[] {
        return [...this.#refreshTokens.values()];
    }

    clear(): void {
        this.#grants.clear();
        this.#refreshTokens.clear();
    }

    #grant({ id, clientId, accountId }: NonNullable<TokenCall['grant']>): GrantCalls {
        const known = this.#grants.get(id);
        if (known) return known;
        const fresh = { grant: id, client_id: clientId, account: accountId, codes: noCalls(), refreshes: noCalls() };
        this.#grants.set(id, fresh);
        return fresh;
    }

    #refreshToken(token: string): RefreshTokenCalls {
        const hashed = hash(token);
        const known = this.#refreshTokens.get(hashed);
        if (known) return known;
        const fresh = { refresh_token: hashed, grant: null, ...noCalls() };
        this.#refreshTokens.set(hashed, fresh);
        const [oldest] = this.#refreshTokens.keys();
        if (oldest !== undefined && this.#refreshTokens.size > MAX_REFRESH_TOKENS) this.#refreshTokens.delete(oldest);
        return fresh;
    }
}

function noCalls(): CallCounts {
    return { granted: 0, refused: 0, lost: 0 };
}
