import { findApp } from './apps.js';
import { writeToLog } from './event-log.js';
import { ask, byId, element, notify, sentenceOf } from './page.js';

/**
 * @typedef {{ connection: string, integration: string, name: string, created: string, knownAs:
 * string | null, state: 'works' | 'refused' | 'unknown', reason: string | null, account?: { name:
 * string }, list?: { title: string, items: { name: string, detail: string }[] } | null }} Row
 */

const list = byId('connections', HTMLUListElement);
const state = byId('connections-state', HTMLElement);
const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' });
const words = { works: 'Works', refused: 'Needs reconnecting', unknown: 'Not checked' };
/** How access ends at the vendor, in life as here. */
const endings = {
    person: { label: 'Revoke', repair: 'sign in as the same person again' },
    key: { label: 'Replace the key', repair: 'paste the new key, which its card below has' },
    two_keys: { label: 'Replace the key', repair: 'paste the new key, which its card below has' },
    password: { label: 'Change the password', repair: 'type the new password, which its card below has' },
    shared_key: { label: 'Replace the key', repair: 'paste the new key, which its card below has' },
    company: { label: 'Revoke', repair: 'choose the same company again' }
};
let latest = 0;

/** Shows the connections as they are now. Never throws. */
export async function refreshConnections() {
    const mine = ++latest;
    try {
        const { connections } = /** @type {{ connections: Row[] }} */ (await ask('GET', '/api/connections'));
        const rows = await Promise.all(connections.map(async (row) => ({ row, app: await findApp(row.integration) })));
        // Answers may overtake each other; only the last question counts.
        if (mine !== latest) return;
        show(rows);
    } catch (error) {
        if (mine === latest) state.textContent = sentenceOf(error);
    }
    state.hidden = state.textContent === '';
}

/** @typedef {{ row: Row, app: import('./apps.js').App | undefined }} Shown */

/** @param {Shown[]} rows */
function show(rows) {
    state.textContent = rows.length === 0 ? 'Nothing is connected yet. Choose an app below; its card has what to sign in with.' : '';
    // An item that stays keeps its buttons: the dialog returns the focus to the one that opened it.
    const known = new Map([...list.children].map((item) => [item.getAttribute('data-key'), item]));
    const { activeElement } = document;
    list.replaceChildren(...rows.map((each) => update(known.get(keyOf(each.row)) ?? create(each), each)));
    // To be put in again costs an item the focus.
    if (activeElement instanceof HTMLElement && list.contains(activeElement)) activeElement.focus({ preventScroll: true });
}

/** @param {Shown} shown */
function create({ row, app }) {
    const { connection, integration, name } = row;
    const actions = element('div', { class: 'actions' });
    // The script tag's own attributes: the button's integration and connection go to the session
    // URL.
    actions.append(
        element(
            'button',
            { class: 'small', 'data-connect-open': '', 'data-integration': integration, 'data-connection': connection },
            'Reconnect'
        )
    );
    if (app) actions.append(button(`${endings[app.signIn].label} at ${name}`, () => end(row)));
    actions.append(button('Disconnect', () => disconnect(row)));
    return element(
        'li',
        { 'data-key': keyOf(row) },
        element('img', { src: app?.mark ?? '/icon.svg', alt: '', width: '40', height: '40' }),
        element('div', { class: 'name' }),
        element('p', { class: 'state' }),
        element('div', { class: 'found' }),
        actions
    );
}

/**
 * @param {Element} item
 * @param {Shown} shown
 */
function update(item, { row, app }) {
    const { name, account, knownAs, list: read, created, state: health, reason } = row;
    const [, title, line, found, actions] = item.children;
    const whose = account?.name ?? knownAs;
    const since = element('time', { datetime: created }, day.format(new Date(created)));
    title?.replaceChildren(element('strong', {}, name), whose ? `${whose} · since ` : 'Since ', since);
    if (health === 'refused' && line?.getAttribute('data-state') !== health)
        writeToLog('connections.get', { integration: row.integration, state: health, ...(reason ? { reason } : {}) });
    line?.setAttribute('data-state', health);
    line?.replaceChildren(glyph(health), words[health]);
    found?.replaceChildren(
        ...(health === 'refused' ? [element('p', {}, repairOf(name, app))] : []),
        ...(read ? itemsShown(read) : []),
        ...(health === 'works' && app?.shownOn ? [element('a', { href: app.shownOn }, `What Juniper does with ${name}`)] : [])
    );
    for (const control of actions?.children ?? [])
        control.setAttribute('aria-label', `${control.textContent}: ${name}${whose ? `, ${whose}` : ''}`);
    actions?.firstElementChild?.classList.toggle('primary', health === 'refused');
    return item;
}

/**
 * @param {string} name
 * @param {Shown['app']} app
 */
function repairOf(name, app) {
    const how = app ? `: press Reconnect and ${endings[app.signIn].repair}` : '';
    return `${name} no longer lets Juniper in${how}. Everything that Juniper knows about this connection stays.`;
}

/** @param {{ title: string, items: { name: string, detail: string }[] }} read */
function itemsShown({ title, items }) {
    const caption = `${title}, read through Patchbay`;
    if (items.length === 0) return [element('p', {}, `${caption}: there are none in this account.`)];
    const rows = items.map(({ name, detail }) => element('li', {}, element('span', {}, name), element('span', {}, detail)));
    return [element('p', { 'aria-hidden': 'true' }, caption), element('ul', { 'aria-label': caption }, ...rows)];
}

/** @param {Row} row */
async function end({ connection, integration, name }) {
    const { result } = /** @type {{ result: string }} */ (await ask('POST', '/api/sandbox/break', { connection, integration }));
    const told = {
        revoked: `The access is revoked at ${name}, which sends no notice. Juniper has just found out, as it read the data again.`,
        key_replaced: `${name} has replaced the key, and refuses the old one from now on.`,
        password_changed: `The password at ${name} is another one now.`,
        already_refused: `${name} refuses this connection already. Press Reconnect to repair it.`
    };
    notify(Object.entries(told).find(([key]) => key === result)?.[1] ?? result);
    document.dispatchEvent(new Event('vendor:changed'));
    await refreshConnections();
}

/** @param {Row} row */
async function disconnect({ connection, integration, name }) {
    await ask('DELETE', `/api/connections?${new URLSearchParams({ connection, integration })}`);
    notify(`${name} is disconnected; its credentials are deleted.`);
    await refreshConnections();
    // The button is gone with its item.
    byId('connections-title', HTMLElement).focus();
}

/**
 * @param {string} label
 * @param {() => Promise<void>} act
 */
function button(label, act) {
    const made = element('button', { class: 'small', type: 'button' }, label);
    const run = async () => {
        made.ariaDisabled = 'true';
        await act().catch((error) => notify(sentenceOf(error)));
        made.ariaDisabled = 'false';
    };
    made.addEventListener('click', () => {
        // Not `disabled`, which would take the focus away.
        if (made.ariaDisabled !== 'true') void run();
    });
    return made;
}

/** @param {Row['state']} health */
function glyph(health) {
    const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
    svg.setAttribute('aria-hidden', 'true');
    const use = document.createElementNS('http://www.w3.org/2000/svg', 'use');
    use.setAttribute('href', `#link-${health}`);
    svg.append(use);
    return svg;
}

/** @param {Row} row */
function keyOf({ connection, integration }) {
    return `${integration}/${connection}`;
}
