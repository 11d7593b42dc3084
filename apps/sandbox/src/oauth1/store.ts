import { randomBytes } from 'node:crypto';
import { checkFields, isText } from '../check-fields.ts';
import type { Check } from '../check-fields.ts';

/** The app that asks people for access. */
export const CLIENT = { key: 'sandbox-oauth1-key', secret: 'sandbox-oauth1-secret', name: 'Your app' } as const;

/** Temporary credentials (RFC 5849 §2.1): good once, and for a while. */
export interface Temporary {
    token: string;
    secret: string;
    callback: string;
    issuedMs: number;
    /** Who gave access, and what proves that they came back. */
    approval?: { person: string; verifier: string };
}

/** A token of one person (§2.3). */
export interface Token {
    token: string;
    secret: string;
    person: string;
}

/** What can be changed for a test. */
export interface Settings {
    signatureMethods: readonly string[];
    /** Whether the callback is confirmed, as OAuth 1.0a has it. */
    confirms: boolean;
    /** What the app has registered; an address of another origin or path is refused. */
    callbackUrl: string | undefined;
    /** Whether errors are told by the extension for problem reporting, or in plain words alone. */
    reportsProblems: boolean;
}

const LIFETIME_MS = 600_000;
const METHODS: readonly unknown[] = ['HMAC-SHA1', 'HMAC-SHA256', 'PLAINTEXT'];
const isMethods: Check = (value) => Array.isArray(value) && value.every((one) => METHODS.includes(one));
const isBoolean: Check = (value) => typeof value === 'boolean';

/** All that the vendor remembers. */
export class Store {
    readonly #nowMs: () => number;
    readonly #temporary = new Map<string, Temporary>();
    readonly #tokens = new Map<string, Token>();
    settings = freshSettings();

    constructor(nowMs: () => number) {
        this.#nowMs = nowMs;
    }

    issueTemporary(callback: string): Temporary {
        const issued = { token: secretText(), secret: secretText(), callback, issuedMs: this.#nowMs() };
        this.#temporary.set(issued.token, issued);
        return issued;
    }

    findTemporary(token: string | null | undefined): Temporary | undefined {
        const found = this.#temporary.get(token ?? '');
        return found && this.#nowMs() - found.issuedMs <= LIFETIME_MS ? found : undefined;
    }

    approve(temporary: Temporary, person: string): string {
        const verifier = secretText();
        temporary.approval = { person, verifier };
        return verifier;
    }

    /** Temporary credentials are gone, whether or not the rest of the request is right. */
    spend(temporary: Temporary): void {
        this.#temporary.delete(temporary.token);
    }

    issueToken(person: string): Token {
        const issued = { token: secretText(), secret: secretText(), person };
        this.#tokens.set(issued.token, issued);
        return issued;
    }

    findToken(token: string | undefined): Token | undefined {
        return this.#tokens.get(token ?? '');
    }

    /** As the app does it, or the person in their settings. @returns how many */
    revoke(isMeant: (token: Token) => boolean): number {
        const meant = [...this.#tokens.values()].filter(isMeant);
        for (const { token } of meant) this.#tokens.delete(token);
        return meant.length;
    }

    tokens(): Token[] {
        return [...this.#tokens.values()];
    }

    /** @throws {InvalidInput} */
    change(input: unknown): Settings {
        checkFields('The settings', input, {
            signature_methods: isMethods,
            confirms: isBoolean,
            callback_url: isText,
            reports_problems: isBoolean
        });
        const { signature_methods: methods, confirms, callback_url: callbackUrl, reports_problems: reports } = input;
        this.settings = {
            signatureMethods: Array.isArray(methods) ? methods.map(String) : this.settings.signatureMethods,
            confirms: typeof confirms === 'boolean' ? confirms : this.settings.confirms,
            callbackUrl: typeof callbackUrl === 'string' ? callbackUrl : this.settings.callbackUrl,
            reportsProblems: typeof reports === 'boolean' ? reports : this.settings.reportsProblems
        };
        return this.settings;
    }

    reset(): void {
        this.#temporary.clear();
        this.#tokens.clear();
        this.settings = freshSettings();
    }
}

function secretText(): string {
    // With characters that have to be encoded twice in a signature.
    return `${randomBytes(12).toString('hex')}-~+/=${randomBytes(6).toString('hex')}`;
}

function freshSettings(): Settings {
    return { signatureMethods: ['HMAC-SHA1'], confirms: true, callbackUrl: undefined, reportsProblems: true };
}
