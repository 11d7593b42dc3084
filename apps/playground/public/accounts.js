import { ask, byId, element, notify } from './page.js';

const list = byId('accounts', HTMLElement);

/**
 * What the sandbox's control plane tells.
 * @typedef {object} Accounts
 * @property {{ name: string }[]} people
 * @property {{ key: string, api: string, account: string, enabled: boolean }[]} keys
 * @property {string} application_secret
 * @property {{ user: string, password: string, enabled: boolean }[]} basic_users
 * @property {{ id: string, secret: string }[]} oauth_clients
 */

/** Lists what can be signed in with. Never throws. */
export async function showAccounts() {
    try {
        const accounts = /** @type {Accounts} */ (await ask('GET', '/api/sandbox/accounts'));
        const { people, keys, application_secret: applicationSecret, basic_users: users, oauth_clients: clients } = accounts;
        const liveKeys = (/** @type {string} */ api) => keys.filter((key) => key.api === api && key.enabled).map(({ key }) => key);
        const [user] = users.filter(({ enabled }) => enabled);
        const service = clients.at(-1);
        list.replaceChildren(
            group('Sign-in (no password)', [people.map(({ name }) => name).join(', ')], false),
            group('Two keys: API key', liveKeys('keyed').slice(0, 2)),
            group('Two keys: application secret', [applicationSecret]),
            group('One key', liveKeys('bearer').slice(0, 2)),
            group('User name and password', user ? [user.user, user.password] : []),
            group('Client credentials: id and secret', service ? [service.id, service.secret] : [])
        );
    } catch {
        list.replaceChildren(element('div', {}, 'The sandbox does not respond. Start everything with npm start.'));
    }
}

/**
 * @param {string} title
 * @param {string[]} values
 */
function group(title, values, canBeCopied = true) {
    const rows = values.map((value) => element('dd', {}, ...(canBeCopied ? [element('code', {}, value), copyButton(value)] : [value])));
    return element('div', {}, element('dt', {}, title), ...rows);
}

/** @param {string} value */
function copyButton(value) {
    const made = element('button', { class: 'small', type: 'button', 'aria-label': `Copy ${value}` }, 'Copy');
    made.addEventListener('click', () => {
        navigator.clipboard.writeText(value).then(
            () => notify(`Copied ${value}`),
            () => notify('This browser does not let the page copy. Select the text instead.')
        );
    });
    return made;
}
