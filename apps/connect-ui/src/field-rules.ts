import type { AttemptView, ConnectableIntegration, FormField, Issue } from '@patchbay/contracts/browser';

/** What stands in the way of sending a field. `refused` is the provider's verdict, the others are ours. */
export type FieldError = 'required' | 'malformed' | 'refused';
/** What we did to, or think of, a value without stopping anybody. */
export type FieldNotice = 'bearer' | 'quotes' | 'unusual';
export type Values = Readonly<Record<string, string>>;
export type FieldErrors = Readonly<Record<string, FieldError>>;

/** Identifies a field within its form: the two targets may hold the same name. */
export function fieldKey(field: Pick<FormField, 'target' | 'name'>): string {
    return `${field.target}.${field.name}`;
}

// The server checks again; a definition's pattern on an endless text could otherwise freeze the page.
const longestCheckedText = 4096;
const formats: Record<NonNullable<FormField['format']>, (text: string) => boolean> = {
    hostname: (text) => /^(?=.{1,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*(:\d{1,5})?$/i.test(text),
    uri: (text) => /^https?:\/\//i.test(text) && URL.canParse(text),
    uuid: (text) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text),
    email: (text) => /^[^\s@]+@[^\s@]+$/.test(text)
};

function matches(pattern: string, text: string): boolean {
    try {
        return new RegExp(`^(?:${pattern})$`).test(text);
    } catch {
        return true; // A pattern this browser can't compile is left to the server.
    }
}

/** What is wrong with a cleaned value, if anything. */
export function fieldError(field: FormField, value: string): FieldError | undefined {
    if (value === '') return field.optional ? undefined : 'required';
    if (value.length > longestCheckedText) return undefined;
    if (field.enum && !field.enum.includes(value)) return 'malformed';
    if (field.format && !formats[field.format](value)) return 'malformed';
    if (field.pattern !== null && !field.pattern_warns && !matches(field.pattern, value)) return 'malformed';
    return undefined;
}

/** The part that a box with something before or behind it asks for, out of a whole address such as `https://acme.example.com/settings`. */
function partOf({ prefix, suffix }: FormField, text: string): string {
    const begins = prefix !== null && text.toLowerCase().startsWith(prefix.toLowerCase());
    const rest = begins ? text.slice(prefix.length) : text;
    const end = suffix === null ? -1 : rest.toLowerCase().indexOf(suffix.toLowerCase());
    return end > 0 ? rest.slice(0, end) : rest;
}

/** Removes what copying drags along: outer spaces, what stands around the box, and around a key `Bearer ` or quotes. Never anything inside. */
export function cleanValue(field: FormField, authMode: string, raw: string): { value: string; notice: FieldNotice | undefined } {
    let value = partOf(field, raw.trim());
    let notice: FieldNotice | undefined;
    // A password may really begin with a quote; a key, token or secret does not.
    if (field.secret && authMode !== 'BASIC') {
        const bare = value.replace(/^bearer\s+(?=\S)/i, '');
        if (bare !== value) notice = 'bearer';
        const unquoted = bare.replace(/^(["'`])(.+)\1$/s, '$2').trim();
        if (unquoted !== bare) notice ??= 'quotes';
        value = unquoted;
    }
    if (notice === undefined && value !== '' && field.pattern !== null && field.pattern_warns && !matches(field.pattern, value))
        notice = 'unusual';
    return { value, notice };
}

/** Everything that keeps a form from being sent, by field key. Empty when it can go. */
export function formErrors(integration: ConnectableIntegration, values: Values): FieldErrors {
    const errors: Record<string, FieldError> = {};
    for (const field of integration.fields) {
        const key = fieldKey(field);
        const error = fieldError(field, cleanValue(field, integration.auth_mode, values[key] ?? '').value);
        if (error) errors[key] = error;
    }
    return errors;
}

/** The typed values as the two objects of an attempt's body. An optional field left empty is left out. */
export function formBody(integration: ConnectableIntegration, values: Values): Record<FormField['target'], Record<string, string>> {
    const body: Record<FormField['target'], Record<string, string>> = { credentials: {}, connection_config: {} };
    for (const field of integration.fields) {
        const { value } = cleanValue(field, integration.auth_mode, values[fieldKey(field)] ?? '');
        // With basic auth an empty password is a password.
        if (value !== '' || (integration.auth_mode === 'BASIC' && field.target === 'credentials')) body[field.target][field.name] = value;
    }
    return body;
}

/** Puts the server's complaints beside the fields they are about. Those about no field of this form are dropped. */
export function serverErrors(integration: ConnectableIntegration, issues: readonly Pick<Issue, 'path'>[], error: FieldError): FieldErrors {
    const errors: Record<string, FieldError> = {};
    for (const { path } of issues) {
        const field = integration.fields.find(({ target, name }) => path.at(-2) === target && path.at(-1) === name);
        if (field) errors[fieldKey(field)] = error;
    }
    return errors;
}

/** Modes whose credentials come from a sign-in at the provider, in a window of its own. */
export function signsInElsewhere(integration: ConnectableIntegration): boolean {
    return integration.auth_mode === 'OAUTH2';
}

/** The complaints an attempt ended with, beside their fields. */
export function attemptErrors(integration: ConnectableIntegration, view: AttemptView): FieldErrors {
    return serverErrors(integration, view.errors ?? [], view.code === 'credentials_rejected' ? 'refused' : 'malformed');
}
