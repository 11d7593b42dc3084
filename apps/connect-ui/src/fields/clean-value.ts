import type { FormField } from '@patchbay/contracts/browser';

/** What was changed in a value, or is odd about it; none of it blocks the form. */
export type FieldNotice = 'bearer' | 'quotes' | 'joined' | 'host' | 'unusual';

/** Longest key of several lines, in UTF-16 code units: the server's limit. */
export const longestLines = 16_384;

interface Cleaned {
    value: string;
    notice: FieldNotice | undefined;
}

/**
 * Removes what copying drags along: outer spaces, `Bearer ` and quotes around a key, the line
 * breaks of a wrapped one, and what stands around the box already. Never anything else inside. What
 * is clean stays as it is.
 */
export function cleanValue(field: FormField, authMode: string, raw: string): Cleaned {
    let notice: FieldNotice | undefined;
    let value = raw.trim();
    // Too long for any key, and refused: what is longer still would only keep the page busy.
    while (value.length <= longestLines) {
        const next = cleanedOnce(field, authMode, value);
        if (next.value === value) break;
        value = next.value.trim();
        notice ??= next.notice;
    }
    return { value, notice: notice ?? (isUnusual(field, value) ? 'unusual' : undefined) };
}

function linesOf(text: string): string[] {
    const lines = text.split(/[\r\n]/).map((line) => line.trim());
    return lines.filter((line) => line !== '');
}

function cleanedOnce(field: FormField, authMode: string, text: string): Cleaned {
    // A password may really begin with a quote; a key, token or secret does not.
    if (field.secret && !(authMode === 'BASIC' && field.name === 'password')) {
        const bare = text.replace(/^bearer\s+(?=\S)/i, '');
        if (bare !== text) return { value: bare, notice: 'bearer' };
        const unquoted = text.replace(/^(["'`])(.+)\1$/s, '$2');
        if (unquoted !== text) return { value: unquoted, notice: 'quotes' };
    }
    if (/[\r\n]/.test(text) && !hasLines(field, text)) {
        const joined = linesOf(text).join('');
        // With a space in it, it is more than a key that was wrapped.
        return field.secret && !/\s/.test(joined)
            ? { value: joined, notice: 'joined' }
            : { value: linesOf(text).join(' '), notice: undefined };
    }
    const part = partOf(field, text);
    return { value: part, notice: part === text ? undefined : 'host' };
}

/** Whether the value is a key of several lines: its line breaks are part of it. */
export function hasLines(field: Pick<FormField, 'multiline' | 'secret'>, value: string): boolean {
    return field.multiline || (field.secret && value.trimStart().startsWith('-----BEGIN '));
}

/**
 * Whether the pattern matches the value as a whole. One that this browser can't compile is left to
 * the server.
 */
export function matches(pattern: string, text: string): boolean {
    try {
        return new RegExp(`^(?:${pattern})$`).test(text);
    } catch {
        return true;
    }
}

function isUnusual({ pattern, pattern_warns: warns }: FormField, value: string): boolean {
    return value !== '' && value.length <= longestLines && pattern !== null && warns && !matches(pattern, value);
}

/**
 * The part that the box asks for, out of a whole address such as
 * `https://acme.example.com/settings`.
 */
function partOf({ prefix, suffix, format }: FormField, text: string): string {
    const isHost = format === 'hostname';
    if (prefix === null && suffix === null && !isHost) return text;
    const beginning = beginnings(prefix).find((start) => text.toLowerCase().startsWith(start.toLowerCase())) ?? '';
    const rest = text.slice(beginning.length);
    const part = suffix === null ? rest : (beforeSuffix(suffix, rest) ?? (prefix === null ? text : rest));
    return (isHost && suffix === null ? part.replace(/[/?#].*/s, '') : part) || text;
}

const scheme = /^https?:\/\//i;

/** How an address begins that is pasted whole: browsers copy `https://`, people leave it out. */
function beginnings(prefix: string | null): string[] {
    if (prefix !== null && !scheme.test(prefix)) return [prefix];
    const host = (prefix ?? '').replace(scheme, '');
    return [`https://${host}`, `http://${host}`, host];
}

/**
 * What stands before the suffix, where that is the end of the host: `.example.com` is no part of
 * `acme.example.community`.
 */
function beforeSuffix(suffix: string, text: string): string | undefined {
    const literal = suffix.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&');
    const [, part] = new RegExp(`^(.+?)${literal}${suffix.endsWith('/') ? '' : '(?:$|[/?#:])'}`, 'is').exec(text) ?? [];
    return part === undefined || (suffix.startsWith('.') && /[/?#:@]/.test(part)) ? undefined : part;
}
