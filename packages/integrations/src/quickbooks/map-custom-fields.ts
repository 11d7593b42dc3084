import type { z } from 'zod';
import { mapCustomFields } from '../settings.ts';
import type { CustomFieldMapping } from './entity.ts';
import type { invoiceGuard } from './guards.ts';

/** All of them as they are, and those that the connection has named. */
export function toCustomFields(sent: z.output<typeof invoiceGuard>['CustomField'], mapping: CustomFieldMapping) {
    const fields = (sent ?? []).map(({ DefinitionId, Name, Type, StringValue }) => ({
        definition_id: DefinitionId ?? null,
        name: Name ?? null,
        type: Type ?? null,
        string_value: StringValue ?? null
    }));
    const known = fields.map(({ definition_id: id, name, string_value: value }) => ({ id, name, value }));
    return { custom_field: fields, custom_fields: mapCustomFields(known, mapping) };
}
