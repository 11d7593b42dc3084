import { Big } from 'big.js';
import type { Account, Row } from '../account.ts';
import type { Case } from '../case.ts';
import { MOST_TRIES, newMark } from '../marks.ts';
import { listOf, valuesAt, type Writing, type WriteTable } from '../model-table.ts';
import { Broken, includes, NotRun, same, shown } from '../outcome.ts';

/** Days of which time zones could make others. */
const [day, dueDay, laterDay] = ['2026-01-31', '2026-03-01', '2026-03-31'];
/** Ten cents and twenty are no binary fractions, and 3 × 19.99 is none either. */
const [ten, twenty, thirty] = [10.1, 20.2, 30.3];
const text = 'Zoë’s “3 × 19.99” & 東京 <b>';

async function rowsOf(account: Account, model: string, isFit: (row: Row) => boolean = () => true): Promise<Row[]> {
    const rows = (await account.storedRows(listOf(model).path)).filter(isFit);
    if (rows.length === 0) throw new NotRun(`The account has no ${model} to refer to.`);
    return rows;
}

async function oneOf(account: Account, model: string, isFit?: (row: Row) => boolean): Promise<Row> {
    const [row] = await rowsOf(account, model, isFit);
    if (!row) throw new NotRun(`The account has no ${model} to refer to.`);
    return row;
}

/** How existing records refer to an account or item that is in use: by its id or its code. */
async function usedIn(account: Account, to: 'Account' | 'Item', model: string, place: string, count = 1): Promise<string[]> {
    const active = await rowsOf(account, to, (row) => row['active'] === true);
    const known = new Set(active.flatMap((row) => [row.id, row['acct_num'], row['sku']]));
    const found = new Set((await rowsOf(account, model)).flatMap((row) => valuesAt(row, place)).filter((value) => known.has(value)));
    if (found.size < count) throw new NotRun(`No ${model} of the account has a ${place} to refer to.`);
    return [...found].map(String).slice(0, count);
}

/** The currency that needs no rate. */
async function homeCurrency(account: Account): Promise<unknown> {
    return (await oneOf(account, 'Account', ({ currency }) => currency !== null))['currency'];
}

async function isHome(account: Account): Promise<(row: Row) => boolean> {
    const home = await homeCurrency(account);
    return ({ currency, active }) => (currency === home || currency === null) && active !== false;
}

const bank = async (account: Account) =>
    (await oneOf(account, 'Account', (row) => /^bank$/i.test(String(row['account_type'])) && row['active'] === true)).id;

async function salesDocument(account: Account, mark: string, more: object): Promise<Writing> {
    const customer = await oneOf(account, 'Customer', await isHome(account));
    const [item] = await usedIn(account, 'Item', 'Invoice', 'items.*.item_id');
    const line = (quantity: number, unitPrice: number) => ({
        sent: {
            detail_type: 'SalesItemLineDetail',
            description: text,
            quantity,
            unit_price_cents: unitPrice,
            amount_cents: quantity * unitPrice,
            sales_item_line_detail: { item_ref: { value: item } }
        },
        becomes: { description: text, qty: quantity, unit_price_cents: unitPrice, amount_cents: quantity * unitPrice, item_id: item }
    });
    // Prices of one unit have more decimals than amounts.
    const lines = [line(3, 1999), line(1, 10), line(200, 0.05)];
    const shared = { txn_date: day, doc_number: mark, private_note: `${text} ${mark}`, ...more };
    return {
        sent: { ...shared, customer_ref: { value: customer.id }, line: lines.map(({ sent }) => sent) },
        becomes: { ...shared, customer_id: customer.id, voided: false, items: lines.map(({ becomes }) => becomes) }
    };
}

/** What is open, made for it where the vendor lets it be paid. */
async function toPay(account: Account, model: 'Bill' | 'Invoice', isOpen: (row: Row) => boolean): Promise<Row[]> {
    const { name, makesDrafts } = account.vendor;
    if (!makesDrafts) {
        const [writing] = (await accountingWrites[model]?.create(account, newMark())) ?? [];
        return [Object((await account.call('POST', listOf(model).path, { body: writing?.sent })).body) as Row];
    }
    if (!account.isEmulated) throw new NotRun(`What is made at ${name} is a draft, which is not paid.`);
    const fits = await isHome(account);
    return (await rowsOf(account, model, (row) => fits(row) && isOpen(row))).slice(0, MOST_TRIES);
}

/** Some of them may be inactive by now, which no model shows. */
const sellersOf = (rows: readonly Row[], place: string) => [...new Set(rows.flatMap((row) => valuesAt(row, place)))].slice(0, MOST_TRIES);

async function bought(account: Account, from: 'Bill' | 'Purchase') {
    const [expense] = await usedIn(account, 'Account', from, 'lines.*.account_id');
    return [ten, twenty].map((amount) => ({ amount, account_id: expense, description: text }));
}

const privateNote = (mark: string): Writing => {
    const changes = { private_note: `Changed ${mark}` };
    return { sent: changes, becomes: changes };
};
const dueLater = (): Writing => ({ sent: { due_date: laterDay }, becomes: { due_date: laterDay } });

/** How each model is written. The same is sent to each vendor. */
export const accountingWrites: Readonly<Record<string, WriteTable>> = {
    Account: {
        markedBy: 'name',
        async create(account, mark) {
            const { account_type: type } = await oneOf(account, 'Account', (row) => row['classification'] === 'Expense');
            const shared = { name: `Zoë ${mark}`, account_type: type, acct_num: mark, description: text };
            return [{ sent: shared, becomes: { ...shared, active: true, sub_account: false } }];
        },
        update: (mark) => {
            const changes = { description: `Changed ${mark}` };
            return { sent: changes, becomes: changes };
        }
    },
    Customer: {
        markedBy: 'display_name',
        create: async (_account, mark) => {
            const shared = {
                display_name: `Zoë Ångström ${mark}`,
                given_name: 'Zoë',
                family_name: 'Ångström',
                primary_email: `${mark.toLowerCase()}@example.com`,
                primary_phone: '555 0100',
                website: 'https://example.com',
                notes: text,
                bill_address: { line1: '1 Rue de l’Été', city: '大阪', postal_code: '00100', country: 'France' }
            };
            return [{ sent: shared, becomes: { ...shared, active: true, balance_cents: 0 } }];
        },
        update: (mark) => {
            const changes = { primary_email: `changed-${mark.toLowerCase()}@example.com` };
            return { sent: changes, becomes: changes };
        }
    },
    Item: {
        markedBy: 'name',
        async create(account, mark) {
            const [income] = await usedIn(account, 'Account', 'Item', 'income_account_ref.value');
            const [expense] = await usedIn(account, 'Account', 'Item', 'expense_account_ref.value');
            const shared = {
                name: `Zoë ${mark}`,
                sku: mark,
                type: 'NonInventory',
                description: text,
                purchase_description: `${text} bought`,
                unit_price_cents: 1999,
                purchase_cost_cents: 7,
                income_account_ref: { value: income },
                expense_account_ref: { value: expense }
            };
            return [{ sent: shared, becomes: { ...shared, active: true, track_qty_on_hand: false } }];
        },
        update: () => ({ sent: { unit_price_cents: 29 }, becomes: { unit_price_cents: 29 } })
    },
    Invoice: {
        markedBy: 'doc_number',
        create: async (account, mark) => [await salesDocument(account, mark, { due_date: dueDay })],
        update: dueLater,
        voided: { voided: true, balance_cents: 0 }
    },
    CreditMemo: { markedBy: 'doc_number', create: async (account, mark) => [await salesDocument(account, mark, {})], update: privateNote },
    Payment: {
        markedBy: 'payment_ref_num',
        async create(account, mark) {
            const deposit = await bank(account);
            return (await toPay(account, 'Invoice', ({ balance_cents: cents }) => Number(cents) >= 1001)).map((invoice) => {
                const { id, customer_id: customer } = invoice;
                const shared = { txn_date: day, payment_ref_num: mark, deposit_to_account_ref: { value: deposit } };
                const lines = [{ amount_cents: 1001, linked_txn: [{ txn_id: id, txn_type: 'Invoice' }] }];
                return {
                    sent: { ...shared, total_amount_cents: 1001, customer_ref: { value: customer }, lines },
                    becomes: { ...shared, amount_cents: 1001, unapplied_cents: 0, customer_id: customer, lines }
                };
            });
        },
        update: privateNote,
        voided: { voided: true, amount_cents: 0 }
    },
    Bill: {
        markedBy: 'doc_number',
        async create(account, mark) {
            const sellers = sellersOf(await rowsOf(account, 'Bill', await isHome(account)), 'vendor_id');
            const line = await bought(account, 'Bill');
            const shared = { txn_date: day, due_date: dueDay, doc_number: mark, private_note: `${text} ${mark}` };
            return sellers.map((vendor) => ({
                sent: { ...shared, vendor_id: vendor, line },
                becomes: { ...shared, vendor_id: vendor, lines: line }
            }));
        },
        update: dueLater
    },
    BillPayment: {
        markedBy: 'doc_number',
        async create(account, mark) {
            const [open] = await toPay(account, 'Bill', ({ balance }) => Number(balance) >= thirty);
            if (!open) throw new NotRun('The account has no open bill.');
            const shared = {
                vendor_id: open['vendor_id'],
                pay_type: 'Check',
                bank_account_id: await bank(account),
                total_amount: ten,
                txn_date: day,
                doc_number: mark,
                private_note: text,
                lines: [{ amount: ten, linked_txn: [{ txn_id: open.id, txn_type: 'Bill' }] }]
            };
            return [{ sent: shared, becomes: { ...shared, voided: false } }];
        },
        voided: { voided: true, total_amount: 0 }
    },
    Purchase: {
        markedBy: 'doc_number',
        async create(account, mark) {
            const shared = { payment_type: 'Cash', txn_date: day, doc_number: mark, private_note: text };
            const record = { ...shared, account_id: await bank(account), lines: await bought(account, 'Purchase') };
            return [{ sent: record, becomes: { ...record, total_amount: thirty, credit: false } }];
        }
    },
    PurchaseOrder: {
        markedBy: 'doc_number',
        async create(account, mark) {
            const orders = await rowsOf(account, 'PurchaseOrder', await isHome(account));
            const sellers = sellersOf(orders, 'vendor_ref.value');
            const [item] = await usedIn(account, 'Item', 'PurchaseOrder', 'line.*.item_based_expense_line_detail.item_ref.value');
            const line = [
                {
                    amount_cents: 5997,
                    description: text,
                    detail_type: 'ItemBasedExpenseLineDetail',
                    item_based_expense_line_detail: { item_ref: { value: item }, qty: 3, unit_price_cents: 1999 }
                }
            ];
            const shared = { txn_date: day, due_date: dueDay, doc_number: mark, private_note: text, line };
            return sellers
                .map((value) => ({ ...shared, vendor_ref: { value } }))
                .map((order) => ({ sent: order, becomes: { ...order, po_status: 'Open' } }));
        },
        update: privateNote
    },
    JournalEntry: {
        markedBy: 'note',
        async create(account, mark) {
            const [debit, credit] = await usedIn(account, 'Account', 'JournalEntry', 'lines.*.account_id', 2);
            const line = (amount: number, posting: string, to: string | undefined) => ({
                sent: { amount, description: text, journal_entry_line_detail: { posting_type: posting, account_ref: { value: to } } },
                becomes: { net_amount: amount, description: text, posting_type: posting, account_id: to }
            });
            // As decimals these are equal, and as binary fractions they are not.
            const lines = [line(0.3, 'Debit', debit), line(0.1, 'Credit', credit), line(0.2, 'Credit', credit)];
            const note = `${text} ${mark}`;
            return [
                {
                    sent: { date: day, note, doc_number: mark, line_items: lines.map(({ sent }) => sent) },
                    becomes: { date: day, note, doc_number: mark, lines: lines.map(({ becomes }) => becomes) }
                }
            ];
        },
        update: (mark) => ({ sent: { note: `Changed ${mark}` }, becomes: { note: `Changed ${mark}` } })
    },
    Deposit: {
        markedBy: 'private_note',
        async create(account, mark) {
            const [from] = await usedIn(account, 'Account', 'Deposit', 'lines.*.deposit_account_id');
            const lines = [ten, twenty].map((amount) => ({ amount, deposit_account_id: from, description: text }));
            const shared = { account_id: await bank(account), txn_date: day, private_note: `${text} ${mark}`, lines };
            return [{ sent: shared, becomes: { ...shared, total_amount: thirty } }];
        },
        update: privateNote
    },
    Transfer: {
        markedBy: 'private_note',
        async create(account, mark) {
            const { from_account_id: from, to_account_id: to } = await oneOf(account, 'Transfer', await isHome(account));
            const shared = { from_account_id: from, to_account_id: to, amount: thirty, txn_date: day, private_note: `${text} ${mark}` };
            return [{ sent: shared, becomes: shared }];
        }
    }
};

/** What is paid has as much less to pay, to the last digit. */
export function balanceCase(model: string, { paid, balance, amount }: { paid: string; balance: string; amount: string }): Case {
    const [path, paidPath] = [listOf(model).path, listOf(paid).path];
    return {
        model,
        column: 'create',
        says: `the ${balance} of the ${paid} is less by ${amount}`,
        endpoints: [`POST ${path}`, `GET ${paidPath}/{id}`],
        writes: true,
        async check(account) {
            let refusal = 'there is nothing to pay';
            for (const { sent } of (await accountingWrites[model]?.create(account, newMark())) ?? []) {
                const [id] = valuesAt(sent, 'lines.*.linked_txn.*.txn_id').map(String);
                const read = async () =>
                    new Big(
                        Number(valuesAt((await account.call('GET', `${paidPath}/${id}`, { query: { live: 'true' } })).body, balance)[0])
                    );
                const before = await read();
                const reply = await account.send('POST', path, { body: sent });
                refusal = `it is refused: ${shown(reply.body)}`;
                if (reply.status !== 200) continue;
                const [sum] = valuesAt(reply.body, amount);
                return same((await read()).toString(), before.minus(Number(sum)).toString(), 'the balance');
            }
            throw new Broken(refusal);
        }
    };
}

export const sendInvoice: Case = {
    model: 'Invoice',
    column: 'other',
    says: 'an invoice that was emailed has the email status EmailSent',
    endpoints: ['GET /invoices', 'POST /invoices/send'],
    writes: true,
    async check(account) {
        // What was sent to a customer of a real account could not be taken back.
        if (!account.isEmulated) throw new NotRun('It would send an email.');
        const note = (await account.capabilities()).get('POST /invoices/send')?.note ?? null;
        let refusal = '';
        for (const { id } of (await account.storedRows('/invoices')).slice(0, MOST_TRIES)) {
            // A vendor that takes no address refuses it.
            const body = note === null ? { id, send_to: 'conformance@example.com' } : { id };
            const reply = await account.send('POST', '/invoices/send', { body });
            if (reply.status === 200) return includes(reply.body, { id, email_status: 'EmailSent' }, 'the invoice');
            refusal = shown(reply.body);
        }
        throw new Broken(`it is refused: ${refusal}`);
    }
};
