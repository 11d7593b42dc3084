/** Rules that make the public port misbehave: which requests are hit, and what happens to them. How a client's authorization server always is: modes.ts. */

import { checkFields, isHeaderText, isRecord, isText, isWait, isWhole, UnusableInput } from './check-fields.ts';
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
    /** `delay`: before the reply's headers (required). `slow_drip`: between two bytes, 50 by default. */
    ms?: number;
    /** `huge`: size of the body (required). `truncate`: bytes sent before the connection ends, half the body by default. */
    bytes?: number;
    /** `redirect`: 302 by default. */
    status?: number;
    /** `redirect`: where to (required). */
    location?: string;
    /** `token_error_200`: the OAuth error code, `invalid_grant` by default. */
    error?: string;
    /** `wrong_content_type`: `text/html` by default. */
    content_type?: string;
    /** `reset`: true lets the request be processed first, so that only the answer is lost. */
    after?: boolean;
}

export interface FaultMatch {
    method?: string;
    /** A regular expression for the path (without the query). */
    path_regex?: string;
    /** Of a request to the token endpoint: `refresh_token`, say, leaves sign-ins alone. */
    grant_type?: string;
    /** Only the nth matching request, counted from 1. */
    nth?: number;
}

/** As the control plane shows it, with what it has done so far. */
export interface FaultRule {
    match: FaultMatch;
    action: FaultAction;
    /** How often it strikes at most; without it, for ever. */
    times?: number;
    matched: number;
    applied: number;
}

const isCount = isWhole(0);
const isOrdinal = isWhole(1);
const isStatus = isWhole(200, 599);
const isHeaders: Check = (value) =>
    isRecord(value) && Object.entries(value).every(([name, text]) => /^[\w-]+$/.test(name) && isHeaderText(text));

/** Each action's fields; the starred ones are required. */
const ACTION_FIELDS = {
    status: {
        '*code': isStatus,
        body: (value) => typeof value === 'string' || (typeof value === 'object' && value !== null),
        headers: isHeaders
    },
    delay: { '*ms': isWait },
    hang: {},
    reset: { after: (value) => typeof value === 'boolean' },
    garbage: { code: (value) => value === 200 || value === 502 },
    truncate: { bytes: isCount },
    huge: { '*bytes': isCount },
    slow_drip: { ms: isWait },
    redirect: { status: isWhole(300, 399), '*location': isHeaderText },
    token_error_200: { error: isText },
    form_encoded_token: {},
    expires_in_string: {},
    no_refresh_token: {},
    wrong_content_type: { content_type: isHeaderText }
} as const satisfies Record<string, Record<string, Check>>;
export type FaultType = keyof typeof ACTION_FIELDS;

const RULE_FIELDS = { match: isRecord, '*action': (value: unknown) => isRecord(value) || isText(value), times: isOrdinal };
const MATCH_FIELDS = { method: isText, path_regex: isPattern, grant_type: isText, nth: isOrdinal };

/**
 * Reads a list of rules, `{match?, action, times?}` each; `action` is `{type, …}` or, when it needs nothing else, just its type.
 * @throws {UnusableInput} naming the rule and the field that is wrong.
 */
export function parseFaultRules(input: unknown): FaultRule[] {
    if (!Array.isArray(input)) throw new UnusableInput('The body must be a JSON array of fault rules.');
    return input.map((rule: unknown, index) => {
        const where = `Rule ${index}`;
        checkFields(where, rule, RULE_FIELDS);
        const match = rule['match'] ?? {};
        checkFields(`${where}, match`, match, MATCH_FIELDS);
        const { type, ...fields } = isRecord(rule['action']) ? rule['action'] : { type: rule['action'] };
        if (!isFaultType(type)) throw new UnusableInput(`${where}: the action must be one of ${Object.keys(ACTION_FIELDS).join(', ')}.`);
        checkFields(`${where}, action ${type}`, fields, ACTION_FIELDS[type]);
        const times = rule['times'];
        return { match, action: { type, ...fields }, ...(typeof times === 'number' ? { times } : {}), matched: 0, applied: 0 };
    });
}

/** The rules in force. The first one that strikes wins, but every rule counts every request it matches. */
export class FaultList {
    #rules: FaultRule[] = [];

    set(rules: FaultRule[]): void {
        this.#rules = rules;
    }

    list(): readonly FaultRule[] {
        return this.#rules;
    }

    /** What shall happen to this request; counts it. */
    take(exchange: Exchange): FaultAction | undefined {
        let strike: FaultRule | undefined;
        for (const rule of this.#rules) {
            const { match, times = Infinity } = rule;
            if (!isMatch(match, exchange)) continue;
            rule.matched += 1;
            const isDue = (match.nth === undefined || match.nth === rule.matched) && rule.applied < times;
            if (isDue) strike ??= rule;
        }
        if (strike) strike.applied += 1;
        return strike?.action;
    }
}

function isMatch({ method, path_regex: path, grant_type: grantType }: FaultMatch, exchange: Exchange): boolean {
    if (method !== undefined && method.toUpperCase() !== exchange.method) return false;
    if (path !== undefined && !new RegExp(path).test(exchange.url.pathname)) return false;
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
