// @vitest-environment jsdom
import { attemptCodes, type AttemptView } from '@patchbay/contracts/browser';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { App } from '../App.tsx';
import { everyClaim, everyStory } from '../stories/every-story.gen.ts';
import type { Claims, Configuration, Facts } from '../stories/claims.ts';
import { view } from '../flow/fixtures.ts';
import { reduce } from '../flow/reduce.ts';
import { laterEnglish } from './later-texts.en.ts';
import { inEnglish } from './locales.ts';
import { loadIntegrationScreens } from '../screens/integration-screens.ts';
import { basic, field, gem, github, integration, ledger, open, session, zendesk, secret } from '../stories/samples.ts';
import { silentEffects } from '../stories/silent-effects.ts';
import { english, type FirstTexts, type LaterTexts } from './texts.en.ts';
import { draftFor, liveAttempt, screenStateOf } from '../flow/selectors.ts';
import type { FlowEvent } from '../flow/events.ts';
import { booting, plainSetup, type ConnectSession, type Model, type Setup } from '../flow/model.ts';

/**
 * Every sentence that a state shows must be true in it, however the widget was embedded and
 * whatever the server knows.
 */

/** What stands on many screens. */
const common: Claims = {
    'network.offline': ({ offline, model, flow }) => offline && (liveAttempt(model.flow) !== null || flow.state === 'boot'),
    'network.offlineIdle': ({ offline, model }) => offline && liveAttempt(model.flow) === null,
    'session.renewing': ({ model }) => model.renewal === 'asked',
    'expiring.text': ({ model, renews }) => model.session.status === 'expiring' && renews,
    'expiring.finish': ({ model, renews }) => model.session.status === 'expiring' && !renews,
    'expiring.extend': ({ renews }) => renews,
    'app.unnamed': 'label',
    'app.Unnamed': 'label',
    'app.home': 'label',
    'frame.title': 'label',
    'footer.poweredBy': 'label',
    'test.mode': ({ info }) => info?.is_test === true,
    'test.text': ({ info }) => info?.is_test === true,
    'action.close': 'label',
    'action.back': 'label',
    'action.cancel': 'label',
    'action.done': 'label',
    'action.tryAgain': 'label'
};

const claims: Readonly<Record<string, 'label' | ((facts: Facts) => boolean) | undefined>> = { ...common, ...everyClaim };

const keyOf = (key: string) => key.replace(/\.(one|other)$/, '');

test('every text of the catalogue either makes a claim that is checked here, or makes none', () => {
    const keys = new Set(Object.keys({ ...english, ...laterEnglish }).map(keyOf));
    expect(Object.keys(claims).toSorted()).toEqual([...keys].toSorted());
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
    refused_because: null,
    connection_config: {},
    config_fields: []
};

/**
 * The states that an attempt of each kind of integration ends in, whatever the provider says, for
 * the first time and the second.
 */
function outcomes(): Record<string, Model> {
    const responses: Partial<AttemptView>[] = [
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
            for (const [index, response] of responses.entries()) {
                // Without credentials there are no accounts.
                if (one.auth_mode === 'NONE' && (response.status === 'account_mismatch' || response.status === 'needs_choice')) continue;
                const made: FlowEvent = {
                    type: 'attemptCreated',
                    key: 'k',
                    view: view({ integration_id: one.id, ...response }),
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
                states[`${one.id} ${banner}`] = reduce(sent, { type: 'attemptNotCreated', key: 'k', banner, errors: {} });
        }
    }
    return states;
}

/** The story's reason, where its connection is refused. */
function becauseOf({ connections: [own] }: ConnectSession['integrations'][number]) {
    return own?.refused_because ?? null;
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
            connections:
                c.own === 'none' || isReconnect || c.layout === 'page'
                    ? []
                    : [{ ...own, refused_because: becauseOf(one), fields: one.fields }]
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

function factsOf(model: Model, c: Configuration): Facts {
    const flow = screenStateOf(model.flow);
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
function isReached(model: Model, c: Configuration): boolean {
    const flow = screenStateOf(model.flow);
    if (c.confirms && (c.layout !== 'page' || (model.session.status !== 'unknown' && model.session.info.connection !== null))) return false;
    if (flow.state === 'owned' || flow.state === 'account' || flow.state === 'disconnect') return c.own !== 'none' && c.layout !== 'page';
    // A share link manages nothing.
    if (model.session.status !== 'unknown' && model.session.info.manages_connections) return c.layout !== 'page';
    // A request needs a host that takes it, and what is no dialog can't be closed.
    if (flow.state === 'list' && flow.asked) return c.listens && c.layout !== 'page';
    if (model.flow.state === 'confirmLeave') return c.layout !== 'page';
    if (flow.state === 'closed') return c.layout !== 'inline' && !c.confirms;
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

const keysOf = <T extends object>(texts: T): T => Object.fromEntries(Object.keys(texts).map((key) => [key, `⟦${key}⟧`])) as T;
const marked = { ...inEnglish, texts: keysOf<FirstTexts>(english), later: () => keysOf<LaterTexts>(laterEnglish) };

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
            (code) => ({ state: 'fatal', code }) as const
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
    // It draws hundreds of screens: 3 s on a quiet core, ten times as long on a busy one.
    { timeout: 120_000 },
    async (_name, c) => {
        await loadIntegrationScreens();
        const untrue: string[] = [];
        for (const [name, story] of Object.entries(states)) {
            const model = configured(story, c);
            if (!isReached(model, c)) continue;
            const facts = factsOf(model, c);
            for (const key of sentencesIn(model)) {
                seen.add(key);
                const claim = claims[key];
                if (claim !== 'label' && !claim?.(facts)) untrue.push(`${key} in ${name}`);
            }
        }
        expect(untrue).toEqual([]);
    }
);

/** They come with time or typing, on a screen that is drawn already. */
const later = ['boot.slow', 'choose.none'];

test('every claim was checked in at least one state', () => {
    expect(
        Object.keys(claims)
            .filter((key) => claims[key] !== 'label' && !seen.has(key))
            .toSorted()
    ).toEqual(later);
});
