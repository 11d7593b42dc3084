import { idOfRow, isActiveRow, pick } from './dataset.ts';
import type { Dataset } from './dataset.ts';
import type { KindName } from './kinds.ts';
import { dayOf } from './pacific-time.ts';
import { amountOf } from './row.ts';
import type { Row } from './row.ts';

export const HOME_CURRENCY = 'USD';
export const CURRENCIES: Readonly<Record<string, { name: string; rate: number; isWhole?: true }>> = {
    USD: { name: 'United States Dollar', rate: 1 },
    EUR: { name: 'Euro', rate: 1.0834 },
    JPY: { name: 'Japanese Yen', rate: 0.006_712_3, isWhole: true }
};

/** The accounts that every company has, by their place in the list. */
export const ACCOUNTS = {
    checking: 0,
    receivable: 1,
    payable: 2,
    sales: 3,
    costOfGoods: 5,
    inventory: 6,
    office: 7,
    creditCard: 8,
    savings: 9
} as const;

const FIXED_ACCOUNTS: readonly [name: string, type: string, subType: string, classification: string][] = [
    ['Checking', 'Bank', 'Checking', 'Asset'],
    ['Accounts Receivable (A/R)', 'Accounts Receivable', 'AccountsReceivable', 'Asset'],
    ['Accounts Payable (A/P)', 'Accounts Payable', 'AccountsPayable', 'Liability'],
    ['Sales of Product Income', 'Income', 'SalesOfProductIncome', 'Revenue'],
    ['Services', 'Income', 'ServiceFeeIncome', 'Revenue'],
    ['Cost of Goods Sold', 'Cost of Goods Sold', 'SuppliesMaterialsCogs', 'Expense'],
    ['Inventory Asset', 'Other Current Asset', 'Inventory', 'Asset'],
    ['Office Expenses', 'Expense', 'OfficeGeneralAdministrativeExpenses', 'Expense'],
    ['Visa', 'Credit Card', 'CreditCard', 'Liability'],
    ['Savings', 'Bank', 'Savings', 'Asset'],
    ['Undeposited Funds', 'Other Current Asset', 'UndepositedFunds', 'Asset'],
    ['Rent or Lease', 'Expense', 'RentOrLeaseOfBuildings', 'Expense']
];
const GIVEN = ['Ada', 'Björn', 'Chloé', 'Dmitri', 'Eun-ji', 'Fátima', 'Grace', 'Hiroshi', 'Ines', 'José'];
const FAMILY = ['Lovelace', 'Ångström', 'O’Neill', 'Petrov', 'Kim', 'Nguyễn', 'Hopper', '田中', 'Meyer', 'Muñoz'];
const TRADES = ['Hardware', 'Timber', 'Paper', 'Electric', 'Freight', 'Café', 'Print', 'Fasteners'];
const PRODUCTS = ['Pump', 'Rock Fountain', 'Design', 'Sprinkler Head', 'Gardening', 'Sod', 'Lighting', 'Trimming'];
const CITIES = [
    ['Bayshore', 'CA', '94326'],
    ['Saint-Denis', null, '93200'],
    ['Monterey', 'CA', '93940'],
    ['Osaka', null, '530-0001']
] as const;

function nameOfRow(dataset: Dataset, kind: KindName, index: number): string {
    const word = (list: readonly string[], purpose: number) => list[pick(dataset, kind, index, purpose, list.length)] ?? '';
    // The number at the end makes it unique, and lets the row be found by its name.
    const number = index + 1;
    if (kind === 'Account') return FIXED_ACCOUNTS[index]?.[0] ?? `Expenses ${number}`;
    if (kind === 'Customer') return `${word(GIVEN, 1)} ${word(FAMILY, 2)} ${number}`;
    if (kind === 'Vendor') return `${word(TRADES, 1)} Supply ${number}`;
    return `${word(PRODUCTS, 1)} ${number}`;
}

/** A reference to a row of a list, as others carry it. */
export function referTo(dataset: Dataset, kind: KindName, index: number): Row {
    return { value: idOfRow(dataset, kind, index), name: nameOfRow(dataset, kind, index) };
}

/** The currency of a customer or vendor, which is that of all its transactions. */
export function currencyOfRow(index: number): string {
    return index % 17 === 5 ? 'JPY' : index % 17 === 11 ? 'EUR' : HOME_CURRENCY;
}

export function currencyRef(currency: string): Row {
    return { value: currency, name: CURRENCIES[currency]?.name ?? currency };
}

/** The fields of a row in one of the lists of names. */
export function nameFields(dataset: Dataset, kind: KindName, index: number): Row {
    const name = nameOfRow(dataset, kind, index);
    const isActive = isActiveRow(kind, index);
    const Active = isActive;
    if (kind === 'Account') return { Name: name, FullyQualifiedName: name, Active, ...accountFields(dataset, index) };
    if (kind === 'Item') return { Name: name, FullyQualifiedName: name, Active, ...itemFields(dataset, index) };
    const [given = '', family = ''] = name.split(' ');
    const has = (purpose: number, oneIn: number) => pick(dataset, kind, index, purpose, oneIn) === 0;
    return {
        ...(kind === 'Customer' ? { GivenName: given, FamilyName: family } : { CompanyName: name, Vendor1099: has(3, 4) }),
        DisplayName: isActive ? name : `${name} (deleted)`,
        PrintOnCheckName: name,
        Active,
        Balance: isActive && kind === 'Customer' && !has(4, 2) ? amountOf(pick(dataset, kind, index, 5, 90_000)) : 0,
        CurrencyRef: currencyRef(currencyOfRow(index)),
        ...(has(6, 4) ? {} : { PrimaryEmailAddr: { Address: `person${index + 1}@example.com` } }),
        ...(has(7, 3) ? {} : { PrimaryPhone: { FreeFormNumber: `(555) 01${String(index % 100).padStart(2, '0')}` } }),
        ...(has(8, 3) ? {} : { BillAddr: addressOf(dataset, kind, index) }),
        ...(kind === 'Customer' ? customerFields(dataset, name, index, has(9, 3)) : {})
    };
}

function customerFields(dataset: Dataset, name: string, index: number, isShipped: boolean): Row {
    return {
        FullyQualifiedName: name,
        Taxable: index % 2 === 0,
        Job: false,
        BillWithParent: false,
        BalanceWithJobs: 0,
        PreferredDeliveryMethod: 'Print',
        IsProject: false,
        ...(isShipped ? { ShipAddr: addressOf(dataset, 'Customer', index) } : {})
    };
}

export function addressOf(dataset: Dataset, kind: KindName, index: number): Row {
    const [city, state, code] = CITIES[pick(dataset, kind, index, 10, CITIES.length)] ?? CITIES[0];
    const Line1 = `${1 + pick(dataset, kind, index, 11, 4000)} Main St.`;
    return { Id: String(index + 2), Line1, City: city, ...(state === null ? {} : { CountrySubDivisionCode: state }), PostalCode: code };
}

function accountFields(dataset: Dataset, index: number): Row {
    const [, type, subType, classification] = FIXED_ACCOUNTS[index] ?? ['', 'Expense', 'OtherMiscellaneousServiceCost', 'Expense'];
    const hasBalance = classification === 'Asset' || classification === 'Liability';
    const balance = hasBalance ? amountOf(pick(dataset, 'Account', index, 5, 2_000_000)) : 0;
    return {
        AccountType: type,
        AccountSubType: subType,
        Classification: classification,
        SubAccount: false,
        CurrentBalance: balance,
        CurrentBalanceWithSubAccounts: balance,
        CurrencyRef: currencyRef(HOME_CURRENCY),
        ...(index % 4 === 0 ? { AcctNum: String(1000 + index) } : {})
    };
}

function itemFields(dataset: Dataset, index: number): Row {
    const isInventory = index % 5 === 2;
    const price = pick(dataset, 'Item', index, 5, 40_000);
    return {
        Type: isInventory ? 'Inventory' : index % 5 === 1 ? 'NonInventory' : 'Service',
        // Some prices have seven decimals, some are 0.
        UnitPrice: index % 6 === 3 ? 0.123_456_7 : index % 6 === 4 ? 0 : amountOf(price),
        PurchaseCost: amountOf(Math.floor(price / 2)),
        Taxable: index % 2 === 0,
        TrackQtyOnHand: isInventory,
        IncomeAccountRef: referTo(dataset, 'Account', ACCOUNTS.sales),
        ...(index % 3 === 0 ? {} : { Description: `No. ${index + 1}, with “quotes” & <brackets>`, Sku: `SKU-${index + 1}` }),
        ...(isInventory
            ? {
                  QtyOnHand: pick(dataset, 'Item', index, 6, 50),
                  InvStartDate: dayOf(dataset.switchMs),
                  ExpenseAccountRef: referTo(dataset, 'Account', ACCOUNTS.costOfGoods),
                  AssetAccountRef: referTo(dataset, 'Account', ACCOUNTS.inventory)
              }
            : {})
    };
}
