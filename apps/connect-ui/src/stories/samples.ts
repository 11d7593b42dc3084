import type { ConnectableIntegration, FormField } from '@patchbay/contracts/browser';
import { draftFor } from '../flow/selectors.ts';
import type { Details } from '../screens/account/state.ts';
import { booting, plainSetup, type ConnectSession, type Flow, type Model } from '../flow/model.ts';

/** Sample data that stories and tests share. */
export function field(over: Partial<FormField> & Pick<FormField, 'name' | 'title'>): FormField {
    return {
        target: 'credentials',
        description: null,
        example: null,
        pattern: null,
        pattern_warns: false,
        format: null,
        optional: false,
        secret: false,
        default_value: null,
        prefix: null,
        suffix: null,
        enum: null,
        enum_labels: null,
        multiline: false,
        accept: null,
        visible_when: null,
        docs_url: null,
        saved_ending: null,
        lang: 'en',
        ...over
    };
}

export function integration(
    over: Partial<ConnectableIntegration> & Pick<ConnectableIntegration, 'id' | 'display_name'>
): ConnectableIntegration {
    return {
        provider: over.id,
        logo: null,
        categories: [],
        aliases: [],
        auth_mode: 'OAUTH2',
        docs_url: null,
        guide: null,
        fields: [],
        is_checked: true,
        single_account: false,
        is_popular: false,
        is_connected: false,
        awaits_approval: false,
        connections: [],
        has_more_connections: false,
        refuses_webviews: false,
        scopes: [],
        access: [],
        ...over
    };
}

export const gem = integration({
    id: 'gem',
    display_name: 'Gem',
    categories: ['Recruiting'],
    aliases: ['ats'],
    auth_mode: 'API_KEY',
    docs_url: 'https://docs.example.com/keys',
    fields: [
        field({
            name: 'apiKey',
            title: 'Shareable access key',
            secret: true,
            description: 'From Settings, then Integrations.',
            example: 'gem_3f9a…'
        }),
        field({ name: 'appSecret', title: 'Application secret', target: 'connection_config', secret: true, optional: true })
    ]
});
const ownConnection = {
    connection_id: 'c-own',
    account_label: 'Acme Ltd',
    connected_at: '2026-03-03T09:00:00.000Z',
    refused_since: null,
    refused_because: null,
    connection_config: {},
    config_fields: [],
    fields: [field({ name: 'apiKey', title: 'Renewed key', secret: true })]
};
/** Gem with a connection of the end user, and with one that the provider refuses. */
export const connectedGem = { ...gem, is_connected: true, connections: [ownConnection] };
export const refusedGem = { ...connectedGem, connections: [{ ...ownConnection, refused_since: '2026-11-18T09:00:00.000Z' }] };

/** A second one, of another account. */
export const twiceGem = {
    ...connectedGem,
    connections: [ownConnection, { ...ownConnection, connection_id: 'c-second', account_label: 'Globex' }]
};

export const github = integration({
    id: 'github',
    display_name: 'GitHub',
    logo: "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'%3E%3Crect width='32' height='32' fill='%23fff'/%3E%3Ccircle cx='16' cy='16' r='9' fill='%23181717'/%3E%3C/svg%3E",
    aliases: ['code'],
    scopes: [
        { id: 'repo', description: 'Read and write your repositories' },
        { id: 'read:org', description: 'See which organisations you belong to' }
    ],
    access: ['Read and write your repositories', 'See which organisations you belong to']
});
export const connectedGithub = {
    ...github,
    is_connected: true,
    connections: [{ ...ownConnection, account_label: 'octo@example.com', fields: [] }]
};
export const zendesk = integration({
    id: 'zendesk',
    display_name: 'Zendesk',
    categories: ['Customer support', 'Tickets and tasks'],
    fields: [
        field({
            name: 'subdomain',
            title: 'Subdomain',
            target: 'connection_config',
            prefix: 'https://',
            suffix: '.zendesk.com',
            example: 'acme',
            pattern: '[a-z0-9-]+'
        })
    ]
});
export const basic = integration({
    id: 'warehouse',
    display_name: 'Crème Warehouse',
    auth_mode: 'BASIC',
    fields: [
        field({ name: 'username', title: 'Username' }),
        field({ name: 'password', title: 'Password', secret: true, optional: true }),
        field({ name: 'region', title: 'Region', target: 'connection_config', enum: ['eu', 'us'] })
    ]
});
export const open = integration({ id: 'open-data', display_name: 'Open Data', auth_mode: 'NONE' });

const others = ['HubSpot', 'Salesforce', 'Slack', 'QuickBooks', 'Notion', 'Linear', 'Xero', 'Intercom'].map((display_name) =>
    integration({ id: display_name.toLowerCase(), display_name })
);
export const everyIntegration = [gem, github, zendesk, basic, open, ...others];

export function session(over: Partial<ConnectSession> = {}): ConnectSession {
    return {
        endUser: null,
        connectUISettings: {
            theme: { light: { primary: '#0b6e5f' }, dark: { primary: '#4cc9b0' } },
            defaultTheme: 'system',
            showWatermark: false
        },
        expires_at: '2099-01-01T00:00:00.000Z',
        is_test: false,
        app_name: 'Northwind',
        appearance: {},
        locale: null,
        privacy_url: null,
        terms_url: null,
        support_url: null,
        support_email: null,
        return_to: null,
        success: null,
        link_expires_at: null,
        requires_confirmation: false,
        manages_connections: false,
        integrations: everyIntegration,
        connection: null,
        ...over
    };
}

/** A product that helps. */
export const helped = { support_url: 'https://northwind.example/help', support_email: 'help@northwind.example' };

/** A product's own picture, wider than it is high. */
export const wordmark = {
    src: 'data:image/svg+xml;base64,PHN2ZyB4bWxucz0naHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmcnIHZpZXdCb3g9JzAgMCA5MCAyNCc+PHJlY3Qgd2lkdGg9JzkwJyBoZWlnaHQ9JzI0JyByeD0nNicgZmlsbD0ndGVhbCcvPjwvc3ZnPg==',
    alt: 'Northwind'
};

/** What an end user types into a field of a key. */
export const secret = 'hunter2-hunter2';
export const pem = ['-----BEGIN PRIVATE KEY-----', 'MIIEvQIBADANBgkqhkiG9w0BAQEFAASC', '-----END PRIVATE KEY-----'].join('\n');
const docs = 'https://docs.example.com/vault';

/** Has everything that a form can have. */
export const vault = integration({
    id: 'vault',
    display_name: 'Key Vault',
    categories: ['Developer tools'],
    auth_mode: 'API_KEY',
    docs_url: docs,
    fields: [
        field({ name: 'keyId', title: 'Key ID', docs_url: `${docs}#key-id` }),
        field({
            name: 'apiKey',
            title: 'Private key',
            description: 'The file that was downloaded when the key was made.',
            secret: true,
            multiline: true,
            accept: '.pem,.json',
            docs_url: `${docs}#key`
        }),
        field({ name: 'hosting', title: 'Hosting', target: 'connection_config', enum: ['cloud', 'own'], default_value: 'cloud' }),
        field({
            name: 'host',
            title: 'Host',
            target: 'connection_config',
            format: 'hostname',
            prefix: 'https://',
            example: 'vault.acme.example',
            visible_when: { field: 'hosting', values: ['own'] }
        }),
        field({ name: 'version', title: 'API version', target: 'connection_config', optional: true, default_value: '2026-01' })
    ]
});
/** Two credentials from one page, and texts without a translation. */
export const ledger = integration({
    id: 'ledger',
    display_name: 'Ledger',
    auth_mode: 'OAUTH2_CC',
    docs_url: 'https://docs.example.com/ledger',
    fields: [
        field({ name: 'client_id', title: 'Client ID' }),
        field({ name: 'client_secret', title: 'Client secret', secret: true, saved_ending: '4f2a' }),
        field({
            name: 'oauth_scopes',
            title: 'Scopes',
            target: 'connection_config',
            description: 'Separated by spaces.',
            example: 'contacts.read',
            optional: true
        })
    ]
});

export function modelOf(shown: ConnectableIntegration, over: Partial<ConnectSession>, flow: (model: Model) => Flow): Model {
    const model: Model = { ...booting, session: { status: 'fresh', info: session({ integrations: [shown], ...over }) } };
    return { ...model, flow: flow(model) };
}

export function modelIn(flow: Flow, over: Partial<ConnectSession> = {}): Model {
    return { ...booting, flow, session: { status: 'fresh', info: session(over) } };
}

export const reconnect = (id: 'zendesk' | 'gem'): Partial<ConnectSession> => ({
    integrations: [id === 'gem' ? gem : { ...zendesk, fields: [] }],
    connection: {
        connection_id: 'c-1',
        integration_id: id,
        account_label: id === 'gem' ? 'Acme Ltd' : 'acme.zendesk.com',
        connected_at: '2026-03-03T09:00:00.000Z',
        refused_since: null,
        refused_because: null,
        connection_config: id === 'gem' ? {} : { subdomain: 'acme' },
        config_fields: id === 'gem' ? [] : zendesk.fields
    }
});

/** An app of which one account is connected, in a session that manages it. */
export function managed(
    id: 'gem' | 'github',
    own: Partial<ConnectableIntegration['connections'][number]> = {},
    over: Partial<ConnectableIntegration> = {}
) {
    const connection = { ...ownConnection, connection_id: 'c-1', ...own };
    const integrations = everyIntegration.map((each) =>
        each.id === id ? { ...each, is_connected: true, connections: [connection], ...over } : each
    );
    return { integrations, manages_connections: true };
}

/** What the server says of that account. */
export const detailsOf = (id: 'gem' | 'github', over: Partial<Details> = {}): Details => ({
    connection_id: 'c-1',
    integration_id: id,
    account_label: ownConnection.account_label,
    connected_at: ownConnection.connected_at,
    last_used_at: new Date(Date.now() - 3 * 86_400_000).toISOString(),
    refused_since: null,
    refused_because: null,
    access: id === 'gem' ? ['Read candidates and the jobs they apply for', 'Add notes to candidates'] : github.access,
    ...over
});

export const draft = (id: string) => draftFor(modelIn({ state: 'listEmpty' }), id);
export const attempt = { id: '0b6f0c7e-6d0e-4a8c-9a54-4f0a4c7f0001', ref: 'C-7F3K2', updatedAt: '2026-11-20T10:00:00.000Z' };
export const filled = { ...draft('gem'), values: { 'credentials.apiKey': 'wrong' }, round: 1, failures: 1 };

/** What a share link knows of the person it is for. */
export const noor: ConnectSession['endUser'] = {
    id: 'user_42',
    display_name: 'Noor Ali',
    email: 'noor@example.com',
    tags: null,
    organization: { id: 'acme', display_name: 'Acme Ltd' }
};
export const linkExpiry = '2099-01-30T12:00:00.000Z';

/** The widget as a page of its own, as share links open it. */
export function onPage(model: Model): Model {
    return { ...model, setup: { ...plainSetup, layout: 'page' } };
}
