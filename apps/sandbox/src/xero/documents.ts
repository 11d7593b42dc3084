import { recordsIn } from '../check-fields.ts';
import type { Books } from './books.ts';
import { KINDS } from './kinds.ts';
import { guidOf, numberOf, round, rowOf, textOf } from './row.ts';
import type { Row } from './row.ts';

/** An element that breaks rules; each message becomes one of its `ValidationErrors`. */
export class Invalid extends Error {
    override readonly name = 'Invalid';
    readonly messages: readonly string[];

    constructor(...messages: string[]) {
        super(messages.join(' '));
        this.messages = messages;
    }
}

/** New Zealand's tax types: https://developer.xero.com/documentation/api/accounting/types */
const TAX_RATES: Readonly<Record<string, number>> = { OUTPUT2: 0.15, INPUT2: 0.15, ZERORATED: 0, NONE: 0 };

interface LineRules {
    /** ACCREC, ACCPAY, or null for a purchase order. */
    type: unknown;
    /** Exclusive, Inclusive or NoTax. */
    amountTypes: unknown;
    /** Decimals of unit amounts. */
    places: number;
    /** Drafts may lack accounts and descriptions. */
    isDraft: boolean;
    newId(): string;
}

/** Completes lines as Xero does, and sums them up. @throws {Invalid} */
export function totalsOf(books: Books, lines: unknown, rules: LineRules): Row {
    const LineItems = recordsIn(lines).map((line) => completeLine(books, line, rules));
    const sum = (field: string) => round(LineItems.reduce((total, line) => total + (numberOf(line[field]) ?? 0), 0));
    const amounts = sum('LineAmount');
    const TotalTax = sum('TaxAmount');
    const SubTotal = rules.amountTypes === 'Inclusive' ? round(amounts - TotalTax) : amounts;
    return { LineAmountTypes: rules.amountTypes, LineItems, SubTotal, TotalTax, Total: round(SubTotal + TotalTax) };
}

function completeLine(books: Books, line: Row, { type, amountTypes, places, isDraft, newId }: LineRules): Row {
    const code = textOf(line['ItemCode']);
    const item = code === undefined ? undefined : books.find(KINDS.Items, code);
    if (code !== undefined && !item) throw new Invalid(`Item code '${code}' is not valid`);
    const detail = rowOf(item?.[type === 'ACCREC' ? 'SalesDetails' : 'PurchaseDetails']);
    const Description = textOf(line['Description']) ?? textOf(item?.['Description']);
    const named: Row = { ...line, AccountCode: line['AccountCode'] ?? detail['AccountCode'] };
    const account = books.account(named);
    const accountName = textOf(named['AccountID']) ?? textOf(named['AccountCode']);
    if (accountName !== undefined && account?.['Status'] !== 'ACTIVE')
        throw new Invalid(`Account code '${accountName}' is not a valid code for this document.`);
    if (!isDraft && Description === undefined) throw new Invalid('Description cannot be empty');
    if (!isDraft && !account && type !== null) throw new Invalid('Account code must be specified');
    if (line['DiscountRate'] !== undefined && type === 'ACCPAY')
        throw new Invalid('Discounts are not supported on accounts payable invoices');

    const Quantity = numberOf(line['Quantity']) ?? 1;
    const share = 1 - (numberOf(line['DiscountRate']) ?? 0) / 100;
    const given = numberOf(line['LineAmount']);
    const price = numberOf(line['UnitAmount']) ?? (given === undefined ? numberOf(detail['UnitPrice']) : given / Quantity / share) ?? 0;
    const UnitAmount = round(price, places);
    const LineAmount = round(Quantity * UnitAmount * share);
    if (given !== undefined && numberOf(line['UnitAmount']) !== undefined && round(given) !== LineAmount)
        throw new Invalid(`The line total ${given.toFixed(2)} does not match the expected line total ${LineAmount.toFixed(2)}`);
    const TaxType = textOf(line['TaxType']) ?? textOf(account?.['TaxType']) ?? 'NONE';
    const rate = TAX_RATES[TaxType];
    if (rate === undefined)
        throw new Invalid(`The TaxType code '${TaxType}' does not exist or cannot be used for this type of transaction.`);
    const tax = amountTypes === 'NoTax' ? 0 : amountTypes === 'Inclusive' ? LineAmount - LineAmount / (1 + rate) : LineAmount * rate;
    return {
        ...(item ? { ItemCode: code, Item: { ItemID: item['ItemID'], Name: item['Name'], Code: code } } : {}),
        ...(Description === undefined ? {} : { Description }),
        UnitAmount,
        TaxType,
        TaxAmount: round(tax),
        LineAmount: given === undefined ? LineAmount : round(given),
        ...(account ? { AccountCode: account['Code'], AccountID: account['AccountID'] } : {}),
        ...(line['DiscountRate'] === undefined ? {} : { DiscountRate: line['DiscountRate'] }),
        Tracking: [],
        Quantity,
        LineItemID: textOf(line['LineItemID']) ?? newId()
    };
}

/** The lines of a journal: at least two, and their sum is nothing. @throws {Invalid} */
export function journalLines(books: Books, lines: unknown): Row[] {
    const given = recordsIn(lines);
    if (given.length < 2) throw new Invalid('At least two lines are required for a manual journal');
    const total = round(given.reduce((sum, line) => sum + (numberOf(line['LineAmount']) ?? 0), 0));
    if (total !== 0) throw new Invalid(`The total debits must equal total credits; they differ by ${total.toFixed(2)}`);
    return given.map(({ LineAmount, Description, TaxType, ...line }) => {
        const account = books.account(line);
        if (account?.['Status'] !== 'ACTIVE')
            throw new Invalid(`Account code '${textOf(line['AccountCode']) ?? ''}' is not a valid account`);
        if (account['Type'] === 'BANK' || textOf(account['SystemAccount']) !== undefined || account['Type'] === 'INVENTORY')
            throw new Invalid(`Account code '${textOf(account['Code']) ?? ''}' cannot be used in a manual journal`);
        return {
            LineAmount: round(numberOf(LineAmount) ?? 0),
            AccountID: account['AccountID'],
            AccountCode: account['Code'],
            ...(textOf(Description) === undefined ? {} : { Description }),
            TaxType: textOf(TaxType) ?? 'NONE',
            TaxAmount: 0,
            IsBlank: false
        };
    });
}

/** What a document or a payment shows of a contact. */
export const contactRef = ({ ContactID, Name }: Row): Row => ({ ContactID, Name, Addresses: [], Phones: [], HasValidationErrors: false });

/** What a payment shows of its invoice. */
export function invoiceRef({ Type, InvoiceID, InvoiceNumber, Contact, CurrencyCode }: Row): Row {
    return { Type, InvoiceID, InvoiceNumber, Contact, CurrencyCode, IsDiscounted: false, HasErrors: false };
}

/** How an invoice stands after its payments; `payments` without the deleted ones. */
export function settled(invoice: Row, payments: readonly Row[], paidOn: unknown): Row {
    const AmountPaid = round(payments.reduce((sum, { Amount }) => sum + (numberOf(Amount) ?? 0), 0));
    const AmountDue = round((numberOf(invoice['Total']) ?? 0) - AmountPaid);
    const { FullyPaidOnDate: _, ...others } = invoice;
    const isPaid = AmountDue === 0 && payments.length > 0;
    return {
        ...others,
        AmountPaid,
        AmountDue,
        Status: isPaid ? 'PAID' : invoice['Status'] === 'PAID' ? 'AUTHORISED' : invoice['Status'],
        ...(isPaid ? { FullyPaidOnDate: paidOn } : {}),
        Payments: payments.map(({ PaymentID, Date, Amount, Reference, CurrencyRate }) => ({
            PaymentID,
            Date,
            Amount,
            ...(Reference === undefined ? {} : { Reference }),
            CurrencyRate,
            HasAccount: false,
            HasValidationErrors: false
        }))
    };
}

/** The id of a line of generated data. */
export const lineIds = (seed: number, index: number) => {
    let place = 0;
    return () => guidOf(seed, 90, index * 32 + place++);
};
