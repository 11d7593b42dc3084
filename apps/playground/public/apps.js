import { ask, byId, element, sentenceOf } from './page.js';
import { signInWith } from './sign-in-with.js';

/** @typedef {import('./sign-in-with.js').App} App */

const list = byId('apps', HTMLUListElement);
const asked = /** @type {Promise<{ apps: App[] }>} */ (ask('GET', '/api/apps'));

/**
 * @param {string} id
 * @returns {Promise<App | undefined>}
 */
export async function findApp(id) {
    const { apps } = await asked;
    return apps.find((app) => app.id === id);
}

/**
 * Shows what can be connected, and what to sign in with. Never throws.
 * @param {(integration: string) => void} connect
 */
export async function showApps(connect) {
    try {
        const { apps } = await asked;
        list.replaceChildren(...apps.map((app) => card(app, connect)));
        await refreshAccounts();
    } catch (error) {
        list.replaceChildren(element('li', {}, sentenceOf(error)));
    }
}

/** Keys change when they are replaced at the vendor. Never throws. */
export async function refreshAccounts() {
    try {
        const { apps } = await asked;
        const accounts = /** @type {import('./sign-in-with.js').Accounts} */ (await ask('GET', '/api/sandbox/accounts'));
        for (const app of apps) document.getElementById(`with-${app.id}`)?.replaceChildren(...signInWith(app, accounts));
    } catch {
        // The cards keep what they show.
    }
}

/**
 * @param {App} app
 * @param {(integration: string) => void} connect
 */
function card({ id, name, trade, mark, page, shownOn }, connect) {
    const button = element('button', { class: 'small', type: 'button', 'aria-label': `Connect ${name}` }, 'Connect');
    button.addEventListener('click', () => connect(id));
    return element(
        'li',
        {},
        element('img', { src: mark, alt: '', width: '40', height: '40' }),
        element('div', { class: 'name' }, element('strong', {}, name), trade),
        button,
        element(
            'details',
            {},
            element('summary', {}, 'What to sign in with'),
            element('dl', { id: `with-${id}` }),
            element('p', {}, element('a', { href: page, target: '_blank', rel: 'noreferrer' }, `${name}’s own page`)),
            ...(shownOn ? [element('p', {}, element('a', { href: shownOn }, `What Juniper does with ${name}`))] : [])
        )
    );
}
