import type { z } from 'zod';
import type { CreateItem, Item, UpdateItem } from '../models/item.ts';
import { fromAmount, fromCents, fromRef, toAmount, toCents, toRecord, toRef, type VendorBody } from './convert.ts';
import type { itemGuard } from './guards.ts';

export function toItem(item: z.output<typeof itemGuard>): z.input<typeof Item> {
    const isTracked = item.TrackQtyOnHand ?? false;
    return {
        ...toRecord(item),
        name: item.Name,
        sku: item.Sku ?? null,
        fully_qualified_name: item.FullyQualifiedName ?? null,
        active: item.Active ?? true,
        type: item.Type ?? null,
        description: item.Description ?? null,
        purchase_description: item.PurchaseDesc ?? null,
        unit_price_cents: toCents(item.UnitPrice) ?? 0,
        purchase_cost_cents: toCents(item.PurchaseCost) ?? 0,
        qty_on_hand: toAmount(item.QtyOnHand),
        inv_start_date: item.InvStartDate ?? null,
        track_qty_on_hand: isTracked,
        track_qty_onHand: isTracked,
        taxable: item.Taxable ?? null,
        income_account_ref: toRef(item.IncomeAccountRef),
        expense_account_ref: toRef(item.ExpenseAccountRef),
        asset_account_ref: toRef(item.AssetAccountRef),
        parent_ref: toRef(item.ParentRef)
    };
}

type Input = z.output<typeof CreateItem> | z.output<typeof UpdateItem>;

export const fromItem = (input: Input): VendorBody => ({
    Name: input.name,
    Sku: input.sku,
    Type: input.type,
    Description: input.description,
    PurchaseDesc: input.purchase_description,
    IncomeAccountRef: fromRef(input.income_account_ref ?? input.income_accountRef),
    ExpenseAccountRef: fromRef(input.expense_account_ref ?? input.expense_accountRef),
    AssetAccountRef: fromRef(input.asset_account_ref ?? input.asset_accountRef),
    TrackQtyOnHand: input.track_qty_on_hand ?? input.track_qty_onHand,
    QtyOnHand: fromAmount(input.qty_on_hand),
    InvStartDate: input.inv_start_date,
    UnitPrice: fromCents(input.unit_price_cents),
    PurchaseCost: fromCents(input.purchase_cost_cents),
    Taxable: input.taxable,
    ParentRef: fromRef(input.parent_ref),
    SubItem: input.parent_ref ? true : undefined,
    Active: 'active' in input ? input.active : undefined
});
