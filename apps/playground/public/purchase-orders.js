import { money, toDecimal } from './money.js';
import { ask, byId, element, sentenceOf } from './page.js';

/**
 * @typedef {{ id: string, number: string | null, date: string, vendor: string, total: number,
 * currency: string | null, isOurs: boolean }} Order
 * @typedef {{ orders: Order[], vendors: { id: string, name: string | null, currency: string | null
 * }[], items: { id: string, name: string, cost: number }[] }} Orders
 */

const form = byId('order', HTMLFormElement);
const [vendor, item] = [field('vendor', HTMLSelectElement), field('item', HTMLSelectElement)];
const price = field('price', HTMLInputElement);
const notice = byId('order-notice', HTMLElement);
const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium' });
/** @type {Orders} */
let known = { orders: [], vendors: [], items: [] };
let once = crypto.randomUUID();

/** @param {string} app where orders are made */
export async function showOrders(app) {
    const now = /** @type {Orders} */ (await ask('GET', '/api/accounting/orders'));
    offer(
        vendor,
        now.vendors.map(({ id, name }) => [id, name ?? id])
    );
    offer(
        item,
        now.items.map(({ id, name }) => [id, name])
    );
    known = now;
    if (price.value === '') suggestPrice();
    nameCurrency();
    const rows = now.orders.map(({ number, date, vendor: name, total, currency, isOurs }) =>
        element(
            'li',
            {},
            element('span', {}, name, element('small', {}, ` · ${[number, day.format(new Date(date))].filter(Boolean).join(' · ')}`)),
            element('span', {}, ...(isOurs ? [element('span', { class: 'chip good' }, 'from Juniper'), ' '] : []), money(total, currency))
        )
    );
    byId('orders', HTMLElement).replaceChildren(...(rows.length > 0 ? rows : [element('li', {}, `None at ${app} yet.`)]));
}

/**
 * What is chosen stays chosen.
 * @param {HTMLSelectElement} select
 * @param {[value: string, text: string][]} choices
 */
export function offer(select, choices) {
    const { value } = select;
    select.replaceChildren(...choices.map(([id, text]) => element('option', { value: id }, text)));
    if (choices.some(([id]) => id === value)) select.value = value;
}

function suggestPrice() {
    const cost = known.items.find(({ id }) => id === item.value)?.cost ?? 0;
    price.value = cost > 0 ? toDecimal(cost) : '';
}

function currencyOf() {
    return known.vendors.find(({ id }) => id === vendor.value)?.currency ?? '';
}

function nameCurrency() {
    byId('price-label', HTMLElement).textContent = `Price of one, in ${currencyOf()}`;
}

item.addEventListener('change', suggestPrice);
vendor.addEventListener('change', nameCurrency);
form.addEventListener('input', () => (once = crypto.randomUUID()));
form.addEventListener('submit', (event) => {
    event.preventDefault();
    const button = form.querySelector('button');
    if (!button || button.ariaDisabled === 'true') return;
    button.ariaDisabled = 'true';
    say('Sending…');
    create()
        .catch((error) => say(sentenceOf(error), true))
        .finally(() => (button.ariaDisabled = 'false'));
});

async function create() {
    // Sent again after an error, it is not ordered twice.
    const body = { ...Object.fromEntries(new FormData(form)), currency: currencyOf(), once };
    const made = /** @type {{ number: string | null, total: number, currency: string | null }} */ (
        await ask('POST', '/api/accounting/order', body)
    );
    once = crypto.randomUUID();
    await showOrders('');
    say(`Purchase order${made.number ? ` ${made.number}` : ''} for ${money(made.total, made.currency)} is created.`);
}

/**
 * @param {string} sentence
 * @param {boolean} [isBad]
 */
function say(sentence, isBad = false) {
    notice.toggleAttribute('data-is-bad', isBad);
    notice.textContent = sentence;
}

/**
 * @template {Element} Kind
 * @param {string} name
 * @param {new () => Kind} kind
 * @returns {Kind}
 */
function field(name, kind) {
    const found = form.elements.namedItem(name);
    if (!(found instanceof kind)) throw new Error(`The form has no ${name}.`);
    return found;
}
