import { followSystem } from './linked-system.js';
import { money } from './money.js';
import { showMonths } from './month-chart.js';
import { ask, byId, element, notify, sentenceOf } from './page.js';
import { offer, showOrders } from './purchase-orders.js';

/**
 * @typedef {{ id: string, number: string | null, date: string, due: string | null, customer: string
 * | null, total: number, open: number, currency: string | null }} Invoice
 */

const PAGE_SIZE = 15;
const MONTHS = 12;
const MOST_TO_PAY = 20;
/** As long as its row stands out. */
const FRESH_MS = 5000;
const content = byId('content', HTMLElement);
const currency = byId('currency', HTMLSelectElement);
const [previous, next] = [byId('previous', HTMLButtonElement), byId('next', HTMLButtonElement)];
const change = byId('change', HTMLFormElement);
const story = byId('story', HTMLElement);
const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium' });
const clock = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium' });
const whole = new Intl.NumberFormat('en');

/** @type {Invoice[]} */
let invoices = [];
/** Invoices that have just changed, by id. */
const fresh = new Set();
let place = 0;
let appName = '';
/** The invoice that was paid at the vendor, until the change has come back. */
let awaited = '';

/** Everything as it is now. Never throws. */
async function showAll() {
    try {
        const answer = /** @type {{ invoices: Invoice[] }} */ (await ask('GET', '/api/accounting/invoices'));
        ({ invoices } = answer);
        const currencies = [...new Set(invoices.map((invoice) => invoice.currency ?? ''))];
        const uses = (/** @type {string} */ code) => invoices.filter((invoice) => (invoice.currency ?? '') === code).length;
        offer(
            currency,
            currencies.toSorted((a, b) => uses(b) - uses(a)).map((code) => [code, code])
        );
        byId('currency-label', HTMLElement).hidden = currencies.length < 2;
        showChart();
        showRows();
        const payable = invoices.filter(({ open }) => open > 0).slice(0, MOST_TO_PAY);
        offer(
            change.invoice,
            payable.map((invoice) => [invoice.id, `${invoice.number} · ${money(invoice.open, invoice.currency)} · ${invoice.customer}`])
        );
        await showOrders(appName);
    } catch (error) {
        notify(sentenceOf(error));
    }
}

function showChart() {
    const code = currency.value || null;
    const shown = invoices.filter((invoice) => invoice.currency === code);
    /** @type {Map<string, import('./month-chart.js').Month>} */
    const months = new Map();
    for (let back = MONTHS - 1; back >= 0; back -= 1) {
        const now = new Date();
        const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, 1)).toISOString().slice(0, 7);
        months.set(month, { month, count: 0, total: 0, open: 0 });
    }
    for (const { date, total, open } of shown) {
        const month = months.get(date.slice(0, 7));
        if (!month) continue;
        month.count += 1;
        month.total += total;
        month.open += open;
    }
    showMonths([...months.values()], code);
}

function showRows() {
    const pages = Math.max(1, Math.ceil(invoices.length / PAGE_SIZE));
    place = Math.min(place, pages - 1);
    const shown = invoices.slice(place * PAGE_SIZE, (place + 1) * PAGE_SIZE);
    byId('invoices', HTMLElement).replaceChildren(...shown.map(row));
    const first = place * PAGE_SIZE + 1;
    byId('invoices-place', HTMLElement).textContent =
        shown.length === 0 ? 'None yet' : `${first}–${first + shown.length - 1} of ${whole.format(invoices.length)}`;
    previous.ariaDisabled = String(place === 0);
    next.ariaDisabled = String(place === pages - 1);
}

/** @param {Invoice} invoice */
function row({ id, number, date, due, customer, total, open, currency: code }) {
    const isLate = open > 0 && due !== null && due < new Date().toISOString().slice(0, 10);
    const state =
        open <= 0 ? element('span', { class: 'chip good' }, 'Paid') : isLate ? element('span', { class: 'chip bad' }, 'Overdue') : '';
    return element(
        'tr',
        { 'data-id': id, ...(fresh.has(id) ? { class: 'fresh' } : {}) },
        element('th', { scope: 'row' }, number ?? id, element('small', {}, day.format(new Date(date)))),
        element('td', {}, customer ?? 'No customer'),
        element('td', { class: 'number' }, money(total, code)),
        element('td', { class: 'number', ...(open > 0 ? { 'data-open': '' } : {}) }, state, ' ', ...(open > 0 ? [money(open, code)] : []))
    );
}

currency.addEventListener('change', showChart);
previous.addEventListener('click', () => turn(-1));
next.addEventListener('click', () => turn(1));

/** @param {1 | -1} by */
function turn(by) {
    if ((place + by) * PAGE_SIZE >= invoices.length || place + by < 0) return;
    place += by;
    showRows();
    byId('invoices-title', HTMLElement).scrollIntoView({ block: 'nearest' });
}

change.addEventListener('submit', (event) => {
    event.preventDefault();
    const button = byId('change-button', HTMLButtonElement);
    if (button.ariaDisabled === 'true') return;
    button.ariaDisabled = 'true';
    story.replaceChildren();
    void pay(change.invoice.value).finally(() => (button.ariaDisabled = 'false'));
});

/** @param {string} id */
async function pay(id) {
    awaited = id;
    try {
        const {
            number,
            customer,
            paid,
            currency: code
        } = /** @type {Record<string, any>} */ (await ask('POST', '/api/sandbox/pay-invoice', { invoice: id }));
        tell(`At ${appName}, ${customer} pays ${money(paid, code)} for invoice ${number}.`, 'first');
    } catch (error) {
        awaited = '';
        tell(sentenceOf(error));
    }
}

/**
 * @param {string} sentence
 * @param {'first'} [where]
 */
function tell(sentence, where) {
    const now = new Date();
    const item = element('li', {}, element('time', { datetime: now.toISOString() }, clock.format(now)), element('span', {}, sentence));
    if (where === 'first') story.prepend(item);
    else story.append(item);
}

/** @param {import('./linked-system.js').LiveEvent} event */
async function hear({ type, what, model, action, id = '' }) {
    if (type === 'forward' && what === 'invoice' && awaited)
        tell(`${appName} sends a webhook: an invoice has changed. Patchbay passes it on, and Juniper has the invoices read.`);
    // The first reading adds them, by hundreds.
    if (type !== 'record.changed' || model !== 'Invoice' || action !== 'updated') return;
    const isAwaited = id === awaited;
    if (isAwaited) awaited = '';
    fresh.add(id);
    setTimeout(() => fresh.delete(id), FRESH_MS);
    await showAll();
    const found = invoices.find((invoice) => invoice.id === id);
    if (!isAwaited || !found) return;
    const now = found.open > 0 ? `${money(found.open, found.currency)} is open` : 'it is paid';
    tell(`Patchbay sends a signed webhook: invoice ${found.number} has changed, ${now}.`);
}

followSystem(
    '/api/accounting',
    { invoices: 'Invoices', customers: 'Customers', items: 'Items', 'purchase-orders': 'Purchase orders' },
    {
        onSystem({ app, link, syncs }) {
            appName = app?.name ?? '';
            byId('change-title', HTMLElement).textContent = `Meanwhile, at ${appName}`;
            byId('change-text', HTMLElement).textContent =
                `Let a customer pay an invoice at ${appName}, and see how this page hears of it.`;
            byId('change-button', HTMLElement).textContent = `Pay it at ${appName}`;
            content.hidden = link === null || !syncs.some(({ name, count }) => name === 'invoices' && count > 0);
            if (!content.hidden) void showAll();
        },
        onEvent: (event) => void hear(event)
    }
);
