import type { ConnectableIntegration, FormField } from '@patchbay/contracts/browser';
import { booting, draftFor, plainSetup, type ConnectSession, type Flow, type Model } from '../flow/state.ts';

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
        categories: [],
        aliases: [],
        auth_mode: 'OAUTH2',
        docs_url: null,
        fields: [],
        is_checked: true,
        is_connected: false,
        connections: [],
        refuses_webviews: false,
        scopes: [],
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
export const github = integration({
    id: 'github',
    display_name: 'GitHub',
    aliases: ['code'],
    scopes: [
        { id: 'repo', description: 'Read and write your repositories' },
        { id: 'read:org', description: 'See which organisations you belong to' }
    ]
});
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
        app_name: 'Northwind',
        appearance: {},
        locale: null,
        return_to: null,
        requires_confirmation: false,
        integrations: everyIntegration,
        connection: null,
        ...over
    };
}

function modelIn(flow: Flow, over: Partial<ConnectSession> = {}): Model {
    return { ...booting, flow, session: { status: 'fresh', info: session(over) } };
}

/** Inside an app's browser, where GitHub refuses sign-ins. */
function inApp(flow: Flow): Model {
    const model = modelIn(flow, { integrations: [{ ...github, refuses_webviews: true }] });
    return { ...model, setup: { ...plainSetup, browser: { isInApp: true, prefersTab: true } } };
}

const reconnect = (id: 'zendesk' | 'gem'): Partial<ConnectSession> => ({
    integrations: [id === 'gem' ? gem : { ...zendesk, fields: [] }],
    connection: {
        connection_id: 'c-1',
        integration_id: id,
        account_label: id === 'gem' ? 'Acme Ltd' : 'acme.zendesk.com',
        connected_at: '2026-03-03T09:00:00.000Z',
        refused_since: null,
        connection_config: id === 'gem' ? {} : { subdomain: 'acme' },
        config_fields: id === 'gem' ? [] : zendesk.fields
    }
});

const draft = (id: string) => draftFor(modelIn({ state: 'listEmpty' }), id);
const attempt = { id: '0b6f0c7e-6d0e-4a8c-9a54-4f0a4c7f0001', ref: 'C-7F3K2', updatedAt: '2026-11-20T10:00:00.000Z' };
const filled = { ...draft('gem'), values: { 'credentials.apiKey': 'wrong' }, round: 1, failures: 1 };

const blocked = {
    state: 'oauth',
    step: 'blocked',
    draft: draft('github'),
    attempt,
    launchUrl: 'https://connect.example.com/connect/launch/Zm9yIHRoZSBzYWtlIG9mIGxlbmd0aA'
} as const;
const connected = {
    state: 'success',
    integration: 'github',
    mode: 'create',
    attempt: attempt.id,
    connectionId: 'c-1',
    isNew: true,
    account: 'octo@example.com',
    was: null,
    connectedBefore: false
} as const;

/** Gem is connected already, twice. @param refusedSince of the first of its connections */
function owns(refusedSince: string | null): Model {
    const own = { connected_at: '2026-03-03T09:00:00.000Z', connection_config: {}, config_fields: [], fields: gem.fields };
    const connections = [
        { ...own, connection_id: 'c-1', account_label: 'Acme Ltd', refused_since: refusedSince },
        { ...own, connection_id: 'c-2', account_label: 'Globex', refused_since: null }
    ];
    const integrations = everyIntegration.map((each) => (each.id === 'gem' ? { ...each, is_connected: true, connections } : each));
    return modelIn({ state: 'owned', integration: 'gem' }, { integrations });
}

/** The widget as a page of its own, as share links open it. */
function onPage(model: Model): Model {
    return { ...model, setup: { ...plainSetup, layout: 'page' } };
}

/** Soon the session's time is up, and the host can bring another one. */
function expiring(model: Model): Model {
    return { ...model, setup: { ...plainSetup, renews: true }, session: { status: 'expiring', info: session() } };
}

/** One of every state that the end user can see. */
export const stories: Record<string, Model> = {
    boot: { ...booting, flow: { state: 'boot', step: 'session' } },
    list: modelIn({ state: 'list', query: '' }),
    'list-short': modelIn({ state: 'list', query: '' }, { integrations: [gem, github, zendesk], app_name: null }),
    'list-no-match': modelIn({ state: 'list', query: 'zzz' }),
    'list-empty': modelIn({ state: 'listEmpty' }, { integrations: [] }),
    'detail-key': modelIn({ state: 'detail', draft: draft('gem'), errors: {}, banner: null }),
    owned: owns(null),
    'owned-refused': owns('2026-11-18T09:00:00.000Z'),
    'detail-unchecked': modelIn(
        { state: 'detail', draft: draft('gem'), errors: {}, banner: null },
        { integrations: [{ ...gem, is_checked: false }] }
    ),
    'detail-refused-twice': modelIn({
        state: 'detail',
        draft: { ...filled, failures: 2, ref: 'C-7F3K2' },
        errors: {},
        banner: 'missing_permissions',
        providerText: 'Your plan does not include API access.'
    }),
    'detail-key-only': modelIn({ state: 'detail', draft: draft('gem'), errors: {}, banner: null }, { integrations: [gem] }),
    'detail-errors': modelIn({
        state: 'detail',
        draft: { ...filled, notices: { 'connection_config.appSecret': 'bearer' } },
        errors: { 'credentials.apiKey': 'refused' },
        banner: 'credentials_rejected'
    }),
    'detail-basic': modelIn({
        state: 'detail',
        draft: { ...draft('warehouse'), round: 1 },
        errors: { 'credentials.username': 'required', 'connection_config.region': 'required' },
        banner: null
    }),
    'detail-oauth': modelIn({ state: 'detail', draft: draft('github'), errors: {}, banner: null }),
    'detail-oauth-config': modelIn({
        state: 'detail',
        draft: { ...draft('zendesk'), values: { 'connection_config.subdomain': 'ac me' } },
        errors: { 'connection_config.subdomain': 'malformed' },
        banner: null
    }),
    'detail-none': modelIn({ state: 'detail', draft: draft('open-data'), errors: {}, banner: null }),
    'detail-expiring': expiring(modelIn({ state: 'detail', draft: draft('gem'), errors: {}, banner: null })),
    'detail-renewing': { ...modelIn({ state: 'detail', draft: filled, errors: {}, banner: null }), renewal: 'asked' },
    'detail-renewed': modelIn({ state: 'detail', draft: filled, errors: {}, banner: 'session_renewed' }),
    'detail-offline': { ...modelIn({ state: 'detail', draft: draft('gem'), errors: {}, banner: null }), network: 'offline' },
    reconnect: modelIn(
        { state: 'detail', draft: { ...draft('zendesk'), mode: 'reconnect' }, errors: {}, banner: null },
        reconnect('zendesk')
    ),
    submitting: modelIn({ state: 'submitting', draft: filled, key: 'k', slow: false }),
    'submitting-slow': modelIn({ state: 'submitting', draft: filled, key: 'k', slow: true }),
    launching: modelIn({
        state: 'oauth',
        step: 'launching',
        draft: draft('github'),
        way: 'window',
        key: 'k',
        windowKey: 'w',
        attempt: null,
        account: 'any'
    }),
    looking: modelIn({ state: 'oauth', step: 'looking', draft: draft('github'), attempt }),
    blocked: modelIn(blocked),
    'blocked-tab': { ...modelIn(blocked), setup: { ...plainSetup, returnTo: 'https://app.example.com/' } },
    redirecting: modelIn({ ...blocked, step: 'redirecting' }),
    'open-in-browser': inApp({ ...blocked, step: 'openInBrowser', copied: false }),
    'open-in-browser-copied': inApp({ ...blocked, step: 'openInBrowser', copied: true }),
    'no-windows': modelIn({ ...blocked, step: 'openInBrowser', copied: false }),
    'awaiting-elsewhere': modelIn({ state: 'oauth', step: 'awaiting', draft: draft('github'), attempt, window: 'elsewhere' }),
    awaiting: modelIn({ state: 'oauth', step: 'awaiting', draft: draft('github'), attempt, window: 'opened' }),
    'maybe-closed': modelIn({ state: 'oauth', step: 'maybeClosed', draft: draft('github'), attempt, unopened: false }),
    verifying: modelIn({ state: 'verifying', draft: draft('github'), attempt, slow: false }),
    'verifying-slow': modelIn({ state: 'verifying', draft: draft('github'), attempt, slow: true }),
    'choose-account': modelIn({
        state: 'chooseAccount',
        draft: draft('xero'),
        attempt,
        options: [
            { id: '1', label: 'Northwind Traders Ltd' },
            { id: '2', label: 'Northwind Holdings GmbH' }
        ],
        picked: null,
        banner: null
    }),
    'choose-account-many': modelIn({
        state: 'chooseAccount',
        draft: draft('xero'),
        attempt,
        options: Array.from({ length: 14 }, (_, index) => ({ id: `t-${index}`, label: `Northwind Traders ${index + 1} Ltd` })),
        picked: null,
        banner: null
    }),
    'account-mismatch': modelIn(
        {
            state: 'accountMismatch',
            draft: { ...draft('zendesk'), mode: 'reconnect' },
            attempt,
            was: 'acme',
            now: 'globex',
            asked: 'nothing',
            banner: null
        },
        reconnect('zendesk')
    ),
    'account-mismatch-key': modelIn(
        {
            state: 'accountMismatch',
            draft: { ...filled, mode: 'reconnect' },
            attempt,
            was: 'Acme Ltd',
            now: 'Globex',
            asked: 'nothing',
            banner: null
        },
        reconnect('gem')
    ),
    success: modelIn(connected),
    'success-second': modelIn({ ...connected, connectedBefore: true }),
    'success-unchecked': modelIn({ ...connected, integration: 'gem', account: null }, { integrations: [{ ...gem, is_checked: false }] }),
    'success-page': onPage(modelIn(connected)),
    'success-page-home': onPage(modelIn(connected, { return_to: 'https://app.example.com/settings' })),
    'success-page-confirm': onPage(modelIn(connected, { return_to: 'https://app.example.com/settings', requires_confirmation: true })),
    'success-reconnect': modelIn(
        {
            state: 'success',
            integration: 'zendesk',
            mode: 'reconnect',
            attempt: attempt.id,
            connectionId: 'c-1',
            isNew: false,
            account: null,
            was: null,
            connectedBefore: false
        },
        reconnect('zendesk')
    ),
    'failed-denied': modelIn({
        state: 'failed',
        draft: { ...draft('github'), failures: 1 },
        code: 'consent_denied',
        ref: 'C-7F3K2',
        providerText: null,
        missing: []
    }),
    'failed-provider': modelIn({
        state: 'failed',
        draft: { ...draft('github'), failures: 2 },
        code: 'provider_error',
        ref: 'C-7F3K2',
        providerText: 'The app is not approved for this workspace.',
        missing: []
    }),
    'failed-permissions': modelIn({
        state: 'failed',
        draft: { ...draft('github'), failures: 1 },
        code: 'missing_permissions',
        ref: 'C-7F3K2',
        providerText: null,
        missing: ['Read and write your repositories', 'See which organisations you belong to']
    }),
    'failed-setup': modelIn({
        state: 'failed',
        draft: { ...draft('github'), failures: 1 },
        code: 'integration_misconfigured',
        ref: 'C-7F3K2',
        providerText: null,
        missing: []
    }),
    'fatal-expired': modelIn({ state: 'fatal', code: 'session_expired', ref: null }),
    'fatal-no-token': { ...booting, flow: { state: 'fatal', code: 'no_token', ref: null } },
    'fatal-not-offered': modelIn({ state: 'fatal', code: 'not_offered', ref: null }),
    'fatal-unreachable': { ...booting, flow: { state: 'fatal', code: 'unreachable', ref: null } },
    'fatal-unexpected': modelIn({ state: 'fatal', code: 'unexpected', ref: 'C-4D21B' }),
    'confirm-leave': modelIn({ state: 'confirmLeave', back: { state: 'detail', draft: filled, errors: {}, banner: null } }),
    closed: modelIn({ state: 'closed', outcome: 'connected' }),
    'closed-confirm': onPage(modelIn({ state: 'closed', outcome: 'connected' }, { requires_confirmation: true }))
};
