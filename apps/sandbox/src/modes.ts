import { SCOPES } from './accounts.ts';
import { isRecord, isDelayMs, isInteger, InvalidInput } from './check-fields.ts';
import type { Check } from './check-fields.ts';

const DAY_S = 86_400;

/**
 * Deviations of an authorization server, per OAuth client, with their texts for the root page. A
 * mode has options, a check for a number, or a list of scopes. For single requests: faults.ts.
 */
export const MODES = {
    refresh_token: {
        title: 'Refresh tokens',
        options: {
            rotates: 'change: each refresh gives a new one',
            stays: 'stay the same, and every response repeats them',
            stays_unmentioned: 'stay the same, and only the first response mentions them',
            absent: 'do not exist'
        }
    },
    grace_s: { title: 'Seconds for which a spent refresh token still works', check: isInteger(0, 365 * DAY_S) },
    grace_answer: { title: 'Meanwhile it gives', options: { new: 'new tokens', same: 'the same response again' } },
    reuse: {
        title: 'Used after that, a spent refresh token',
        options: { revokes_grant: 'ends every token of its grant (RFC 9700, 4.14)', refused: 'is refused, and nothing else happens' }
    },
    access_token_lifetime_s: { title: 'Seconds for which an access token lives', check: isInteger(1, 365 * DAY_S) },
    expires_in: {
        title: 'expires_in is',
        options: { number: 'a whole number', float: 'a number with a fraction', string: 'a string', missing: 'left out' }
    },
    token_type: {
        title: 'token_type is',
        options: { Bearer: '“Bearer”', bearer: '“bearer”', BEARER: '“BEARER”', missing: 'left out' }
    },
    token_format: { title: 'The token endpoint answers in', options: { json: 'JSON', form: 'a form, as a browser would send it' } },
    token_error: {
        title: 'It refuses with',
        options: { status_4xx: 'status 400 or 401', status_200: 'status 200 and an error in the body' }
    },
    token_delay_ms: { title: 'Milliseconds by which its responses are late, with the work done already', check: isDelayMs },
    lost_token_answers: { title: 'Tokens to be given whose response gets lost; counts down', check: isInteger(0) },
    withheld_scopes: { title: 'Kept back, although the app asks', scopes: Object.keys(SCOPES) },
    revocation: {
        title: 'Asked to revoke a token, it',
        options: {
            works: 'does so, and with a refresh token ends its grant',
            refuses: 'refuses and keeps the token (RFC 7009, 2.2.1)',
            hangs: 'never responds'
        }
    },
    login_hint: {
        title: 'The account that the app hints at',
        options: { followed: 'is chosen beforehand', ignored: 'is ignored: another one is chosen beforehand' }
    },
    admin_approval: {
        title: 'Approval of the app by an admin',
        options: { given: 'was given', missing: 'is missing: people can only ask for it' }
    },
    consent_page: { title: 'The page for signing in', options: { shown: 'is shown', hangs: 'never arrives' } },
    consent_delay_ms: { title: 'Milliseconds by which it is late', check: isDelayMs }
} as const satisfies Record<string, Mode>;

export type Mode =
    | { title: string; options: Readonly<Record<string, string>> }
    | { title: string; check: Check }
    | { title: string; scopes: readonly string[] };
type ValueOf<M extends Mode> = M extends { options: infer Options }
    ? keyof Options
    : M extends { check: Check }
      ? number
      : readonly string[];
export type ModeName = keyof typeof MODES;
/** One client's modes, with the control plane's field names. */
export type Modes = { [Name in ModeName]: ValueOf<(typeof MODES)[Name]> };

/** What a well-behaved server of today does. */
export const INITIAL_MODES: Readonly<Modes> = {
    refresh_token: 'rotates',
    grace_s: 0,
    grace_answer: 'new',
    reuse: 'revokes_grant',
    access_token_lifetime_s: 3_600,
    expires_in: 'number',
    token_type: 'Bearer',
    token_format: 'json',
    token_error: 'status_4xx',
    token_delay_ms: 0,
    lost_token_answers: 0,
    withheld_scopes: [],
    revocation: 'works',
    login_hint: 'followed',
    admin_approval: 'given',
    consent_page: 'shown',
    consent_delay_ms: 0
};

/** Every client's modes, as the control plane and the root page set them. */
export class ClientModes {
    readonly #byClient: Map<string, Modes>;

    constructor(clientIds: readonly string[]) {
        this.#byClient = new Map(clientIds.map((id) => [id, { ...INITIAL_MODES }]));
    }

    of(clientId: string | undefined): Readonly<Modes> {
        return this.#byClient.get(clientId ?? '') ?? INITIAL_MODES;
    }

    all(): Record<string, Readonly<Modes>> {
        return Object.fromEntries(this.#byClient);
    }

    /** Changes the modes that are named and leaves the others. @throws {InvalidInput} */
    change(clientId: string, changes: unknown): Readonly<Modes> {
        const modes = this.#byClient.get(clientId);
        if (!modes) throw new InvalidInput(`The client must be one of ${[...this.#byClient.keys()].join(', ')}.`);
        assertModes(changes);
        return Object.assign(modes, changes);
    }

    /** Whether the response with the tokens just given shall get lost; counts it. */
    takeLoss(clientId: string): boolean {
        const modes = this.#byClient.get(clientId);
        if (!modes || modes.lost_token_answers === 0) return false;
        modes.lost_token_answers -= 1;
        return true;
    }

    reset(): void {
        for (const modes of this.#byClient.values()) Object.assign(modes, INITIAL_MODES);
    }
}

function assertModes(input: unknown): asserts input is Partial<Modes> {
    if (!isRecord(input)) throw new InvalidInput('The modes must be an object.');
    for (const [name, value] of Object.entries(input)) {
        if (!isModeName(name)) throw new InvalidInput(`"${name}" is not a mode; there are ${Object.keys(MODES).join(', ')}.`);
        assertValue(name, MODES[name], value);
    }
}

function assertValue(name: string, mode: Mode, value: unknown): void {
    if ('check' in mode) {
        if (!mode.check(value)) throw new InvalidInput(`"${name}" must be a whole number in a sensible range.`);
    } else if ('options' in mode) {
        const isOption = typeof value === 'string' && Object.hasOwn(mode.options, value);
        if (!isOption) throw new InvalidInput(`"${name}" must be one of ${Object.keys(mode.options).join(', ')}.`);
    } else {
        const isList = Array.isArray(value) && value.every((scope: unknown) => typeof scope === 'string' && mode.scopes.includes(scope));
        if (!isList) throw new InvalidInput(`"${name}" must be a list out of ${mode.scopes.join(', ')}.`);
    }
}

function isModeName(name: string): name is ModeName {
    return Object.hasOwn(MODES, name);
}
