/** Shorter ones are not looked for: replacing them would garble every text. */
const minSecretLength = 4;
/** Encodings inside encodings, such as Basic credentials: base64 of percent-encoded text. */
const maxDepth = 3;

/** Every text in a value, at any depth. @param shortest in characters */
export function textsIn(value: unknown, shortest = minSecretLength, texts = new Set<string>()): Set<string> {
    if (typeof value === 'string') {
        if (value.length >= shortest) texts.add(value);
    } else if (typeof value === 'object' && value !== null && !Buffer.isBuffer(value)) {
        for (const child of Object.values(value)) textsIn(child, shortest, texts);
    }
    return texts;
}

type Range = readonly [from: number, to: number];

/** A text read in one encoding, and where each range of the result stands in the text. */
interface Decoding {
    decoded: string;
    toSource(range: Range): Range;
}

/** How many decoded characters may still be looked through. */
export interface SearchBudget {
    left: number;
}

/**
 * Replaces secrets by `[secret]`, also encoded, one encoding inside another: base64 and base64url
 * at any offset, hex, percent, JSON and HTML escapes, and broken into lines.
 * @param budget shared by several texts; a text that exceeds it is replaced as a whole
 */
export function replaceSecrets(text: string, secrets: Iterable<string>, budget: SearchBudget = { left: Infinity }): string {
    const wanted = new Set([...secrets].filter((secret) => secret.length >= minSecretLength).flatMap(spellingsInBytes));
    const { decoded, toSource } = inBytes(text);
    // No encoding makes anything shorter.
    if (![...wanted].some((secret) => secret.length <= decoded.length)) return text;
    const found = findRanges(decoded, [...wanted], maxDepth, budget);
    if (budget.left < 0) return '[too long]';
    const ranges = found.map(toSource).toSorted(([a], [b]) => a - b);
    let clean = '';
    let done = 0;
    for (const [from, to] of ranges) {
        if (from >= done) clean += `${text.slice(done, from)}[secret]`;
        done = Math.max(done, to);
    }
    return clean + text.slice(done);
}

/** Only those of ASCII: bytes such as 0xa0 are parts of other characters. */
const blanks = /[ \t\r\n\v\f]+/g;

/** Blanks and line breaks are not compared; in forms a blank is a plus, and a line break may be. */
function spellingsInBytes(secret: string): string[] {
    const bytes = inBytes(secret).decoded;
    const inForm = bytes.replaceAll(' ', '+');
    const spellings = [bytes, bytes.replaceAll(blanks, ''), inForm.replaceAll(blanks, ''), inForm.replaceAll(/[\t\r\n\v\f]/g, '+')];
    return spellings.filter(({ length }) => length >= minSecretLength);
}

function findRanges(text: string, secrets: readonly string[], depth: number, budget: SearchBudget): Range[] {
    const found: Range[] = [];
    budget.left -= text.length;
    if (budget.left < 0) return found;
    for (const secret of secrets) {
        for (let at = text.indexOf(secret); at !== -1; at = text.indexOf(secret, at + secret.length)) found.push([at, at + secret.length]);
    }
    if (depth === 0) return found;
    for (const { decoded, toSource } of decodingsOf(text)) found.push(...findRanges(decoded, secrets, depth - 1, budget).map(toSource));
    return found;
}

/** UTF-8, one character for each byte: encodings are of bytes. */
function inBytes(text: string): Decoding {
    return replaceEach(text, /[^\0-\x7f]+/g, (run) => Buffer.from(run).toString('latin1'));
}

const namedEntities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const namedEscapes: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };

const escapes: readonly [pattern: RegExp, toBytes: (match: string) => string][] = [
    [blanks, () => ''],
    [/(?:%[0-9a-f]{2})+/gi, (run) => Buffer.from(run.replaceAll('%', ''), 'hex').toString('latin1')],
    [
        /(?:\\u[0-9a-f]{4})+|\\x[0-9a-f]{2}|\\[^ux]/gi,
        (escape) => {
            const kind = escape.charAt(1);
            if (kind === 'x') return String.fromCharCode(Number.parseInt(escape.slice(2), 16));
            if (kind !== 'u') return namedEscapes[kind] ?? kind;
            const units = escape.split('\\u').slice(1);
            return inBytes(units.map((unit) => String.fromCharCode(Number.parseInt(unit, 16))).join('')).decoded;
        }
    ],
    [
        /&(?:#x[0-9a-f]{1,6}|#\d{1,7}|amp|lt|gt|quot|apos);/gi,
        (entity) => {
            const name = entity.slice(1, -1).toLowerCase();
            const code = name.startsWith('#x') ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
            return namedEntities[name] ?? inBytes(code <= 0x10ffff ? String.fromCodePoint(code) : '').decoded;
        }
    ]
];

function* decodingsOf(text: string): Generator<Decoding> {
    for (const [pattern, toBytes] of escapes) if (text.search(pattern) !== -1) yield replaceEach(text, pattern, toBytes);
    for (const { 0: run, index } of text.matchAll(/[\w+/-]{6,}/g)) {
        // Where a group of four begins is not known.
        for (let offset = 0; offset < 4; offset += 1) {
            const from = index + offset;
            yield {
                decoded: Buffer.from(run.slice(offset), 'base64').toString('latin1'),
                toSource: ([start, end]) => [from + Math.floor((start * 4) / 3), from + Math.ceil((end * 4) / 3)]
            };
        }
    }
    for (const { 0: run, index } of text.matchAll(/[0-9a-f]{8,}/gi)) {
        for (const offset of [0, 1]) {
            const from = index + offset;
            const digits = run.slice(offset, run.length - ((run.length - offset) % 2));
            yield {
                decoded: Buffer.from(digits, 'hex').toString('latin1'),
                toSource: ([start, end]) => [from + start * 2, from + end * 2]
            };
        }
    }
}

function replaceEach(text: string, pattern: RegExp, toOther: (match: string) => string): Decoding {
    const starts: number[] = [];
    const ends: number[] = [];
    let decoded = '';
    let done = 0;
    const keepUpTo = (end: number) => {
        for (let at = done; at < end; at += 1) {
            starts.push(at);
            ends.push(at + 1);
        }
        decoded += text.slice(done, end);
    };
    for (const { 0: match, index } of text.matchAll(pattern)) {
        keepUpTo(index);
        done = index + match.length;
        const other = toOther(match);
        decoded += other;
        for (let count = 0; count < other.length; count += 1) {
            starts.push(index);
            ends.push(done);
        }
    }
    keepUpTo(text.length);
    return { decoded, toSource: ([from, to]) => [starts[from] ?? 0, ends[to - 1] ?? text.length] };
}
