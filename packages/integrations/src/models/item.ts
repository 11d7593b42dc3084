import { z } from 'zod';
import { cents, day, optionalRef, optionalText, recordShape, Ref, text, unitCentsInput, updateShape } from './accounting-parts.ts';

/** A product or a service. */
export const Item = z.object({
    ...recordShape,
    name: z.string().describe('Name of the item.'),
    sku: text.describe('Code of the item; null for none.'),
    fully_qualified_name: text.describe('Name with those of the categories above it, from the top, separated by colons; null for none.'),
    active: z.boolean().describe('Whether the item is in use.'),
    type: text.describe('`Service`, `Inventory`, `NonInventory`, `Group` or `Category`; others pass.'),
    description: text.describe('Description on sales; null for none.'),
    purchase_description: text.describe('Description on purchases; null for none.'),
    unit_price_cents: cents.describe('Price of one unit when it is sold, in hundredths of the currency.'),
    purchase_cost_cents: cents.describe('Price of one unit when it is bought, in hundredths of the currency.'),
    qty_on_hand: z.number().nullable().describe('Quantity on hand; null where it is not tracked.'),
    inv_start_date: day.nullable().describe('Date from which the quantity is tracked, YYYY-MM-DD; null where the provider does not say.'),
    track_qty_on_hand: z.boolean().describe('Whether the quantity on hand is tracked.'),
    track_qty_onHand: z.boolean().describe('The same as `track_qty_on_hand`, under its older name.'),
    taxable: z.boolean().nullable().describe('Whether its sales are taxed; null where the provider does not say.'),
    income_account_ref: Ref.nullable().describe('Account that its sales go to; null for none.'),
    expense_account_ref: Ref.nullable().describe('Account that its purchases, or the cost of what is sold, go to; null for none.'),
    asset_account_ref: Ref.nullable().describe('Account of the inventory; null for none.'),
    parent_ref: Ref.nullable().describe('Item or category above it; null at the top.')
});

const older = (name: string) => `The same as \`${name}\`, under its older name; \`${name}\` wins.`;

const itemInput = z.object({
    name: z.string().min(1).max(100).describe('Name of the item, unique in the company.'),
    sku: optionalText.describe('Code of the item; at Xero the name in a new one by default.'),
    type: optionalText.describe('`Service`, `Inventory` or `NonInventory`, or another one of the provider.'),
    description: optionalText.describe('Description on sales.'),
    purchase_description: optionalText.describe('Description on purchases.'),
    income_account_ref: optionalRef.describe('Account that its sales go to; needed with `type` `Inventory`.'),
    income_accountRef: optionalRef.describe(older('income_account_ref')),
    expense_account_ref: optionalRef.describe(
        'Account that its purchases, or the cost of what is sold, go to; needed with `type` `Inventory`.'
    ),
    expense_accountRef: optionalRef.describe(older('expense_account_ref')),
    asset_account_ref: optionalRef.describe('Account of the inventory; needed with `type` `Inventory`.'),
    asset_accountRef: optionalRef.describe(older('asset_account_ref')),
    track_qty_on_hand: z.boolean().nullish().describe('Whether to track the quantity on hand.'),
    track_qty_onHand: z.boolean().nullish().describe(older('track_qty_on_hand')),
    qty_on_hand: z.number().nullish().describe('Quantity on hand; needed with `type` `Inventory`.'),
    inv_start_date: day.nullish().describe('Date from which the quantity is tracked, YYYY-MM-DD; needed with `type` `Inventory`.'),
    unit_price_cents: unitCentsInput.nullish().describe('Price of one unit when it is sold, in hundredths of the currency.'),
    purchase_cost_cents: unitCentsInput.nullish().describe('Price of one unit when it is bought, in hundredths of the currency.'),
    taxable: z.boolean().nullish().describe('Whether its sales are taxed.'),
    parent_ref: optionalRef.describe('Item or category to put it below.')
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

export const UpdateItem = itemInput.partial().extend({
    ...updateShape,
    active: z.boolean().optional().describe('Whether the item is in use.')
});
