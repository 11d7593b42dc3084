import type { Appearance, Theme } from '@patchbay/contracts/widget-message';
import { Component, useCallback, useEffect, useLayoutEffect, useMemo, useReducer, type ReactNode } from 'react';
import { logoOf, useAppearance } from './appearance.ts';
import { CurrentScreen, screenKey } from './CurrentScreen.tsx';
import { useFlowEffects, type Outside } from './flow-effects.ts';
import {
    canRenew,
    hasList,
    integrationOf,
    underneath,
    wantedWindow,
    type Ended,
    type Flow,
    type FlowEvent,
    type Model
} from './flow-state.ts';
import { reduce } from './flow.ts';
import { BackIcon, CloseIcon } from './icons.tsx';
import { LinkGlyph } from './LinkGlyph.tsx';
import type { Catalogue } from './locales.ts';
import { Logo } from './Logo.tsx';
import { LanguageContext, languageOf, useCatalogue, type Language } from './texts.ts';
import { showTheme } from './theme.ts';
import { ConfirmLeave } from './views/ConfirmLeave.tsx';
import { whyFailed } from './views/Failed.tsx';
import { matching } from './views/IntegrationList.tsx';

interface AppProps {
    outside: Outside;
    initial: Model;
    /** To begin with. */
    catalogue: Catalogue;
    /** What the host asks for: a BCP 47 tag, or `auto`. */
    locale: string;
    /** The host's own looks and words. */
    appearance?: Appearance | undefined;
    /** What the host asks for; `system` leaves it to the session. */
    theme?: Theme | undefined;
}

/** The widget: the flow's state picks the screen, `useFlowEffects` does what it asks for. */
export function App({ outside, initial, catalogue: first, locale: asked, appearance: ofHost, theme }: AppProps) {
    const [model, dispatch] = useReducer(reduce, initial);
    const { flow } = model;
    const app = appName(model);
    const info = model.session.is === 'unknown' ? null : model.session.info;
    const catalogue = useCatalogue(first, asked, info?.locale ?? null);
    const appearance = useAppearance(ofHost, info?.appearance);
    const shownTheme = theme === 'system' ? info?.connectUISettings.defaultTheme : theme;
    useLayoutEffect(() => {
        if (shownTheme) showTheme(shownTheme);
    }, [shownTheme]);
    const language = useMemo(() => languageOf(catalogue, app, appearance.text), [catalogue, app, appearance.text]);
    const { t, locale } = language;
    const explain = useCallback((ended: Ended, seen: Model) => explanation(ended, seen, t), [t]);
    useFlowEffects(model, dispatch, outside, locale, explain);
    const title = t('frame.title');
    const { parent } = outside;
    useEffect(() => {
        parent.tell({ type: 'named', title, lang: locale });
    }, [parent, title, locale]);

    const act = (event: FlowEvent) => {
        // A window has to be opened in the click itself, so what the click leads to is worked out here as well.
        const windowKey = wantedWindow(reduce(model, event).flow);
        if (windowKey !== null && windowKey !== wantedWindow(flow)) outside.signIn.open(locale, windowKey);
        dispatch(event);
    };
    const close = () => act({ type: 'closeRequested' });
    const isInline = model.setup.layout === 'inline';
    useEffect(() => {
        const pressed = (event: KeyboardEvent) => {
            if (event.key !== 'Escape' || event.defaultPrevented) return;
            if (flow.s === 'list' && flow.query !== '') dispatch({ type: 'searched', query: '' });
            // In the middle of a page there is nothing to close, only a question to take back.
            else if (!isInline || flow.s === 'confirmLeave') dispatch({ type: 'closeRequested' });
        };
        document.addEventListener('keydown', pressed);
        return () => document.removeEventListener('keydown', pressed);
    }, [flow, isInline]);

    const shown = underneath(flow);
    const note = noteOn(model);
    const canGoBack = (shown.s === 'detail' || shown.s === 'failed') && hasList(model);
    return (
        <LanguageContext value={language}>
            <div className="card">
                <main className="frame" inert={flow.s === 'confirmLeave'}>
                    <div className="bar">
                        {canGoBack ? (
                            <button
                                type="button"
                                className="bar-button"
                                aria-label={t('action.back')}
                                title={t('action.back')}
                                onClick={() => dispatch({ type: 'wentBack' })}
                            >
                                <BackIcon />
                            </button>
                        ) : (
                            <span className="bar-glyph">
                                <Logo logo={logoOf(appearance)} instead={hasSmallGlyph(shown) && <LinkGlyph state="connecting" />} />
                            </span>
                        )}
                        {shown.s !== 'closed' && (
                            <button
                                type="button"
                                className="bar-button"
                                aria-label={t('action.close')}
                                title={t('action.close')}
                                onClick={close}
                            >
                                <CloseIcon />
                            </button>
                        )}
                    </div>
                    {note !== null && (
                        <div className="banner banner-warn">
                            <p>{t(note)}</p>
                            {note === 'expiring.text' && canRenew(model) && (
                                <button type="button" className="link" onClick={() => act({ type: 'timeWanted' })}>
                                    {t('expiring.extend')}
                                </button>
                            )}
                        </div>
                    )}
                    <Guard key={shown.s === 'fatal' ? 'fatal' : 'flow'} onCrash={(ref) => dispatch({ type: 'crashed', ref })}>
                        <CurrentScreen key={screenKey(shown)} model={model} act={act} />
                    </Guard>
                </main>
                {info?.connectUISettings.showWatermark && (
                    <footer className="powered-by">{t('footer.poweredBy', { name: 'Patchbay' })}</footer>
                )}
                {flow.s === 'confirmLeave' && (
                    <ConfirmLeave onStay={() => dispatch({ type: 'stayed' })} onLeave={() => dispatch({ type: 'leftAnyway' })} />
                )}
            </div>
            <p className="visually-hidden" role="status">
                {announcement(model, language)}
            </p>
        </LanguageContext>
    );
}

/** What is said above every screen, whatever it shows. */
function noteOn(model: Model) {
    const { s } = underneath(model.flow);
    if (s === 'closed') return null;
    if (model.network === 'offline') return 'network.offline';
    if (model.renewal === 'asked') return s === 'boot' ? null : 'session.renewing';
    const losesTime = s === 'list' || s === 'detail' || s === 'failed';
    return model.session.is === 'expiring' && losesTime ? 'expiring.text' : null;
}

/** The other screens show it large, with how things stand. */
function hasSmallGlyph({ s }: Flow): boolean {
    return s === 'boot' || s === 'list' || s === 'detail' || s === 'submitting' || s === 'chooseAccount';
}

function appName(model: Model): string | null {
    return model.session.is === 'unknown' ? null : model.session.info.app_name;
}

/** What a screen reader hears although the focus does not go there. */
function announcement(model: Model, { t, plural }: Language): string {
    const note = noteOn(model);
    if (note !== null && note !== 'expiring.text') return t(note);
    const flow = underneath(model.flow);
    if (model.session.is === 'unknown') return '';
    const integration = 'draft' in flow ? integrationOf(model, flow.draft.integration) : undefined;
    const provider = integration?.display_name ?? '';
    if (flow.s === 'list' && flow.query !== '') {
        const found = matching(model.session.info.integrations, flow.query).length;
        return found === 0 ? t('list.none', { query: flow.query }) : plural('list.count', found);
    }
    if (flow.s === 'submitting' || flow.s === 'verifying') return t('busy.check', { provider });
    if (flow.s === 'oauth' && flow.step === 'awaiting') return t('oauth.wait.text', { provider });
    if (flow.s === 'oauth' && flow.step === 'openInBrowser' && flow.copied) return t('oauth.copied');
    if (flow.s === 'detail' && flow.draft.round > 0) {
        const wrong = integration?.fields.filter(({ target, name }) => flow.errors[`${target}.${name}`]).map(({ title }) => title) ?? [];
        if (wrong.length > 0) return t('field.problems', { labels: wrong });
    }
    return note === null ? '' : t(note);
}

/** The sentence the end user reads about an end that is not a connection. */
function explanation(flow: Ended, model: Model, t: Language['t']): string {
    if (flow.s === 'fatal') return t(`fatal.${flow.code}.text`);
    const provider = integrationOf(model, flow.draft.integration)?.display_name ?? flow.draft.integration;
    return whyFailed(flow, provider, t);
}

/** A mistake of ours while drawing: an honest screen instead of an empty one. */
class Guard extends Component<{ children: ReactNode; onCrash: (ref: string) => void }, { crashed: boolean }> {
    override state = { crashed: false };
    static getDerivedStateFromError() {
        return { crashed: true };
    }
    override componentDidCatch() {
        this.props.onCrash(`C-${crypto.randomUUID().slice(0, 5).toUpperCase()}`);
    }
    override render() {
        return this.state.crashed ? null : this.props.children;
    }
}
