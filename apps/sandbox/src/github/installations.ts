import { randomBytes } from 'node:crypto';
import { Refusal } from './reply.ts';

const TOKEN_MS = 3_600_000;
const FIRST_ID = 38_631_545;

/** Who signs in at the emulator, and the accounts that an app can be installed on. */
export interface Account {
    id: number;
    login: string;
    name: string;
    type: 'User' | 'Organization';
    /** Who may install an app there; of an organization also who may only ask an owner to. */
    owners: readonly string[];
    members: readonly string[];
    repositories: readonly string[];
}

export const ACCOUNTS: readonly Account[] = [
    { id: 101, login: 'ada', name: 'Ada Lovelace', type: 'User', owners: ['ada'], members: [], repositories: ['notes'] },
    { id: 102, login: 'grace', name: 'Grace Hopper', type: 'User', owners: ['grace'], members: [], repositories: ['compiler'] },
    {
        id: 201,
        login: 'analytical-engines',
        name: 'Analytical Engines Ltd',
        type: 'Organization',
        owners: ['ada'],
        members: ['grace'],
        repositories: ['mill', 'store']
    },
    { id: 202, login: 'flow-matic', name: 'Flow-Matic Inc', type: 'Organization', owners: ['grace'], members: [], repositories: ['cobol'] }
];

export interface Installation {
    id: number;
    account: Account;
    createdMs: number;
    updatedMs: number;
    suspendedMs: number | null;
}

/** Where the app is installed, and the tokens of its installations. */
export class Installations {
    readonly #nowMs: () => number;
    #all: Installation[] = [];
    #nextId = FIRST_ID;
    readonly #tokens = new Map<string, { installationId: number; endsMs: number }>();

    constructor(nowMs: () => number) {
        this.#nowMs = nowMs;
    }

    clear(): void {
        this.#all = [];
        this.#tokens.clear();
    }

    list(): readonly Installation[] {
        return this.#all;
    }

    of(login: string): Installation | undefined {
        return this.#all.find(({ account }) => account.login === login);
    }

    /** Installs the app, or changes what it may see where it is installed already. */
    install(account: Account): { installation: Installation; action: 'install' | 'update' } {
        const nowMs = this.#nowMs();
        const found = this.of(account.login);
        if (found) {
            found.updatedMs = nowMs;
            return { installation: found, action: 'update' };
        }
        const installation = { id: this.#nextId, account, createdMs: nowMs, updatedMs: nowMs, suspendedMs: null };
        this.#nextId += 1;
        this.#all.push(installation);
        return { installation, action: 'install' };
    }

    suspend(installation: Installation, isSuspended: boolean): void {
        installation.suspendedMs = isSuspended ? this.#nowMs() : null;
    }

    uninstall({ id }: Installation): void {
        this.#all = this.#all.filter((one) => one.id !== id);
        for (const [token, { installationId }] of this.#tokens) if (installationId === id) this.#tokens.delete(token);
    }

    /** @throws {Refusal} */
    find(id: string): Installation {
        const found = this.#all.find((one) => String(one.id) === id);
        if (!found) throw new Refusal(404, 'Not Found');
        return found;
    }

    issueToken(installation: Installation): { token: string; expiresAt: string } {
        if (installation.suspendedMs !== null) throw new Refusal(403, 'This installation has been suspended');
        const token = `ghs_${randomBytes(27).toString('base64url').replaceAll(/[-_]/g, '0')}`;
        const endsMs = this.#nowMs() + TOKEN_MS;
        this.#tokens.set(token, { installationId: installation.id, endsMs });
        return { token, expiresAt: secondsOf(endsMs) };
    }

    /** Ends all tokens of installations early. @returns how many there were */
    endTokens(): number {
        const count = this.#tokens.size;
        this.#tokens.clear();
        return count;
    }

    /** The installation that a token is of. @throws {Refusal} */
    ofToken(token: string | undefined): Installation {
        const found = this.#tokens.get(token ?? '');
        if (!found || found.endsMs <= this.#nowMs()) throw new Refusal(401, 'Bad credentials');
        const installation = this.find(String(found.installationId));
        if (installation.suspendedMs !== null) throw new Refusal(403, 'This installation has been suspended');
        return installation;
    }

    /** What a person can reach of the app. */
    visibleTo(person: string): Installation[] {
        return this.#all.filter(({ account: { owners, members } }) => [...owners, ...members].includes(person));
    }
}

/** As GitHub writes times: without milliseconds. */
export function secondsOf(ms: number): string {
    return `${new Date(ms).toISOString().slice(0, 19)}Z`;
}
