import { ApiError, missingParameter, notFound, staleObject, unsupportedOperation, unsupportedProperty } from './api-error.ts';
import { completeRow } from './complete.ts';
import { applyEffects } from './effects.ts';
import { SERVER_FIELDS } from './kinds.ts';
import type { Kind } from './kinds.ts';
import { applyPayment, checkApplications, isPayment, unappliedCents, unlink } from './links.ts';
import { amountOf, centsOf, rowOf, rowsOf, textOf, valueAt } from './row.ts';
import type { Row } from './row.ts';
import { storeRow } from './store-row.ts';
import type { WriteContext } from './store-row.ts';
import { checkDuplicates, checkProperties, checkRow } from './validate.ts';

export interface WriteOptions {
    operation: string;
    /** `include` of the query, such as `void` or `allowduplicatedocnum`. */
    include: readonly string[];
}

/** A `POST` of an entity: creates, updates, deletes or voids it. @throws {ApiError} */
export function writeEntity(context: WriteContext, kind: Kind, body: Row, { operation, include }: WriteOptions): Row {
    checkProperties(kind, body);
    const isNumberFree = include.includes('allowduplicatedocnum');
    if (operation === 'delete') return deleteRow(context, kind, body);
    if (operation === 'void' || include.includes('void')) {
        if (kind.voiding !== (operation === 'void' ? 'operation' : 'include'))
            throw unsupportedOperation(`Operation void is not supported for ${kind.name}`);
        return voidRow(context, kind, body);
    }
    if (operation !== '' && operation !== 'update' && operation !== 'create')
        throw unsupportedOperation(`Operation ${operation} is not supported.`);
    if (operation === 'update' && body['Id'] === undefined) throw missingParameter('Id');
    return body['Id'] === undefined || operation === 'create'
        ? save(context, kind, undefined, body, { isNumberFree })
        : updateRow(context, kind, body, { isNumberFree });
}

function updateRow(context: WriteContext, kind: Kind, body: Row, options: { isNumberFree: boolean }): Row {
    const before = findCurrent(context, kind, body);
    refuseLocked(context, kind, before);
    // A full update clears each writable field that the body lacks.
    const kept =
        body['sparse'] === true ? before : Object.fromEntries(Object.entries(before).filter(([field]) => SERVER_FIELDS.has(field)));
    return save(context, kind, before, { ...kept, ...body }, options);
}

/** The named row, if the request has its current version. */
function findCurrent({ company }: WriteContext, kind: Kind, body: Row): Row {
    const id = textOf(body['Id']);
    if (id === undefined) throw missingParameter('Id');
    const before = company.books.get(kind.name, id);
    if (!before) throw notFound();
    const version = textOf(body['SyncToken']);
    if (version === undefined) throw missingParameter('SyncToken');
    if (version !== before['SyncToken']) throw staleObject();
    return before;
}

function save(context: WriteContext, kind: Kind, before: Row | undefined, given: Row, options: { isNumberFree: boolean }): Row {
    const { company, nowMs } = context;
    const fields = Object.entries(given).filter(
        ([name, value]) => value !== null && (kind.fields.has(name) || before?.[name] !== undefined)
    );
    const wanted: Row = Object.fromEntries(fields);
    checkRow(company.books, kind, wanted);
    refuseClosed(context, before, wanted);
    checkDuplicates(company.books, kind, before ? { ...wanted, Id: before['Id'] } : wanted, options);
    const completed = completeRow(company.books, kind, wanted, nowMs);
    const after = { ...completed, ...balanceOf(kind, before, completed), ...inactiveName(kind, before, completed) };
    if (isPayment(kind.name)) {
        checkApplications(context, before, after);
        if (before) applyPayment(context, kind.name, before, undefined);
        const stored = storeRow(context, kind.name, before, after, before ? 'updated' : 'created');
        applyPayment(context, kind.name, undefined, stored);
        return stored;
    }
    const stored = storeRow(context, kind.name, before, after, before ? 'updated' : 'created');
    if (kind.name === 'Deposit') for (const id of paymentsIn(stored)) company.deposited.add(id);
    return stored;
}

/** What is left to pay after a change of the total, or to apply. */
function balanceOf(kind: Kind, before: Row | undefined, after: Row): Row {
    const total = centsOf(after['TotalAmt']);
    if (kind.name === 'Payment') return { UnappliedAmt: amountOf(unappliedCents(after)) };
    if (kind.name === 'BillPayment') unappliedCents(after);
    if (kind.name !== 'Invoice' && kind.name !== 'Bill' && kind.name !== 'CreditMemo') return {};
    const paid = before ? centsOf(before['TotalAmt']) - centsOf(before['Balance']) : 0;
    const Balance = amountOf(total - paid - centsOf(after['Deposit']));
    return kind.name === 'CreditMemo'
        ? { Balance, RemainingCredit: Balance }
        : { Balance, LinkedTxn: before?.['LinkedTxn'] ?? after['LinkedTxn'] ?? [] };
}

const DELETED = ' (deleted)';

/** An inactive name gets a suffix, so that another object can have the name. */
function inactiveName(kind: Kind, before: Row | undefined, after: Row): Row {
    if (kind.nameField === undefined || !before) return {};
    const name = textOf(after[kind.nameField]) ?? '';
    if (after['Active'] !== false) return { [kind.nameField]: before['Active'] === false ? name.replace(DELETED, '') : name };
    const left = centsOf(before['Balance']) || centsOf(before['CurrentBalance']) || Number(before['QtyOnHand'] ?? 0);
    if (before['Active'] !== false && left !== 0) {
        throw new ApiError(
            '6000',
            'A business validation error has occurred while processing your request',
            `Business Validation Error: You can’t make a ${kind.name} inactive that has a balance or quantity.`
        );
    }
    return { [kind.nameField]: name.endsWith(DELETED) ? name : name + DELETED };
}

function deleteRow(context: WriteContext, kind: Kind, body: Row): Row {
    if (kind.nameField !== undefined) throw unsupportedOperation(`Operation delete is not supported for ${kind.name}`);
    const before = findCurrent(context, kind, body);
    refuseLocked(context, kind, before);
    refuseClosed(context, before, before);
    removeRow(context, kind, before);
    return { domain: 'QBO', status: 'Deleted', Id: before['Id'] };
}

/** Deletes a transaction and what follows from it. */
export function removeRow(context: WriteContext, kind: Kind, before: Row): void {
    const { company, nowMs } = context;
    const id = textOf(before['Id']) ?? '';
    unlink(context, kind.name, before);
    if (isPayment(kind.name)) applyPayment(context, kind.name, before, undefined);
    if (kind.name === 'Deposit') for (const payment of paymentsIn(before)) company.deposited.delete(payment);
    applyEffects(company.books, kind.name, before, undefined);
    company.books.remove(kind.name, id, Math.floor(nowMs / 1000) * 1000);
    context.report({ realmId: company.realmId, kind: kind.name, id, operation: 'deleted', atMs: nowMs });
}

/** Keeps the transaction with amounts of 0. */
function voidRow(context: WriteContext, kind: Kind, body: Row): Row {
    const before = findCurrent(context, kind, body);
    refuseLocked(context, kind, before);
    refuseClosed(context, before, before);
    if (isPayment(kind.name)) applyPayment(context, kind.name, before, undefined);
    else unlink(context, kind.name, before);
    const note = textOf(before['PrivateNote']);
    const zero: Row = { Amount: 0 };
    const lines = rowsOf(before['Line']).map((line) => {
        const detail = textOf(line['DetailType']) ?? '';
        const { Qty } = rowOf(line[detail]);
        return { ...line, ...zero, LinkedTxn: [], ...(Qty === undefined ? {} : { [detail]: { ...rowOf(line[detail]), Qty: 0 } }) };
    });
    const amounts = ['TotalAmt', 'Balance', 'HomeTotalAmt', 'HomeBalance', 'UnappliedAmt'].filter((field) => field in before);
    const after = {
        ...before,
        ...Object.fromEntries(amounts.map((field) => [field, 0])),
        Line: isPayment(kind.name) ? [] : lines,
        LinkedTxn: [],
        PrivateNote: note === undefined ? 'Voided' : `Voided - ${note}`
    };
    return storeRow(context, kind.name, before, after, 'voided');
}

function paymentsIn(deposit: Row): string[] {
    return rowsOf(deposit['Line']).flatMap((line) =>
        rowsOf(line['LinkedTxn']).flatMap(({ TxnId, TxnType }) => (TxnType === 'Payment' ? (textOf(TxnId) ?? []) : []))
    );
}

function refuseLocked({ company }: WriteContext, kind: Kind, row: Row): void {
    if (kind.name !== 'Payment' || !company.deposited.has(textOf(row['Id']) ?? '')) return;
    const detail = 'This transaction has been deposited. If you want to change it, you must edit the deposit it appears on.';
    throw new ApiError('6540', 'Deposited Transaction cannot be changed', detail);
}

function refuseClosed({ settings }: WriteContext, ...rows: (Row | undefined)[]): void {
    const closed = settings.closed_until;
    if (closed === null) return;
    const isClosed = rows.some((row) => (textOf(row && valueAt(row, 'TxnDate')) ?? '9') <= closed);
    if (isClosed)
        throw new ApiError('6210', 'Account Period Closed', 'The account period has closed and the account books cannot be updated.');
}

/** @throws {ApiError} for a body that is no JSON object */
export function parseBody(body: Buffer): Row {
    try {
        const parsed: unknown = JSON.parse(body.toString());
        if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)) return { ...parsed };
    } catch {
        // Refused below, as what is JSON but no object.
    }
    throw unsupportedProperty('The request body is not a JSON object');
}
