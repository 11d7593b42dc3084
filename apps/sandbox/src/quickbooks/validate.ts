import { ApiError, businessRule, invalidReference, missingParameter, unsupportedProperty } from './api-error.ts';
import type { Books } from './books.ts';
import { CURRENCIES, HOME_CURRENCY } from './generate-names.ts';
import { ENUMERATIONS, ENUMERATIONS_OF, KINDS, kindOfTransaction, LINE_REFERENCES, SERVER_FIELDS } from './kinds.ts';
import type { Kind } from './kinds.ts';
import { centsOf, isRow, refValue, rowOf, rowsOf, textOf, valueAt } from './row.ts';
import type { Row } from './row.ts';

/** Refuses properties that the kind does not have. @throws {ApiError} 2010 */
export function checkProperties(kind: Kind, body: Row): void {
    const unknown = Object.keys(body).find((name) => !kind.fields.has(name) && !SERVER_FIELDS.has(name));
    if (unknown !== undefined) throw unsupportedProperty(`Property Name:${unknown} specified is unsupported or invalid`, unknown);
}

/** Refuses an object that must not be stored. @throws {ApiError} */
export function checkRow(books: Books, kind: Kind, row: Row): void {
    for (const names of kind.required) {
        const isThere = names.split('|').some((name) => !isMissing(row[name]));
        if (!isThere) throw missingParameter(names.split('|')[0] ?? names);
    }
    if (kind.name === 'Item' && row['Type'] === 'Inventory') checkInventory(row);
    checkEnumerations(kind, row);
    for (const [path, target] of Object.entries(kind.references)) checkReference(books, path, target, refValue(valueAt(row, path)));
    checkLines(books, row);
    checkCurrency(books, kind, row);
    if (kind.name === 'JournalEntry') checkJournal(books, row);
    checkName(kind, row);
}

function isMissing(value: unknown): boolean {
    if (Array.isArray(value)) return value.length === 0;
    return value === undefined || value === null || value === '' || (isRow(value) && refValue(value) === undefined);
}

function checkInventory(row: Row): void {
    for (const name of ['IncomeAccountRef', 'ExpenseAccountRef', 'AssetAccountRef', 'QtyOnHand', 'InvStartDate']) {
        if (isMissing(row[name])) throw missingParameter(name);
    }
}

/** Goes through the object and its lines. */
function checkEnumerations(kind: Kind, row: Row): void {
    const allowed = { ...ENUMERATIONS, ...ENUMERATIONS_OF[kind.name] };
    for (const [name, value] of Object.entries(row)) {
        if (isRow(value)) checkEnumerations(kind, value);
        for (const line of rowsOf(value)) checkEnumerations(kind, line);
        const values = Object.hasOwn(allowed, name) ? allowed[name] : undefined;
        if (values && typeof value === 'string' && !values.includes(value)) {
            throw new ApiError('2170', 'Invalid Enumeration', `Invalid Enumeration : ${value}`, { element: name });
        }
    }
}

function checkReference(books: Books, path: string, kind: Kind['name'], id: string | undefined): void {
    if (id !== undefined && !books.get(kind, id)) throw invalidReference(path, id);
}

function checkLines(books: Books, row: Row): void {
    for (const line of rowsOf(row['Line'])) {
        for (const [path, kind] of Object.entries(LINE_REFERENCES)) checkReference(books, path, kind, refValue(valueAt(line, path)));
        const detail = textOf(line['DetailType']);
        if (detail?.startsWith('AccountBased') === true && refValue(valueAt(line, `${detail}.AccountRef`)) === undefined)
            throw missingParameter('AccountRef');
        if (
            detail !== undefined &&
            !['SubTotalLineDetail', 'DescriptionOnly', 'DiscountLineDetail'].includes(detail) &&
            isMissing(line['Amount'])
        )
            throw missingParameter('Amount');
        for (const { TxnId, TxnType } of rowsOf(line['LinkedTxn'])) {
            const kind = kindOfTransaction(textOf(TxnType) ?? '');
            if (!kind || !books.get(kind, textOf(TxnId) ?? '')) throw invalidReference('LinkedTxn.TxnId', textOf(TxnId) ?? '');
        }
    }
}

/** A transaction has the currency of its customer or vendor, the home currency by default. */
function checkCurrency(books: Books, kind: Kind, row: Row): void {
    const currency = refValue(row['CurrencyRef']) ?? HOME_CURRENCY;
    if (!Object.hasOwn(CURRENCIES, currency)) throw invalidReference('CurrencyRef', currency);
    if (kind.nameField !== undefined) return;
    for (const [field, party] of [
        ['CustomerRef', 'Customer'],
        ['VendorRef', 'Vendor']
    ] as const) {
        const id = refValue(row[field]);
        if (id === undefined || !kind.fields.has(field)) continue;
        const own = refValue(rowOf(books.get(party, id))['CurrencyRef']) ?? HOME_CURRENCY;
        if (own !== currency) throw businessRule(`Business Validation Error: the currency of the ${party} is ${own}, not ${currency}`);
    }
}

function checkJournal(books: Books, row: Row): void {
    let difference = 0;
    for (const line of rowsOf(row['Line'])) {
        const detail = rowOf(line['JournalEntryLineDetail']);
        if (line['DetailType'] !== 'JournalEntryLineDetail') continue;
        if (textOf(detail['PostingType']) === undefined) throw missingParameter('PostingType');
        const account = refValue(detail['AccountRef']);
        if (account === undefined) throw missingParameter('AccountRef');
        difference += (detail['PostingType'] === 'Debit' ? 1 : -1) * centsOf(line['Amount']);
        const type = textOf(rowOf(books.get('Account', account))['AccountType']);
        const entity = rowOf(detail['Entity']);
        if (type === 'Accounts Receivable') checkEntity(books, entity, 'Customer', 'accounts receivable');
        if (type === 'Accounts Payable') checkEntity(books, entity, 'Vendor', 'accounts payable');
    }
    if (difference !== 0) throw businessRule('Business Validation Error: Debits and credits must be equal');
}

function checkEntity(books: Books, entity: Row, kind: 'Customer' | 'Vendor', account: string): void {
    const id = refValue(entity['EntityRef']);
    if (entity['Type'] !== kind || id === undefined)
        throw businessRule(`Business Validation Error: When you use ${account}, you must choose a ${kind.toLowerCase()} in the Name field`);
    checkReference(books, 'EntityRef', kind, id);
}

const MAX_NAME = { Name: 100, DisplayName: 500 };

function checkName({ nameField, name: kind }: Kind, row: Row): void {
    const name = nameField && textOf(row[nameField]);
    if (nameField === undefined || name === undefined) return;
    if (name.length > MAX_NAME[nameField])
        throw new ApiError(
            '2050',
            'String length is either shorter or longer than supported by specification',
            `${nameField} is too long`,
            {
                element: nameField
            }
        );
    const forbidden = kind === 'Account' ? /[:"\t]/ : /[:\t\n]/;
    if (forbidden.test(name))
        throw new ApiError('2040', 'Invalid String', `${nameField} has a character that is not allowed`, { element: nameField });
}

const SHARED_NAMES = ['Customer', 'Vendor'] as const;

/** Refuses a name or document number that another object has. @throws {ApiError} 6240, 6140 */
export function checkDuplicates(books: Books, kind: Kind, row: Row, options: { isNumberFree: boolean }): void {
    const id = textOf(row['Id']);
    const field = kind.nameField ?? 'DocNumber';
    const value = textOf(row[field]);
    if (value === undefined || (kind.nameField === undefined && options.isNumberFree)) return;
    const kinds = kind.nameField === 'DisplayName' ? SHARED_NAMES : [kind.name];
    for (const name of kinds) {
        const other = books.findByLabel(name, KINDS[name].nameField ?? 'DocNumber', value);
        if (other === undefined || (other === id && name === kind.name)) continue;
        if (kind.nameField === undefined) {
            const detail = `Duplicate Document Number Error : You must specify a different number. This number has already been used. DocNumber=${value} is assigned to TxnType=${kind.name} with TxnId=${other}`;
            throw new ApiError('6140', 'Duplicate Document Number Error', detail);
        }
        throw new ApiError('6240', 'Duplicate Name Exists Error', `The name supplied already exists. : Id=${other}`);
    }
}
