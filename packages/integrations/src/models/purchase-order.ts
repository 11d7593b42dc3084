import { z } from 'zod';
import {
    Address,
    AddressInput,
    cents,
    centsInput,
    CustomField,
    day,
    exchangeRate,
    LinkedTxn,
    LinkedTxnInput,
    optionalRef,
    optionalText,
    rate,
    recordShape,
    Ref,
    RefInput,
    text,
    unitCentsInput,
    updateShape
} from './accounting-parts.ts';
import { BillableStatus } from './bill.ts';
import { customFields } from './custom-fields.ts';

const optional = Ref.nullable();

const billable = '`Billable`, `NotBillable` or `HasBeenBilled`; null where the provider does not say.';

const ItemDetail = z.object({
    item_ref: optional.describe('Item that is ordered; null for none.'),
    price_level_ref: optional.describe('Price level of the item; null for none.'),
    qty: z.number().nullable().describe('Quantity; null for none.'),
    unit_price_cents: cents.nullable().describe('Price of one unit, in hundredths of the currency; null for none.'),
    tax_inclusive_amt: z.number().nullable().describe('Amount with tax in the currency; null where the provider does not say.'),
    customer_ref: optional.describe('Customer that the line is ordered for; null for none.'),
    class_ref: optional.describe('Class of the line; null for none.'),
    tax_code_ref: optional.describe('Tax code of the line; null for none.'),
    markup_info: z
        .object({
            price_level_ref: optional.describe('Price level of the markup; null for none.'),
            percent: z.number().nullable().describe('Markup in percent; null for none.'),
            mark_up_income_account_ref: optional.describe('Account that the markup goes to; null for none.')
        })
        .nullable()
        .describe('Markup when the customer is billed; null for none.'),
    billable_status: text.describe(billable)
});

const AccountDetail = z.object({
    account_ref: optional.describe('Account that the expense goes to; null for none.'),
    customer_ref: optional.describe('Customer that the line is ordered for; null for none.'),
    class_ref: optional.describe('Class of the line; null for none.'),
    tax_code_ref: optional.describe('Tax code of the line; null for none.'),
    billable_status: text.describe(billable)
});

const OrderLine = z.object({
    id: text.describe('Id of the line; null where the provider gives none.'),
    amount_cents: cents.describe('Amount of the line in hundredths of the currency.'),
    detail_type: z.string().describe('`ItemBasedExpenseLineDetail` or `AccountBasedExpenseLineDetail`; others pass.'),
    item_based_expense_line_detail: ItemDetail.nullable().describe('What a line by item orders; null for other lines.'),
    account_based_expense_line_detail: AccountDetail.nullable().describe('What a line by account orders; null for other lines.'),
    description: text.describe('Description of the line; null for none.'),
    line_num: z.int().nullable().describe('Place of the line, from 1; null where the provider gives none.'),
    linked_txn: z.array(LinkedTxn).describe('Transactions linked to the line, such as bills.'),
    project_ref: optional.describe('Project that the line belongs to; null for none.')
});

const TaxLine = z.object({
    amount_cents: cents.nullable().describe('Tax of the rate in hundredths of the currency; null where the provider does not say.'),
    detail_type: text.describe('Kind of the line as the provider names it: `TaxLineDetail`.'),
    tax_rate_ref: optional.describe('Tax rate; null for none.'),
    percent_based: z.boolean().nullable().describe('Whether the tax is in percent; null where the provider does not say.'),
    tax_percent: z.number().nullable().describe('Tax rate in percent; null for none.'),
    net_amount_taxable_cents: cents
        .nullable()
        .describe('Amount that is taxed, without the tax, in hundredths of the currency; null where the provider does not say.')
});

/** What the company orders from a vendor. */
export const PurchaseOrder = z.object({
    ...recordShape,
    ap_account_ref: optional.describe('Account of payables; null where the provider names none.'),
    vendor_ref: Ref.describe('Vendor that it is ordered from.'),
    line: z.array(OrderLine).describe('Lines of the order.'),
    currency_ref: optional.describe('Currency, by its ISO 4217 code; null where the provider names none.'),
    global_tax_calculation: text.describe('`TaxExcluded`, `TaxInclusive` or `NotApplicable`; null where the provider does not say.'),
    txn_date: day.describe('Date of the order, YYYY-MM-DD.'),
    custom_field: z.array(CustomField).describe("The company's own fields."),
    custom_fields: customFields,
    po_email: text.describe('Email address of the vendor that it is sent to; null for none.'),
    class_ref: optional.describe('Class of the order; null for none.'),
    sales_term_ref: optional.describe('Terms of payment; null for none.'),
    linked_txn: z.array(LinkedTxn).describe('Transactions linked to the order, such as bills.'),
    memo: text.describe('Message to the vendor; null for none.'),
    po_status: text.describe('`Open` or `Closed`; null where the provider does not say.'),
    transaction_location_type: text.describe('Place of the transaction for tax, as the provider names it; null for none.'),
    due_date: day.nullable().describe('Date when it is due, at Xero that of the delivery, YYYY-MM-DD; null for none.'),
    doc_number: text.describe('Number of the order; null for none.'),
    private_note: text.describe('Note or reference that the company keeps; null for none.'),
    ship_method_ref: optional.describe('Method of shipping; null for none.'),
    txn_tax_detail: z
        .object({
            txn_tax_code_ref: optional.describe('Tax code of the order; null for none.'),
            total_tax_cents: cents
                .nullable()
                .describe('Tax in the total, in hundredths of the currency; null where the provider does not say.'),
            tax_line: z.array(TaxLine).describe('Tax by rate.')
        })
        .nullable()
        .describe('Tax of the order; null for none.'),
    ship_to: optional.describe('Customer that it is delivered to; null for none.'),
    exchange_rate: rate,
    ship_addr: Address.nullable().describe('Address for the delivery; null for none.'),
    vendor_addr: Address.nullable().describe('Address of the vendor; null for none.'),
    email_status: text.describe(
        'Whether it is sent by email: `NotSet`, `NeedToSend` or `EmailSent`; null where the provider does not say.'
    ),
    total_amt_cents: cents.describe('Total amount with tax, in hundredths of the currency.'),
    recur_data_ref: optional.describe('Recurring transaction that made it; null for none.')
});

const ItemDetailInput = z.object({
    item_ref: optionalRef.describe('Item to order.'),
    price_level_ref: optionalRef.describe('Price level of the item.'),
    qty: z.number().nullish().describe('Quantity.'),
    unit_price_cents: unitCentsInput.nullish().describe('Price of one unit in hundredths of the currency.'),
    tax_inclusive_amt: z.number().nullish().describe('Amount with tax in the currency.'),
    customer_ref: optionalRef.describe('Customer that the line is ordered for.'),
    class_ref: optionalRef.describe('Class of the line.'),
    tax_code_ref: optionalRef.describe('Tax code of the line.'),
    markup_info: z
        .object({
            price_level_ref: optionalRef.describe('Price level of the markup.'),
            percent: z.number().nullish().describe('Markup in percent.'),
            mark_up_income_account_ref: optionalRef.describe('Account that the markup goes to.')
        })
        .nullish()
        .describe('Markup when the customer is billed.'),
    billable_status: BillableStatus.nullish().describe('Whether the customer is billed for the line.')
});

const AccountDetailInput = z.object({
    account_ref: optionalRef.describe('Account that the expense goes to.'),
    customer_ref: optionalRef.describe('Customer that the line is ordered for.'),
    class_ref: optionalRef.describe('Class of the line.'),
    tax_code_ref: optionalRef.describe('Tax code of the line.'),
    billable_status: BillableStatus.nullish().describe('Whether the customer is billed for the line.')
});

const PurchaseOrderLineInput = z.object({
    id: optionalText.describe('Id of the line, for an update to keep it; absent: a new line.'),
    amount_cents: centsInput.describe('Amount of the line in hundredths of the currency.'),
    detail_type: z.enum(['ItemBasedExpenseLineDetail', 'AccountBasedExpenseLineDetail']).describe('Kind of the line.'),
    item_based_expense_line_detail: ItemDetailInput.nullish().describe('What a line by item orders.'),
    account_based_expense_line_detail: AccountDetailInput.nullish().describe('What a line by account orders.'),
    description: optionalText.describe('Description of the line.'),
    line_num: z.int().nullish().describe('Place of the line, from 1.'),
    linked_txn: z.array(LinkedTxnInput).nullish().describe('Transactions to link to the line.'),
    project_ref: optionalRef.describe('Project that the line belongs to.')
});

const CustomFieldInput = z.object({
    definition_id: z.string().describe('Id of the definition of the field.'),
    name: optionalText.describe('Name of the field; `definition_id` alone identifies it.'),
    type: optionalText.describe('Type of the field as the provider names it, such as `StringType`.'),
    string_value: optionalText.describe('Value of the field.')
});

export const CreatePurchaseOrder = z.object({
    vendor_ref: RefInput.describe('Vendor to order from.'),
    line: z.array(PurchaseOrderLineInput).min(1).describe('Lines of the order; those of an update replace the ones before.'),
    ap_account_ref: optionalRef.describe("Account of payables; the company's own in a new one by default."),
    currency_ref: optionalRef.describe('Currency, by its ISO 4217 code; needed where the company has several.'),
    global_tax_calculation: z
        .enum(['TaxExcluded', 'TaxInclusive', 'NotApplicable'])
        .nullish()
        .describe('Whether the amounts of the lines are with tax.'),
    txn_date: day.nullish().describe("Date of the order, YYYY-MM-DD; the provider's current date in a new one by default."),
    custom_field: z.array(CustomFieldInput).nullish().describe("The company's own fields."),
    po_email: optionalText.describe('Email address of the vendor to send it to.'),
    class_ref: optionalRef.describe('Class of the order.'),
    sales_term_ref: optionalRef.describe('Terms of payment.'),
    linked_txn: z.array(LinkedTxnInput).nullish().describe('Transactions to link to the order.'),
    memo: optionalText.describe('Message to the vendor.'),
    po_status: z.enum(['Open', 'Closed']).nullish().describe('Whether more is expected from the order.'),
    transaction_location_type: optionalText.describe('Place of the transaction for tax, as the provider names it.'),
    due_date: day.nullish().describe('Date when it is due, at Xero that of the delivery, YYYY-MM-DD.'),
    doc_number: z.string().max(21).nullish().describe('Number of the order.'),
    private_note: optionalText.describe('Note or reference that the company keeps.'),
    ship_method_ref: optionalRef.describe('Method of shipping.'),
    txn_tax_detail: z
        .object({
            txn_tax_code_ref: optionalRef.describe('Tax code of the order.'),
            total_tax_cents: centsInput
                .nullish()
                .describe('Tax in the total, in hundredths of the currency; the provider works it out itself.')
        })
        .nullish()
        .describe('Tax of the order, which the provider works out itself from `txn_tax_code_ref`.'),
    ship_to: optionalRef.describe('Customer to deliver to.'),
    exchange_rate: exchangeRate,
    ship_addr: AddressInput.nullish().describe('Address for the delivery.'),
    vendor_addr: AddressInput.nullish().describe('Address of the vendor.'),
    email_status: optionalText.describe('Whether to send it by email: `NotSet` or `NeedToSend`.'),
    total_amt_cents: centsInput.nullish().describe('Total amount in hundredths of the currency; the provider adds the lines up itself.'),
    recur_data_ref: optionalRef.describe('Recurring transaction that it belongs to.')
});

export const UpdatePurchaseOrder = CreatePurchaseOrder.partial().extend(updateShape);
