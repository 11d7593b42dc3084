/** Writes schemas of zod for the types of the YAML file. */

const plainTypes: Readonly<Record<string, string>> = {
    string: 'z.string()',
    char: 'z.string()',
    varchar: 'z.string()',
    number: 'z.number()',
    integer: 'z.number()',
    int: 'z.number()',
    float: 'z.number()',
    bigint: 'z.number()',
    boolean: 'z.boolean()',
    bool: 'z.boolean()',
    // Stored as text, whichever a script gives.
    date: 'z.union([z.string(), z.date()])',
    null: 'z.null()',
    undefined: 'z.undefined()',
    void: 'z.void()',
    any: 'z.any()',
    unknown: 'z.unknown()',
    object: 'z.record(z.string(), z.any())',
    array: 'z.array(z.any())',
    true: 'z.literal(true)',
    false: 'z.literal(false)'
};

const quote = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", String.raw`\'`)}'`;
const nameOf = (key: string) => (/^[A-Za-z_$][\w$]*$/.test(key) ? key : quote(key));

/** The content of `models.ts`: each model as a schema, and as a type of the same name. */
export function modelsCode(models: Readonly<Record<string, unknown>>): string {
    const known = new Set(Object.keys(models));
    const written = new Set<string>();
    const blocks: string[] = [];
    const write = (name: string) => {
        if (written.has(name)) return;
        written.add(name);
        // What is mentioned stands before; in a circle it is looked up later.
        const seen = new Set<string>();
        const schema = modelCode(models[name], known, (mentioned) => void seen.add(mentioned));
        for (const mentioned of seen) write(mentioned);
        const isDeclared = (other: string) => blocks.some((block) => block.startsWith(`export const ${other} =`));
        const code = [...seen]
            .filter((other) => !isDeclared(other))
            .reduce((text, other) => text.replaceAll(new RegExp(`\\b${other}\\b(?!')`, 'g'), `z.lazy((): z.ZodType => ${other})`), schema);
        blocks.push(`export const ${name} = ${code};\nexport type ${name} = z.infer<typeof ${name}>;\n`);
    };
    for (const name of known) write(name);
    return `import { z } from 'zod';\n\n${blocks.join('\n')}`;
}

type Mention = (model: string) => void;

function modelCode(value: unknown, known: ReadonlySet<string>, mention: Mention): string {
    if (Array.isArray(value)) return `z.tuple([${value.map((each) => modelCode(each, known, mention)).join(', ')}])`;
    if (typeof value === 'object' && value !== null) return objectCode(value, known, mention);
    if (typeof value === 'string') return typeCode(value, known, mention);
    return value === null || value === undefined ? 'z.null()' : `z.literal(${JSON.stringify(value)})`;
}

function objectCode(value: object, known: ReadonlySet<string>, mention: Mention): string {
    const fields = Object.entries(value).filter(([key]) => !['__extends', '__string'].includes(key));
    const lines = fields.map(([key, each]) => {
        const isOptional = key.endsWith('?');
        return `    ${nameOf(isOptional ? key.slice(0, -1) : key)}: ${modelCode(each, known, mention)}${isOptional ? '.optional()' : ''}`;
    });
    const own = lines.length === 0 ? '{}' : `{\n${lines.join(',\n')}\n}`;
    const bases =
        '__extends' in value
            ? String(value.__extends)
                  .split(',')
                  .map((each) => each.trim())
            : [];
    for (const base of bases) mention(base);
    const [first, ...others] = bases;
    const object =
        first === undefined ? `z.object(${own})` : `${first}${others.map((each) => `.extend(${each}.shape)`).join('')}.extend(${own})`;
    return '__string' in value ? `${object}.catchall(${modelCode(value.__string, known, mention)})` : object;
}

/** @param type such as `string | null`, `Issue[]`, `Record<string, number>` */
export function typeCode(type: string, known: ReadonlySet<string>, mention: Mention = () => undefined): string {
    const text = type.trim();
    const parts = splitTop(text, '|');
    const of = (each: string) => typeCode(each, known, mention);
    if (parts.length > 1) return unionCode(parts, of);
    if (text.endsWith('[]')) return `z.array(${of(text.slice(0, -2))})`;
    if (text.startsWith('(') && text.endsWith(')')) return of(text.slice(1, -1));
    const [, generic, inside = ''] = /^(\w+)<(.*)>$/s.exec(text) ?? [];
    const args = splitTop(inside, ',');
    if (generic === 'Array') return `z.array(${of(inside)})`;
    if (generic === 'Record') return `z.record(z.string(), ${of(args[1] ?? 'any')})`;
    if (generic === 'Partial') return `${of(inside)}.partial()`;
    const [, quoted] = /^(?:'([^']*)'|"[^"]*")$/.exec(text) ?? [];
    if (quoted !== undefined) return `z.literal(${quote(quoted)})`;
    if (text.startsWith('"')) return `z.literal(${quote(text.slice(1, -1))})`;
    if (/^-?\d+(\.\d+)?$/.test(text)) return `z.literal(${text})`;
    if (known.has(text)) {
        mention(text);
        return text;
    }
    return plainTypes[text.toLowerCase()] ?? `z.literal(${quote(text)})`;
}

function unionCode(parts: readonly string[], of: (part: string) => string): string {
    const isOptional = parts.includes('undefined');
    const isNullable = parts.includes('null');
    const rest = parts.filter((part) => part !== 'undefined' && part !== 'null');
    const codes = rest.map(of);
    const literals = codes.map((code) => /^z\.literal\(('.*')\)$/.exec(code)?.[1]);
    const only = codes.length === 1 ? codes[0] : undefined;
    const base =
        only ??
        (codes.length === 0
            ? 'z.null()'
            : literals.every((each) => each !== undefined)
              ? `z.enum([${literals.join(', ')}])`
              : `z.union([${codes.join(', ')}])`);
    return `${base}${isNullable && codes.length > 0 ? '.nullable()' : ''}${isOptional ? '.optional()' : ''}`;
}

/** Outside of brackets. */
function splitTop(text: string, separator: string): string[] {
    const parts = [''];
    let depth = 0;
    for (const character of text) {
        if ('<([{'.includes(character)) depth += 1;
        if ('>)]}'.includes(character)) depth -= 1;
        if (character === separator && depth === 0) parts.push('');
        else parts[parts.length - 1] += character;
    }
    return parts.map((part) => part.trim()).filter((part) => part !== '');
}

/** The models that a type names. */
export function modelsIn(type: string, known: ReadonlySet<string>): string[] {
    const found = new Set<string>();
    typeCode(type, known, (name) => void found.add(name));
    return [...found];
}

export { quote };
