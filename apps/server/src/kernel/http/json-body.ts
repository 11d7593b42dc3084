import { AppError } from '@patchbay/contracts';

const maxDepth = 32;
const strictUtf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Parses a request body more strictly than `JSON.parse`: refuses invalid UTF-8, repeated keys and
 * more than 32 levels.
 */
export function parseJsonBody(bytes: Uint8Array): unknown {
    let text: string;
    try {
        text = strictUtf8.decode(bytes);
    } catch (cause) {
        throw new AppError('invalid_json', { message: 'The body is not valid UTF-8.', cause });
    }
    const problem = findStructuralProblem(text);
    if (problem !== undefined) throw new AppError('invalid_json', { message: problem });
    let value: unknown;
    try {
        value = JSON.parse(text);
    } catch {
        // The parser's own message quotes the body, which may hold credentials.
        throw new AppError('invalid_json');
    }
    return value;
}

/** One pass before anything is built. Leaves syntax errors to `JSON.parse`. */
function findStructuralProblem(text: string): string | undefined {
    const objects: (Set<string> | undefined)[] = [];
    let expectsKey = false;
    for (let index = 0; index < text.length; index++) {
        const character = text[index];
        if (character === '{' || character === '[') {
            if (objects.length === maxDepth) return `The body is nested too deeply: at most ${maxDepth} levels.`;
            objects.push(character === '{' ? new Set() : undefined);
            expectsKey = character === '{';
        } else if (character === '}' || character === ']') {
            objects.pop();
            expectsKey = false;
        } else if (character === ',') {
            expectsKey = objects.at(-1) !== undefined;
        } else if (character === ':') {
            expectsKey = false;
        } else if (character === '"') {
            const end = endOfString(text, index);
            if (end === undefined) return undefined;
            if (expectsKey) {
                const keys = objects.at(-1);
                const key = readString(text.slice(index, end + 1));
                if (key === undefined) return undefined;
                if (keys?.has(key)) return `The key "${key.slice(0, 80)}" is given twice in one object.`;
                keys?.add(key);
            }
            index = end;
        }
    }
    return undefined;
}

function endOfString(text: string, start: number): number | undefined {
    for (let index = start + 1; index < text.length; index++) {
        if (text[index] === '\\') index++;
        else if (text[index] === '"') return index;
    }
    return undefined;
}

function readString(literal: string): string | undefined {
    // Nothing in it is escaped; what else may be wrong with it, the parser finds.
    if (!literal.includes('\\')) return literal.slice(1, -1);
    try {
        const value: unknown = JSON.parse(literal);
        return typeof value === 'string' ? value : undefined;
    } catch {
        return undefined;
    }
}

/** What cannot be kept as it was sent, if there is such a thing, and the path to it. */
export function findUnstorable(value: unknown, path: string[] = []): { path: string[]; message: string } | undefined {
    if (typeof value === 'string') {
        if (!value.includes('\0') && value.isWellFormed()) return undefined;
        return { path, message: 'Contains a NUL character or half of a surrogate pair, which cannot be stored.' };
    }
    // JSON has no largest number, JavaScript has: 1e999 would silently become null.
    if (typeof value === 'number' && !Number.isFinite(value)) return { path, message: 'This number is too large.' };
    if (typeof value !== 'object' || value === null) return undefined;
    for (const [key, child] of Object.entries(value)) {
        // Schemas drop this key silently.
        if (key === '__proto__') return { path: [...path, key], message: 'The key "__proto__" is not accepted.' };
        const found = findUnstorable(key, path) ?? findUnstorable(child, [...path, key]);
        if (found) return found;
    }
    return undefined;
}
