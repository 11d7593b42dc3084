import {
    oAuth,
    typedForm,
    unchecked,
    oAuthWay,
    bannerIs,
    valuesOf,
    noticed,
    wrongFor,
    anyField,
    refusedAs,
    renewed,
    type Claims
} from '../../stories/claims.ts';
import type { ConnectableIntegration, FormField } from '@patchbay/contracts/browser';
import {
    draft,
    filled,
    gem,
    github,
    ledger,
    linkExpiry,
    modelIn,
    modelOf,
    noor,
    onPage,
    pem,
    reconnect,
    session,
    vault,
    zendesk,
    secret,
    wordmark
} from '../../stories/samples.ts';
import { draftFor } from '../../flow/selectors.ts';
import { plainSetup, type Draft, type Model } from '../../flow/model.ts';
import type { DetailEvent, DetailState } from './state.ts';

/** Soon the session's time is up, and the host can bring another one. */
function expiring(model: Model): Model {
    return { ...model, setup: { ...plainSetup, renews: true }, session: { status: 'expiring', info: session() } };
}

function formOf(shown: ConnectableIntegration, over: Partial<Draft> = {}, flow: Partial<DetailState> = {}): Model {
    return modelOf(shown, {}, (model) => ({
        state: 'detail',
        draft: { ...draftFor(model, shown.id), ...over },
        errors: {},
        banner: null,
        ...flow
    }));
}

const inBox = (from: ConnectableIntegration, over: Partial<FormField>): ConnectableIntegration => ({
    ...from,
    fields: from.fields.map((each) => ({ ...each, ...over }))
});

export const stories: Record<string, Model> = {
    'detail-key': modelIn({ state: 'detail', draft: draft('gem'), errors: {}, banner: null }),
    'detail-guide': formOf({
        ...gem,
        guide: {
            steps: [
                'As a Gem admin, click your profile at the bottom left and go to “Admin Settings → Integrations”.',
                'Under “Third party applications”, click “Add integration” and choose the product that asks for the key.',
                'Copy the “Shareable access key” and paste it here.'
            ],
            lang: 'en'
        }
    }),
    'detail-managed': modelIn({ state: 'detail', draft: draft('github'), errors: {}, banner: null }, { manages_connections: true }),
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
    'detail-logo': modelIn({ state: 'detail', draft: draft('github'), errors: {}, banner: null }, { appearance: { logo: wordmark } }),
    'detail-long-name': modelIn(
        { state: 'detail', draft: draft('github'), errors: {}, banner: null },
        { app_name: 'Northwind Trading Company of Scandinavia and the Baltic States' }
    ),
    'detail-consent': modelIn(
        { state: 'detail', draft: draft('gem'), errors: {}, banner: null },
        {
            integrations: [{ ...gem, access: ['Read your candidates and their applications', 'Write notes about them'] }, github],
            privacy_url: 'https://northwind.example/privacy',
            terms_url: 'https://northwind.example/terms'
        }
    ),
    'detail-link': onPage(
        modelIn(
            { state: 'detail', draft: draft('gem'), errors: {}, banner: null },
            { integrations: [gem], link_expires_at: linkExpiry, endUser: noor }
        )
    ),
    'detail-none': modelIn({ state: 'detail', draft: draft('open-data'), errors: {}, banner: null }),
    'detail-expiring': expiring(modelIn({ state: 'detail', draft: draft('gem'), errors: {}, banner: null })),
    'detail-renewing': { ...modelIn({ state: 'detail', draft: filled, errors: {}, banner: null }), renewal: 'asked' },
    'detail-renewed': modelIn({ state: 'detail', draft: filled, errors: {}, banner: 'session_renewed' }),
    'detail-offline': { ...modelIn({ state: 'detail', draft: draft('gem'), errors: {}, banner: null }), network: 'offline' },
    reconnect: modelIn(
        { state: 'detail', draft: { ...draft('zendesk'), mode: 'reconnect' }, errors: {}, banner: null },
        reconnect('zendesk')
    ),
    'reconnect-key': modelOf(
        ledger,
        {
            connection: {
                connection_id: 'c-1',
                integration_id: 'ledger',
                account_label: 'Northwind Traders Ltd',
                connected_at: '2026-03-03T09:00:00.000Z',
                refused_since: null,
                refused_because: null,
                connection_config: {},
                config_fields: []
            }
        },
        (model) => ({ state: 'detail', draft: draftFor(model, 'ledger'), errors: {}, banner: null })
    ),
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
    'form-quotes': formOf(gem, { values: { 'credentials.apiKey': 'key' }, notices: { 'credentials.apiKey': 'quotes' } })
};

/** Samples of this screen's events. */
export const events: readonly DetailEvent[] = [
    { type: 'fieldChanged', field: 'credentials.apiKey', value: secret },
    { type: 'fieldChanged', field: 'connection_config.subdomain', value: secret },
    { type: 'fieldBlurred', field: 'credentials.apiKey' }
];

export const claims: Claims = {
    'detail.window': oAuthWay('window'),
    'detail.tab': oAuthWay('tab'),
    'detail.byHand': oAuthWay('byHand'),
    'detail.password': oAuth,
    'detail.form': typedForm,
    'detail.checked': (facts) => typedForm(facts) && facts.about?.is_checked === true,
    'detail.unchecked': unchecked,
    'detail.open': ({ about }) => about?.auth_mode === 'NONE',
    'detail.access': ({ about, flow }) => (about?.access.length ?? 0) > 0 || (flow.state === 'account' && typeof flow.details !== 'string'),
    'detail.takeBack': ({ info }) => info?.manages_connections === false,
    'detail.disconnectHere': ({ info }) => info?.manages_connections === true,
    'detail.privacy': ({ info }) => info?.privacy_url !== null,
    'detail.terms': ({ info }) => info?.terms_url !== null,
    'detail.whereToFind': ({ about }) =>
        about?.docs_url !== null || about.guide !== null || about.fields.some(({ docs_url: own }) => own !== null),
    'detail.whereToFindAll': ({ about }) => (about?.docs_url ?? about?.guide) !== null && (about?.fields.length ?? 0) > 1,
    'reconnect.title': (facts) => 'draft' in facts.flow && facts.flow.draft.mode === 'reconnect',
    'reconnect.account': (facts) => (renewed(facts)?.account_label ?? null) !== null,
    'reconnect.kept': (facts) => 'draft' in facts.flow && facts.flow.draft.mode === 'reconnect',
    'reconnect.refused': (facts) => refusedAs(facts, 'refused') || refusedAs(facts, null),
    'reconnect.revoked': (facts) => refusedAs(facts, 'revoked'),
    'reconnect.expired': (facts) => refusedAs(facts, 'expired'),
    'field.between': anyField(({ prefix, suffix }) => prefix && suffix),
    'field.after': anyField(({ prefix }) => prefix),
    'field.before': anyField(({ suffix }) => suffix),
    'field.saved': anyField(({ saved_ending: ending }) => ending),
    'field.required': wrongFor('required'),
    'field.pattern': wrongFor('malformed'),
    'field.problems': ({ flow }) => flow.state === 'detail' && Object.keys(flow.errors).length > 0,
    'notice.bearer': noticed('bearer'),
    'notice.quotes': noticed('quotes'),
    'notice.joined': noticed('joined'),
    'notice.host': noticed('host'),
    'notice.unusual': noticed('unusual'),
    'banner.credentials_rejected': bannerIs('credentials_rejected'),
    'banner.missing_permissions': bannerIs('missing_permissions'),
    'banner.validation': bannerIs('validation'),
    'banner.unreachable': bannerIs('unreachable'),
    'banner.unexpected': bannerIs('unexpected'),
    'banner.session_renewed': bannerIs('session_renewed'),
    'banner.kept': ({ flow }) => flow.state === 'detail' && valuesOf(flow).some((value) => value !== ''),
    'banner.said': ({ flow }) => 'providerText' in flow && typeof flow.providerText === 'string',
    'detail.title': 'label',
    'detail.fullGuide': 'label',
    'detail.newWindow': 'label',
    'detail.connect': 'label',
    'detail.continueTo': 'label',
    'field.optional': 'label',
    'field.example': 'label',
    'field.pick': 'label',
    'field.show': 'label',
    'field.showLabel': 'label',
    'field.characters': 'label',
    'field.file': 'label',
    'field.drop': 'label',
    'field.fileTooBig': 'label',
    'field.fileUnreadable': 'label',
    'field.advanced': 'label'
};
