import { isValidValue } from './fields.ts';
import type { FormField, FormFields } from './form-field.ts';
import { trimTrailingSlashes } from './trim-trailing-slashes.ts';

/**
 * What a template can refer to: `connectionConfig`, `credentials`, `accessToken`, `clientId`,
 * `clientSecret`, `sandboxUrl`, and credential fields by their bare names (`apiKey`, `username` …).
 */
export type InterpolationValues = Readonly<Record<string, unknown>>;

/**
 * A value that would change the structure of an address or a header. `field`: the placeholder's
 * path.
 */
export class UnsafeValueError extends Error {
    override readonly name = 'UnsafeValueError';
    readonly field: string;
    constructor(field: string, message: string) {
        super(message);
        this.field = field;
    }
}

type Segment = { kind: 'text'; text: string } | { kind: 'value'; path: string } | { kind: 'base64'; alternatives: Segment[][] };

/**
 * Fills `${a.b}` and `${base64(…)}`; of `A || B` the first that resolves. Values are never
 * templates.
 * @returns undefined when a placeholder has no value: callers leave the entry out, or refuse
 */
export function interpolate(template: string, values: InterpolationValues): string | undefined {
    return firstResolved(parse(template), (segments) => fill(segments, values));
}

/**
 * Fills a URL template so that a value can't change host or path. Values in path and query are
 * percent-encoded; in the host they must be host labels, match their field's pattern, and keep the
 * template's fixed suffix; at the start a value is a whole base URL. `http:` is refused except for
 * the operator's own `${sandboxUrl}`.
 * @param fields the definition's `connection_config`
 * @throws UnsafeValueError
 */
export function interpolateUrl(template: string, values: InterpolationValues, fields: FormFields = {}): string | undefined {
    return firstResolved(parse(template), (segments) => fillUrl(segments, values, fields));
}

/** The paths that a template refers to, e.g. `connectionConfig.subdomain`. */
export function placeholders(template: string): string[] {
    const paths = (segment: Segment): string[] => {
        if (segment.kind === 'base64') return segment.alternatives.flat().flatMap(paths);
        return segment.kind === 'value' ? [segment.path] : [];
    };
    return parse(template).flat().flatMap(paths);
}

/** The paths that choose the host of a URL template, unless a fixed domain follows them. */
export function hostPlaceholders(template: string): string[] {
    return parse(template).flatMap((segments) => {
        const [first] = segments;
        // A value at the very start is a whole base URL.
        if (first?.kind === 'value') return [first.path];
        const end = segments.findIndex((segment) => segment.kind === 'text' && segment.text.replace(/^https:\/\//, '').includes('/'));
        const authority = end === -1 ? segments : segments.slice(0, end + 1);
        const last = authority.findLastIndex((segment) => segment.kind === 'value');
        const after = authority[last + 1];
        if (last === -1 || (after?.kind === 'text' && after.text.startsWith('.'))) return [];
        return authority.flatMap((segment) => (segment.kind === 'value' ? [segment.path] : []));
    });
}

/**
 * Whether the definition restricts which hosts a field may name. A pattern that only warns does
 * not.
 */
export function restrictsHost({ pattern, pattern_level: level, enum: values }: FormField): boolean {
    return (pattern !== undefined && level !== 'warn') || values !== undefined;
}

/** Parsed once per template: parsing was half of what a proxied request spent here. */
const templatesRead = new Map<string, Segment[][]>();

function parse(template: string): Segment[][] {
    let alternatives = templatesRead.get(template);
    if (!alternatives) templatesRead.set(template, (alternatives = read(template)));
    return alternatives;
}

/** @throws Error for an invalid template, which `every-provider.test.ts` finds */
function read(template: string): Segment[][] {
    const alternatives: Segment[][] = [[]];
    let text = '';
    const add = (...segments: Segment[]) => {
        const current = alternatives.at(-1) ?? [];
        if (text !== '') current.push({ kind: 'text', text });
        current.push(...segments);
        text = '';
    };
    let at = 0;
    while (at < template.length) {
        if (template.startsWith('${', at)) {
            const end = closingBrace(template, at + 2);
            add(placeholder(template.slice(at + 2, end)));
            at = end + 1;
        } else if (template.startsWith(' || ', at)) {
            add();
            alternatives.push([]);
            at += 4;
        } else {
            text += template[at];
            at += 1;
        }
    }
    add();
    return alternatives;
}

function closingBrace(template: string, from: number): number {
    let depth = 1;
    for (let at = from; at < template.length; at += 1) {
        if (template.startsWith('${', at)) depth += 1;
        else if (template[at] === '}') depth -= 1;
        if (depth === 0) return at;
    }
    throw new Error(`The template ${template} has no closing brace.`);
}

function placeholder(content: string): Segment {
    const argument = /^base64\((.*)\)$/s.exec(content)?.[1];
    if (argument !== undefined) return { kind: 'base64', alternatives: parse(argument) };
    if (!/^[A-Za-z][\w-]*(?:\.[\w-]+)*$/.test(content)) throw new Error(`The placeholder ${content} can't be read.`);
    return { kind: 'value', path: content };
}

function firstResolved<T>(alternatives: Segment[][], attempt: (segments: Segment[]) => T | undefined): T | undefined {
    for (const segments of alternatives) {
        const resolved = attempt(segments);
        if (resolved !== undefined) return resolved;
    }
    return undefined;
}

function fill(segments: Segment[], values: InterpolationValues): string | undefined {
    let result = '';
    for (const segment of segments) {
        const text = valueOf(segment, values);
        if (text === undefined) return undefined;
        result += text;
    }
    return result;
}

function valueOf(segment: Segment, values: InterpolationValues): string | undefined {
    if (segment.kind === 'text') return segment.text;
    if (segment.kind === 'value') return lookUp(segment.path, values);
    const plain = firstResolved(segment.alternatives, (segments) => fill(segments, values));
    return plain === undefined ? undefined : Buffer.from(plain, 'utf8').toString('base64');
}

function lookUp(path: string, values: InterpolationValues): string | undefined {
    let current: unknown = values;
    for (const key of path.split('.')) {
        // Own properties only, never `constructor` and the like.
        if (typeof current !== 'object' || current === null || !Object.hasOwn(current, key)) return undefined;
        current = (current as Record<string, unknown>)[key]; // an object, checked above
    }
    return typeof current === 'string' || typeof current === 'number' || typeof current === 'boolean' ? String(current) : undefined;
}

function fillUrl(segments: Segment[], values: InterpolationValues, fields: FormFields): string | undefined {
    const filled: { segment: Segment; text: string }[] = [];
    for (const segment of segments) {
        const text = valueOf(segment, values);
        // An optional field left empty would make `https://.example.com`.
        if (text === undefined || (text === '' && segment.kind !== 'text')) return undefined;
        if (segment.kind === 'value') refuseUnacceptable(segment.path, text, fields);
        filled.push({ segment, text });
    }

    const [first] = filled;
    if (!first) return undefined;
    let url = '';
    let isInHost = true;
    if (first.segment.kind === 'value') {
        url = baseUrl(first.segment.path, first.text, fields);
        filled.shift();
        isInHost = false;
    }
    let hostValue: string | undefined;
    for (const { segment, text } of filled) {
        if (segment.kind === 'text') {
            isInHost &&= !text.replace(/^https:\/\//, '').includes('/');
            url += text;
        } else if (isInHost && segment.kind === 'value') {
            if (!/^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$/i.test(text) || text.includes('..')) throw refusal(segment.path);
            hostValue = segment.path;
            url += text;
        } else {
            // Encoded already, but for the two names that every URL parser resolves.
            if (text === '.' || text === '..') throw refusal(segment.kind === 'value' ? segment.path : 'base64');
            url += encodeURIComponent(text);
        }
    }
    refuseOtherHost(url, segments, hostValue, fields);
    return url;
}

function refuseUnacceptable(path: string, text: string, fields: FormFields): void {
    const field = fieldOf(path, fields);
    if (field && !isValidValue(field, text)) throw refusal(path);
}

function fieldOf(path: string, fields: FormFields): FormField | undefined {
    const name = /^connectionConfig\.(.+)$/.exec(path)?.[1];
    return name !== undefined && Object.hasOwn(fields, name) ? fields[name] : undefined;
}

function baseUrl(path: string, text: string, fields: FormFields): string {
    const url = URL.parse(text);
    // Whether plain http is allowed is decided by checkFields on input, and by egress on each call.
    const mayBeHttp = path === 'sandboxUrl' || fieldOf(path, fields)?.format === 'uri';
    const isAllowedScheme = url?.protocol === 'https:' || (url?.protocol === 'http:' && mayBeHttp);
    if (!url || !isAllowedScheme || url.username || url.password || /[?#\\]/.test(text)) throw refusal(path);
    return trimTrailingSlashes(url.href);
}

/**
 * The host that a URL parser reads must be the one built here, under the template's fixed suffix,
 * or matching the field's pattern where a template has none.
 */
function refuseOtherHost(url: string, segments: Segment[], path: string | undefined, fields: FormFields): void {
    if (path === undefined) return;
    const written = /^https:\/\/([^/?#]+)/.exec(url)?.[1];
    const parsed = URL.canParse(url) ? new URL(url) : undefined;
    if (!written || !parsed || parsed.protocol !== 'https:' || parsed.host !== written.toLowerCase()) throw refusal(path);
    const after = segments[segments.findLastIndex((segment) => segment.kind === 'value' && segment.path === path) + 1];
    const suffix = after?.kind === 'text' ? (/^[^/]*/.exec(after.text)?.[0] ?? '') : '';
    const field = fieldOf(path, fields);
    const isConfined = suffix.startsWith('.') ? parsed.host.endsWith(suffix) : field !== undefined && restrictsHost(field);
    if (!isConfined) throw refusal(path);
}

function refusal(path: string): UnsafeValueError {
    return new UnsafeValueError(path, `The value of ${path} can't be part of the provider's address.`);
}
