import { ask, byId, copy, element, sentenceOf } from './page.js';

/**
 * @typedef {{ id: string, name: string, trade: string, mark: string, signIn: 'person' | 'key' |
 * 'two_keys' | 'password', page: string }} App
 */

/**
 * What the sandbox's control plane tells.
 * @typedef {object} Accounts
 * @property {{ name: string }[]} people
 * @property {{ key: string, api: string, account: string, enabled: boolean }[]} keys
 * @property {string} application_secret
 * @property {{ user: string, password: string, enabled: boolean }[]} basic_users
 */

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
        const accounts = /** @type {Accounts} */ (await ask('GET', '/api/sandbox/accounts'));
        for (const app of apps) document.getElementById(`with-${app.id}`)?.replaceChildren(...signInWith(app, accounts));
    } catch {
        // The cards keep what they show.
    }
}

/**
 * @param {App} app
 * @param {(integration: string) => void} connect
 */
function card({ id, name, trade, mark, page }, connect) {
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
            element('p', {}, element('a', { href: page, target: '_blank', rel: 'noreferrer' }, `${name}’s own page`))
        )
    );
}

/**
 * @param {App} app
 * @param {Accounts} accounts
 */
function signInWith({ signIn }, { people, keys, application_secret: secret, basic_users: users }) {
    /** @param {string} api */
    const liveKey = (api) => keys.find((key) => key.api === api && key.enabled)?.key ?? '';
    const [member] = users;
    switch (signIn) {
        case 'person':
            return [element('dt', {}, 'Any of these, without a password'), element('dd', {}, people.map(({ name }) => name).join(', '))];
        case 'key':
            return value('API key', liveKey('bearer'));
        case 'two_keys':
            return [...value('API key', liveKey('keyed')), ...value('Application secret', secret)];
        default:
            return member ? [...value('Username', member.user), ...value('Password', member.password)] : [];
    }
}

/**
 * @param {string} title
 * @param {string} text
 */
function value(title, text) {
    const button = element('button', { class: 'small', type: 'button', 'aria-label': `Copy ${title} ${text}` }, 'Copy');
    button.addEventListener('click', () => copy(text, `${title} copied.`));
    return [element('dt', {}, title), element('dd', {}, element('code', {}, text), button)];
}
