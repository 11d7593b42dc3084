import { money } from './money.js';
import { byId, element } from './page.js';

/**
 * @typedef {{ month: string, count: number, total: number, open: number }} Month `month`: as
 * 2026-11; amounts in hundredths of the currency
 */

const HEIGHT = 220;
const EDGE = { top: 12, bottom: 24, left: 56 };
const GAP = 0.35;
const LINES = 4;
const place = byId('chart', HTMLElement);
const short = new Intl.DateTimeFormat('en-GB', { month: 'short' });
const withYear = new Intl.DateTimeFormat('en-GB', { month: 'short', year: 'numeric' });
/** @type {() => void} */
let draw = () => undefined;

// Text keeps its size however wide the window is.
new ResizeObserver(() => draw()).observe(place);

/**
 * @param {Month[]} months in order
 * @param {string | null} currency
 */
export function showMonths(months, currency) {
    const total = months.reduce((sum, month) => sum + month.total, 0);
    const open = months.reduce((sum, month) => sum + month.open, 0);
    const largest = months.toSorted((a, b) => b.total - a.total)[0];
    byId('chart-text', HTMLElement).textContent =
        `${money(total, currency)} in ${months.length} months, of which ${money(open, currency)} is open.` +
        (largest ? ` The largest month is ${nameOf(largest, withYear)}, with ${money(largest.total, currency)}.` : '');
    byId('months', HTMLElement).replaceChildren(
        ...months
            .toReversed()
            .map((month) =>
                element(
                    'tr',
                    {},
                    element('th', { scope: 'row' }, nameOf(month, withYear)),
                    element('td', { class: 'number' }, String(month.count)),
                    element('td', { class: 'number' }, money(month.total - month.open, currency)),
                    element('td', { class: 'number' }, money(month.open, currency))
                )
            )
    );
    draw = () => place.replaceChildren(chartOf(months, currency, place.clientWidth));
    draw();
}

/**
 * @param {Month[]} months
 * @param {string | null} currency
 * @param {number} width
 */
function chartOf(months, currency, width) {
    const svg = shape('svg', {
        viewBox: `0 0 ${width} ${HEIGHT}`,
        width,
        height: HEIGHT,
        role: 'img',
        'aria-labelledby': 'chart-title chart-text'
    });
    const floor = HEIGHT - EDGE.bottom;
    const top = roundUp(Math.max(1, ...months.map(({ total }) => total)));
    const y = (/** @type {number} */ cents) => floor - (Math.max(0, cents) / top) * (floor - EDGE.top);
    for (let line = 0; line <= LINES; line += 1) {
        const cents = Math.round((top / LINES) * line);
        svg.append(shape('line', { class: 'grid', x1: EDGE.left, x2: width, y1: y(cents), y2: y(cents) }));
        const label = money(cents, currency, { notation: 'compact', minimumFractionDigits: 0, maximumFractionDigits: 1 });
        svg.append(shape('text', { class: 'axis', x: EDGE.left - 8, y: y(cents) + 4, 'text-anchor': 'end' }, label));
    }
    const step = (width - EDGE.left) / Math.max(1, months.length);
    // Names of months would run into each other where there is no room.
    const every = step < 30 ? 2 : 1;
    for (const [index, month] of months.entries()) {
        const x = EDGE.left + step * (index + GAP / 2);
        const bar = { x, width: step * (1 - GAP), rx: 2 };
        const paid = month.total - month.open;
        const group = shape('g', {});
        group.append(shape('title', {}, `${nameOf(month, withYear)}: ${money(paid, currency)} paid, ${money(month.open, currency)} open`));
        group.append(shape('rect', { class: 'open', ...bar, y: y(month.total), height: floor - y(month.total) }));
        group.append(shape('rect', { class: 'paid', ...bar, y: y(paid), height: floor - y(paid) }));
        svg.append(group);
        if ((months.length - 1 - index) % every === 0)
            svg.append(
                shape('text', { class: 'axis', x: x + bar.width / 2, y: HEIGHT - 6, 'text-anchor': 'middle' }, nameOf(month, short))
            );
    }
    return svg;
}

/**
 * @param {Month} month
 * @param {Intl.DateTimeFormat} format
 */
function nameOf({ month }, format) {
    return format.format(new Date(`${month}-15T12:00:00Z`));
}

/** @param {number} value the next number with one digit that is not zero, or 2.5 or 1.5 of it */
function roundUp(value) {
    const power = 10 ** Math.floor(Math.log10(value));
    return power * ([1, 1.5, 2, 2.5, 3, 4, 5, 6, 8].find((each) => each * power >= value) ?? 10);
}

/**
 * @param {string} name
 * @param {Record<string, string | number>} attributes
 * @param {string} [text]
 */
function shape(name, attributes, text) {
    const made = document.createElementNS('http://www.w3.org/2000/svg', name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
    if (text !== undefined) made.textContent = text;
    return made;
}
