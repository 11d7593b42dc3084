import { z } from 'zod';

/**
 * QuickBooks' objects, with numbers as the text of their digits. Loose: only what a record needs is
 * required, and what is not read is let through.
 * @see https://developer.intuit.com/app/developer/qbo/docs/api/accounting/most-commonly-used/account
 */
const text = z.string().nullish();
const flag = z.boolean().nullish();
const number = z.string().regex(/^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/);
const optionalNumber = number.nullish();
const day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/);

export const refGuard = z.object({ value: z.string(), name: text });
const ref = refGuard.nullish();

export const linkedTxnsGuard = z.array(z.object({ TxnId: z.string(), TxnType: z.string() })).nullish();

export const addressGuard = z
    .object({
        Id: text,
        Line1: text,
        Line2: text,
        Line3: text,
        Line4: text,
        Line5: text,
        City: text,
        CountrySubDivisionCode: text,
        PostalCode: text,
        Country: text
    })
    .nullish();

const customFields = z.array(z.object({ DefinitionId: text, Name: text, Type: text, StringValue: text })).nullish();
const emailAddress = z.object({ Address: text }).nullish();
const phone = z.object({ FreeFormNumber: text }).nullish();

/** What every object has. */
const object = {
    Id: z.string().min(1),
    SyncToken: z.string(),
    MetaData: z.object({ CreateTime: text, LastUpdatedTime: text }).nullish()
};
export const objectGuard = z.looseObject(object);

const transaction = {
    ...object,
    TxnDate: day,
    DocNumber: text,
    PrivateNote: text,
    CurrencyRef: ref,
    ExchangeRate: optionalNumber
};

const nameList = { ...object, Active: flag, FullyQualifiedName: text, CurrencyRef: ref };

export const accountGuard = z.object({
    ...nameList,
    Name: z.string(),
    AccountType: text,
    AccountSubType: text,
    Classification: text,
    CurrentBalance: optionalNumber,
    CurrentBalanceWithSubAccounts: optionalNumber,
    Description: text,
    AcctNum: text,
    SubAccount: flag,
    ParentRef: ref,
    TaxCodeRef: ref
});

export const customerGuard = z.object({
    ...nameList,
    DisplayName: text,
    Title: text,
    GivenName: text,
    MiddleName: text,
    FamilyName: text,
    Suffix: text,
    CompanyName: text,
    Balance: optionalNumber,
    BalanceWithJobs: optionalNumber,
    Taxable: flag,
    PrimaryEmailAddr: emailAddress,
    PrimaryPhone: phone,
    Mobile: phone,
    WebAddr: z.object({ URI: text }).nullish(),
    Notes: text,
    BillAddr: addressGuard,
    ShipAddr: addressGuard,
    ParentRef: ref,
    Job: flag,
    IsProject: flag,
    Level: optionalNumber,
    PaymentMethodRef: ref,
    SalesTermRef: ref,
    PreferredDeliveryMethod: text
});

export const itemGuard = z.object({
    ...nameList,
    Name: z.string(),
    Sku: text,
    Type: text,
    Description: text,
    PurchaseDesc: text,
    UnitPrice: optionalNumber,
    PurchaseCost: optionalNumber,
    QtyOnHand: optionalNumber,
    InvStartDate: day.nullish(),
    TrackQtyOnHand: flag,
    Taxable: flag,
    IncomeAccountRef: ref,
    ExpenseAccountRef: ref,
    AssetAccountRef: ref,
    ParentRef: ref
});

const line = { Id: text, LineNum: optionalNumber, Description: text, LinkedTxn: linkedTxnsGuard };

export const purchaseLineGuard = z.object({
    ...line,
    DetailType: z.string(),
    Amount: number,
    ProjectRef: ref,
    AccountBasedExpenseLineDetail: z
        .object({ AccountRef: ref, CustomerRef: ref, ClassRef: ref, TaxCodeRef: ref, BillableStatus: text })
        .nullish(),
    ItemBasedExpenseLineDetail: z
        .object({
            ItemRef: ref,
            PriceLevelRef: ref,
            Qty: optionalNumber,
            UnitPrice: optionalNumber,
            TaxInclusiveAmt: optionalNumber,
            CustomerRef: ref,
            ClassRef: ref,
            TaxCodeRef: ref,
            BillableStatus: text,
            MarkupInfo: z.object({ PriceLevelRef: ref, Percent: optionalNumber, MarkUpIncomeAccountRef: ref }).nullish()
        })
        .nullish()
});

export const billGuard = z.object({
    ...transaction,
    VendorRef: refGuard,
    APAccountRef: ref,
    DueDate: day.nullish(),
    Balance: optionalNumber,
    HomeBalance: optionalNumber,
    TotalAmt: number,
    SalesTermRef: ref,
    DepartmentRef: ref,
    LinkedTxn: linkedTxnsGuard,
    Line: z.array(purchaseLineGuard).nullish()
});

export const billPaymentGuard = z.object({
    ...transaction,
    VendorRef: refGuard,
    APAccountRef: ref,
    PayType: text,
    TotalAmt: number,
    CheckPayment: z.object({ BankAccountRef: ref, PrintStatus: text }).nullish(),
    CreditCardPayment: z.object({ CCAccountRef: ref }).nullish(),
    Line: z.array(z.object({ Amount: number, LinkedTxn: linkedTxnsGuard })).nullish()
});

const salesDocument = {
    ...transaction,
    CustomerRef: ref,
    Balance: optionalNumber,
    TotalAmt: number,
    BillAddr: addressGuard,
    ShipAddr: addressGuard,
    BillEmail: emailAddress,
    CustomerMemo: z.object({ value: text }).nullish(),
    CustomField: customFields,
    Line: z
        .array(
            z.object({
                ...line,
                DetailType: z.string(),
                Amount: optionalNumber,
                SalesItemLineDetail: z.object({ ItemRef: ref, Qty: optionalNumber, UnitPrice: optionalNumber, TaxCodeRef: ref }).nullish()
            })
        )
        .nullish()
};
export const salesDocumentGuard = z.object(salesDocument);

export const creditMemoGuard = z.object({ ...salesDocument, RemainingCredit: optionalNumber });

export const invoiceGuard = z.object({
    ...salesDocument,
    DueDate: day.nullish(),
    Deposit: optionalNumber,
    TxnTaxDetail: z.object({ TotalTax: optionalNumber }).nullish(),
    EmailStatus: text,
    PrintStatus: text,
    SalesTermRef: ref,
    LinkedTxn: linkedTxnsGuard
});

export const depositGuard = z.object({
    ...transaction,
    DepositToAccountRef: ref,
    TotalAmt: number,
    CashBack: z.object({ AccountRef: ref, Amount: optionalNumber, Memo: text }).nullish(),
    Line: z
        .array(
            z.object({
                ...line,
                DetailType: text,
                Amount: number,
                DepositLineDetail: z.object({ AccountRef: ref, Entity: ref, PaymentMethodRef: ref, CheckNum: text }).nullish()
            })
        )
        .nullish()
});

export const journalEntryGuard = z.object({
    ...transaction,
    TxnDate: day.nullish(),
    Adjustment: flag,
    TotalAmt: optionalNumber,
    Line: z
        .array(
            z.object({
                ...line,
                DetailType: z.string(),
                Amount: optionalNumber,
                JournalEntryLineDetail: z
                    .object({
                        PostingType: text,
                        AccountRef: ref,
                        Entity: z.object({ Type: text, EntityRef: ref }).nullish(),
                        DepartmentRef: ref,
                        ClassRef: ref,
                        TaxCodeRef: ref
                    })
                    .nullish()
            })
        )
        .nullish()
});

export const paymentGuard = z.object({
    ...transaction,
    TotalAmt: number,
    UnappliedAmt: optionalNumber,
    CustomerRef: ref,
    PaymentRefNum: text,
    PaymentMethodRef: ref,
    DepositToAccountRef: ref,
    Line: z.array(z.object({ Amount: number, LinkedTxn: linkedTxnsGuard })).nullish()
});

export const purchaseGuard = z.object({
    ...transaction,
    AccountRef: ref,
    PaymentType: text,
    EntityRef: z.object({ value: z.string(), name: text, type: text }).nullish(),
    Credit: flag,
    TotalAmt: number,
    PrintStatus: text,
    DepartmentRef: ref,
    Line: z.array(purchaseLineGuard).nullish()
});

export const transferGuard = z.object({
    ...transaction,
    FromAccountRef: ref,
    ToAccountRef: ref,
    Amount: number
});

export const purchaseOrderGuard = z.object({
    ...transaction,
    VendorRef: refGuard,
    APAccountRef: ref,
    TotalAmt: number,
    GlobalTaxCalculation: text,
    CustomField: customFields,
    POEmail: emailAddress,
    ClassRef: ref,
    SalesTermRef: ref,
    LinkedTxn: linkedTxnsGuard,
    Memo: text,
    POStatus: text,
    TransactionLocationType: text,
    DueDate: day.nullish(),
    ShipMethodRef: ref,
    TxnTaxDetail: z
        .object({
            TxnTaxCodeRef: ref,
            TotalTax: optionalNumber,
            TaxLine: z
                .array(
                    z.object({
                        Amount: optionalNumber,
                        DetailType: text,
                        TaxLineDetail: z
                            .object({ TaxRateRef: ref, PercentBased: flag, TaxPercent: optionalNumber, NetAmountTaxable: optionalNumber })
                            .nullish()
                    })
                )
                .nullish()
        })
        .nullish(),
    ShipTo: ref,
    ShipAddr: addressGuard,
    VendorAddr: addressGuard,
    EmailStatus: text,
    RecurDataRef: ref,
    Line: z.array(purchaseLineGuard).nullish()
});

/** A response of the query endpoint; the list's key is absent where nothing was found. */
export const queryGuard = z.object({ QueryResponse: z.record(z.string(), z.unknown()), time: z.string() });

/** A response of change data capture: an object for each entity asked for. */
export const changesGuard = z.object({
    CDCResponse: z.array(z.object({ QueryResponse: z.array(z.record(z.string(), z.unknown())).nullish() })),
    time: z.string()
});
