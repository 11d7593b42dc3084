import { categoryNames, type Provider } from '@patchbay/providers';

/** What `npm run new:provider` asks, in this order. */
export interface Question {
    name: string;
    text: string;
    /** Taken where nothing is typed. Absent: something has to be. */
    usual?: (answers: Answers) => string;
    /** Asked only then. */
    when?: (answers: Answers) => boolean;
    /** @returns what is wrong, in words */
    check?: (answer: string) => string | undefined;
}

export type Answers = Readonly<Record<string, string>>;

const modes = ['OAUTH2', 'OAUTH2_CC', 'API_KEY', 'BASIC'];
const asksForToken = ({ mode = '' }: Answers) => mode.startsWith('OAUTH2');
const httpsAddress = (answer: string) => (/^https:\/\/[^\s/]+/.test(answer) ? undefined : 'Give an address that begins with https://.');
const oneOf = (values: readonly string[]) => (answer: string) =>
    values.includes(answer) ? undefined : `Give one of ${values.join(', ')}.`;

export const questions: readonly Question[] = [
    { name: 'name', text: 'Name that end users know', usual: ({ id = '' }) => titleOf(id) },
    { name: 'category', text: `Category (${[...categoryNames.keys()].join(', ')})`, check: oneOf([...categoryNames.keys()]) },
    { name: 'docs', text: 'Documentation of its API', check: httpsAddress },
    { name: 'mode', text: `How end users connect (${modes.join(', ')})`, check: oneOf(modes) },
    { name: 'authorizationUrl', text: 'Authorization URL', when: ({ mode }) => mode === 'OAUTH2', check: httpsAddress },
    { name: 'tokenUrl', text: 'Token URL', when: asksForToken, check: httpsAddress },
    { name: 'scopes', text: 'Scopes, separated by spaces', when: asksForToken, usual: () => '' },
    { name: 'baseUrl', text: 'Address that all calls begin with', check: httpsAddress },
    { name: 'header', text: 'Header with the key', when: ({ mode }) => mode === 'API_KEY', usual: () => 'authorization: Bearer ${apiKey}' },
    {
        name: 'check',
        text: 'Path of a cheap GET request that tells whether credentials are good, such as /me',
        check: (answer) => (answer.startsWith('/') ? undefined : 'Begin it with a slash.')
    },
    { name: 'setup', text: 'Page on which an operator registers an app, or an end user finds a key', check: httpsAddress }
];

/** `acme-crm` → `Acme Crm` */
function titleOf(id: string): string {
    return id
        .split('-')
        .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
        .join(' ');
}

/** The definition that the answers make. The other facts are left for its writer. */
export function definitionOf(answers: Answers, day: string): Provider {
    const { id = '', name = '', category = '', docs = '', mode = '', setup = '' } = answers;
    // Its shape by mode is that of the table below.
    return {
        id,
        display_name: name,
        categories: [category],
        auth_mode: mode,
        docs,
        certainty: { level: 'assumed', checked_on: day },
        setup: { url: setup, text: setupTextOf(mode, name) },
        ...(mode === 'OAUTH2' ? {} : { docs_connect: setup, guide: guideOf(name, mode) }),
        ...tokenPartOf(answers),
        ...credentialsOf(mode),
        proxy: {
            base_url: answers['baseUrl']?.replace(/\/$/, '') ?? '',
            headers: headersOf(answers),
            verification: { method: 'GET', endpoints: [answers['check'] ?? ''] }
        }
    } as Provider;
}

function setupTextOf(mode: string, name: string): string {
    return mode === 'OAUTH2'
        ? `Register an OAuth app at ${name} with the redirect URI of your server and the scopes.`
        : `Nothing to register. End users find what the form asks for in their account at ${name}.`;
}

function guideOf(name: string, mode: string): string[] {
    const what = mode === 'API_KEY' ? 'the key' : 'both values';
    return [
        `Sign in to ${name} and open the settings of your account.`,
        `Copy ${what} and paste ${mode === 'API_KEY' ? 'it' : 'them'} here.`
    ];
}

function tokenPartOf({ mode, authorizationUrl = '', tokenUrl = '', scopes = '' }: Answers): object {
    const names = scopes.split(/\s+/).filter((scope) => scope !== '');
    const token = { token_url: tokenUrl, ...(names.length > 0 ? { default_scopes: names } : {}) };
    if (mode === 'OAUTH2') return { authorization_url: authorizationUrl, ...token, refresh: {} };
    return mode === 'OAUTH2_CC' ? token : {};
}

function credentialsOf(mode: string): object {
    const plain = (title: string) => ({ type: 'string', title });
    const secret = (title: string) => ({ type: 'string', title, secret: true });
    if (mode === 'API_KEY') return { credentials: { apiKey: secret('API key') } };
    if (mode === 'BASIC') return { credentials: { username: plain('Username'), password: secret('Password') } };
    return mode === 'OAUTH2_CC' ? { credentials: { client_id: plain('Client ID'), client_secret: secret('Client secret') } } : {};
}

function headersOf({ mode, header = '' }: Answers): Record<string, string> {
    if (mode === 'BASIC') return { authorization: 'Basic ${base64(${username}:${password})}' };
    if (mode !== 'API_KEY') return { authorization: 'Bearer ${accessToken}' };
    const [name = '', ...value] = header.split(':');
    return { [name.trim().toLowerCase()]: value.join(':').trim() };
}
