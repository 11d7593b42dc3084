// @vitest-environment jsdom
import { attemptCodes, type AttemptView } from '@patchbay/contracts/browser';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { App } from '../App.tsx';
import { everyStory } from '../stories/every-story.ts';
import { secret, view } from '../flow/fixtures.ts';
import {
    booting,
    draftFor,
    plainSetup,
    type ConnectSession,
    type Flow,
    type FlowEvent,
    type Model,
    type Setup,
    type Shown
} from '../flow/state.ts';
import { reduce } from '../flow/reduce.ts';
import { inEnglish } from './locales.ts';
import { loadScreensOfOne } from '../screens/screens-of-one.ts';
import { basic, field, gem, github, integration, open, session, zendesk } from '../stories/models.ts';
import { ledger } from '../stories/forms.ts';
import { silentEffects } from '../stories/silent-effects.ts';
import { english, type Texts } from './texts.en.ts';
import { liveAttempt, underneath } from '../flow/shown.ts';

/**
 * Every sentence that a state shows must be true in it, however the widget was embedded and
 * whatever the server knows.
 */

interface Configuration {
    layout: Setup['layout'];
    /** How a sign-in will be opened. */
    way: 'popup' | 'redirect' | 'in-app' | 'stopped';
    checked: boolean;
    /** The host acts on `request_integration`. */
    listens: boolean;
    /** The host can bring a new token. */
    renews: boolean;
    /** A share link whose connections wait for the product's confirmation. */
    confirms: boolean;
    offline: boolean;
    own: 'none' | 'working' | 'refused';
}

interface Facts extends Configuration {
    model: Model;
    flow: Shown;
    /** Behind the question whether to leave. */
    back: Shown | null;
    info: ConnectSession | null;
    /** The integration that the screen is about. */
    about: ConnectSession['integrations'][number] | undefined;
}

const oAuth = ({ about }: Facts) => about?.auth_mode === 'OAUTH2';
const typedForm = ({ about }: Facts) => about !== undefined && about.auth_mode !== 'OAUTH2' && about.auth_mode !== 'NONE';
const unchecked = (facts: Facts) => typedForm(facts) && facts.about?.is_checked === false;
const oAuthWay = (way: 'window' | 'tab' | 'byHand') => (facts: Facts) => oAuth(facts) && wayIn(facts) === way;
const isIn =
    (...states: Shown['state'][]) =>
    ({ flow }: Facts) =>
        states.includes(flow.state);
const step =
    (...steps: string[]) =>
    ({ flow }: Facts) =>
        flow.state === 'oauth' && steps.includes(flow.step);
const failedAs = (code: string) => (facts: Facts) => facts.flow.state === 'failed' && facts.flow.code === code;
const fatal =
    (...codes: string[]) =>
    ({ flow }: Facts) =>
        flow.state === 'fatal' && codes.includes(flow.code);
const bannerIs = (banner: string) => (facts: Facts) => 'banner' in facts.flow && facts.flow.banner === banner;
const valuesOf = (flow: Shown) => ('draft' in flow ? Object.values(flow.draft.values) : []);
const noticed = (notice: string) => (facts: Facts) =>
    'draft' in facts.flow && Object.values(facts.flow.draft.notices).includes(notice as never);
const wrongFor = (error: string) => (facts: Facts) =>
    facts.flow.state === 'detail' && Object.values(facts.flow.errors).includes(error as never);
const succeeded = (facts: Facts): Extract<Flow, { state: 'success' }> | null => (facts.flow.state === 'success' ? facts.flow : null);
/** The end user reads that something is connected and can be used. */
const usable = (facts: Facts) => succeeded(facts) !== null && !unchecked(facts) && !facts.confirms;
const anyField = (has: (field: ConnectSession['integrations'][number]['fields'][number]) => unknown) => (facts: Facts) =>
    (facts.about?.fields ?? []).some(has) || (facts.about?.connections ?? []).some(({ fields }) => fields.some(has));
const renewed = ({ flow, info, about }: Facts) => {
    if (!('draft' in flow)) return null;
    return about?.connections.find(({ connection_id: id }) => id === flow.draft.renews) ?? info?.connection ?? null;
};

/** What each sentence says of the world. */
const claims: Record<string, (facts: Facts) => boolean> = {
    'boot.slow': () => false,
    'network.offline': ({ offline, model, flow }) => offline && (liveAttempt(model.flow) !== null || flow.state === 'boot'),
    'network.offlineIdle': ({ offline, model }) => offline && liveAttempt(model.flow) === null,
    'session.renewing': ({ model }) => model.renewal === 'asked',
    'expiring.text': ({ model, renews }) => model.session.status === 'expiring' && renews,
    'expiring.finish': ({ model, renews }) => model.session.status === 'expiring' && !renews,
    'expiring.extend': ({ renews }) => renews,
    'list.sub': isIn('list'),
    'list.count': isIn('list'),
    'list.none': isIn('list'),
    'list.ask': ({ listens, layout }) => listens && layout !== 'page',
    'list.asked': ({ listens, layout }) => listens && layout !== 'page',
    'list.connected': ({ info, own }) => own !== 'refused' && (info?.integrations ?? []).some(({ is_connected: is }) => is),
    'list.refused': ({ own }) => own === 'refused',
    'list.empty.title': ({ info }) => info?.integrations.length === 0,
    'list.empty.text': ({ info }) => info?.integrations.length === 0,
    'detail.window': oAuthWay('window'),
    'detail.tab': oAuthWay('tab'),
    'detail.byHand': oAuthWay('byHand'),
    'detail.password': oAuth,
    'detail.form': typedForm,
    'detail.checked': (facts) => typedForm(facts) && facts.about?.is_checked === true,
    'detail.unchecked': unchecked,
    'detail.open': ({ about }) => about?.auth_mode === 'NONE',
    'detail.access': ({ about }) => (about?.scopes.length ?? 0) > 0,
    'detail.whereToFind': ({ about }) => about?.docs_url !== null || (about?.fields ?? []).some(({ docs_url: own }) => own !== null),
    'detail.whereToFindAll': ({ about }) => about?.docs_url !== null && (about?.fields.length ?? 0) > 1,
    'reconnect.title': (facts) => 'draft' in facts.flow && facts.flow.draft.mode === 'reconnect',
    'reconnect.account': (facts) => (renewed(facts)?.account_label ?? null) !== null,
    'reconnect.kept': (facts) => 'draft' in facts.flow && facts.flow.draft.mode === 'reconnect',
    'reconnect.refused': (facts) => (renewed(facts)?.refused_since ?? null) !== null,
    'owned.title': ({ own }) => own !== 'none',
    'owned.text': ({ own }) => own !== 'none',
    'owned.since': ({ own }) => own !== 'none',
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
    'busy.check': (facts) => isIn('submitting', 'verifying')(facts) && !unchecked(facts),
    'busy.saving': unchecked,
    'busy.slow': ({ flow, ...facts }) => 'slow' in flow && flow.slow && !unchecked({ flow, ...facts }),
    'oauth.opening.text': ({ flow }) =>
        flow.state === 'oauth' && (flow.step === 'looking' || (flow.step === 'launching' && flow.way === 'window')),
    'oauth.wait.text': step('awaiting'),
    'oauth.showWindow': ({ flow }) => flow.state === 'oauth' && flow.step === 'awaiting' && flow.window === 'opened',
    'oauth.blocked.text': step('blocked'),
    'oauth.maybe.text': step('maybeClosed'),
    'oauth.redirecting.title': step('redirecting'),
    'oauth.redirecting.text': step('redirecting'),
    'oauth.inapp.text': (facts) => step('openInBrowser')(facts) && wayIn(facts) === 'byHand',
    'oauth.noWindows.text': (facts) => step('openInBrowser')(facts) && wayIn(facts) !== 'byHand',
    'oauth.copied': ({ flow }) => flow.state === 'oauth' && flow.step === 'openInBrowser' && flow.copied,
    'choose.text': ({ flow }) => flow.state === 'chooseAccount' && flow.options.length > 1,
    'choose.none': () => false,
    'mismatch.title': isIn('accountMismatch'),
    'mismatch.text': ({ flow }) => flow.state === 'accountMismatch' && flow.was !== null && flow.now !== null,
    'mismatch.textUnnamed': isIn('accountMismatch'),
    'mismatch.kept': ({ flow }) => flow.state === 'accountMismatch' && flow.asked === 'nothing' && flow.banner === null,
    'mismatch.useAnother': oAuth,
    'mismatch.otherKey': ({ about }) => about?.auth_mode === 'API_KEY',
    'mismatch.otherDetails': typedForm,
    'mismatch.leave': isIn('accountMismatch'),
    'success.title': (facts) => usable(facts) && succeeded(facts)?.mode === 'create',
    'success.saved': unchecked,
    'success.account': (facts) => (succeeded(facts)?.account ?? null) !== null,
    'success.text': (facts) => usable(facts) && succeeded(facts)?.isNew === true,
    'success.unchecked': unchecked,
    'success.closeTab': ({ layout, confirms, info }) => layout === 'page' && !confirms && info?.return_to === null,
    'success.another': ({ info }) => (info?.integrations.length ?? 0) > 1 && info?.connection === null,
    'success.backTo': ({ layout, info }) => layout === 'page' && info?.return_to !== null,
    'success.almost': ({ confirms }) => confirms,
    'success.confirm': ({ confirms }) => confirms,
    'reconnected.title': (facts) => usable(facts) && succeeded(facts)?.mode === 'reconnect',
    'reconnected.text': (facts) => {
        const end = succeeded(facts);
        return usable(facts) && end?.mode === 'reconnect' && (end.was === null || end.was === end.account);
    },
    'reconnected.switched': (facts) => (succeeded(facts)?.was ?? null) !== null && succeeded(facts)?.was !== succeeded(facts)?.account,
    'success.renewed': (facts) => usable(facts) && succeeded(facts)?.isNew === false,
    'warning.alreadyConnected': (facts) => succeeded(facts)?.isNew === true && succeeded(facts)?.connectedBefore === true,
    'failed.title': (facts) => facts.flow.state === 'failed' && facts.flow.draft.mode === 'create',
    'reconnect.failed': (facts) => facts.flow.state === 'failed' && facts.flow.draft.mode === 'reconnect',
    'failed.support': ({ flow }) => ('ref' in flow ? flow.ref : 'draft' in flow ? flow.draft.ref : null) !== null,
    'failed.missing': ({ flow }) => flow.state === 'failed' && flow.missing.length > 0,
    'failed.provider_error': (facts) =>
        failedAs('provider_error')(facts) && facts.flow.state === 'failed' && facts.flow.providerText === null,
    'failed.provider_said': (facts) =>
        failedAs('provider_error')(facts) && facts.flow.state === 'failed' && facts.flow.providerText !== null,
    ...Object.fromEntries(
        attemptCodes.filter((code) => code !== 'provider_error').map((code) => [`failed.${code}`, failedAs(code)] as const)
    ),
    // A share link is not the only way here: inside a page nobody came by a link.
    'fatal.session_invalid.title': (facts) => fatal('session_invalid')(facts) && facts.layout === 'page',
    'fatal.session_invalid.text': (facts) => fatal('session_invalid')(facts) && facts.layout === 'page',
    'fatal.no_token.title': (facts) => fatal('no_token')(facts) && facts.layout === 'page',
    'fatal.no_token.text': (facts) => fatal('no_token')(facts) && facts.layout === 'page',
    'fatal.start_failed.title': (facts) => fatal('session_invalid', 'no_token', 'start_failed')(facts) && facts.layout !== 'page',
    'fatal.start_failed.text': (facts) => fatal('session_invalid', 'no_token', 'start_failed')(facts) && facts.layout !== 'page',
    ...Object.fromEntries(
        (['session_expired', 'origin_not_allowed', 'version', 'unreachable', 'unexpected', 'not_offered'] as const).flatMap((code) =>
            (['title', 'text'] as const).map((part) => [`fatal.${code}.${part}`, fatal(code)] as const)
        )
    ),
    'leave.title': ({ back }) => back !== null && ['detail', 'failed', 'chooseAccount'].includes(back.state),
    'leave.text': ({ back }) => back !== null && valuesOf(back).some((value) => value !== ''),
    'leave.started': ({ back }) => back?.state === 'chooseAccount',
    'leave.busy': ({ back }) => back !== null && !['detail', 'failed', 'chooseAccount'].includes(back.state),
    'closed.title': (facts) => isIn('closed')(facts) && facts.layout !== 'inline',
    'closed.connected': ({ flow, confirms }) => flow.state === 'closed' && flow.outcome === 'connected' && !confirms,
    'closed.cancelled': ({ flow }) => flow.state === 'closed' && flow.outcome === 'cancelled' && !flow.isOpen,
    'closed.failed': ({ flow }) => flow.state === 'closed' && flow.outcome === 'failed',
    'closed.open': ({ flow }) => flow.state === 'closed' && flow.outcome !== 'connected' && flow.isOpen === true
};

/** Labels, verbs and questions: they say nothing that could be false where they stand. */
const claimless = new Set(
    `
    app.unnamed app.Unnamed app.home frame.title boot.loading footer.poweredBy action.close action.back action.cancel
    action.done action.tryAgain list.title list.search list.clearSearch detail.title detail.newWindow detail.connect
    detail.continueTo owned.reconnect owned.add field.optional field.example field.pick field.show field.showLabel
    field.characters field.file field.drop field.fileTooBig field.fileUnreadable field.advanced oauth.opening.title
    oauth.wait.title oauth.blocked.title oauth.openWindow oauth.maybe.title oauth.openAgain oauth.continueHere
    oauth.hereAnyway oauth.inapp.title oauth.copyLink oauth.shareLink oauth.link choose.title choose.search mismatch.switch
    leave.busyTitle leave.stay leave.leave
    `
        .trim()
        .split(/\s+/)
);

const keyOf = (key: string) => key.replace(/\.(one|other)$/, '');

test('every text of the catalogue either makes a claim that is checked here, or makes none', () => {
    const keys = new Set(Object.keys(english).map(keyOf));
    expect([...keys].filter((key) => key in claims === claimless.has(key))).toEqual([]);
    expect([...Object.keys(claims), ...claimless].filter((key) => !keys.has(key))).toEqual([]);
});

const oneKey = integration({
    id: 'one-key',
    display_name: 'One Key',
    auth_mode: 'API_KEY',
    docs_url: 'https://docs.example.com/keys',
    fields: [field({ name: 'apiKey', title: 'Key', secret: true })]
});
const twoKeys = {
    ...oneKey,
    id: 'two-keys',
    docs_url: null,
    fields: [...oneKey.fields, field({ name: 'appSecret', title: 'Secret', target: 'connection_config', secret: true })]
};
const integrations = [oneKey, twoKeys, gem, basic, ledger, github, zendesk, open];
const connection = {
    connection_id: 'c-1',
    account_label: 'Acme Ltd',
    connected_at: '2026-03-03T09:00:00.000Z',
    refused_since: null,
    connection_config: {},
    config_fields: []
};

/**
 * The states that an attempt of each kind of integration ends in, whatever the provider says, for
 * the first time and the second.
 */
function outcomes(): Record<string, Model> {
    const answers: Partial<AttemptView>[] = [
        ...attemptCodes.flatMap((code) => [null, 'No way.'].map((text) => ({ status: 'failed', code, provider_text: text }) as const)),
        ...[true, false].map((isNew) => ({ status: 'succeeded', connection_id: 'c-9', is_new: isNew, account_label: 'Globex' }) as const),
        { status: 'account_mismatch', was: 'Acme Ltd', now: 'Globex' },
        { status: 'account_mismatch', was: null, now: null },
        { status: 'needs_choice', options: ['a', 'b'].map((id) => ({ id, label: id })) },
        { status: 'verifying' },
        { status: 'cancelled', code: 'cancelled' },
        { status: 'expired', code: 'timeout' }
    ];
    const states: Record<string, Model> = {};
    for (const one of integrations) {
        for (const reconnects of [false, true]) {
            const info = session({
                integrations: reconnects ? [one] : integrations,
                connection: reconnects ? { ...connection, integration_id: one.id } : null
            });
            const start: Model = { ...booting, session: { status: 'fresh', info }, flow: { state: 'list', query: '' } };
            const draft = draftFor(start, one.id);
            const values = Object.fromEntries(one.fields.map(({ target, name }) => [`${target}.${name}`, secret]));
            const sent: Model = { ...start, flow: { state: 'submitting', draft: { ...draft, values, key: 'k' }, key: 'k', slow: false } };
            for (const [index, answer] of answers.entries()) {
                // Without credentials there are no accounts.
                if (one.auth_mode === 'NONE' && (answer.status === 'account_mismatch' || answer.status === 'needs_choice')) continue;
                const made: FlowEvent = {
                    type: 'attemptMade',
                    key: 'k',
                    view: view({ integration_id: one.id, ...answer }),
                    window: 'opened'
                };
                const model = reduce(sent, made);
                const name = `${one.id} ${reconnects ? 'again ' : ''}${index}`;
                states[name] = model;
                if (model.flow.state === 'accountMismatch') {
                    const switching = reduce(model, { type: 'accountSwitched' });
                    states[`${name} switching`] = switching;
                    states[`${name} unanswered`] = reduce(switching, { type: 'stepFailed', attempt: 'a-1', banner: 'unreachable' });
                    const moved = view({
                        status: 'succeeded',
                        connection_id: 'c-1',
                        is_new: false,
                        account_label: 'Globex',
                        updated_at: '2027-01-01T00:00:00.000Z'
                    });
                    states[`${name} switched`] = reduce(switching, { type: 'attemptSeen', view: moved });
                }
                const asked = reduce(model, { type: 'closeRequested' });
                if (asked.flow.state !== 'confirmLeave') continue;
                states[`${name} leaving`] = asked;
                states[`${name} left`] = reduce(asked, { type: 'leaveConfirmed' });
            }
            for (const banner of ['unreachable', 'unexpected', 'validation'] as const)
                states[`${one.id} ${banner}`] = reduce(sent, { type: 'attemptNotMade', key: 'k', banner, errors: {} });
        }
    }
    return states;
}

/** This state, as it is reached in that configuration. */
function configured(model: Model, c: Configuration): Model {
    const setup: Setup = {
        ...plainSetup,
        layout: c.layout,
        origin: c.layout === 'page' ? null : 'https://app.example.com',
        takesRequests: c.listens && c.layout !== 'page',
        renews: c.renews && c.layout !== 'page',
        returnTo: c.way === 'redirect' || c.way === 'stopped' ? 'https://app.example.com/' : null,
        mode: c.way === 'redirect' ? 'redirect' : 'auto',
        browser: { isInApp: c.way === 'in-app', prefersTab: false }
    };
    const knows = model.session.status === 'unknown' ? null : model.session.info;
    const isReconnect = (knows?.connection ?? null) !== null;
    const own = { ...connection, refused_since: c.own === 'refused' ? '2026-11-18T09:00:00.000Z' : null };
    const info: ConnectSession | null = knows && {
        ...knows,
        requires_confirmation: c.confirms,
        connection: knows.connection && { ...knows.connection, refused_since: own.refused_since },
        integrations: knows.integrations.map((one) => ({
            ...one,
            // A token that was issued has been checked by that.
            is_checked: one.auth_mode.startsWith('OAUTH2') || (c.checked && one.auth_mode !== 'NONE'),
            refuses_webviews: true,
            is_connected: c.own !== 'none',
            connections: c.own === 'none' || isReconnect || c.layout === 'page' ? [] : [{ ...own, fields: one.fields }]
        }))
    };
    return {
        ...model,
        setup,
        network: c.offline ? 'offline' : 'online',
        stoppedWindows: c.way === 'stopped' ? 2 : 0,
        ...(info && model.session.status !== 'unknown' ? { session: { status: model.session.status, info } } : {})
    };
}

function wayIn({ way, about }: Facts): 'window' | 'tab' | 'byHand' {
    if (way === 'in-app' && about?.refuses_webviews) return 'byHand';
    return way === 'redirect' || way === 'stopped' ? 'tab' : 'window';
}

function factsOf(model: Model, c: Configuration): Facts {
    const flow = underneath(model.flow);
    const info = model.session.status === 'unknown' ? null : model.session.info;
    const id = 'draft' in flow ? flow.draft.integration : 'integration' in flow ? flow.integration : undefined;
    const about = info?.integrations.find((one) => one.id === id);
    const seesOwn = c.own !== 'none' && c.layout !== 'page' && info?.connection === null;
    return {
        ...c,
        own: seesOwn ? c.own : 'none',
        renews: model.setup.renews && model.renewal === 'none',
        model,
        flow,
        back: model.flow.state === 'confirmLeave' ? model.flow.back : null,
        info,
        about
    };
}

/** States that a configuration can't lead to. */
function isReached(name: string, model: Model, c: Configuration): boolean {
    const flow = underneath(model.flow);
    if (c.confirms && (c.layout !== 'page' || (model.session.status !== 'unknown' && model.session.info.connection !== null))) return false;
    if (flow.state === 'owned') return c.own !== 'none' && c.layout !== 'page';
    // A wish was heard where somebody listens, and inline there is nothing to close.
    if (flow.state === 'list' && flow.asked) return c.listens && c.layout !== 'page';
    if (flow.state === 'closed') return c.layout !== 'inline' && (name === 'closed-confirm') === c.confirms;
    if (flow.state === 'fatal' && flow.code === 'no_token') return c.layout === 'page';
    if (flow.state === 'fatal' && flow.code === 'start_failed') return c.layout !== 'page';
    return true;
}

const dimensions: { [Name in keyof Configuration]: readonly Configuration[Name][] } = {
    layout: ['modal', 'inline', 'page'],
    way: ['popup', 'redirect', 'in-app', 'stopped'],
    own: ['none', 'working', 'refused'],
    checked: [true, false],
    listens: [true, false],
    renews: [true, false],
    confirms: [true, false],
    offline: [true, false]
};

/**
 * As few as hold every pair of values of any two dimensions: a sentence depends on one of them, or
 * on two together.
 */
const configurations = everyPair();

function everyPair(): Configuration[] {
    const names = Object.keys(dimensions) as (keyof Configuration)[];
    const all = names.reduce<Record<string, unknown>[]>(
        (made, name) => made.flatMap((one) => dimensions[name].map((value) => ({ ...one, [name]: value }))),
        [{}]
    );
    const pairsOf = (one: Record<string, unknown>) =>
        names.flatMap((a, index) => names.slice(index + 1).map((b) => `${a}=${String(one[a])} ${b}=${String(one[b])}`));
    const missing = new Set(all.flatMap(pairsOf));
    const picked: Record<string, unknown>[] = [];
    while (missing.size > 0) {
        const gain = (one: Record<string, unknown>) => pairsOf(one).filter((pair) => missing.has(pair)).length;
        const best = all.reduce((a, b) => (gain(b) > gain(a) ? b : a));
        for (const pair of pairsOf(best)) missing.delete(pair);
        picked.push(best);
    }
    return picked as unknown as Configuration[]; // each name has a value of its own dimension
}

const marked = { ...inEnglish, texts: Object.fromEntries(Object.keys(english).map((key) => [key, `⟦${key}⟧`])) as unknown as Texts };

function sentencesIn(model: Model): Set<string> {
    const html = renderToStaticMarkup(
        <QueryClientProvider client={new QueryClient()}>
            <App effects={silentEffects} initial={model} catalogue={marked} locale="en" />
        </QueryClientProvider>
    );
    return new Set([...html.matchAll(/⟦([^⟧]+)⟧/g)].map(([, key = '']) => keyOf(key)));
}

/** States that are seen without anything being chosen. */
function plainStates(): Record<string, Model> {
    const start: Model = { ...booting, session: { status: 'fresh', info: session({ integrations }) } };
    const suffixed = { ...oneKey, fields: [field({ name: 'host', title: 'Host', target: 'connection_config', suffix: '.example.com' })] };
    const ofSuffixed: Model = { ...start, session: { status: 'fresh', info: session({ integrations: [suffixed] }) } };
    const ends = [
        ...(['no_token', 'start_failed', 'session_invalid', 'origin_not_allowed', 'version'] as const).map(
            (code) => ({ state: 'fatal', code, ref: null }) as const
        ),
        ...(['cancelled', 'failed'] as const).map((outcome) => ({ state: 'closed', outcome }) as const)
    ];
    return {
        found: { ...start, flow: { state: 'list', query: 'key' } },
        suffixed: { ...ofSuffixed, flow: { state: 'detail', draft: draftFor(ofSuffixed, suffixed.id), errors: {}, banner: null } },
        ...Object.fromEntries(ends.map((flow) => [Object.values(flow).join(' '), { ...start, flow }]))
    };
}

const states = { ...everyStory, ...plainStates(), ...outcomes() };
const seen = new Set<string>();

test.each(configurations.map((c) => [Object.values(c).join(' '), c] as const))(
    'every sentence is true where it stands: %s',
    async (_name, c) => {
        await loadScreensOfOne();
        const lies: string[] = [];
        for (const [name, story] of Object.entries(states)) {
            const model = configured(story, c);
            if (!isReached(name, model, c)) continue;
            const facts = factsOf(model, c);
            for (const key of sentencesIn(model)) {
                seen.add(key);
                if (!claimless.has(key) && !claims[key]?.(facts)) lies.push(`${key} in ${name}`);
            }
        }
        expect(lies).toEqual([]);
    }
);

/** They come with time or typing, on a screen that is drawn already. */
const later = ['boot.slow', 'choose.none'];

test('every claim was put to the test', () => {
    expect(Object.keys(claims).filter((key) => !seen.has(key))).toEqual(later);
});
