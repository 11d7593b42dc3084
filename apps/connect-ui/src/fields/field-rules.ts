import type { AttemptView, ConnectableIntegration, FormField, Issue } from '@patchbay/contracts/browser';
import { cleanValue, hasLines, longestLines, matches } from './clean-value.ts';
import { parseUrl } from '../flow/parse-url.ts';

/**
 * What stands in the way of sending a field. `refused` is the provider's verdict, the others are
 * ours.
 */
export type FieldError = 'required' | 'malformed' | 'refused';
export type Values = Readonly<Record<string, string>>;
export type FieldErrors = Readonly<Record<string, FieldError>>;

/** Identifies a field within its form: the two targets may hold the same name. */
export function fieldKey(field: Pick<FormField, 'target' | 'name'>): string {
    return `${field.target}.${field.name}`;
}

/** What the form asks for as it stands: a field may depend on what another one says. */
export function shownFields({ fields }: Pick<ConnectableIntegration, 'fields'>, values: Values): FormField[] {
    return fields.filter(({ target, visible_when: condition }) => {
        const other = condition && (values[fieldKey({ target, name: condition.field })] ?? '');
        return other === null || condition?.values.includes(other.trim());
    });
}

// The server's limit. It also keeps a definition's pattern from freezing the page on an endless
// text.
const longestText = 4096;

// The server's formats.
const formats: Record<NonNullable<FormField['format']>, (text: string) => boolean> = {
    hostname: (text) =>
        text.length <= 253 && text.includes('.') && text.split('.').every((part) => /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/i.test(part)),
    uri: (text) => {
        const url = parseUrl(text);
        return url?.protocol === 'https:' && url.username === '' && url.password === '' && !/[\s\\]/.test(text);
    },
    uuid: (text) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text),
    email: (text) => text.length <= 254 && /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/.test(text)
};

/** What is wrong with a cleaned value, if anything. */
export function fieldError(field: FormField, value: string): FieldError | undefined {
    if (value === '') return field.optional ? undefined : 'required';
    if (value.length > (hasLines(field, value) ? longestLines : longestText)) return 'malformed';
    if (field.enum && !field.enum.includes(value)) return 'malformed';
    if (field.format && !formats[field.format](value)) return 'malformed';
    if (field.pattern !== null && !field.pattern_warns && !matches(field.pattern, value)) return 'malformed';
    return undefined;
}

/** Everything that keeps a form from being sent, by field key. Empty when it can go. */
export function formErrors(integration: ConnectableIntegration, values: Values): FieldErrors {
    const errors: Record<string, FieldError> = {};
    for (const field of shownFields(integration, values)) {
        const key = fieldKey(field);
        const error = fieldError(field, cleanValue(field, integration.auth_mode, values[key] ?? '').value);
        if (error) errors[key] = error;
    }
    return errors;
}

/**
 * The typed values as the two objects of an attempt's body. An optional field left empty is left
 * out.
 */
export function formBody(integration: ConnectableIntegration, values: Values): Record<FormField['target'], Record<string, string>> {
    const body: Record<FormField['target'], Record<string, string>> = { credentials: {}, connection_config: {} };
    for (const field of shownFields(integration, values)) {
        const { value } = cleanValue(field, integration.auth_mode, values[fieldKey(field)] ?? '');
        // With basic auth an empty password is a password.
        if (value !== '' || (integration.auth_mode === 'BASIC' && field.target === 'credentials')) body[field.target][field.name] = value;
    }
    return body;
}

/**
 * Puts the server's complaints beside the fields they are about. Those about no field of this form
 * are dropped.
 */
export function serverErrors(integration: ConnectableIntegration, issues: readonly Pick<Issue, 'path'>[], error: FieldError): FieldErrors {
    const errors: Record<string, FieldError> = {};
    for (const { path } of issues) {
        const field = integration.fields.find(({ target, name }) => path.at(-2) === target && path.at(-1) === name);
        if (field) errors[fieldKey(field)] = error;
    }
    return errors;
}

/** Modes whose credentials come from a sign-in at the provider, in a window of its own. */
export function signsInElsewhere({ auth_mode: mode }: Pick<ConnectableIntegration, 'auth_mode'>): boolean {
    return mode === 'OAUTH2' || mode === 'APP';
}

/** Credentials that are saved unchecked: whether they are right is not known yet. */
export function isUnchecked({ is_checked: isChecked, auth_mode: mode }: ConnectableIntegration): boolean {
    return !isChecked && mode !== 'NONE';
}

/**
 * What the provider refused, where it can only have meant one field: a key beside another secret
 * may be right.
 */
export function attemptErrors(integration: ConnectableIntegration, values: Values, { code }: Pick<AttemptView, 'code'>): FieldErrors {
    const sent = shownFields(integration, values).filter((field) => values[fieldKey(field)]?.trim());
    const [field, ...others] = sent.filter(({ target, secret }) => target === 'credentials' || secret);
    return code === 'credentials_rejected' && field && others.length === 0 ? { [fieldKey(field)]: 'refused' } : {};
}
