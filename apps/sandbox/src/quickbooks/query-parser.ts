import { invalidQuery, unparsableQuery } from './api-error.ts';

export type Literal = string | number | boolean;
export type Operator = '=' | '<' | '>' | '<=' | '>=' | 'IN' | 'LIKE';

export interface Condition {
    field: string;
    operator: Operator;
    /** One, unless the operator is `IN`. */
    values: Literal[];
}

export interface Query {
    select: '*' | 'count' | string[];
    entity: string;
    where: Condition[];
    orderBy: { field: string; isDescending: boolean } | undefined;
    /** From 1 on. */
    start: number;
    max: number;
}

const DEFAULT_RESULTS = 100;
const MAX_RESULTS = 1000;

interface Token {
    kind: 'word' | 'text' | 'number' | 'symbol' | 'end';
    text: string;
    /** From 1 on. */
    column: number;
}

/**
 * Reads `SELECT … FROM … [WHERE …] [ORDERBY …] [STARTPOSITION n] [MAXRESULTS n]`. There is no OR,
 * no grouping by parentheses and no join.
 * @throws {ApiError} 4000 for a query that does not parse, 4001 for numbers out of range
 */
export function parseQuery(source: string): Query {
    const reader = new TokenReader(tokenize(source));
    reader.keyword('SELECT');
    const select = readSelect(reader);
    reader.keyword('FROM');
    const entity = reader.word();
    const where: Condition[] = [];
    if (reader.tryKeyword('WHERE')) {
        do where.push(readCondition(reader));
        while (reader.tryKeyword('AND'));
    }
    const orderBy = reader.tryKeyword('ORDERBY') ? readOrder(reader) : undefined;
    const start = reader.tryKeyword('STARTPOSITION') ? reader.integer() : 1;
    const max = reader.tryKeyword('MAXRESULTS') ? reader.integer() : DEFAULT_RESULTS;
    reader.end();
    if (start < 1) throw invalidQuery(`value ${start} is too small. Min allowed value is 1`);
    if (max < 0) throw invalidQuery(`value ${max} is too small. Min allowed value is 0`);
    if (max > MAX_RESULTS) throw invalidQuery(`value ${max} is too large. Max allowed value is ${MAX_RESULTS}`);
    return { select, entity, where, orderBy, start, max };
}

function readSelect(reader: TokenReader): Query['select'] {
    if (reader.trySymbol('*')) return '*';
    const fields = [reader.word()];
    if (fields[0]?.toUpperCase() === 'COUNT' && reader.trySymbol('(')) {
        reader.symbol('*');
        reader.symbol(')');
        return 'count';
    }
    while (reader.trySymbol(',')) fields.push(reader.word());
    return fields;
}

function readCondition(reader: TokenReader): Condition {
    const field = reader.word();
    if (reader.tryKeyword('LIKE')) return { field, operator: 'LIKE', values: [reader.literal()] };
    if (reader.tryKeyword('IN')) {
        reader.symbol('(');
        const values = [reader.literal()];
        while (reader.trySymbol(',')) values.push(reader.literal());
        reader.symbol(')');
        return { field, operator: 'IN', values };
    }
    for (const operator of ['<=', '>=', '=', '<', '>'] as const) {
        if (reader.trySymbol(operator)) return { field, operator, values: [reader.literal()] };
    }
    throw reader.unexpected('an operator');
}

function readOrder(reader: TokenReader): NonNullable<Query['orderBy']> {
    const field = reader.word();
    const isDescending = reader.tryKeyword('DESC');
    if (!isDescending) reader.tryKeyword('ASC');
    return { field, isDescending };
}

const PATTERNS: readonly [Exclude<Token['kind'], 'end'>, RegExp][] = [
    ['word', /[a-z_][\w.]*/iy],
    ['number', /-?\d+(?:\.\d+)?/y],
    ['symbol', /<=|>=|[=<>(),*]/y],
    ['text', /'(?:[^'\\]|\\.)*'/sy]
];

function tokenize(source: string): Token[] {
    const tokens: Token[] = [];
    let at = 0;
    for (;;) {
        while (/\s/.test(source.charAt(at))) at += 1;
        const token = tokenAt(source, at);
        tokens.push(token);
        if (token.kind === 'end') return tokens;
        at += token.text.length;
    }
}

function tokenAt(source: string, at: number): Token {
    if (at >= source.length) return { kind: 'end', text: '', column: at + 1 };
    for (const [kind, pattern] of PATTERNS) {
        pattern.lastIndex = at;
        const text = pattern.exec(source)?.[0];
        if (text !== undefined) return { kind, text, column: at + 1 };
    }
    throw unparsableQuery(`Lexical error at line 1, column ${at + 1}. Encountered: "${source.charAt(at)}"`);
}

class TokenReader {
    readonly #tokens: Token[];
    #next = 0;

    constructor(tokens: Token[]) {
        this.#tokens = tokens;
    }

    keyword(name: string): void {
        if (!this.tryKeyword(name)) throw this.unexpected(`"${name}"`);
    }

    tryKeyword(name: string): boolean {
        const token = this.#peek();
        return this.#takeIf(token.kind === 'word' && token.text.toUpperCase() === name);
    }

    symbol(text: string): void {
        if (!this.trySymbol(text)) throw this.unexpected(`"${text}"`);
    }

    trySymbol(text: string): boolean {
        const token = this.#peek();
        return this.#takeIf(token.kind === 'symbol' && token.text === text);
    }

    word(): string {
        return this.#take('word', 'a name');
    }

    integer(): number {
        const number = Number(this.#take('number', 'a number'));
        if (!Number.isSafeInteger(number)) throw this.unexpected('a whole number');
        return number;
    }

    literal(): Literal {
        const { kind, text } = this.#peek();
        if (kind === 'text') return this.#take('text', '').slice(1, -1).replaceAll(/\\(.)/gs, '$1');
        if (kind === 'number') return Number(this.#take('number', ''));
        if (this.tryKeyword('TRUE')) return true;
        if (this.tryKeyword('FALSE')) return false;
        throw this.unexpected(text === '' ? 'a value' : 'a value in single quotes, a number, true or false');
    }

    end(): void {
        if (this.#peek().kind !== 'end') throw this.unexpected('the end of the query');
    }

    unexpected(expected: string): Error {
        const { kind, text, column } = this.#peek();
        const found = kind === 'end' ? '<EOF>' : text;
        return unparsableQuery(`Encountered "${found}" at line 1, column ${column}. Was expecting ${expected}.`);
    }

    #peek(): Token {
        return this.#tokens[this.#next] ?? { kind: 'end', text: '', column: 1 };
    }

    #take(kind: Token['kind'], expected: string): string {
        const token = this.#peek();
        if (token.kind !== kind) throw this.unexpected(expected);
        this.#next += 1;
        return token.text;
    }

    #takeIf(isWanted: boolean): boolean {
        if (isWanted) this.#next += 1;
        return isWanted;
    }
}
