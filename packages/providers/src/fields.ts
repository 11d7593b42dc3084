import type { FormField, FormFields } from './form-field.ts';
import type { Provider } from './provider.ts';

export interface FieldIssue {
    path: string[];
    message: string;
}

export interface FieldRules {
    /** Whether an address may be plain http; none may, unless told otherwise. */
    allowsHttp?: (url: URL) => boolean;
}

/** Longer than any real key or address; also what keeps a pattern's run short. */
export const FIELD_MAX_CHARACTERS = 4096;
/** A PEM key of 4096 bits with its certificates. As much as the endpoint takes of any field. */
const multilineMaxCharacters = 16_384;

/**
 * Checks values against their form fields.
 * @param values as received; `undefined`, `null` and the empty string count as not given
 * @param options.unknown names without a field: refused by default, `ignore` for an import
 * @param options.allowsHttp as for {@link FieldRules}
 * @returns one issue per field; messages are for the end user, and never contain the value
 */
export function checkFields(
    fields: FormFields,
    values: Readonly<Record<string, unknown>>,
    options: FieldRules & { unknown?: 'refuse' | 'ignore' } = {}
): FieldIssue[] {
    const issues: FieldIssue[] = [];
    for (const [name, field] of Object.entries(fields)) {
        const message = whatIsWrong(field, given(values, name), isVisible(field, values)) ?? plainHttp(field, given(values, name), options);
        if (message) issues.push({ path: [name], message });
    }
    if (options.unknown === 'ignore') return issues;
    const unknown = Object.keys(values).filter((name) => !Object.hasOwn(fields, name));
    return [...issues, ...unknown.map((name) => ({ path: [name], message: 'There is no such field.' }))];
}

/** Whether a value has the field's format, enum, pattern and length. `http:` is allowed. */
export function isValidValue(field: FormField, value: string): boolean {
    if (value.length > maxCharacters(field, value) || hasControlCharacter(field, value)) return false;
    if (field.enum && !field.enum.includes(value)) return false;
    if (field.format && !isOfFormat[field.format](value)) return false;
    return field.pattern === undefined || field.pattern_level === 'warn' || wholeString(field.pattern).test(value);
}

/**
 * The fields to ask the end user for, in the form's order: neither hidden, automated nor given by
 * the integration or the session. A condition on a field that is not asked is resolved here.
 */
export function visibleFields(
    definition: Provider,
    alreadyGiven: { credentials?: Readonly<Record<string, unknown>>; connectionConfig?: Readonly<Record<string, unknown>> } = {}
): { credentials: Record<string, FormField>; connection_config: Record<string, FormField> } {
    return {
        credentials: asked(definition.credentials, alreadyGiven.credentials),
        connection_config: asked(definition.connection_config, alreadyGiven.connectionConfig)
    };
}

function asked(fields: FormFields = {}, values: Readonly<Record<string, unknown>> = {}): Record<string, FormField> {
    const isAsked = (name: string): boolean => {
        const field = fields[name];
        if (!field || field.hidden || field.automated || given(values, name) !== undefined) return false;
        return !field.visible_when || isAsked(field.visible_when.field) || isVisible(field, values);
    };
    const shown = Object.entries(fields).filter(([name]) => isAsked(name));
    return Object.fromEntries(
        shown
            .toSorted(([, a], [, b]) => (a.order ?? 0) - (b.order ?? 0))
            .map(([name, { visible_when: condition, ...field }]) => [
                name,
                condition && isAsked(condition.field) ? { ...field, visible_when: condition } : field
            ])
    );
}

function given(values: Readonly<Record<string, unknown>>, name: string): unknown {
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    return value === null || value === '' ? undefined : value;
}

function isVisible(field: FormField, values: Readonly<Record<string, unknown>>): boolean {
    return !field.visible_when || given(values, field.visible_when.field) === field.visible_when.equals;
}

function whatIsWrong(field: FormField, value: unknown, isShown: boolean): string | undefined {
    if (value === undefined) {
        const isRequired = isShown && !field.optional && !field.automated;
        return isRequired ? `Enter your ${label(field)}.` : undefined;
    }
    if (typeof value !== 'string') return 'Has to be a text.';
    if (value.length > maxCharacters(field, value)) return `Has to be shorter: at most ${maxCharacters(field, value)} characters.`;
    if (isValidValue(field, value)) return undefined;
    if (field.enum) return `Choose one of: ${field.enum.join(', ')}.`;
    const hint = field.example === undefined ? '' : ` It should look like ${field.example}.`;
    return `That doesn't look like a ${label(field)}.${hint}`;
}

function plainHttp({ format }: FormField, value: unknown, { allowsHttp }: FieldRules): string | undefined {
    if (format !== 'uri' || typeof value !== 'string' || value === '') return undefined;
    const url = new URL(value);
    if (url.protocol === 'https:' || allowsHttp?.(url)) return undefined;
    return 'Use https. Plain http is only for hosts that the operator of this server has listed in PATCHBAY_ALLOW_PRIVATE_HOSTS.';
}

/** In the middle of a sentence: `API key` keeps its capitals, `Subdomain` does not. */
function label({ title }: FormField): string {
    return /^[A-Z][a-z]/.test(title) ? title.charAt(0).toLowerCase() + title.slice(1) : title;
}

/** Vendors take PEM where their definition has not foreseen it. Headers refuse it by themselves. */
function hasLines({ multiline, secret }: FormField, value: string): boolean {
    return multiline === true || (secret === true && value.startsWith('-----BEGIN '));
}

function maxCharacters(field: FormField, value: string): number {
    return hasLines(field, value) ? multilineMaxCharacters : FIELD_MAX_CHARACTERS;
}

function hasControlCharacter(field: FormField, value: string): boolean {
    const line = hasLines(field, value) ? value.replaceAll(/[\t\r\n]/g, '') : value;
    return /[\p{Cc}\u2028\u2029]/u.test(line);
}

const compiled = new Map<string, RegExp>();

/** Anchored by us: a pattern that forgets to must not let `evil.example/?x=acme` pass as `acme`. */
function wholeString(pattern: string): RegExp {
    const known = compiled.get(pattern) ?? new RegExp(`^(?:${pattern})$`);
    compiled.set(pattern, known);
    return known;
}

const isOfFormat: Record<NonNullable<FormField['format']>, (value: string) => boolean> = {
    hostname: (value) =>
        value.length <= 253 &&
        value.includes('.') &&
        value.split('.').every((part) => /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/i.test(part)),
    uri: (value) => {
        const url = URL.canParse(value) ? new URL(value) : undefined;
        return (
            (url?.protocol === 'https:' || url?.protocol === 'http:') && url.username === '' && url.password === '' && !/[\s\\]/.test(value)
        );
    },
    uuid: (value) => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value),
    // Only "something at somewhere": who can receive mail is known by sending one.
    email: (value) => value.length <= 254 && /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/.test(value)
};
