/** Rules that make the public port misbehave: which requests are hit, and what happens to them. */

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

type Check = (value: unknown) => boolean;
const isCount: Check = (value) => Number.isSafeInteger(value) && Number(value) >= 0;
const isOrdinal: Check = (value) => isCount(value) && value !== 0;
const isStatus: Check = (value) => isCount(value) && Number(value) >= 200 && Number(value) <= 599;
const isText: Check = (value) => typeof value === 'string' && value !== '';
/** What Node lets into a header value: anything else would throw while replying. */
const isHeaderText: Check = (value) => typeof value === 'string' && /^[\x20-\x7e]+$/.test(value);
const isHeaders: Check = (value) =>
    isRecord(value) && Object.entries(value).every(([name, text]) => /^[\w-]+$/.test(name) && isHeaderText(text));

/** Each action's fields; the starred ones are required. */
const ACTION_FIELDS = {
    status: {
        '*code': isStatus,
        body: (value) => typeof value === 'string' || (typeof value === 'object' && value !== null),
        headers: isHeaders
    },
    delay: { '*ms': isCount },
    hang: {},
    reset: { after: (value) => typeof value === 'boolean' },
    garbage: { code: (value) => value === 200 || value === 502 },
    truncate: { bytes: isCount },
    huge: { '*bytes': isCount },
    slow_drip: { ms: isCount },
    redirect: { status: (value) => isStatus(value) && Number(value) >= 300 && Number(value) <= 399, '*location': isHeaderText },
    token_error_200: { error: isText },
    form_encoded_token: {},
    expires_in_string: {},
    no_refresh_token: {},
    wrong_content_type: { content_type: isHeaderText }
} as const satisfies Record<string, Record<string, Check>>;
export type FaultType = keyof typeof ACTION_FIELDS;

const RULE_FIELDS = { match: isRecord, '*action': (value: unknown) => isRecord(value) || isText(value), times: isOrdinal };
const MATCH_FIELDS = { method: isText, path_regex: isPattern, nth: isOrdinal };

/**
 * Reads a list of rules, `{match?, action, times?}` each; `action` is `{type, …}` or, when it needs nothing else, just its type.
 * @throws {FaultRuleError} naming the rule and the field that is wrong.
 */
export function parseFaultRules(input: unknown): FaultRule[] {
    if (!Array.isArray(input)) throw new FaultRuleError('The body must be a JSON array of fault rules.');
    return input.map((rule: unknown, index) => {
        const where = `Rule ${index}`;
        checkFields(where, rule, RULE_FIELDS);
        const match = rule['match'] ?? {};
        checkFields(`${where}, match`, match, MATCH_FIELDS);
        const { type, ...fields } = isRecord(rule['action']) ? rule['action'] : { type: rule['action'] };
        if (!isFaultType(type)) throw new FaultRuleError(`${where}: the action must be one of ${Object.keys(ACTION_FIELDS).join(', ')}.`);
        checkFields(`${where}, action ${type}`, fields, ACTION_FIELDS[type]);
        const times = rule['times'];
        return { match, action: { type, ...fields }, ...(typeof times === 'number' ? { times } : {}), matched: 0, applied: 0 };
    });
}

export class FaultRuleError extends Error {
    override readonly name = 'FaultRuleError';
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
    take(method: string, path: string): FaultAction | undefined {
        let strike: FaultRule | undefined;
        for (const rule of this.#rules) {
            const { match, times = Infinity } = rule;
            if (match.method !== undefined && match.method.toUpperCase() !== method) continue;
            if (match.path_regex !== undefined && !new RegExp(match.path_regex).test(path)) continue;
            rule.matched += 1;
            const isDue = (match.nth === undefined || match.nth === rule.matched) && rule.applied < times;
            if (isDue) strike ??= rule;
        }
        if (strike) strike.applied += 1;
        return strike?.action;
    }
}

function checkFields(where: string, value: unknown, fields: Readonly<Record<string, Check>>): asserts value is Record<string, unknown> {
    if (!isRecord(value)) throw new FaultRuleError(`${where} must be an object.`);
    for (const name of Object.keys(value)) {
        const check = fields[name] ?? fields[`*${name}`];
        if (!check) throw new FaultRuleError(`${where}: "${name}" is not a field here.`);
        if (!check(value[name])) throw new FaultRuleError(`${where}: "${name}" has an unusable value.`);
    }
    for (const field of Object.keys(fields)) {
        const name = field.slice(1);
        if (field.startsWith('*') && !(name in value)) throw new FaultRuleError(`${where}: "${name}" is missing.`);
    }
}

function isFaultType(value: unknown): value is FaultType {
    return typeof value === 'string' && Object.hasOwn(ACTION_FIELDS, value);
}

function isRecord(value: unknown): value is Record<string, unknown> {
    return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isPattern(value: unknown): boolean {
    try {
        return typeof value === 'string' && new RegExp(value) instanceof RegExp;
    } catch {
        return false;
    }
}
