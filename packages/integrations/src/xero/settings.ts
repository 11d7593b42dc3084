import { z } from 'zod';
import { accountingFilters, frequency } from '../settings.ts';
import { entities } from './entities.ts';

// The keys of that object; there is at least one.
const models = Object.keys(entities) as [keyof typeof entities, ...(keyof typeof entities)[]];

/**
 * A connection's settings, in its metadata under `sync`. Other keys of the metadata are the
 * customer's own.
 */
export const settings = z.looseObject({
    sync: z
        .strictObject({
            /** Absent: all of them. Records of a model that is left out stay as they are. */
            models: z.array(z.enum(models)).optional(),
            frequency,
            filters: accountingFilters,
            custom_fields: z.never('Xero has no custom fields.').optional()
        })
        .optional()
});
