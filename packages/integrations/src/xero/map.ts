import type { z } from 'zod';
import type { Account } from '../models/account.ts';
import type { Bill } from '../models/bill.ts';
import type { Customer } from '../models/customer.ts';
import type { Invoice } from '../models/invoice.ts';
import type { Item } from '../models/item.ts';
import type { JournalEntry } from '../models/journal-entry.ts';
import { amountOf, centsOf } from '../models/money.ts';
import type { Payment } from '../models/payment.ts';
import type { PurchaseOrder } from '../models/purchase-order.ts';
import { accountOf, amountOfLine, dayOf, toAddress, toAmount, toCents, toRate, toRecord, toRef } from './convert.ts';
import type * as guards from './guards.ts';

type Sent<Name extends keyof typeof guards> = z.output<(typeof guards)[Name]>;

const capitalized = (word: string | null | undefined) => (word ? word[0]?.toUpperCase() + word.slice(1).toLowerCase() : null);

export const toAccount = (account: Sent<'accountGuard'>): z.input<typeof Account> => ({
    ...toRecord(account.AccountID, account, account.CurrencyCode),
    name: account.Name,
    fully_qualified_name: account.Name,
    account_type: account.Type ?? null,
    account_sub_type: null,
    classification: capitalized(account.Class),
    current_balance_cents: null,
    current_balance_with_sub_accounts_cents: null,
    active: account.Status !== 'ARCHIVED',
    description: account.Description ?? null,
    acct_num: account.Code ?? null,
    sub_account: false,
    parent_ref: null,
    tax_code_ref: toRef(account.TaxType)
});

export function toCustomer(contact: Sent<'contactGuard'>): z.input<typeof Customer> {
    const phone = (type: string) => {
        const found = contact.Phones?.find(({ PhoneType }) => PhoneType === type);
        return [found?.PhoneCountryCode, found?.PhoneAreaCode, found?.PhoneNumber].filter(Boolean).join(' ') || null;
    };
    const balance = toCents(contact.Balances?.AccountsReceivable?.Outstanding) ?? 0;
    return {
        ...toRecord(contact.ContactID, contact, contact.DefaultCurrency),
        given_name: contact.FirstName ?? null,
        middle_name: null,
        family_name: contact.LastName ?? null,
        display_name: contact.Name ?? null,
        company_name: null,
        fully_qualified_name: contact.Name ?? null,
        title: null,
        suffix: null,
        active: contact.ContactStatus !== 'ARCHIVED',
        balance_cents: balance,
        balance_with_jobs_cents: balance,
        taxable: null,
        primary_email: contact.EmailAddress || null,
        primary_phone: phone('DEFAULT'),
        mobile: phone('MOBILE'),
        website: contact.Website ?? null,
        notes: null,
        bill_address: toAddress(contact.Addresses, 'POBOX'),
        ship_address: toAddress(contact.Addresses, 'STREET'),
        parent_ref: null,
        job: false,
        is_project: false,
        level: 0,
        payment_method_ref: null,
        sales_term_ref: null,
        preferred_delivery_method: null
    };
}

export function toItem(item: Sent<'itemGuard'>): z.input<typeof Item> {
    const isTracked = item.IsTrackedAsInventory ?? false;
    return {
        ...toRecord(item.ItemID, item, null),
        name: item.Name ?? item.Code ?? '',
        sku: item.Code ?? null,
        fully_qualified_name: item.Name ?? null,
        active: true,
        type: isTracked ? 'Inventory' : 'NonInventory',
        description: item.Description ?? null,
        purchase_description: item.PurchaseDescription ?? null,
        unit_price_cents: toCents(item.SalesDetails?.UnitPrice) ?? 0,
        purchase_cost_cents: toCents(item.PurchaseDetails?.UnitPrice) ?? 0,
        qty_on_hand: toAmount(item.QuantityOnHand),
        inv_start_date: null,
        track_qty_on_hand: isTracked,
        track_qty_onHand: isTracked,
        taxable: null,
        income_account_ref: toRef(item.SalesDetails?.AccountCode),
        expense_account_ref: toRef(item.PurchaseDetails?.COGSAccountCode ?? item.PurchaseDetails?.AccountCode),
        asset_account_ref: toRef(item.InventoryAssetAccountCode),
        parent_ref: null
    };
}

const paidBy = (invoice: Sent<'invoiceGuard'>) =>
    (invoice.Payments ?? []).map(({ PaymentID }) => ({ txn_id: PaymentID, txn_type: 'Payment' }));

export const toInvoice = (invoice: Sent<'invoiceGuard'>): z.input<typeof Invoice> => ({
    ...toRecord(invoice.InvoiceID, invoice, invoice.CurrencyCode),
    doc_number: invoice.InvoiceNumber ?? null,
    txn_date: dayOf(invoice.DateString, invoice.Date) ?? '',
    customer_id: invoice.Contact.ContactID,
    customer_name: invoice.Contact.Name ?? null,
    // Nothing is to be paid of it, whatever was.
    balance_cents: invoice.Status === 'VOIDED' ? 0 : (toCents(invoice.AmountDue) ?? 0),
    total_amt_cents: centsOf(invoice.Total),
    bill_address: null,
    ship_address: null,
    email: null,
    private_note: invoice.Reference ?? null,
    customer_memo: null,
    voided: invoice.Status === 'VOIDED',
    items: (invoice.LineItems ?? []).map((line) => ({
        id: line.LineItemID ?? null,
        description: line.Description ?? null,
        qty: toAmount(line.Quantity),
        unit_price_cents: toCents(line.UnitAmount),
        amount_cents: centsOf(amountOfLine(line)),
        item_id: line.ItemCode ?? null,
        item_name: line.Item?.Name ?? null,
        tax_code: line.TaxType ?? null
    })),
    other_lines: [],
    due_date: dayOf(invoice.DueDateString, invoice.DueDate),
    deposit_cents: 0,
    total_tax_cents: toCents(invoice.TotalTax) ?? 0,
    email_status: invoice.SentToContact ? 'EmailSent' : 'NotSet',
    print_status: null,
    sales_term_ref: null,
    linked_txn: paidBy(invoice),
    custom_field: [],
    custom_fields: {},
    exchange_rate: toRate(invoice.CurrencyRate)
});

export const toBill = (bill: Sent<'invoiceGuard'>): z.input<typeof Bill> => ({
    ...toRecord(bill.InvoiceID, bill, bill.CurrencyCode),
    doc_number: bill.InvoiceNumber ?? null,
    vendor_id: bill.Contact.ContactID,
    vendor_name: bill.Contact.Name ?? null,
    ap_account_id: null,
    ap_account_name: null,
    txn_date: dayOf(bill.DateString, bill.Date) ?? '',
    due_date: dayOf(bill.DueDateString, bill.DueDate),
    balance: toAmount(bill.AmountDue) ?? 0,
    home_balance: null,
    total_amount: amountOf(bill.Total),
    exchange_rate: toRate(bill.CurrencyRate),
    sales_term_id: null,
    private_note: bill.Reference ?? null,
    department_ref: null,
    linked_txn: paidBy(bill),
    lines: (bill.LineItems ?? []).map((line, index) => ({
        id: line.LineItemID ?? null,
        line_num: index + 1,
        description: line.Description ?? null,
        detail_type: line.ItemCode ? 'ItemBasedExpenseLineDetail' : 'AccountBasedExpenseLineDetail',
        amount: amountOf(amountOfLine(line)),
        account_id: accountOf(line),
        account_name: null,
        item_id: line.ItemCode ?? null,
        item_name: line.Item?.Name ?? null,
        qty: toAmount(line.Quantity),
        unit_price: toAmount(line.UnitAmount),
        customer_id: null,
        class_id: null,
        tax_code: line.TaxType ?? null,
        billable_status: null
    }))
});

export const toPayment = (payment: Sent<'paymentGuard'>): z.input<typeof Payment> => ({
    ...toRecord(payment.PaymentID, payment, payment.Invoice?.CurrencyCode),
    amount_cents: centsOf(payment.Amount),
    unapplied_cents: 0,
    customer_id: payment.Invoice?.Contact?.ContactID ?? null,
    customer_name: payment.Invoice?.Contact?.Name ?? null,
    txn_date: dayOf(null, payment.Date) ?? '',
    payment_ref_num: payment.Reference ?? null,
    payment_method_ref: null,
    deposit_to_account_ref: toRef(payment.Account?.AccountID, payment.Account?.Name),
    private_note: null,
    exchange_rate: toRate(payment.CurrencyRate),
    voided: payment.Status === 'DELETED',
    lines: payment.Invoice
        ? [{ amount_cents: centsOf(payment.Amount), linked_txn: [{ txn_id: payment.Invoice.InvoiceID, txn_type: 'Invoice' }] }]
        : []
});

export const toJournalEntry = (journal: Sent<'journalGuard'>): z.input<typeof JournalEntry> => ({
    ...toRecord(journal.ManualJournalID, journal, null),
    date: dayOf(null, journal.Date),
    doc_number: null,
    note: journal.Narration ?? null,
    adjustment: false,
    exchange_rate: null,
    total_amount: null,
    lines: (journal.JournalLines ?? []).map((line) => ({
        id: null,
        type: 'JournalEntryLineDetail',
        account_id: accountOf(line),
        account_name: null,
        // Credits are negative at Xero.
        net_amount: amountOf(line.LineAmount.replace(/^-/, '')),
        posting_type: line.LineAmount.startsWith('-') ? 'Credit' : 'Debit',
        description: line.Description ?? null,
        entity_type: null,
        entity_type_id: null,
        entity_type_name: null,
        department_id: null,
        department_name: null,
        class_id: null,
        class_name: null,
        tax_code: line.TaxType ?? null
    }))
});

export const toPurchaseOrder = (order: Sent<'purchaseOrderGuard'>): z.input<typeof PurchaseOrder> => ({
    ...toRecord(order.PurchaseOrderID, order, order.CurrencyCode),
    ap_account_ref: null,
    vendor_ref: { value: order.Contact.ContactID, name: order.Contact.Name ?? null },
    line: (order.LineItems ?? []).map(toOrderLine),
    currency_ref: toRef(order.CurrencyCode),
    global_tax_calculation: null,
    txn_date: dayOf(order.DateString, order.Date) ?? '',
    custom_field: [],
    custom_fields: {},
    po_email: null,
    class_ref: null,
    sales_term_ref: null,
    linked_txn: [],
    memo: null,
    po_status: order.Status === 'BILLED' || order.Status === 'DELETED' ? 'Closed' : 'Open',
    transaction_location_type: null,
    due_date: dayOf(order.DeliveryDateString, order.DeliveryDate),
    doc_number: order.PurchaseOrderNumber ?? null,
    private_note: order.Reference ?? null,
    ship_method_ref: null,
    txn_tax_detail: { txn_tax_code_ref: null, total_tax_cents: toCents(order.TotalTax), tax_line: [] },
    ship_to: null,
    exchange_rate: toRate(order.CurrencyRate),
    ship_addr: null,
    vendor_addr: null,
    email_status: null,
    total_amt_cents: centsOf(order.Total),
    recur_data_ref: null
});

function toOrderLine(line: Sent<'lineGuard'>, index: number): z.input<typeof PurchaseOrder>['line'][number] {
    const shared = { customer_ref: null, class_ref: null, tax_code_ref: toRef(line.TaxType), billable_status: null };
    return {
        id: line.LineItemID ?? null,
        amount_cents: centsOf(amountOfLine(line)),
        detail_type: line.ItemCode ? 'ItemBasedExpenseLineDetail' : 'AccountBasedExpenseLineDetail',
        item_based_expense_line_detail: line.ItemCode
            ? {
                  ...shared,
                  item_ref: toRef(line.ItemCode, line.Item?.Name),
                  price_level_ref: null,
                  qty: toAmount(line.Quantity),
                  unit_price_cents: toCents(line.UnitAmount),
                  tax_inclusive_amt: null,
                  markup_info: null
              }
            : null,
        account_based_expense_line_detail: line.ItemCode ? null : { ...shared, account_ref: toRef(accountOf(line)) },
        description: line.Description ?? null,
        line_num: index + 1,
        linked_txn: [],
        project_ref: null
    };
}
