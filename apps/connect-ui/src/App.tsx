import type { Appearance, Theme } from '@patchbay/contracts/widget-message';
import { Component, useCallback, useEffect, useMemo, useReducer, useState, type ReactNode } from 'react';
import { announcement, noteOn } from './screens/announcement.ts';
import { logoOf, useAppearance } from './appearance.ts';
import { Bar } from './screens/parts/Bar.tsx';
import { ProductContext } from './screens/parts/Product.tsx';
import { CurrentScreen, screenKey } from './screens/CurrentScreen.tsx';
import { explanation } from './screens/explanation.ts';
import type { Dispatch, Effects } from './effects/effect-types.ts';
import { useFlowEffects } from './effects/effects.ts';
import { reduce } from './flow/reduce.ts';
import { wordingIn, type Catalogue } from './i18n/locales.ts';
import { LanguageContext, languageOf, useCatalogue, useT } from './i18n/texts.ts';
import { useKeyboard } from './keyboard.ts';
import { useTheme } from './theme.ts';
import { ConfirmLeave } from './screens/confirm-leave/ConfirmLeave.tsx';
import type { ListPlace } from './screens/view.ts';
import {
    canClose,
    canRenew,
    wantedWindow,
    canGoBack,
    screenStateOf,
    type EndedWithoutConnection,
    type WithErrorBanner
} from './flow/selectors.ts';
import type { FlowEvent } from './flow/events.ts';
import type { Model } from './flow/model.ts';

interface AppProps {
    effects: Effects;
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
export function App({ effects, initial, catalogue: first, locale: asked, appearance: ofHost, theme }: AppProps) {
    const [model, dispatch] = useReducer(reduce, initial);
    const { flow } = model;
    const info = model.session.status === 'unknown' ? null : model.session.info;
    const app = info?.app_name ?? null;
    const wanted = useMemo(() => [asked, info?.locale ?? 'auto', ...navigator.languages], [asked, info?.locale]);
    const catalogue = useCatalogue(first, wanted);
    const appearance = useAppearance(ofHost, info?.appearance);
    useTheme(theme === 'system' ? info?.connectUISettings.defaultTheme : theme);
    const language = useMemo(
        () => languageOf(catalogue, app, wordingIn(appearance, catalogue.locale, wanted)),
        [catalogue, app, appearance, wanted]
    );
    const { t, locale } = language;
    const product = useMemo(() => ({ name: app, logo: logoOf(appearance) }), [app, appearance]);
    const explain = useCallback((ended: EndedWithoutConnection | WithErrorBanner, seen: Model) => explanation(ended, seen, t), [t]);
    useFlowEffects(model, dispatch, effects, locale, explain);
    const title = t('frame.title');
    const lost = useParent(effects, title, locale);

    const act = (event: FlowEvent) => {
        // Only a window that is gone is opened anew: the sign-in in it would be lost.
        if (event.type === 'windowReopened' && flow.state === 'oauth' && flow.step === 'awaiting' && effects.signIn.show()) return;
        // A window has to be opened in the click itself, so what the click leads to is worked out
        // here as well.
        const windowKey = wantedWindow(reduce(model, event).flow);
        if (windowKey !== null && windowKey !== wantedWindow(flow)) effects.signIn.open(locale, windowKey);
        dispatch(event);
    };
    const closes = canClose(model);
    useKeyboard(flow, closes, dispatch);

    const shown = screenStateOf(flow);
    const note = noteOn(model);
    const [listPlace, setListPlace] = useState<ListPlace | null>(null);
    return (
        <LanguageContext value={language}>
            <ProductContext value={product}>
                <div className="card">
                    {/* Named, since the page around an embedded one has a main of its own. */}
                    <main className="frame" aria-label={title} inert={flow.state === 'confirmLeave'}>
                        <Bar
                            isTest={info?.is_test}
                            onBack={canGoBack(model) ? () => dispatch({ type: 'wentBack', query: listPlace?.query ?? '' }) : undefined}
                            onClose={closes && shown.state !== 'closed' ? () => act({ type: 'closeRequested' }) : undefined}
                        />
                        {note !== null && (
                            <Note note={note} onExtend={canRenew(model) ? () => act({ type: 'moreTimeRequested' }) : undefined} />
                        )}
                        <ErrorBoundary key={shown.state === 'fatal' ? 'fatal' : 'flow'} dispatch={dispatch}>
                            <CurrentScreen
                                key={screenKey(shown)}
                                model={model}
                                act={act}
                                dispatch={dispatch}
                                effects={effects}
                                onLost={lost}
                                listPlace={listPlace}
                                onListLeft={setListPlace}
                            />
                        </ErrorBoundary>
                    </main>
                    {info?.connectUISettings.showWatermark && (
                        <footer className="powered-by">{t('footer.poweredBy', { name: 'Patchbay' })}</footer>
                    )}
                    {flow.state === 'confirmLeave' && (
                        <ConfirmLeave
                            back={flow.back}
                            onStay={() => dispatch({ type: 'leaveCancelled' })}
                            onLeave={() => dispatch({ type: 'leaveConfirmed' })}
                        />
                    )}
                </div>
                <p className="visually-hidden" role="status">
                    {announcement(model, language)}
                </p>
            </ProductContext>
        </LanguageContext>
    );
}

/** Names the widget to the page around it. @returns tells that page that a file did not come */
function useParent({ parent }: Effects, title: string, lang: string): () => void {
    useEffect(() => {
        parent.tell({ type: 'named', title, lang });
    }, [parent, title, lang]);
    return useCallback(() => {
        const message = 'A file of the Connect UI could not be loaded.';
        parent.tell({ type: 'error', code: 'unreachable', message });
    }, [parent]);
}

/** A sentence above the screen, on the session or the network. */
function Note({ note, onExtend }: { note: NonNullable<ReturnType<typeof noteOn>>; onExtend: (() => void) | undefined }) {
    const t = useT();
    return (
        <div className="banner banner-warn">
            <p>{t(note)}</p>
            {note === 'expiring.text' && onExtend && (
                <button type="button" className="link" onClick={onExtend}>
                    {t('expiring.extend')}
                </button>
            )}
        </div>
    );
}

/** Shows the screen for unexpected errors when rendering throws. */
class ErrorBoundary extends Component<{ children: ReactNode; dispatch: Dispatch }, { crashed: boolean }> {
    override state = { crashed: false };
    static getDerivedStateFromError() {
        return { crashed: true };
    }
    override componentDidCatch() {
        this.props.dispatch({ type: 'refused', code: 'unexpected' });
    }
    override render() {
        return this.state.crashed ? null : this.props.children;
    }
}
