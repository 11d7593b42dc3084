import type { Invoice, PurchaseOrder } from '@patchbay/node';
import { describeSystem } from './linked-system.ts';
import { readCents, toDecimal } from './money.ts';
import { requireNewest } from './own-connections.ts';
import { type Endpoint, RequestError, requiredText } from './request.ts';
import { changeBooks } from './sandbox-client.ts';

/** The accounting system that the page is about. */
export const accountingApp = 'tallystone';
/** Of one kind; a larger product would keep them in its own database. */
const MOST_RECORDS = 2000;
/** Without those that were deleted at the vendor. */
const present = { limit: 100, filter: ['added', 'updated'] as const };
const ORDERS_SHOWN = 8;

/** What the page for accounting asks for. */
export const accounting: Readonly<Record<string, Endpoint>> = {
    'GET /api/accounting': (deps) => describeSystem(deps, accountingApp, ['invoices', 'customers', 'items', 'purchase-orders']),

    'GET /api/accounting/invoices': async ({ patchbay }) => {
        const connection = await requireNewest(patchbay, accountingApp);
        const invoices = (await listAll(patchbay.accounting.invoices.items(connection, present))).map(inList);
        return { invoices: invoices.toSorted((a, b) => b.date.localeCompare(a.date) || b.id.localeCompare(a.id)) };
    },

    'GET /api/accounting/orders': async ({ patchbay }) => {
        const connection = await requireNewest(patchbay, accountingApp);
        const [orders, items] = await Promise.all([
            listAll(patchbay.accounting.purchaseOrders.items(connection, present)),
            listAll(patchbay.accounting.items.items(connection, present))
        ]);
        const newestFirst = orders.toSorted((a, b) => b.txn_date.localeCompare(a.txn_date) || timeOf(b) - timeOf(a));
        return {
            orders: newestFirst.slice(0, ORDERS_SHOWN).map((order) => ({
                id: order.id,
                number: order.doc_number,
                date: order.txn_date,
                vendor: order.vendor_ref.name ?? order.vendor_ref.value,
                total: order.total_amt_cents,
                currency: order.currency,
                isOurs: order._patchbay_metadata.origin === 'us'
            })),
            // The model has no vendors of its own: those who were ordered from before.
            vendors: [
                ...new Map(newestFirst.map(({ vendor_ref: { value, name }, currency }) => [value, { id: value, name, currency }])).values()
            ],
            items: items.filter(({ active }) => active).map(({ id, name, purchase_cost_cents: cost }) => ({ id, name, cost }))
        };
    },

    'POST /api/accounting/read': async ({ patchbay }) => {
        await patchbay.syncs.trigger(await requireNewest(patchbay, accountingApp), ['invoices', 'customers', 'items', 'purchase-orders']);
        return { reading: true };
    },

    'POST /api/accounting/order': async ({ patchbay }, { body }) => {
        const [vendor, item] = [requiredText(body, 'vendor', 'The supplier'), requiredText(body, 'item', 'The item')];
        const quantity = readQuantity(requiredText(body, 'quantity', 'The quantity'));
        const unit_price_cents = readCents(requiredText(body, 'price', 'The price'));
        const currency = requiredText(body, 'currency', 'The currency');
        const idempotencyKey = requiredText(body, 'once', 'The key of this order');
        const order = await patchbay.accounting.purchaseOrders.create(
            await requireNewest(patchbay, accountingApp),
            {
                vendor_ref: { value: vendor },
                currency_ref: { value: currency },
                line: [
                    {
                        amount_cents: quantity * unit_price_cents,
                        detail_type: 'ItemBasedExpenseLineDetail',
                        item_based_expense_line_detail: { item_ref: { value: item }, qty: quantity, unit_price_cents }
                    }
                ]
            },
            { idempotencyKey }
        );
        return { id: order.id, number: order.doc_number, total: order.total_amt_cents, currency: order.currency };
    },

    'POST /api/sandbox/pay-invoice': async ({ patchbay, sandbox }, { body }) => {
        const connection = await requireNewest(patchbay, accountingApp);
        const invoice = await patchbay.accounting.invoices.get(connection, requiredText(body, 'invoice', 'The invoice'));
        if (invoice.balance_cents <= 0 || invoice.customer_id === null) throw new RequestError(400, 'This invoice is paid already.');
        const amount = toDecimal(invoice.balance_cents);
        const { connection_config: config } = await patchbay.connections.get(connection);
        await changeBooks(sandbox, {
            realm: config.realmId,
            entity: 'Payment',
            operation: 'create',
            body: {
                CustomerRef: { value: invoice.customer_id },
                CurrencyRef: { value: invoice.currency },
                TotalAmt: amount,
                Line: [{ Amount: amount, LinkedTxn: [{ TxnId: invoice.id, TxnType: 'Invoice' }] }]
            }
        });
        return { number: invoice.doc_number, customer: invoice.customer_name, paid: invoice.balance_cents, currency: invoice.currency };
    }
};

/** Lists are in the order of changes: what changes meanwhile comes again, as it is now. */
async function listAll<Item extends { id: string }>(items: AsyncIterable<Item>): Promise<Item[]> {
    const byId = new Map<string, Item>();
    for await (const item of items) {
        byId.set(item.id, item);
        if (byId.size === MOST_RECORDS) break;
    }
    return [...byId.values()];
}

function timeOf({ created_at: at }: PurchaseOrder): number {
    return at === null ? 0 : Date.parse(at);
}

function inList(invoice: Invoice) {
    return {
        id: invoice.id,
        number: invoice.doc_number,
        date: invoice.txn_date,
        due: invoice.due_date,
        customer: invoice.customer_name,
        total: invoice.total_amt_cents,
        open: invoice.balance_cents,
        currency: invoice.currency
    };
}

function readQuantity(text: string): number {
    if (!/^[1-9]\d{0,4}$/.test(text)) throw new RequestError(400, 'The quantity must be a whole number from 1 to 99999.');
    return Number(text);
}
