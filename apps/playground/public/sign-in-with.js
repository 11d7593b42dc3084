import { copy, element } from './page.js';

/**
 * @typedef {{ id: string, name: string, trade: string, mark: string, signIn: 'person' | 'key' |
 * 'two_keys' | 'password' | 'shared_key' | 'company', page: string, shownOn: string | null }} App
 */

/**
 * What the sandbox's control plane tells.
 * @typedef {object} Accounts
 * @property {{ name: string }[]} people
 * @property {{ key: string, api: string, account: string, enabled: boolean }[]} keys
 * @property {string} application_secret
 * @property {{ user: string, password: string, enabled: boolean }[]} basic_users
 * @property {{ key: string, kind: string, enabled: boolean }[]} shared_keys
 * @property {{ name: string, environment: string }[]} realms
 */

/**
 * What the sandbox lets in.
 * @param {App} app
 * @param {Accounts} accounts
 */
export function signInWith({ signIn }, { people, keys, application_secret: secret, basic_users: users, shared_keys: sharedKeys, realms }) {
    /** @param {string} api */
    const liveKey = (api) => keys.find((key) => key.api === api && key.enabled)?.key ?? '';
    const [member] = users;
    switch (signIn) {
        case 'person':
            return anyOf(people);
        case 'company':
            return anyOf(realms.filter(({ environment }) => environment === 'production'));
        case 'shared_key':
            return value('Shareable access key', sharedKeys.find(({ kind, enabled }) => kind === 'shareable' && enabled)?.key ?? '');
        case 'key':
            return value('API key', liveKey('bearer'));
        case 'two_keys':
            return [...value('API key', liveKey('keyed')), ...value('Application secret', secret)];
        default:
            return member ? [...value('Username', member.user), ...value('Password', member.password)] : [];
    }
}

/** @param {{ name: string }[]} all */
function anyOf(all) {
    return [element('dt', {}, 'Any of these, without a password'), element('dd', {}, all.map(({ name }) => name).join(', '))];
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
