import type { FormField } from '@patchbay/contracts';
import {
    type FormField as FieldDefinition,
    type Language,
    localizeField,
    pickLanguage,
    type Provider,
    visibleFields
} from '@patchbay/providers';

/** Last characters of a connection's stored secrets, by field name. */
export type SecretHints = Readonly<Record<FormField['target'], Readonly<Record<string, string>>>>;

interface Presentation {
    language?: Language;
    /** The page that explains the fields; none when the backend names its own. */
    docs?: string | undefined;
    secretHints?: SecretHints | undefined;
}

/** The form's fields, credentials first. @param given configuration that is not asked for */
export function askedFields(provider: Provider, given: Readonly<Record<string, unknown>>, presentation: Presentation = {}): FormField[] {
    const { credentials, connection_config: config } = visibleFields(provider, { connectionConfig: given });
    // A sign-in has nothing but configuration; there the order is the definition's alone.
    return [
        ...Object.entries(credentials).map(([name, field]) => describe(name, 'credentials', field, presentation)),
        ...Object.entries(config).map(([name, field]) => describe(name, 'connection_config', field, presentation))
    ];
}

function describe(
    name: string,
    target: FormField['target'],
    definition: FieldDefinition,
    { language = pickLanguage(), docs, secretHints }: Presentation
): FormField {
    const { field, lang } = localizeField(language, definition);
    return {
        name,
        target,
        title: field.title,
        description: field.description ?? null,
        example: field.example ?? null,
        pattern: field.pattern ?? null,
        pattern_warns: field.pattern_level === 'warn',
        format: field.format ?? null,
        optional: field.optional ?? false,
        secret: field.secret ?? false,
        default_value: field.default_value ?? null,
        prefix: field.prefix ?? null,
        suffix: field.suffix ?? null,
        enum: field.enum ? [...field.enum] : null,
        enum_labels: field.enum_labels ? { ...field.enum_labels } : null,
        multiline: field.multiline ?? false,
        accept: field.accept ?? null,
        visible_when: field.visible_when ? { field: field.visible_when.field, values: [field.visible_when.equals] } : null,
        docs_url: docs !== undefined && field.doc_section !== undefined ? `${docs}#${field.doc_section}` : null,
        saved_ending: secretHints?.[target][name] ?? null,
        lang
    };
}
