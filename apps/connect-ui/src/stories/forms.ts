import type { ConnectableIntegration, FormField } from '@patchbay/contracts/browser';
import { booting, draftFor, type ConnectSession, type Draft, type Flow, type Model } from '../flow/state.ts';
import { everyIntegration, field, gem, integration, session, zendesk } from './models.ts';

const pem = ['-----BEGIN PRIVATE KEY-----', 'MIIEvQIBADANBgkqhkiG9w0BAQEFAASC', '-----END PRIVATE KEY-----'].join('\n');
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

function formOf(shown: ConnectableIntegration, over: Partial<Draft> = {}, flow: Partial<Extract<Flow, { state: 'detail' }>> = {}): Model {
    return modelOf(shown, {}, (model) => ({
        state: 'detail',
        draft: { ...draftFor(model, shown.id), ...over },
        errors: {},
        banner: null,
        ...flow
    }));
}

function modelOf(shown: ConnectableIntegration, over: Partial<ConnectSession>, flow: (model: Model) => Flow): Model {
    const model: Model = { ...booting, session: { status: 'fresh', info: session({ integrations: [shown], ...over }) } };
    return { ...model, flow: flow(model) };
}

const inBox = (from: ConnectableIntegration, over: Partial<FormField>): ConnectableIntegration => ({
    ...from,
    fields: from.fields.map((each) => ({ ...each, ...over }))
});
const embedded = { ...booting.setup, origin: 'https://app.example.com', takesRequests: true };
const listed = (over: Partial<Extract<Flow, { state: 'list' }>>): Model => ({
    ...modelOf(gem, { integrations: everyIntegration }, () => ({ state: 'list', query: '', ...over })),
    setup: embedded
});

/** One of every form, and of every list, that the end user can see. */
export const formStories: Record<string, Model> = {
    'list-connected': {
        ...modelOf(
            gem,
            {
                integrations: everyIntegration.map((each, index) => ({
                    ...each,
                    is_connected: index % 3 === 0,
                    categories: ['Customer support', 'Communication']
                }))
            },
            () => ({ state: 'list', query: '' })
        ),
        setup: embedded
    },
    'list-ask': listed({ query: 'Google Kalender' }),
    'list-asked': listed({ query: 'Google Kalender', asked: true }),
    'form-lines': formOf(vault),
    'form-lines-filled': formOf(vault, {
        values: { 'credentials.keyId': 'k-2041', 'credentials.apiKey': pem, 'connection_config.hosting': 'cloud' }
    }),
    'form-lines-errors': formOf(
        vault,
        { values: { 'connection_config.hosting': 'own' } },
        {
            errors: {
                'credentials.keyId': 'required',
                'credentials.apiKey': 'malformed',
                'connection_config.host': 'required',
                'connection_config.version': 'malformed'
            }
        }
    ),
    'form-pasted-lines': formOf(gem, { values: { 'credentials.apiKey': pem } }),
    'form-client-credentials': formOf(ledger, {
        values: { 'credentials.client_secret': 'abc' },
        notices: { 'credentials.client_secret': 'joined' }
    }),
    'form-other-language': formOf(inBox(ledger, { lang: 'fr' })),
    'form-affixes': formOf(zendesk, {
        values: { 'connection_config.subdomain': 'acme' },
        notices: { 'connection_config.subdomain': 'host' }
    }),
    'form-long-affixes': formOf(inBox(zendesk, { prefix: 'https://', suffix: '.my.sandbox.salesforce.com' })),
    'form-unusual': formOf(gem, { values: { 'credentials.apiKey': 'other' }, notices: { 'credentials.apiKey': 'unusual' } }),
    'form-quotes': formOf(gem, { values: { 'credentials.apiKey': 'key' }, notices: { 'credentials.apiKey': 'quotes' } }),
    'form-busy': modelOf(vault, {}, (model) => ({
        state: 'submitting',
        draft: { ...draftFor(model, 'vault'), values: { 'credentials.keyId': 'k-2041', 'credentials.apiKey': pem } },
        key: 'k',
        slow: false
    })),
    'reconnect-key': modelOf(
        ledger,
        {
            connection: {
                connection_id: 'c-1',
                integration_id: 'ledger',
                account_label: 'Northwind Traders Ltd',
                connected_at: '2026-03-03T09:00:00.000Z',
                refused_since: null,
                connection_config: {},
                config_fields: []
            }
        },
        (model) => ({ state: 'detail', draft: draftFor(model, 'ledger'), errors: {}, banner: null })
    )
};
