import { createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { compactVerify, decodeJwt, decodeProtectedHeader } from 'jose';
import { Refusal } from './reply.ts';

const MAX_LIFETIME_S = 600;

/** What the person who registers a GitHub App has entered there. */
export interface AppSettings {
    /** People return here from an installation, unless they are asked to sign in. */
    setupUrl: string;
    /** People return here with a code where they are asked to sign in. */
    callbackUrl: string;
    /** Whether an installation asks the person to sign in ("Request user authorization"). */
    asksUser: boolean;
    /** Whether the tokens of people end ("Expire user authorization tokens"). */
    userTokensEnd: boolean;
}

export const APP = {
    id: 4711,
    slug: 'patchbay-sandbox',
    name: 'Patchbay sandbox',
    clientId: 'Iv23sandboxpatchbay0',
    clientSecret: 'sandbox-github-app-secret'
} as const;

const INITIAL: AppSettings = {
    setupUrl: 'http://localhost:3003/oauth/callback',
    callbackUrl: 'http://localhost:3003/oauth/callback',
    asksUser: false,
    userTokensEnd: true
};

/** The one GitHub App of the emulator: its settings, its key, and who presents a token of it. */
export class App {
    readonly #nowMs: () => number;
    readonly settings: AppSettings = { ...INITIAL };
    #first: { pem: string; publicKey: KeyObject } | undefined;
    #current: { pem: string; publicKey: KeyObject } | undefined;

    constructor(nowMs: () => number) {
        this.#nowMs = nowMs;
    }

    /** As GitHub hands it out: PKCS #1. Made when it is first asked for, which takes a moment. */
    get privateKey(): string {
        return this.#key().pem;
    }

    /** The key before is refused from now on. */
    replaceKey(): void {
        this.#current = newKey();
    }

    reset(): void {
        Object.assign(this.settings, INITIAL);
        this.#current = undefined;
    }

    /**
     * Checks the token that the app signs for itself.
     * @throws {Refusal} in GitHub's words
     */
    async authenticate(authorization: string | undefined): Promise<void> {
        const token = /^bearer (ey[\w-]+\.[\w-]+\.[\w-]+)$/i.exec(authorization ?? '')?.[1];
        if (token === undefined) throw new Refusal(401, 'A JSON web token could not be decoded');
        const { iss, iat, exp } = claimsOf(token);
        if (iss !== String(APP.id) && iss !== APP.clientId) throw new Refusal(404, 'Integration not found');
        await compactVerify(token, this.#key().publicKey, { algorithms: ['RS256'] }).catch(() => {
            throw new Refusal(401, 'A JSON web token could not be decoded');
        });
        const nowS = this.#nowMs() / 1000;
        if (typeof iat !== 'number' || iat > nowS)
            throw new Refusal(401, "'Issued at' claim ('iat') must be an Integer representing the time that the assertion was issued");
        if (typeof exp !== 'number' || exp <= nowS)
            throw new Refusal(
                401,
                "'Expiration time' claim ('exp') must be a numeric value representing the future time at which the assertion expires"
            );
        if (exp > nowS + MAX_LIFETIME_S) throw new Refusal(401, "'Expiration time' claim ('exp') is too far in the future");
    }

    #key(): { pem: string; publicKey: KeyObject } {
        this.#first ??= newKey();
        return this.#current ?? this.#first;
    }
}

function newKey(): { pem: string; publicKey: KeyObject } {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    return { pem: privateKey.export({ type: 'pkcs1', format: 'pem' }).toString(), publicKey: createPublicKey(privateKey) };
}

/** @throws {Refusal} */
function claimsOf(token: string): Record<string, unknown> {
    try {
        if (decodeProtectedHeader(token).alg === 'RS256') return { ...decodeJwt(token) };
    } catch {
        // Refused below.
    }
    throw new Refusal(401, 'A JSON web token could not be decoded');
}
