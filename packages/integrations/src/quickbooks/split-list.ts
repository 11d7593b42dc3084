const [QUOTE, BACKSLASH, BRACE, END_OF_BRACE, BRACKET, END_OF_BRACKET] = [...'"\\{}[]'].map((sign) => sign.charCodeAt(0));

/** The objects of a list that are not parsed yet. */
export interface SplitList {
    count: number;
    /** What is around the list, which is empty there. */
    rest: string;
    /** Of so many objects at a time, as JSON lists. */
    parts(size: number): Generator<string, void, void>;
}

/**
 * Finds the objects of a list in a response's text: parsed all at once, they take many times what
 * their text does.
 * @param name of letters
 * @returns null where there is no whole list of that name
 */
export function splitList(text: string, name: string): SplitList | null {
    // Within a text of JSON the quotation marks are escaped.
    const head = new RegExp(`"${name}"\\s*:\\s*\\[`).exec(text);
    if (!head) return null;
    const from = head.index + head[0].length;
    const places: { start: number; end: number }[] = [];
    let depth = 0;
    let start = 0;
    let isText = false;
    // A regular expression would make an object of each sign: as much memory as is saved.
    for (let at = from; at < text.length; at += 1) {
        const sign = text.charCodeAt(at);
        if (isText) {
            if (sign === BACKSLASH) at += 1;
            else if (sign === QUOTE) isText = false;
        } else if (sign === QUOTE) isText = true;
        else if (sign === BRACE || sign === BRACKET) {
            if (depth === 0) start = at;
            depth += 1;
        } else if (sign === END_OF_BRACE || sign === END_OF_BRACKET) {
            if (depth === 0) return described(text, places, text.slice(0, from) + text.slice(at));
            depth -= 1;
            if (depth === 0) places.push({ start, end: at + 1 });
        }
    }
    return null;
}

function described(text: string, places: readonly { start: number; end: number }[], rest: string): SplitList {
    return {
        count: places.length,
        rest,
        *parts(size) {
            for (let at = 0; at < places.length; at += size) {
                const last = places[Math.min(at + size, places.length) - 1];
                yield `[${text.slice(places[at]?.start, last?.end)}]`;
            }
        }
    };
}
