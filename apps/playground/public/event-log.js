import { byId, element } from './page.js';

const log = byId('log', HTMLOListElement);
const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', second: '2-digit' });

/**
 * @param {string} name
 * @param {unknown} [detail]
 */
export function writeToLog(name, detail) {
    const now = new Date();
    const entry = element(
        'li',
        {},
        element('time', { datetime: now.toISOString() }, clock.format(now)),
        element('span', { class: 'mono' }, name)
    );
    if (detail !== undefined) entry.append(element('code', {}, typeof detail === 'string' ? detail : JSON.stringify(detail)));
    log.prepend(entry);
    byId('log-empty', HTMLElement).hidden = true;
}
