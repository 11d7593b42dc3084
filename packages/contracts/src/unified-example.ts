import type { accountingSchemas } from '@patchbay/integrations/models';
import type { z } from 'zod';
import { exampleTimes } from './example.ts';

type Schemas = typeof accountingSchemas;
type Changes<Update> = Update extends z.ZodType ? Omit<z.input<Update>, 'id' | 'sync_token'> : null;

/** One of a model, and what creates and updates it. */
export type ModelExample<Model extends keyof Schemas> = {
    record: z.output<Schemas[Model]['record']>;
    create: z.input<Schemas[Model]['create']>;
    update: Changes<Schemas[Model]['update']>;
    /** What a record has after it was voided. */
    voided?: Partial<z.output<Schemas[Model]['record']>>;
};

export const versionExample = {
    sync_token: '2',
    currency: 'EUR',
    created_at: exampleTimes.created,
    updated_at: exampleTimes.updated
} as const;
export const addressExample = {
    id: null,
    line1: '12 Quai des Brumes',
    line2: null,
    line3: null,
    line4: null,
    line5: null,
    city: 'Nantes',
    country_sub_division_code: null,
    postal_code: '44000',
    country: 'FR'
} as const;
export const refsExample = {
    customer: { value: '58', name: 'Café du Port' },
    vendor: { value: '41', name: 'Moulin Vert' },
    receivable: { value: '84', name: 'Accounts receivable' },
    payable: { value: '33', name: 'Accounts payable' },
    bank: { value: '35', name: 'Checking' },
    flour: { value: '19', name: 'Flour T65, 25 kg' },
    expense: { value: '7', name: 'Ingredients' }
} as const;
