import { ask, byId, element, notify } from './page.js';

/**
 * @typedef {{ connection: string, integration: string, name: string, created: string, isSignIn:
 * boolean, state: 'works' | 'refused' | 'unknown', reason: string | null, account?: { name: string
 * }, contacts?: { name: string, email: string }[] | null }} Row
 */

const list = byId('connections', HTMLUListElement);
const state = byId('connections-state', HTMLElement);
const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' });
const words = { works: 'Works', refused: 'Refused by the provider: reconnect it', unknown: 'Not checked' };
let latest = 0;

/** Shows the connections as they are now. Never throws. */
export async function refreshConnections() {
    const mine = ++latest;
    try {
        const { connections } = /** @type {{ connections: Row[] }} */ (await ask('GET', '/api/connections'));
        // Answers may overtake each other; only the last question counts.
        if (mine !== latest) return;
        show(connections);
    } catch (error) {
        if (mine === latest) state.textContent = sentenceOf(error);
    }
    state.hidden = state.textContent === '';
}

/** @param {Row[]} rows */
function show(rows) {
    state.textContent =
        rows.length === 0
            ? 'Nothing is connected yet. Press Connect an app and choose one; what to sign in with is listed on this page.'
            : '';
    // An item that stays keeps its buttons: the dialog returns the focus to the one that opened it.
    const known = new Map([...list.children].map((item) => [item.getAttribute('data-key'), item]));
    list.replaceChildren(...rows.map((row) => update(known.get(keyOf(row)) ?? create(row), row)));
}

/** @param {Row} row */
function create(row) {
    const { connection, integration, isSignIn } = row;
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
    if (isSignIn) actions.append(button('Revoke at the provider', () => revoke(row)));
    actions.append(button('Disconnect', () => disconnect(row)));
    return element(
        'li',
        { 'data-key': keyOf(row) },
        element('div', {}),
        element('p', { class: 'state' }),
        element('div', { class: 'found' }),
        actions
    );
}

/**
 * @param {Element} item
 * @param {Row} row
 */
function update(item, { name, account, contacts, created, state: health, reason }) {
    const [title, line, found, actions] = item.children;
    const since = element('time', { datetime: created }, day.format(new Date(created)));
    title?.replaceChildren(element('strong', {}, name), account ? `${account.name} · since ` : 'Since ', since);
    line?.setAttribute('data-state', health);
    line?.replaceChildren(glyph(health), words[health]);
    found?.replaceChildren(...(reason ? [element('p', {}, `Patchbay says: ${reason}`)] : []), ...(contacts ? contactsShown(contacts) : []));
    for (const control of actions?.children ?? [])
        control.setAttribute('aria-label', `${control.textContent}: ${name}${account ? `, ${account.name}` : ''}`);
    return item;
}

/** @param {{ name: string, email: string }[]} contacts */
function contactsShown(contacts) {
    if (contacts.length === 0) return [element('p', {}, 'This account has no contacts yet.')];
    const people = contacts.map(({ name, email }) =>
        element('li', {}, element('span', {}, name), element('span', { class: 'mono' }, email))
    );
    const caption = 'Contacts, read through Patchbay';
    return [element('p', { 'aria-hidden': 'true' }, caption), element('ul', { 'aria-label': caption }, ...people)];
}

/** @param {Row} row */
async function revoke({ connection, integration, name }) {
    const response = /** @type {{ result: string, person?: string, grants?: number }} */ (
        await ask('POST', '/api/sandbox/revoke', { connection, integration })
    );
    notify(
        response.result === 'revoked'
            ? `${response.person} has taken back the access at the provider (${response.grants} grant${response.grants === 1 ? '' : 's'}). Patchbay still has the connection, but its token is refused from now on. Press Reconnect and sign in as ${response.person} again: the connection keeps its id. Sign in as somebody else to see how that is caught.`
            : `The provider already refuses ${name}. Press Reconnect to repair it.`
    );
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

/** @param {unknown} error */
function sentenceOf(error) {
    return error instanceof Error ? error.message : String(error);
}
