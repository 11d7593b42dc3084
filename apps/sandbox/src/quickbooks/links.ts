import { businessRule } from './api-error.ts';
import { kindOfTransaction } from './kinds.ts';
import type { KindName } from './kinds.ts';
import { amountOf, centsOf, rowsOf, textOf } from './row.ts';
import type { Row } from './row.ts';
import { storeRow } from './store-row.ts';
import type { WriteContext } from './store-row.ts';

/** What a payment pays: the transaction, and how much of it. */
interface Application {
    kind: 'Invoice' | 'Bill';
    id: string;
    cents: number;
}

/** Whether a kind pays others by the links of its lines. */
export function isPayment(kind: KindName): boolean {
    return kind === 'Payment' || kind === 'BillPayment';
}

function applicationsOf(payment: Row): Application[] {
    return rowsOf(payment['Line']).flatMap((line) =>
        rowsOf(line['LinkedTxn']).flatMap(({ TxnId, TxnType }): Application[] => {
            const kind = kindOfTransaction(textOf(TxnType) ?? '');
            return kind === 'Invoice' || kind === 'Bill' ? [{ kind, id: textOf(TxnId) ?? '', cents: centsOf(line['Amount']) }] : [];
        })
    );
}

/** Refuses a payment of more than what is left to pay. @throws {ApiError} 6000 */
export function checkApplications({ company }: WriteContext, before: Row | undefined, after: Row): void {
    const left = new Map<string, number>();
    const add = ({ kind, id, cents }: Application, sign: number) => {
        const key = `${kind} ${id}`;
        const balance = left.get(key) ?? centsOf(company.books.get(kind, id)?.['Balance']);
        left.set(key, balance + sign * cents);
    };
    for (const paid of before ? applicationsOf(before) : []) add(paid, 1);
    for (const paid of applicationsOf(after)) add(paid, -1);
    const overpaid = [...left].find(([, cents]) => cents < 0);
    if (overpaid) throw businessRule(`Business Validation Error: the payment is more than the balance of ${overpaid[0]}`);
}

/** Moves the balances of invoices and bills from what a payment paid to what it pays now. */
export function applyPayment(context: WriteContext, kind: KindName, before: Row | undefined, after: Row | undefined): void {
    const id = textOf((after ?? before)?.['Id']) ?? '';
    const type = kind === 'BillPayment' ? `BillPayment${textOf((after ?? before)?.['PayType']) ?? 'Check'}` : kind;
    for (const paid of before ? applicationsOf(before) : []) pay(context, paid, -paid.cents, { id, type });
    for (const paid of after ? applicationsOf(after) : []) pay(context, paid, paid.cents, { id, type });
}

function pay(context: WriteContext, { kind, id }: Application, cents: number, payment: { id: string; type: string }): void {
    const target = context.company.books.get(kind, id);
    if (!target) return;
    const others = rowsOf(target['LinkedTxn']).filter(({ TxnId, TxnType }) => TxnId !== payment.id || TxnType !== payment.type);
    const LinkedTxn = cents > 0 ? [...others, { TxnId: payment.id, TxnType: payment.type }] : others;
    const balance = centsOf(target['Balance']) - cents;
    storeRow(context, kind, target, { ...target, Balance: amountOf(balance), LinkedTxn }, 'updated');
}

/** How much of a payment is not applied, in hundredths. @throws {ApiError} if it pays too much */
export function unappliedCents(payment: Row): number {
    const applied = applicationsOf(payment).reduce((sum, { cents }) => sum + cents, 0);
    const rest = centsOf(payment['TotalAmt']) - applied;
    if (rest < 0) throw businessRule('Business Validation Error: the lines are more than the total amount');
    return rest;
}

/** Takes a deleted invoice or bill off the payments that paid it. @throws {ApiError} if refused */
export function unlink(context: WriteContext, kind: KindName, row: Row): void {
    if (kind !== 'Invoice' && kind !== 'Bill') return;
    const payments = rowsOf(row['LinkedTxn']).flatMap(({ TxnId, TxnType }) => {
        const paying = kindOfTransaction(textOf(TxnType) ?? '');
        const payment = paying && context.company.books.get(paying, textOf(TxnId) ?? '');
        return paying && payment && isPayment(paying) ? [{ paying, payment }] : [];
    });
    if (payments.length > 0 && context.settings.linked_delete === 'refuse')
        throw businessRule('Business Validation Error: the transaction is linked to others. Delete those first.');
    for (const { paying, payment } of payments) {
        const Line = rowsOf(payment['Line']).filter((line) => !rowsOf(line['LinkedTxn']).some(({ TxnId }) => TxnId === row['Id']));
        const next = { ...payment, Line };
        const rest = paying === 'Payment' ? { UnappliedAmt: amountOf(unappliedCents(next)) } : {};
        storeRow(context, paying, payment, { ...next, ...rest }, 'updated');
    }
}
