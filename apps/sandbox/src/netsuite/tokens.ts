import { checkFields, isText } from '../check-fields.ts';

/** One integration record, the same in each account, and what it signs with. */
export const CONSUMER = {
    key: 'c0n5umer00000000000000000000000000000000000000000000000000000001',
    secret: 'c0n5umer5ecret00000000000000000000000000000000000000000000000001'
} as const;

/** An access token: one user in one role of one account. */
export interface Token {
    /** As NetSuite shows it, and as the realm has it. */
    account: string;
    id: string;
    secret: string;
    user: string;
    enabled: boolean;
}

/** Those of the production account and of its sandbox. */
export const TOKENS = {
    production: {
        account: '1234567',
        id: 't0ken00000000000000000000000000000000000000000000000000000000001',
        secret: 't0ken5ecret000000000000000000000000000000000000000000000000000001'
    },
    sandbox: {
        account: '1234567_SB1',
        id: 't0ken00000000000000000000000000000000000000000000000000000000002',
        secret: 't0ken5ecret000000000000000000000000000000000000000000000000000002'
    }
} as const;

export class Tokens {
    #tokens = freshTokens();

    find(account: string, id: string | undefined): Token | undefined {
        return this.#tokens.find((token) => token.account === account && token.id === id);
    }

    hasAccount(account: string): boolean {
        return this.#tokens.some((token) => token.account === account);
    }

    list(): readonly Token[] {
        return this.#tokens;
    }

    /** As an administrator does: `{id, enabled}`. @throws {InvalidInput} */
    change(input: unknown): { changed: number } {
        checkFields('The token', input, { '*id': isText, '*enabled': (value) => typeof value === 'boolean' });
        const found = this.#tokens.filter(({ id }) => id === input['id']);
        for (const token of found) token.enabled = input['enabled'] === true;
        return { changed: found.length };
    }

    reset(): void {
        this.#tokens = freshTokens();
    }
}

function freshTokens(): Token[] {
    return Object.values(TOKENS).map((token) => ({ ...token, user: 'Integration User', enabled: true }));
}
