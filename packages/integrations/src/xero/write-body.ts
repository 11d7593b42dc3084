import { ActionError, rawNumber } from '@patchbay/functions';
import type { z } from 'zod';
import type { CreateAccount, UpdateAccount } from '../models/account.ts';
import type { CreateBill, UpdateBill } from '../models/bill.ts';
import type { CreateCustomer, UpdateCustomer } from '../models/customer.ts';
import type { CreateInvoice, UpdateInvoice } from '../models/invoice.ts';
import type { CreateItem, UpdateItem } from '../models/item.ts';
import type { CreateJournalEntry, UpdateJournalEntry } from '../models/journal-entry.ts';
import type { CreatePayment } from '../models/payment.ts';
import type { CreatePurchaseOrder, UpdatePurchaseOrder } from '../models/purchase-order.ts';
import { parseResponse } from '../parse-response.ts';
import { fromAccount, fromAddress, fromAmount, fromCents, fromRate, type VendorBody } from './convert.ts';
import { itemGuard } from './guards.ts';

type Either<Create extends z.ZodType, Update extends z.ZodType> = z.output<Create> | z.output<Update>;

const contactOf = (id: string | null | undefined) => (id ? { ContactID: id } : undefined);

export const fromAccountInput = (input: Either<typeof CreateAccount, typeof UpdateAccount>): VendorBody => ({
    Name: input.name,
    Type: input.account_type,
    Code: input.acct_num,
    Description: input.description,
    TaxType: input.tax_code_ref?.value,
    CurrencyCode: input.currency_ref?.value
});

export function fromCustomer(input: Either<typeof CreateCustomer, typeof UpdateCustomer>): VendorBody {
    const names = [input.title, input.given_name, input.middle_name, input.family_name, input.suffix];
    const phones = [
        ...(input.primary_phone ? [{ PhoneType: 'DEFAULT', PhoneNumber: input.primary_phone }] : []),
        ...(input.mobile ? [{ PhoneType: 'MOBILE', PhoneNumber: input.mobile }] : [])
    ];
    const addresses = [
        ...(input.bill_address ? [fromAddress(input.bill_address, 'POBOX')] : []),
        ...(input.ship_address ? [fromAddress(input.ship_address, 'STREET')] : [])
    ];
    return {
        // What has an id may keep its name.
        Name: input.display_name ?? ('id' in input ? undefined : input.company_name || names.filter(Boolean).join(' ')),
        FirstName: input.given_name,
        LastName: input.family_name,
        EmailAddress: input.primary_email,
        DefaultCurrency: input.currency_ref?.value,
        Phones: phones.length > 0 ? phones : undefined,
        Addresses: addresses.length > 0 ? addresses : undefined
    };
}

export const fromItem = (input: Either<typeof CreateItem, typeof UpdateItem>): VendorBody => {
    const cogs = (input.expense_account_ref ?? input.expense_accountRef)?.value;
    const asset = (input.asset_account_ref ?? input.asset_accountRef)?.value;
    return {
        Code: input.sku ?? ('id' in input ? undefined : input.name),
        Name: input.name,
        Description: input.description,
        PurchaseDescription: input.purchase_description,
        InventoryAssetAccountCode: asset,
        SalesDetails: detailOf({
            UnitPrice: fromCents(input.unit_price_cents),
            AccountCode: (input.income_account_ref ?? input.income_accountRef)?.value
        }),
        PurchaseDetails: detailOf({ UnitPrice: fromCents(input.purchase_cost_cents), [asset ? 'COGSAccountCode' : 'AccountCode']: cogs })
    };
};

const detailOf = (detail: VendorBody) => (Object.values(detail).some((value) => value !== undefined) ? detail : undefined);

/**
 * Xero takes the details of sales, and of purchases, as a whole: a price alone would drop the
 * account.
 */
export function withKnownDetails(body: VendorBody, item: unknown): VendorBody {
    const known = parseResponse(itemGuard, item);
    const merged = (details: unknown, before: typeof known.SalesDetails | typeof known.PurchaseDetails) =>
        typeof details === 'object' && details !== null
            ? { ...before, UnitPrice: before?.UnitPrice ? rawNumber(before.UnitPrice) : undefined, ...givenOf(details) }
            : undefined;
    return {
        ...body,
        SalesDetails: merged(body['SalesDetails'], known.SalesDetails),
        PurchaseDetails: merged(body['PurchaseDetails'], known.PurchaseDetails)
    };
}

const givenOf = (details: object) => Object.fromEntries(Object.entries(details).filter(([, value]) => value !== undefined));

/** Xero multiplies itself: a line without a quantity is one of its amount. */
const priced = (amount: unknown, quantity: number | null | undefined, unitPrice: unknown): VendorBody =>
    quantity === null || quantity === undefined
        ? { Quantity: fromAmount(1), UnitAmount: unitPrice ?? amount }
        : { Quantity: fromAmount(quantity), UnitAmount: unitPrice, LineAmount: amount };

export const fromInvoice = (input: Either<typeof CreateInvoice, typeof UpdateInvoice>): VendorBody => ({
    Type: 'ACCREC',
    Contact: contactOf(input.customer_ref?.value),
    InvoiceNumber: input.doc_number,
    Date: input.txn_date,
    DueDate: input.due_date,
    CurrencyCode: input.currency_ref?.value,
    CurrencyRate: fromRate(input.exchange_rate),
    Reference: input.private_note,
    LineItems: input.line?.map((line) => ({
        LineItemID: line.id ?? undefined,
        Description: line.description,
        ItemCode: line.sales_item_line_detail?.item_ref?.value,
        TaxType: line.sales_item_line_detail?.tax_code_ref?.value,
        DiscountRate: fromAmount(line.discount_rate),
        ...priced(fromCents(line.amount_cents), line.quantity, fromCents(line.unit_price_cents))
    }))
});

export const fromBill = (input: Either<typeof CreateBill, typeof UpdateBill>): VendorBody => ({
    Type: 'ACCPAY',
    Contact: contactOf(input.vendor_id),
    InvoiceNumber: input.doc_number,
    Date: input.txn_date,
    DueDate: input.due_date,
    CurrencyCode: input.currency,
    CurrencyRate: fromRate(input.exchange_rate),
    LineItems: input.line?.map((line) => ({
        LineItemID: line.id ?? undefined,
        Description: line.description,
        ItemCode: line.item_id,
        TaxType: line.tax_code,
        ...fromAccount(line.account_id),
        ...priced(fromAmount(line.amount), line.qty, fromAmount(line.unit_price))
    }))
});

/** @throws {ActionError} where it is not for exactly one invoice, as Xero's payments are */
export function fromPayment(input: z.output<typeof CreatePayment>): VendorBody {
    const links = input.lines?.flatMap(({ linked_txn }) => linked_txn) ?? [];
    const [invoice] = links;
    if (!invoice || links.length > 1 || !input.deposit_to_account_ref)
        throw new ActionError({
            code: 'invalid_input',
            message: 'A payment at Xero is for one invoice, named in lines, and goes to the account in deposit_to_account_ref.',
            status: 400
        });
    const { AccountCode, ...byId } = fromAccount(input.deposit_to_account_ref.value);
    return {
        Invoice: { InvoiceID: invoice.txn_id },
        Account: AccountCode === undefined ? byId : { Code: AccountCode },
        Amount: fromCents(input.total_amount_cents),
        Date: input.txn_date,
        CurrencyRate: fromRate(input.exchange_rate),
        Reference: input.payment_ref_num
    };
}

export const fromJournalEntry = (input: Either<typeof CreateJournalEntry, typeof UpdateJournalEntry>): VendorBody => ({
    Narration: input.note ?? ('id' in input ? undefined : input.doc_number || 'Journal entry'),
    Date: input.date,
    Status: 'id' in input ? undefined : 'POSTED',
    JournalLines: input.line_items?.map(({ amount, description, journal_entry_line_detail: detail }) => ({
        // Credits are negative at Xero.
        LineAmount: fromAmount(detail.posting_type === 'Credit' ? -amount : amount),
        Description: description,
        TaxType: detail.tax_code_ref?.value,
        ...fromAccount(detail.account_ref.value)
    }))
});

export const fromPurchaseOrder = (input: Either<typeof CreatePurchaseOrder, typeof UpdatePurchaseOrder>): VendorBody => ({
    Contact: contactOf(input.vendor_ref?.value),
    PurchaseOrderNumber: input.doc_number,
    Date: input.txn_date,
    DeliveryDate: input.due_date,
    CurrencyCode: input.currency_ref?.value,
    CurrencyRate: fromRate(input.exchange_rate),
    Reference: input.private_note,
    LineItems: input.line?.map((line) => {
        const item = line.item_based_expense_line_detail;
        const account = line.account_based_expense_line_detail;
        return {
            LineItemID: line.id ?? undefined,
            Description: line.description,
            ItemCode: item?.item_ref?.value,
            TaxType: (item ?? account)?.tax_code_ref?.value,
            ...fromAccount(account?.account_ref?.value),
            ...priced(fromCents(line.amount_cents), item?.qty, fromCents(item?.unit_price_cents))
        };
    })
});
