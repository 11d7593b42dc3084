import { APPLICATION_SECRET, COMPANIES, OAUTH_CC_CLIENT, OAUTH_CLIENT, PEOPLE } from './accounts.ts';
import { API_KEY } from './ashby/keys.ts';
import { CALLBACK_MODES } from './callback-delivery.ts';
import type { Credentials, KeyApi } from './credentials.ts';
import { APPLICATION_SECRET as GEM_SECRET, SHAREABLE_KEY, TEAM_KEY } from './gem/keys.ts';
import { APP as GITHUB_APP } from './github/app.ts';
import { escapeHtml, htmlPage } from './html-page.ts';
import { modesForm } from './modes-form.ts';
import type { ClientModes } from './modes.ts';
import { AWS_ROLES, AWS_USER } from './aws/roles.ts';
import { CONSUMER, TOKENS } from './netsuite/tokens.ts';
import { CLIENT as OAUTH1_CLIENT } from './oauth1/store.ts';
import { APPS as QUICKBOOKS_APPS } from './quickbooks/oauth-clients.ts';
import { VENDORS } from './vendors.ts';
import { APPS as XERO_APPS } from './xero/tokens.ts';

/** Shows what the sandbox is, all its keys, users and accounts, and its modes. */
export function rootPage({
    credentials,
    modes,
    publicUrl,
    controlUrl
}: {
    credentials: Credentials;
    modes: ClientModes;
    publicUrl: string;
    controlUrl: string;
}): string {
    const keyRows = (api: KeyApi) =>
        credentials
            .keys()
            .filter((record) => record.api === api)
            .map(({ account, key, enabled }) => [
                COMPANIES.find(({ id }) => id === account)?.name ?? account,
                code(key) + (enabled ? '' : ' (revoked)')
            ]);
    return htmlPage({
        title: 'Patchbay sandbox',
        isWide: true,
        body: `<p class="brand">Sandbox</p>
<h1>Fake third parties to connect to</h1>
<p>Nothing here is real: these APIs and this sign-in exist so that you can try out connecting accounts on your own machine. Copy what you need.</p>
${card(
    'The demo product’s apps',
    'Made-up services on the APIs below, each with a page of its own.',
    VENDORS.map(({ id, name, trade }) => [`<a href="/${id}">${escapeHtml(name)}</a>`, escapeHtml(trade)])
)}
${card(
    'API with two keys',
    `Give the API key of a company; the application secret belongs to the integration. ${code(`${publicUrl}/keyed/v0/users`)}`,
    [...keyRows('keyed'), ['Application secret', code(APPLICATION_SECRET)]]
)}
${emulatorCards(publicUrl, controlUrl)}
${card('API with one key', `Sent as a bearer token. ${code(`${publicUrl}/bearer/v1/account`)}`, keyRows('bearer'))}
${card(
    'API with user and password',
    `Basic authentication. ${code(`${publicUrl}/basic/v1/account`)}`,
    credentials.users().map(({ user, password, enabled }) => [code(user), code(password) + (enabled ? '' : ' (revoked)')])
)}
${card(
    'API with OAuth 2',
    `Sign in as one of these people; there is no password. ${code(`${publicUrl}/api/me`)}, ${code('/api/contacts')} and a list of many pages, ${code('/api/pages/cursor')}`,
    [
        ...PEOPLE.map(({ name, email, tenants }) => [
            escapeHtml(name),
            `${escapeHtml(email)}, ${tenants.length === 1 ? '1 company' : `${tenants.length} companies`}`
        ]),
        ['Issuer', code(`${publicUrl}/oauth`)],
        ['Client', `${code(OAUTH_CLIENT.id)} with secret ${code(OAUTH_CLIENT.secret)}`],
        ['Client credentials', `${code(OAUTH_CC_CLIENT.id)} with secret ${code(OAUTH_CC_CLIENT.secret)}`]
    ]
)}
${card(
    'API with OAuth 1.0a',
    `The same people sign in, and each request is signed by HMAC-SHA1. ${code(`${publicUrl}/oauth1/api/me`)} and ${code('/oauth1/api/tasks')}`,
    [['Client', `${code(OAUTH1_CLIENT.key)} with secret ${code(OAUTH1_CLIENT.secret)}`]]
)}
${card(
    'WordPress',
    `A site whose users are the same people, and approve applications there. ${code(`${publicUrl}/wordpress/wp-json/wp/v2/users/me`)}`,
    [['Address of the site', code(`${publicUrl}/wordpress`)]]
)}
<section class="card" id="modes"><h2>Make OAuth difficult</h2>
<p>Real authorization servers have their ways. Choose some for all sign-ins here, then connect again or wait for the next refresh.</p>
${modesForm(modes.of(OAUTH_CLIENT.id))}</section>
${card(
    'For programs',
    `The control plane sets the same for any client, and more; ${code(`curl ${controlUrl}/_ctl/modes`)} says by which names. Its callback modes are the ways in which people come back to the app:`,
    Object.entries(CALLBACK_MODES).map(([mode, meaning]) => [code(mode), escapeHtml(meaning)])
)}`
    });
}

function emulatorCards(publicUrl: string, controlUrl: string): string {
    return `${card('Gem', `An emulator of its CRM and ATS. ${code(`${publicUrl}/gem/ats/v0/candidates/`)}`, [
        ['Team key', code(TEAM_KEY)],
        ['Shareable key', `${code(SHAREABLE_KEY)} with application secret ${code(GEM_SECRET)}`]
    ])}
${card('QuickBooks Online', `An emulator of its sign-in and API. ${code(`${publicUrl}/quickbooks/connect/oauth2`)}`, clientRows(QUICKBOOKS_APPS))}
${card('Ashby', `An emulator of its API, with the key as the user of basic authentication. ${code(`${publicUrl}/ashby/candidate.list`)}`, [
    ['API key', code(API_KEY)]
])}
${card('AWS', `An emulator of STS and of S3, with one bucket for each role. ${code(`${publicUrl}/aws/s3/bucket/hello.txt`)}`, [
    ['User that assumes roles', `access key ${code(AWS_USER.accessKeyId)} with secret ${code(AWS_USER.secretAccessKey)}`],
    ['Roles', Object.values(AWS_ROLES).map(code).join(', ')]
])}
${card(
    'NetSuite',
    `An emulator of its REST web services with token-based authentication, where both accounts have the same customers. ${code(`${publicUrl}/netsuite/1234567-sb1/services/rest/record/v1/customer`)}`,
    [
        ['Integration record', `consumer key ${code(CONSUMER.key)} with secret ${code(CONSUMER.secret)}`],
        ...Object.values(TOKENS).map(({ account, id, secret }) => [
            `Account ${code(account)}`,
            `token ${code(id)} with secret ${code(secret)}`
        ])
    ]
)}
${card('Xero', `An emulator of its sign-in and API. ${code(`${publicUrl}/xero/identity/connect/authorize`)}`, clientRows(XERO_APPS))}
${card('GitHub', `An emulator of an app that people install. ${code(`${publicUrl}/github/apps/${GITHUB_APP.slug}/installations/new`)}`, [
    ['App', `${code(String(GITHUB_APP.id))} with the private key of ${code(`curl ${controlUrl}/_ctl/github/app`)}`],
    ['Client', `${code(GITHUB_APP.clientId)} with secret ${code(GITHUB_APP.clientSecret)}`]
])}`;
}

function clientRows(apps: readonly { id: string; secret: string; name: string }[]): string[][] {
    return apps.map(({ id, secret, name }) => [escapeHtml(name), `${code(id)} with secret ${code(secret)}`]);
}

/** @param rows name and value, both HTML. */
function card(title: string, intro: string, rows: string[][]): string {
    const cells = rows.map(([name, value]) => `<tr><th scope="row">${name}</th><td>${value}</td></tr>`);
    return `<section class="card"><h2>${title}</h2><p>${intro}</p><div class="scroll"><table>${cells.join('')}</table></div></section>`;
}

function code(text: string): string {
    return `<code>${escapeHtml(text)}</code>`;
}
