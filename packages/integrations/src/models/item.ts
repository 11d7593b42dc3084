import { z } from 'zod';
import { cents, day, optionalRef, optionalText, recordShape, Ref, text, updateShape } from './accounting-parts.ts';

/** A product or a service. */
export const Item = z.object({
    ...recordShape,
    name: z.string(),
    sku: text,
    fully_qualified_name: text,
    active: z.boolean(),
    /** Service, Inventory, NonInventory, Group or Category. */
    type: text,
    description: text,
    purchase_description: text,
    unit_price_cents: cents,
    purchase_cost_cents: cents,
    qty_on_hand: z.number().nullable(),
    inv_start_date: day.nullable(),
    track_qty_on_hand: z.boolean(),
    /** The same, under its older name. */
    track_qty_onHand: z.boolean(),
    taxable: z.boolean().nullable(),
    income_account_ref: Ref.nullable(),
    expense_account_ref: Ref.nullable(),
    asset_account_ref: Ref.nullable(),
    parent_ref: Ref.nullable()
});

/** `…accountRef` and `track_qty_onHand` are older names. */
const itemInput = z.object({
    name: z.string().min(1).max(100),
    sku: optionalText,
    type: optionalText,
    description: optionalText,
    purchase_description: optionalText,
    income_account_ref: optionalRef,
    income_accountRef: optionalRef,
    expense_account_ref: optionalRef,
    expense_accountRef: optionalRef,
    asset_account_ref: optionalRef,
    asset_accountRef: optionalRef,
    track_qty_on_hand: z.boolean().nullish(),
    track_qty_onHand: z.boolean().nullish(),
    qty_on_hand: z.number().nullish(),
    inv_start_date: day.nullish(),
    unit_price_cents: cents.nullish(),
    purchase_cost_cents: cents.nullish(),
    taxable: z.boolean().nullish(),
    parent_ref: optionalRef
});

export const CreateItem = itemInput.superRefine((item, context) => {
    if (item.type !== 'Inventory') return;
    const needed = {
        income_account_ref: item.income_account_ref ?? item.income_accountRef,
        expense_account_ref: item.expense_account_ref ?? item.expense_accountRef,
        asset_account_ref: item.asset_account_ref ?? item.asset_accountRef,
        qty_on_hand: item.qty_on_hand,
        inv_start_date: item.inv_start_date
    };
    for (const [name, value] of Object.entries(needed))
        if (value === undefined || value === null)
            context.addIssue({ code: 'custom', path: [name], message: 'An item of type Inventory needs it.' });
});

export const UpdateItem = itemInput.partial().extend({ ...updateShape, active: z.boolean().optional() });
