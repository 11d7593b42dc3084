/** Cutting more would block the event loop for seconds. */
export const MAX_ITEMS = 100_000;

/** A value's place in a JSON text. */
interface Span {
    start: number;
    end: number;
}

/**
 * Cuts a list out of JSON without parsing its numbers: `JSON.parse` would round
 * 12345678901234567890. Validity is checked by `JSON.parse`. With source text access, it takes as
 * long for a usual page, but 3.5 s for 8 MiB of numbers, and its stack overflows at 5,000 levels.
 * @param path as in {@link textAt}; empty: the whole text; `*`: that, or its object's only list
 * @returns each item's text, or why there is none: nothing there; not a list, or several for `*`;
 * more than {@link MAX_ITEMS} items
 * @throws {SyntaxError} for what is not JSON
 */
export function listAt(text: string, path: string): string[] | 'absent' | 'no_list' | 'too_long' {
    JSON.parse(text);
    const root = valueFrom(text, 0);
    const place = path === '*' ? onlyList(text, root) : find(text, root, path);
    if (!place) return 'absent';
    if (text[place.start] !== '[') return 'no_list';
    return elements(text, place)?.map(({ start, end }) => text.slice(start, end)) ?? 'too_long';
}

/**
 * The text of one value, such as `"next"`, `42` or `null`.
 * @param path keys joined by dots, also keys with dots (`@odata.nextLink`); in a list a number,
 * `-1` for the last item
 */
export function textAt(text: string, path: string): string | undefined {
    const place = find(text, valueFrom(text, 0), path);
    return place && text.slice(place.start, place.end);
}

/** Sets one member of a JSON object's text, and keeps the rest. @param value as JSON text */
export function withMember(text: string, name: string, value: string): string {
    const root = valueFrom(text, 0);
    const present = [...members(text, root)];
    // Of repeated keys the last one counts, as in JSON.parse.
    const old = present.findLast(({ key }) => key === name);
    if (old) return text.slice(0, old.start) + value + text.slice(old.end);
    return `{${JSON.stringify(name)}:${value}${present.length > 0 ? ',' : ''}${text.slice(root.start + 1)}`;
}

function find(text: string, root: Span, path: string): Span | undefined {
    let place: Span | undefined = root;
    let rest = path;
    while (place && rest !== '') {
        if (text[place.start] === '[') {
            const [index = ''] = rest.split('.', 1);
            place = /^-?\d+$/.test(index) ? elements(text, place)?.at(Number(index)) : undefined;
            rest = rest.slice(index.length + 1);
        } else {
            let best: (Span & { key: string }) | undefined;
            for (const member of members(text, place)) {
                const leadsThere = rest === member.key || rest.startsWith(`${member.key}.`);
                if (leadsThere && member.key.length >= (best?.key.length ?? 0)) best = member;
            }
            place = best;
            rest = rest.slice((best?.key.length ?? 0) + 1);
        }
    }
    return place;
}

function onlyList(text: string, root: Span): Span | undefined {
    if (text[root.start] !== '{') return root;
    const lists = new Map<string, Span>();
    for (const { key, ...value } of members(text, root))
        if (text[value.start] === '[') lists.set(key, value);
        else lists.delete(key);
    return lists.size > 1 ? root : lists.values().next().value;
}

/** The members of an object; of anything else none. */
function* members(text: string, { start }: Span): Generator<Span & { key: string }> {
    if (text[start] !== '{') return;
    let at = afterBlanks(text, start + 1);
    while (text[at] === '"') {
        const keyEnd = endOfString(text, at);
        const colon = afterBlanks(text, keyEnd);
        const value = valueFrom(text, colon + 1);
        yield { key: keyIn(text.slice(at, keyEnd)), ...value };
        const comma = afterBlanks(text, value.end);
        if (text[comma] !== ',') return;
        at = afterBlanks(text, comma + 1);
    }
}

/** The items of a list; undefined for more than {@link MAX_ITEMS}. */
function elements(text: string, list: Span): Span[] | undefined {
    const items: Span[] = [];
    let at = afterBlanks(text, list.start + 1);
    while (at < list.end - 1) {
        if (items.length === MAX_ITEMS) return undefined;
        const value = valueFrom(text, at);
        items.push(value);
        // Behind the comma.
        at = afterBlanks(text, value.end) + 1;
    }
    return items;
}

const blanks = /[ \t\n\r]*/y;
const scalar = /[^\s,\]}]*/y;

function valueFrom(text: string, at: number): Span {
    const start = afterBlanks(text, at);
    return { start, end: endOfValue(text, start) };
}

function endOfValue(text: string, start: number): number {
    if (text[start] === '"') return endOfString(text, start);
    if (text[start] !== '{' && text[start] !== '[') return endOf(scalar, text, start);
    const marks = /["[\]{}]/g;
    marks.lastIndex = start;
    let depth = 0;
    for (let mark = marks.exec(text); mark; mark = marks.exec(text)) {
        if (mark[0] === '"') marks.lastIndex = endOfString(text, mark.index);
        else depth += mark[0] === '{' || mark[0] === '[' ? 1 : -1;
        if (depth === 0) return marks.lastIndex;
    }
    return text.length;
}

function endOfString(text: string, start: number): number {
    for (let quote = text.indexOf('"', start + 1); quote !== -1; quote = text.indexOf('"', quote + 1)) {
        let before = quote - 1;
        while (text[before] === '\\') before -= 1;
        if ((quote - before) % 2 === 1) return quote + 1;
    }
    return text.length;
}

function afterBlanks(text: string, at: number): number {
    return endOf(blanks, text, at);
}

function endOf(run: RegExp, text: string, at: number): number {
    run.lastIndex = Math.min(at, text.length);
    run.test(text);
    return run.lastIndex;
}

/** @param text with its quotes */
function keyIn(text: string): string {
    return text.includes('\\') ? String(JSON.parse(text)) : text.slice(1, -1);
}
