/** JSON as people edit it, or where and why it is none. */
export type ParsedText = { value: Record<string, unknown> } | { error: string };

/** Reads an object. Browsers name the place of an error in words of their own, or not at all. */
export function parseObjectText(text: string): ParsedText {
    if (text.trim() === '') return { error: 'Write a JSON object, such as {}.' };
    try {
        const value: unknown = JSON.parse(text);
        if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { value: { ...value } };
        return { error: 'This is JSON, but not an object: it has to begin with { and end with }.' };
    } catch {
        const { at, expected } = findProblem(text);
        return { error: `Line ${text.slice(0, at).split('\n').length}: expected ${expected}.` };
    }
}

interface Problem {
    at: number;
    expected: string;
}

const scalar = /"(?:[^"\\\p{Cc}]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/uy;
const text_ = /"(?:[^"\\\p{Cc}]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"/uy;
const space = /[ \t\r\n]*/y;

/** Where a text that is no JSON stops being JSON. */
function findProblem(text: string): Problem {
    let at = 0;
    let problem: Problem | undefined;
    const take = (pattern: RegExp): boolean => {
        pattern.lastIndex = at;
        const found = pattern.test(text);
        if (found) at = pattern.lastIndex;
        return found;
    };
    const isNext = (character: string): boolean => {
        take(space);
        if (text[at] !== character) return false;
        at += 1;
        return true;
    };
    const fail = (expected: string): false => {
        problem ??= { at, expected };
        return false;
    };
    const list = (end: string, item: () => boolean): boolean => {
        if (isNext(end)) return true;
        do if (!item()) return false;
        while (isNext(','));
        return isNext(end) || fail(`a comma or ${end}`);
    };
    const member = (): boolean => {
        take(space);
        if (!take(text_)) return fail('a name in quotation marks');
        return isNext(':') ? value() : fail('a colon after the name');
    };
    const value = (): boolean => {
        if (isNext('{')) return list('}', member);
        if (isNext('[')) return list(']', value);
        return take(scalar) || fail('a value: text in quotation marks, a number, true, false, null, a list or an object');
    };
    if (value()) take(space);
    return problem ?? { at, expected: 'nothing more after the end of the object' };
}
