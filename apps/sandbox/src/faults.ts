/**
 * Rules by which the public port fails: for which requests, and how. Deviations per client:
 * modes.ts.
 */

import { createHash } from 'node:crypto';
import { checkFields, isHeaderText, isRecord, isText, isDelayMs, isInteger, InvalidInput } from './check-fields.ts';
import type { Check } from './check-fields.ts';
import { formOf } from './exchange.ts';
import type { Exchange } from './exchange.ts';

export interface FaultAction {
    type: FaultType;
    /** `status`: the HTTP status (required). `garbage`: 200 (default) or 502. */
    code?: number;
    /** `status`: the body; an object is sent as JSON. */
    body?: string | object;
    /** `status`: extra headers. */
    headers?: Record<string, string>;
    /**
     * `delay`: before the response's headers (required). `slow_drip`: between two bytes, default
     * 50.
     */
    ms?: number;
    /**
     * `huge`: size of the body (required). `truncate`: bytes before the connection ends, default
     * half. `reset`: so many bytes of the response are sent before. `big_header`: size of the
     * header, default 20,000.
     */
    bytes?: number;
    /** `redirect`: 302 by default. */
    status?: number;
    /** `redirect`: where to (required). */
    location?: string;
    /** `token_error_200`: the OAuth error code, `invalid_grant` by default. */
    error?: string;
    /** `wrong_content_type`: `text/html` by default. */
    content_type?: string;
    /**
     * `reset`, `hold`: true lets the request be processed first, so that only the response is lost
     * or late.
     */
    after?: boolean;
    /** `reset`: true does not wait for the request's body. */
    unread?: boolean;
}

export interface FaultMatch {
    method?: string;
    /** A regular expression for the path (without the query). */
    path_regex?: string;
    /** Of a request to the token endpoint: `refresh_token`, say, leaves sign-ins alone. */
    grant_type?: string;
    /** A regular expression for the query, as it was sent. */
    query?: string;
    /** Only the nth matching request, counted from 1. */
    nth?: number;
    /** Only the matching requests from this one on, counted from 1. */
    from?: number;
    /** Only each such matching request: 3 is the third, the sixth … */
    every?: number;
    /** The share of the matching requests, 0 to 1; which ones is fixed by `seed`. */
    probability?: number;
    seed?: number;
}

/** As the control plane shows it, with what it has done so far. */
export interface FaultRule {
    match: FaultMatch;
    action: FaultAction;
    /** How often it strikes at most; without it, for ever. */
    times?: number;
    /** How long after its first strike it strikes at most. */
    for_ms?: number;
    matched: number;
    applied: number;
}

/** What a rule does to one request. */
export interface DueFault {
    action: FaultAction;
    /** Resolves when the rules are replaced. */
    replaced: Promise<void>;
}

const isCount = isInteger(0);
const isOrdinal = isInteger(1);
const isStatus = isInteger(200, 599);
const isFlag: Check = (value) => typeof value === 'boolean';
const isHeaders: Check = (value) =>
    isRecord(value) && Object.entries(value).every(([name, text]) => /^[\w-]+$/.test(name) && isHeaderText(text));

/** Each action's fields; the starred ones are required. */
const ACTION_FIELDS = {
    status: {
        '*code': isStatus,
        body: (value) => typeof value === 'string' || (typeof value === 'object' && value !== null),
        headers: isHeaders
    },
    delay: { '*ms': isDelayMs },
    /** Until the rules are replaced. */
    hold: { after: isFlag },
    hang: {},
    reset: { after: isFlag, bytes: isCount, unread: isFlag },
    garbage: { code: (value) => value === 200 || value === 502 },
    truncate: { bytes: isCount },
    huge: { '*bytes': isCount },
    /** A header of that size, in front of the ordinary response. */
    big_header: { bytes: isInteger(1, 1_048_576) },
    /** Processes the request twice; the caller sees one response. */
    duplicate: {},
    /** Compresses the ordinary response, whether or not the caller accepts it. */
    gzip: {},
    slow_drip: { ms: isDelayMs },
    redirect: { status: isInteger(300, 399), '*location': isHeaderText },
    token_error_200: { error: isText },
    form_encoded_token: {},
    expires_in_string: {},
    no_refresh_token: {},
    wrong_content_type: { content_type: isHeaderText }
} as const satisfies Record<string, Record<string, Check>>;
export type FaultType = keyof typeof ACTION_FIELDS;

const RULE_FIELDS = {
    match: isRecord,
    '*action': (value: unknown) => isRecord(value) || isText(value),
    times: isOrdinal,
    for_ms: isOrdinal
};
const MATCH_FIELDS = {
    method: isText,
    path_regex: isPattern,
    query: isPattern,
    grant_type: isText,
    nth: isOrdinal,
    from: isOrdinal,
    every: isOrdinal,
    probability: (value: unknown) => typeof value === 'number' && value >= 0 && value <= 1,
    seed: isCount
};

/**
 * Reads a list of `{match?, action, times?, for_ms?}`; `action` is `{type, …}`, or its type alone.
 * @throws {InvalidInput} naming the rule and the invalid field
 */
export function parseFaultRules(input: unknown): FaultRule[] {
    if (!Array.isArray(input)) throw new InvalidInput('The body must be a JSON array of fault rules.');
    return input.map((rule: unknown, index) => {
        const where = `Rule ${index}`;
        checkFields(where, rule, RULE_FIELDS);
        const match = rule['match'] ?? {};
        checkFields(`${where}, match`, match, MATCH_FIELDS);
        const { type, ...fields } = isRecord(rule['action']) ? rule['action'] : { type: rule['action'] };
        if (!isFaultType(type)) throw new InvalidInput(`${where}: the action must be one of ${Object.keys(ACTION_FIELDS).join(', ')}.`);
        checkFields(`${where}, action ${type}`, fields, ACTION_FIELDS[type]);
        if (type === 'reset' && Object.keys(fields).length > 1)
            throw new InvalidInput(`${where}, action reset: it has one of after, bytes and unread at most.`);
        const { times, for_ms: forMs } = rule;
        return {
            match,
            action: { type, ...fields },
            ...(typeof times === 'number' ? { times } : {}),
            ...(typeof forMs === 'number' ? { for_ms: forMs } : {}),
            matched: 0,
            applied: 0
        };
    });
}

/** The active rules. The first match wins, but every rule counts every request it matches. */
export class FaultList {
    readonly #nowMs: () => number;
    #rules: FaultRule[] = [];
    readonly #endsMs = new WeakMap<FaultRule, number>();
    #replacement = Promise.withResolvers<void>();

    constructor(nowMs = () => Date.now()) {
        this.#nowMs = nowMs;
    }

    set(rules: FaultRule[]): void {
        this.#rules = rules;
        this.#replacement.resolve();
        this.#replacement = Promise.withResolvers();
    }

    list(): readonly FaultRule[] {
        return this.#rules;
    }

    /** What shall happen to this request although its body has not been read; counts it. */
    takeUnread(exchange: Exchange): DueFault | undefined {
        return this.#take(
            exchange,
            this.#rules.filter(({ action }) => action.unread === true)
        );
    }

    /** What shall happen to this request, whose body has been read; counts it. */
    take(exchange: Exchange): DueFault | undefined {
        return this.#take(
            exchange,
            this.#rules.filter(({ action }) => action.unread !== true)
        );
    }

    #take(exchange: Exchange, rules: FaultRule[]): DueFault | undefined {
        let strike: FaultRule | undefined;
        for (const rule of rules) {
            const { match, times = Infinity } = rule;
            if (!isMatch(match, exchange)) continue;
            rule.matched += 1;
            const isDue = isTurn(match, rule.matched) && rule.applied < times && !this.#hasEnded(rule);
            if (isDue) strike ??= rule;
        }
        if (!strike) return undefined;
        strike.applied += 1;
        if (strike.applied === 1 && strike.for_ms !== undefined) this.#endsMs.set(strike, this.#nowMs() + strike.for_ms);
        return { action: strike.action, replaced: this.#replacement.promise };
    }

    #hasEnded(rule: FaultRule): boolean {
        return this.#nowMs() >= (this.#endsMs.get(rule) ?? Infinity);
    }
}

/** @param count which matching request it is, from 1 */
function isTurn({ nth, from = 1, every, probability, seed = 0 }: FaultMatch, count: number): boolean {
    if ((nth !== undefined && nth !== count) || count < from) return false;
    if (every !== undefined && count % every !== 0) return false;
    return probability === undefined || fractionOf(`${seed}:${count}`) < probability;
}

/** The same number from 0 to 1 for the same text. */
function fractionOf(text: string): number {
    return createHash('sha256').update(text).digest().readUInt32BE(0) / 2 ** 32;
}

function isMatch({ method, path_regex: path, query, grant_type: grantType }: FaultMatch, exchange: Exchange): boolean {
    if (method !== undefined && method.toUpperCase() !== exchange.method) return false;
    if (path !== undefined && !new RegExp(path).test(exchange.url.pathname)) return false;
    if (query !== undefined && !new RegExp(query).test(exchange.url.search)) return false;
    return grantType === undefined || formOf(exchange).get('grant_type') === grantType;
}

function isFaultType(value: unknown): value is FaultType {
    return typeof value === 'string' && Object.hasOwn(ACTION_FIELDS, value);
}

function isPattern(value: unknown): boolean {
    try {
        return typeof value === 'string' && new RegExp(value) instanceof RegExp;
    } catch {
        return false;
    }
}
