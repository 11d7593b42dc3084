export const KIND_NAMES = [
    'Account',
    'Bill',
    'BillPayment',
    'CreditMemo',
    'Customer',
    'Deposit',
    'Invoice',
    'Item',
    'JournalEntry',
    'Payment',
    'PurchaseOrder',
    'Purchase',
    'Transfer',
    'Vendor'
] as const;
export type KindName = (typeof KIND_NAMES)[number];

/** What the API knows of one kind of object. */
export interface Kind {
    name: KindName;
    /** Lists of names are never deleted, only made inactive. */
    nameField?: 'Name' | 'DisplayName';
    /** What a request may set. Anything else is an unsupported property. */
    fields: ReadonlySet<string>;
    /** What a condition or an order may name. */
    queryable: ReadonlySet<string>;
    /** Needed to create one; of alternatives, written with a bar, one is enough. */
    required: readonly string[];
    /** Fields that refer to another object; those of lines are in LINE_REFERENCES. */
    references: Readonly<Record<string, KindName>>;
    /** How it is voided: `?operation=void`, or `?operation=update&include=void`. */
    voiding?: 'operation' | 'include';
}

/** What the API sets itself. Requests may send it back, without effect. */
export const SERVER_FIELDS: ReadonlySet<string> = new Set(
    words(`Id SyncToken MetaData domain sparse status time Balance HomeBalance BalanceWithSubAccounts CurrentBalance
        CurrentBalanceWithSubAccounts BalanceWithJobs FullyQualifiedName Classification Level TotalAmt HomeTotalAmt RemainingCredit
        UnappliedAmt DeliveryInfo InvoiceLink HomeAmount V4IDPseudonym ClientEntityId IsProject TaxFormType`)
);

export const LINE_REFERENCES: Readonly<Record<string, KindName>> = {
    'SalesItemLineDetail.ItemRef': 'Item',
    'ItemBasedExpenseLineDetail.ItemRef': 'Item',
    'ItemBasedExpenseLineDetail.CustomerRef': 'Customer',
    'AccountBasedExpenseLineDetail.AccountRef': 'Account',
    'AccountBasedExpenseLineDetail.CustomerRef': 'Customer',
    'DiscountLineDetail.DiscountAccountRef': 'Account',
    'JournalEntryLineDetail.AccountRef': 'Account',
    'DepositLineDetail.AccountRef': 'Account'
};

/** The allowed values of fields, wherever they are. */
export const ENUMERATIONS: Readonly<Record<string, readonly string[]>> = {
    BillableStatus: ['Billable', 'NotBillable', 'HasBeenBilled'],
    DetailType: words(`SalesItemLineDetail SubTotalLineDetail DiscountLineDetail DescriptionOnly GroupLineDetail TaxLineDetail
        ItemBasedExpenseLineDetail AccountBasedExpenseLineDetail JournalEntryLineDetail DepositLineDetail`),
    EmailStatus: ['NotSet', 'NeedToSend', 'EmailSent'],
    GlobalTaxCalculation: ['TaxExcluded', 'TaxInclusive', 'NotApplicable'],
    PayType: ['Check', 'CreditCard'],
    PaymentType: ['Cash', 'Check', 'CreditCard'],
    POStatus: ['Open', 'Closed'],
    PostingType: ['Debit', 'Credit'],
    PrintStatus: ['NotSet', 'NeedToPrint', 'PrintComplete']
};

/** Values of fields that only one kind has. */
export const ENUMERATIONS_OF: Readonly<Partial<Record<KindName, Readonly<Record<string, readonly string[]>>>>> = {
    Account: {
        AccountType: [
            'Bank',
            'Accounts Receivable',
            'Other Current Asset',
            'Fixed Asset',
            'Other Asset',
            'Accounts Payable',
            'Credit Card',
            'Other Current Liability',
            'Long Term Liability',
            'Equity',
            'Income',
            'Other Income',
            'Cost of Goods Sold',
            'Expense',
            'Other Expense'
        ]
    },
    Item: { Type: ['Service', 'Inventory', 'NonInventory', 'Group', 'Category'] }
};

/** What each transaction has. */
const TRANSACTION = `DocNumber TxnDate PrivateNote CurrencyRef ExchangeRate DepartmentRef Line LinkedTxn TxnTaxDetail CustomField
    GlobalTaxCalculation TransactionLocationType RecurDataRef TxnSource TxnStatus ProjectRef`;
const SALE = `CustomerRef BillAddr ShipAddr BillEmail BillEmailCc BillEmailBcc EmailStatus PrintStatus CustomerMemo ClassRef
    ApplyTaxAfterDiscount SalesTermRef ShipMethodRef ShipDate TrackingNum FreeFormAddress`;
const PERSON = `DisplayName Title GivenName MiddleName FamilyName Suffix CompanyName PrintOnCheckName Active PrimaryPhone AlternatePhone
    Mobile Fax PrimaryEmailAddr WebAddr BillAddr CurrencyRef Notes TaxIdentifier`;
const QUERYABLE = 'Id SyncToken MetaData.CreateTime MetaData.LastUpdatedTime';
const QUERYABLE_TRANSACTION = `${QUERYABLE} DocNumber TxnDate TotalAmt PrivateNote`;
const QUERYABLE_PERSON = `${QUERYABLE} Active DisplayName GivenName FamilyName CompanyName PrintOnCheckName Balance`;
const PERSON_NAMES = 'DisplayName|Title|GivenName|MiddleName|FamilyName|Suffix';

export const KINDS: Readonly<Record<KindName, Kind>> = {
    Account: {
        name: 'Account',
        nameField: 'Name',
        fields: set(
            'Name AccountType AccountSubType Active Description AcctNum SubAccount ParentRef CurrencyRef TaxCodeRef TxnLocationType'
        ),
        queryable: set(`${QUERYABLE} Active Name FullyQualifiedName AccountType AccountSubType Classification CurrentBalance SubAccount`),
        required: ['Name', 'AccountType|AccountSubType'],
        references: { ParentRef: 'Account' }
    },
    Bill: {
        name: 'Bill',
        fields: set(`${TRANSACTION} VendorRef APAccountRef DueDate SalesTermRef VendorAddr`),
        queryable: set(`${QUERYABLE_TRANSACTION} VendorRef DueDate Balance`),
        required: ['VendorRef', 'Line'],
        references: { VendorRef: 'Vendor', APAccountRef: 'Account' }
    },
    BillPayment: {
        name: 'BillPayment',
        fields: set(`${TRANSACTION} VendorRef APAccountRef PayType CheckPayment CreditCardPayment TotalAmt ProcessBillPayment`),
        queryable: set(`${QUERYABLE_TRANSACTION} VendorRef PayType`),
        required: ['VendorRef', 'PayType', 'TotalAmt', 'Line'],
        references: { VendorRef: 'Vendor', APAccountRef: 'Account' },
        voiding: 'include'
    },
    CreditMemo: {
        name: 'CreditMemo',
        fields: set(`${TRANSACTION} ${SALE} PaymentMethodRef PaymentRefNum InvoiceRef`),
        queryable: set(`${QUERYABLE_TRANSACTION} CustomerRef Balance`),
        required: ['CustomerRef', 'Line'],
        references: { CustomerRef: 'Customer' }
    },
    Customer: {
        name: 'Customer',
        nameField: 'DisplayName',
        fields: set(`${PERSON} ShipAddr Taxable Job BillWithParent ParentRef PaymentMethodRef SalesTermRef PreferredDeliveryMethod OpenBalanceDate
            ResaleNum DefaultTaxCodeRef ARAccountRef CustomerTypeRef TaxExemptionReasonId Source GSTIN`),
        queryable: set(`${QUERYABLE_PERSON} FullyQualifiedName PrimaryEmailAddr.Address Job`),
        required: [PERSON_NAMES],
        references: { ParentRef: 'Customer', ARAccountRef: 'Account' }
    },
    Deposit: {
        name: 'Deposit',
        fields: set(`${TRANSACTION} DepositToAccountRef CashBack`),
        queryable: set(`${QUERYABLE_TRANSACTION} DepositToAccountRef`),
        required: ['DepositToAccountRef', 'Line'],
        references: { DepositToAccountRef: 'Account', 'CashBack.AccountRef': 'Account' }
    },
    Invoice: {
        name: 'Invoice',
        fields: set(`${TRANSACTION} ${SALE} DueDate Deposit DepositToAccountRef AllowIPNPayment AllowOnlinePayment AllowOnlineCreditCardPayment
            AllowOnlineACHPayment ShipFromAddr`),
        queryable: set(`${QUERYABLE_TRANSACTION} CustomerRef DueDate Balance EmailStatus`),
        required: ['CustomerRef', 'Line'],
        references: { CustomerRef: 'Customer', DepositToAccountRef: 'Account' },
        voiding: 'operation'
    },
    Item: {
        name: 'Item',
        nameField: 'Name',
        fields: set(`Name Sku Description Active Type UnitPrice PurchaseCost PurchaseDesc QtyOnHand InvStartDate TrackQtyOnHand Taxable SubItem
            IncomeAccountRef ExpenseAccountRef AssetAccountRef ParentRef SalesTaxCodeRef PurchaseTaxCodeRef SalesTaxIncluded ReorderPoint
            PurchaseTaxIncluded PrefVendorRef ClassRef Source ItemCategoryType`),
        queryable: set(`${QUERYABLE} Active Name FullyQualifiedName Sku Type UnitPrice QtyOnHand`),
        required: ['Name'],
        references: {
            IncomeAccountRef: 'Account',
            ExpenseAccountRef: 'Account',
            AssetAccountRef: 'Account',
            ParentRef: 'Item',
            PrefVendorRef: 'Vendor'
        }
    },
    JournalEntry: {
        name: 'JournalEntry',
        fields: set(`${TRANSACTION} Adjustment JournalCodeRef TaxRateRef`),
        queryable: set(`${QUERYABLE_TRANSACTION} Adjustment`),
        required: ['Line'],
        references: {}
    },
    Payment: {
        name: 'Payment',
        fields: set(`${TRANSACTION} CustomerRef ARAccountRef DepositToAccountRef PaymentMethodRef PaymentRefNum TotalAmt ProcessPayment
            CreditCardPayment PaymentType`),
        queryable: set(`${QUERYABLE_TRANSACTION} CustomerRef PaymentRefNum UnappliedAmt`),
        required: ['CustomerRef', 'TotalAmt'],
        references: { CustomerRef: 'Customer', DepositToAccountRef: 'Account', ARAccountRef: 'Account' },
        voiding: 'include'
    },
    PurchaseOrder: {
        name: 'PurchaseOrder',
        fields: set(`${TRANSACTION} VendorRef APAccountRef VendorAddr ShipAddr ShipTo ShipMethodRef POEmail POStatus EmailStatus Memo ClassRef
            SalesTermRef DueDate PrintStatus`),
        queryable: set(`${QUERYABLE_TRANSACTION} VendorRef POStatus DueDate`),
        required: ['VendorRef', 'APAccountRef', 'Line'],
        references: { VendorRef: 'Vendor', APAccountRef: 'Account', ShipTo: 'Customer' }
    },
    Purchase: {
        name: 'Purchase',
        fields: set(
            `${TRANSACTION} AccountRef PaymentType EntityRef Credit PrintStatus PaymentMethodRef RemitToAddr IncludeInAnnualTPAR CheckPayment`
        ),
        queryable: set(`${QUERYABLE_TRANSACTION} AccountRef PaymentType Credit`),
        required: ['PaymentType', 'AccountRef', 'Line'],
        references: { AccountRef: 'Account' }
    },
    Transfer: {
        name: 'Transfer',
        fields: set(`${TRANSACTION} FromAccountRef ToAccountRef Amount`),
        queryable: set(`${QUERYABLE} TxnDate Amount PrivateNote`),
        required: ['FromAccountRef', 'ToAccountRef', 'Amount'],
        references: { FromAccountRef: 'Account', ToAccountRef: 'Account' }
    },
    Vendor: {
        name: 'Vendor',
        nameField: 'DisplayName',
        fields: set(`${PERSON} AcctNum Vendor1099 TermRef APAccountRef BillRate CostRate VendorPaymentBankDetail GSTIN OtherContactInfo`),
        queryable: set(QUERYABLE_PERSON),
        required: [PERSON_NAMES],
        references: { APAccountRef: 'Account' }
    }
};

/** The kind of a path segment or a query's entity, in any case. */
export function findKind(name: string): Kind | undefined {
    const kind = KIND_NAMES.find((known) => known.toLowerCase() === name.toLowerCase());
    return kind && KINDS[kind];
}

/** The kind of a `TxnType`, which names payments of bills by how they were paid. */
export function kindOfTransaction(type: string): KindName | undefined {
    if (type === 'BillPaymentCheck' || type === 'BillPaymentCreditCard') return 'BillPayment';
    return KIND_NAMES.find((name) => name === type && KINDS[name].nameField === undefined);
}

function words(text: string): string[] {
    return text.trim().split(/\s+/);
}

function set(text: string): ReadonlySet<string> {
    return new Set(words(text));
}
