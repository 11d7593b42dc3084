import { msOf, rowOf } from './row.ts';
import type { Row } from './row.ts';

type Test = (row: Row) => boolean;
type Value = string | number | boolean | null | undefined;

/** A `where` or an `order` that is not understood. */
export class QueryError extends Error {
    override readonly name = 'QueryError';
}

const TOKEN = /\s*(?:("(?:[^"\\]|\\.)*")|(&&|\|\||[=!<>]=|[=<>().,])|(-?\d+(?:\.\d+)?)|([A-Za-z_]\w*)|(\S))/gy;
const COMPARISONS: Readonly<Record<string, (left: Value, right: Value) => boolean>> = {
    '==': (left, right) => left === right,
    '=': (left, right) => left === right,
    '!=': (left, right) => left !== right,
    '<': (left, right) => signOf(left, right) === -1,
    '<=': (left, right) => (signOf(left, right) ?? 1) <= 0,
    '>': (left, right) => signOf(left, right) === 1,
    '>=': (left, right) => (signOf(left, right) ?? -1) >= 0
};
const METHODS: Readonly<Record<string, (text: string, part: string) => boolean>> = {
    Contains: (text, part) => text.includes(part),
    StartsWith: (text, part) => text.startsWith(part),
    EndsWith: (text, part) => text.endsWith(part)
};

/** @returns undefined for values that have no order */
function signOf(left: Value, right: Value): number | undefined {
    if (typeof left === 'string' && typeof right === 'string') return left < right ? -1 : Number(left > right);
    return typeof left === 'number' && typeof right === 'number' ? Math.sign(left - right) : undefined;
}

/** A field as `where` and `order` see it: dates are times. */
function fieldOf(row: Row, path: readonly string[]): Value {
    let value: unknown = row;
    for (const part of path) value = rowOf(value)[part];
    if (typeof value === 'string') return value.startsWith('/Date(') ? msOf(value) : value;
    return typeof value === 'number' || typeof value === 'boolean' ? value : value === null ? null : undefined;
}

/**
 * Reads conditions such as `Type=="ACCREC" AND Date>=DateTime(2026,1,31)`.
 * @throws {QueryError}
 */
export function parseWhere(text: string): Test {
    const parser = new Parser(text);
    const test = parser.any();
    parser.end();
    return test;
}

class Parser {
    readonly #tokens: string[];
    #at = 0;

    constructor(text: string) {
        this.#tokens = [...text.matchAll(TOKEN)].map(([token]) => token.trim());
    }

    any(): Test {
        let test = this.#all();
        while (this.#takes('||', 'or')) {
            const [left, right] = [test, this.#all()];
            test = (row) => left(row) || right(row);
        }
        return test;
    }

    end(): void {
        if (this.#at < this.#tokens.length) throw this.#error();
    }

    #all(): Test {
        let test = this.#one();
        while (this.#takes('&&', 'and')) {
            const [left, right] = [test, this.#one()];
            test = (row) => left(row) && right(row);
        }
        return test;
    }

    #one(): Test {
        if (this.#takes('(')) {
            const test = this.any();
            this.#expect(')');
            return test;
        }
        const path = [this.#name()];
        while (this.#takes('.')) path.push(this.#name());
        const method = METHODS[path.at(-1) ?? ''];
        if (method && this.#takes('(')) {
            const part = String(this.#literal());
            this.#expect(')');
            return (row) => method(String(fieldOf(row, path.slice(0, -1)) ?? ''), part);
        }
        const compare = COMPARISONS[this.#next() ?? ''];
        if (!compare) throw this.#error();
        const right = this.#literal();
        return (row) => compare(fieldOf(row, path) ?? null, right);
    }

    #literal(): Value {
        const token = this.#next() ?? '';
        if (token.startsWith('"')) return token.slice(1, -1).replace(/\\(.)/g, '$1');
        if (/^-?\d/.test(token)) return Number(token);
        const word = token.toLowerCase();
        if (word === 'true' || word === 'false') return word === 'true';
        if (word === 'null') return null;
        if (word !== 'datetime' && word !== 'guid') throw this.#error();
        this.#expect('(');
        const parts = [this.#next() ?? ''];
        while (this.#takes(',')) parts.push(this.#next() ?? '');
        this.#expect(')');
        if (word === 'guid') return parts[0]?.slice(1, -1) ?? '';
        const [year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0] = parts.map(Number);
        return Date.UTC(year, month - 1, day, hour, minute, second);
    }

    #next(): string | undefined {
        return this.#tokens[this.#at++];
    }

    #name(): string {
        const token = this.#next() ?? '';
        if (!/^[A-Za-z_]/.test(token)) throw this.#error();
        return token;
    }

    #takes(...tokens: string[]): boolean {
        const isNext = tokens.includes((this.#tokens[this.#at] ?? '').toLowerCase());
        if (isNext) this.#at += 1;
        return isNext;
    }

    #expect(token: string): void {
        if (!this.#takes(token)) throw this.#error();
    }

    #error(): QueryError {
        return new QueryError(`Syntax error at ${this.#tokens[Math.max(0, this.#at - 1)] ?? 'the end'}`);
    }
}

/** Reads `Date DESC, InvoiceID`. @throws {QueryError} */
export function parseOrder(text: string): (left: Row, right: Row) => number {
    const parts = text.split(',').map((part) => {
        const [, field, direction] = /^\s*([A-Za-z][\w.]*)(?:\s+(asc|desc))?\s*$/i.exec(part) ?? [];
        if (field === undefined) throw new QueryError(`Syntax error in the order ${text}`);
        return { path: field.split('.'), sign: direction?.toLowerCase() === 'desc' ? -1 : 1 };
    });
    return (left, right) => {
        for (const { path, sign } of parts) {
            const [a, b] = [fieldOf(left, path) ?? '', fieldOf(right, path) ?? ''];
            if (a !== b) return a < b ? -sign : sign;
        }
        return 0;
    };
}
