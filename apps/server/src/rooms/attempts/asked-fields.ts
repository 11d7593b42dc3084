import type { FormField } from '@patchbay/contracts';
import { type FormField as FieldDefinition, type Provider, visibleFields } from '@patchbay/providers';

/** What the form asks for, in order: credentials first. @param given configuration that is there already and therefore not asked for */
export function askedFields(provider: Provider, given: Readonly<Record<string, unknown>>): FormField[] {
    const { credentials, connection_config: config } = visibleFields(provider, { connectionConfig: given });
    const fields = [
        ...Object.entries(credentials).map(([name, field]) => describe(name, 'credentials', field)),
        ...Object.entries(config).map(([name, field]) => describe(name, 'connection_config', field))
    ];
    // A sign-in has nothing but configuration; there the order is the definition's alone.
    return fields;
}

function describe(name: string, target: FormField['target'], field: FieldDefinition): FormField {
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
        enum: field.enum ? [...field.enum] : null
    };
}
