import { z } from 'zod';
import { accountingFilters, customFieldMappings, frequency } from '../settings.ts';
import type { CustomFieldMapping } from './entity.ts';
import { accountingGroups } from '../models/accounting-endpoints.ts';
import type { AccountingModel } from '../models/accounting-schemas.ts';

// The keys of that object; there is at least one.
const models = Object.keys(accountingGroups) as [AccountingModel, ...AccountingModel[]];

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
            custom_fields: customFieldMappings(['CreditMemo', 'Invoice', 'PurchaseOrder']),
            /** Whether voided transactions leave the list. By default they do. */
            delete_voided: z.boolean().optional(),
            /** Whether inactive accounts, customers and items stay. By default they do not. */
            keep_inactive: z.boolean().optional()
        })
        .optional()
});

export interface SyncSettings {
    isSelected: boolean;
    deleteVoided: boolean;
    keepInactive: boolean;
    /** The first day of the transactions that are listed. */
    since: string | undefined;
    customFields: CustomFieldMapping;
}

export const settingsFor = (model: AccountingModel, { sync = {} }: z.output<typeof settings>): SyncSettings => ({
    isSelected: sync.models?.includes(model) ?? true,
    deleteVoided: sync.delete_voided ?? true,
    keepInactive: sync.keep_inactive ?? false,
    since: sync.filters?.transactions_since,
    customFields: new Map(Object.entries(sync.custom_fields ?? {})).get(model)
});
