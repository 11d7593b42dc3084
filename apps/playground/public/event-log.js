import { byId, element } from './page.js';

const log = byId('log', HTMLOListElement);
const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', second: '2-digit' });

/**
 * @param {string} name
 * @param {unknown} [detail]
 */
export function writeToLog(name, detail) {
    const now = new Date();
    log.prepend(
        element(
            'li',
            {},
            element('time', { datetime: now.toISOString() }, clock.format(now)),
            element('strong', { class: 'mono' }, name),
            ...facts(detail)
        )
    );
    byId('log-empty', HTMLElement).hidden = true;
}

/** @param {unknown} detail */
function facts(detail) {
    if (typeof detail === 'string') return [element('span', { class: 'mono' }, detail)];
    if (typeof detail !== 'object' || detail === null) return [];
    const known = Object.entries(detail).filter(([, value]) => value !== undefined);
    return known.map(([name, value]) =>
        element('span', { class: 'mono' }, element('i', {}, name), ` ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    );
}
