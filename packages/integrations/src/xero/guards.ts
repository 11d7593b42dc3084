import { z } from 'zod';

/**
 * Xero's objects, with numbers as the text of their digits. Loose: what is not read is let through.
 * @see https://developer.xero.com/documentation/api/accounting/overview
 */
const text = z.string().nullish();
const flag = z.boolean().nullish();
const number = z.string().regex(/^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/);
const optionalNumber = number.nullish();
const id = z.string().min(1);
const changed = { UpdatedDateUTC: text };

const contact = z.object({ ContactID: id, Name: text });

export const lineGuard = z.object({
    LineItemID: text,
    Description: text,
    Quantity: optionalNumber,
    UnitAmount: optionalNumber,
    LineAmount: optionalNumber,
    ItemCode: text,
    Item: z.object({ Name: text }).nullish(),
    AccountCode: text,
    AccountID: text,
    TaxType: text
});

export const addressGuard = z.object({
    AddressType: text,
    AddressLine1: text,
    AddressLine2: text,
    AddressLine3: text,
    AddressLine4: text,
    City: text,
    Region: text,
    PostalCode: text,
    Country: text
});

export const accountGuard = z.object({
    ...changed,
    AccountID: id,
    Name: z.string(),
    Code: text,
    Type: text,
    Class: text,
    Status: text,
    Description: text,
    CurrencyCode: text,
    TaxType: text
});

export const contactGuard = z.object({
    ...changed,
    ContactID: id,
    Name: text,
    FirstName: text,
    LastName: text,
    EmailAddress: text,
    ContactStatus: text,
    DefaultCurrency: text,
    Website: text,
    Phones: z.array(z.object({ PhoneType: text, PhoneNumber: text, PhoneAreaCode: text, PhoneCountryCode: text })).nullish(),
    Addresses: z.array(addressGuard).nullish(),
    Balances: z.object({ AccountsReceivable: z.object({ Outstanding: optionalNumber }).nullish() }).nullish()
});

export const itemGuard = z.object({
    ...changed,
    ItemID: id,
    Code: text,
    Name: text,
    Description: text,
    PurchaseDescription: text,
    QuantityOnHand: optionalNumber,
    IsTrackedAsInventory: flag,
    InventoryAssetAccountCode: text,
    SalesDetails: z.object({ UnitPrice: optionalNumber, AccountCode: text, TaxType: text }).nullish(),
    PurchaseDetails: z.object({ UnitPrice: optionalNumber, AccountCode: text, COGSAccountCode: text, TaxType: text }).nullish()
});

const document = {
    ...changed,
    Contact: contact,
    Status: text,
    Date: text,
    DateString: text,
    CurrencyCode: text,
    CurrencyRate: optionalNumber,
    Total: number,
    Reference: text,
    LineItems: z.array(lineGuard).nullish()
};

export const invoiceGuard = z.object({
    ...document,
    InvoiceID: id,
    InvoiceNumber: text,
    DueDate: text,
    DueDateString: text,
    TotalTax: optionalNumber,
    AmountDue: optionalNumber,
    SentToContact: flag,
    Payments: z.array(z.object({ PaymentID: id })).nullish()
});

export const purchaseOrderGuard = z.object({
    ...document,
    PurchaseOrderID: id,
    PurchaseOrderNumber: text,
    DeliveryDate: text,
    DeliveryDateString: text,
    TotalTax: optionalNumber
});

export const paymentGuard = z.object({
    ...changed,
    PaymentID: id,
    Date: text,
    Amount: number,
    Reference: text,
    CurrencyRate: optionalNumber,
    Status: text,
    Account: z.object({ AccountID: text, Name: text }).nullish(),
    Invoice: z.object({ InvoiceID: id, CurrencyCode: text, Contact: contact.nullish() }).nullish()
});

export const journalGuard = z.object({
    ...changed,
    ManualJournalID: id,
    Narration: text,
    Date: text,
    Status: text,
    JournalLines: z.array(z.object({ LineAmount: number, AccountCode: text, AccountID: text, Description: text, TaxType: text })).nullish()
});

/** Of a list, and of a write, whose list has one object. */
export const listGuard = z.looseObject({ DateTimeUTC: text });
