import type { Json } from '@patchbay/functions';
import { ProtocolError } from './frames.ts';

/** Deeper values overflow the stack of what writes them as JSON again. */
const DEEPEST = 1_000;

/**
 * @throws {RangeError} for what is nested too deeply, which functions can send
 * @throws {ProtocolError} for what is not JSON, which only a child with other code can send
 */
export function parseJsonText(text: string): Json {
    if (isTooDeep(text)) throw new RangeError(`The value is nested more than ${DEEPEST} times.`);
    try {
        // Such a key would become the prototype where a host assigns properties one by one.
        const reviver = /__proto__|\\u005f/i.test(text) ? withoutPrototype : undefined;
        // JSON.parse makes JSON.
        return JSON.parse(text, reviver) as Json;
    } catch {
        throw new ProtocolError('A value that is not JSON.');
    }
}

function withoutPrototype(key: string, value: unknown): unknown {
    return key === '__proto__' ? undefined : value;
}

const [quote, backslash, openBracket, closeBracket, openBrace, closeBrace] = ['"', '\\', '[', ']', '{', '}'].map((each) =>
    each.charCodeAt(0)
);

function isTooDeep(text: string): boolean {
    let depth = 0;
    let isInString = false;
    for (let at = 0; at < text.length; at += 1) {
        const code = text.charCodeAt(at);
        if (isInString) {
            if (code === backslash) at += 1;
            else if (code === quote) isInString = false;
        } else if (code === quote) isInString = true;
        else if (code === openBracket || code === openBrace) {
            depth += 1;
            if (depth > DEEPEST) return true;
        } else if (code === closeBracket || code === closeBrace) depth -= 1;
    }
    return false;
}
