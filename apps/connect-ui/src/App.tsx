import { Component, useCallback, useContext, useEffect, useReducer, type ReactNode } from 'react';
import { formErrors, signsInElsewhere } from './field-rules.ts';
import { useFlowEffects, type Outside } from './flow-effects.ts';
import { hasList, integrationOf, underneath, type Draft, type Ended, type Flow, type FlowEvent, type Model } from './flow-state.ts';
import { reduce } from './flow.ts';
import { BackIcon, CloseIcon } from './icons.tsx';
import { LinkGlyph } from './LinkGlyph.tsx';
import { LanguageContext, type Texts } from './texts.ts';
import { AccountMismatch } from './views/AccountMismatch.tsx';
import { ChooseAccount } from './views/ChooseAccount.tsx';
import { ConfirmLeave } from './views/ConfirmLeave.tsx';
import { Detail } from './views/Detail.tsx';
import { Failed } from './views/Failed.tsx';
import { Fatal } from './views/Fatal.tsx';
import { IntegrationList, matching } from './views/IntegrationList.tsx';
import { Closed, ListEmpty, Skeleton } from './views/Plain.tsx';
import { Success } from './views/Success.tsx';
import { Verifying } from './views/Verifying.tsx';
import { Waiting } from './views/Waiting.tsx';

/** The widget: the flow's state picks the screen, `useFlowEffects` does what it asks for. */
export function App({ outside, initial }: { outside: Outside; initial: Model }) {
    const { texts, locale } = useContext(LanguageContext);
    const [model, dispatch] = useReducer(reduce, initial);
    const { flow } = model;
    const explain = useCallback((ended: Ended, seen: Model) => explanation(ended, seen, texts), [texts]);
    useFlowEffects(model, dispatch, outside, locale, explain);

    const close = () => dispatch({ type: 'closeRequested' });
    useEffect(() => {
        const pressed = (event: KeyboardEvent) => {
            if (event.key !== 'Escape' || event.defaultPrevented) return;
            if (flow.s === 'list' && flow.query !== '') dispatch({ type: 'searched', query: '' });
            else dispatch({ type: 'closeRequested' });
        };
        document.addEventListener('keydown', pressed);
        return () => document.removeEventListener('keydown', pressed);
    }, [flow]);

    const shown = underneath(flow);
    const canGoBack = (shown.s === 'detail' || shown.s === 'failed') && hasList(model);
    return (
        <>
            <div className="card">
                <main className="frame" inert={flow.s === 'confirmLeave'}>
                    <div className="bar">
                        {canGoBack ? (
                            <button
                                type="button"
                                className="bar-button"
                                aria-label={texts.back}
                                title={texts.back}
                                onClick={() => dispatch({ type: 'wentBack' })}
                            >
                                <BackIcon />
                            </button>
                        ) : (
                            <span className="bar-glyph">{hasSmallGlyph(shown) && <LinkGlyph state="connecting" />}</span>
                        )}
                        {shown.s !== 'closed' && (
                            <button type="button" className="bar-button" aria-label={texts.close} title={texts.close} onClick={close}>
                                <CloseIcon />
                            </button>
                        )}
                    </div>
                    {model.network === 'offline' && shown.s !== 'closed' && <p className="banner banner-warn">{texts.offline}</p>}
                    <Guard key={shown.s === 'fatal' ? 'fatal' : 'flow'} onCrash={(ref) => dispatch({ type: 'crashed', ref })}>
                        <CurrentScreen key={screenKey(shown)} model={model} dispatch={dispatch} outside={outside} />
                    </Guard>
                </main>
                {flow.s === 'confirmLeave' && (
                    <ConfirmLeave onStay={() => dispatch({ type: 'stayed' })} onLeave={() => dispatch({ type: 'leftAnyway' })} />
                )}
            </div>
            <p className="visually-hidden" role="status">
                {announcement(model, texts)}
            </p>
        </>
    );
}

function CurrentScreen({ model, dispatch, outside }: { model: Model; dispatch: (event: FlowEvent) => void; outside: Outside }) {
    const { locale } = useContext(LanguageContext);
    const flow = underneath(model.flow);
    if (flow.s === 'fatal') return <Fatal flow={flow} app={appName(model)} onRetry={() => dispatch({ type: 'bootRetried' })} />;
    if (flow.s === 'closed') return <Closed outcome={flow.outcome} />;
    if (flow.s === 'boot' || model.session.is === 'unknown') return <Skeleton />;
    const { info } = model.session;
    const app = info.app_name;
    if (flow.s === 'listEmpty') return <ListEmpty app={app} />;
    if (flow.s === 'list')
        return (
            <IntegrationList
                integrations={info.integrations}
                query={flow.query}
                app={app}
                onSearch={(query) => dispatch({ type: 'searched', query })}
                onChoose={(integration) => dispatch({ type: 'chose', integration })}
            />
        );

    const integration = integrationOf(model, flow.s === 'success' ? flow.integration : flow.draft.integration);
    const provider = integration?.display_name ?? '';
    /** Opens the sign-in's window now, in the click, if that is what this submit leads to. */
    const openFor = (draft: Draft) => {
        const ready =
            integration &&
            signsInElsewhere(integration) &&
            model.network === 'online' &&
            Object.keys(formErrors(integration, draft.values)).length === 0;
        if (ready) outside.signIn.open(locale);
    };
    const reopen = (account: 'any' | 'other') => {
        outside.signIn.open(locale);
        dispatch({ type: 'windowReopened', account });
    };
    const cancel = () => dispatch({ type: 'signInCancelled' });

    switch (flow.s) {
        case 'detail':
        case 'submitting':
            if (!integration) return null;
            return (
                <Detail
                    integration={integration}
                    session={info}
                    draft={flow.draft}
                    errors={flow.s === 'detail' ? flow.errors : {}}
                    banner={flow.s === 'detail' ? flow.banner : null}
                    busy={flow.s === 'submitting'}
                    offline={model.network === 'offline'}
                    onChange={(field, value) => dispatch({ type: 'changed', field, value })}
                    onLeave={(field) => dispatch({ type: 'left', field })}
                    onSubmit={() => {
                        openFor(flow.draft);
                        dispatch({ type: 'submitted', newKey: crypto.randomUUID() });
                    }}
                />
            );
        case 'oauth':
            return (
                <Waiting
                    flow={flow}
                    provider={provider}
                    onFollow={() => dispatch({ type: 'linkFollowed' })}
                    onReopen={() => reopen('any')}
                    onCancel={cancel}
                />
            );
        case 'verifying':
            return <Verifying provider={provider} />;
        case 'chooseAccount':
            return (
                <ChooseAccount
                    flow={flow}
                    provider={provider}
                    app={app}
                    onPick={(account) => dispatch({ type: 'accountPicked', account })}
                    onCancel={cancel}
                />
            );
        case 'accountMismatch':
            return (
                <AccountMismatch
                    flow={flow}
                    provider={provider}
                    onUseAnother={() => reopen('other')}
                    onSwitch={() => dispatch({ type: 'accountSwitched' })}
                />
            );
        case 'success':
            return <Success flow={flow} provider={provider} app={app} onDone={() => dispatch({ type: 'closeRequested' })} />;
        case 'failed':
            return (
                <Failed
                    flow={flow}
                    provider={provider}
                    app={app}
                    onTryAgain={() => {
                        openFor(flow.draft);
                        dispatch({ type: 'triedAgain', newKey: crypto.randomUUID() });
                    }}
                    onClose={() => dispatch({ type: 'closeRequested' })}
                />
            );
    }
}

/** Screens with the same key are the same screen: the focus stays where it is. */
function screenKey(flow: Flow): string {
    if (flow.s === 'detail' || flow.s === 'submitting') return `detail ${flow.draft.integration}`;
    return flow.s === 'oauth' ? flow.step : flow.s;
}

/** The other screens show it large, with how things stand. */
function hasSmallGlyph({ s }: Flow): boolean {
    return s === 'boot' || s === 'list' || s === 'detail' || s === 'submitting' || s === 'chooseAccount';
}

function appName(model: Model): string | null {
    return model.session.is === 'unknown' ? null : model.session.info.app_name;
}

/** What a screen reader hears although the focus does not go there. */
function announcement(model: Model, texts: Texts): string {
    if (model.network === 'offline') return texts.offline;
    const flow = underneath(model.flow);
    if (model.session.is === 'unknown') return '';
    const integration = 'draft' in flow ? integrationOf(model, flow.draft.integration) : undefined;
    const provider = integration?.display_name ?? '';
    if (flow.s === 'list' && flow.query !== '') return texts.resultCount(matching(model.session.info.integrations, flow.query).length);
    if (flow.s === 'submitting' || flow.s === 'verifying') return texts.checking(provider);
    if (flow.s === 'oauth' && flow.step === 'awaiting') return texts.waitingText(provider);
    if (flow.s === 'detail' && flow.draft.round > 0) {
        const wrong = integration?.fields.filter(({ target, name }) => flow.errors[`${target}.${name}`]).map(({ title }) => title) ?? [];
        return wrong.length === 0 ? '' : texts.formProblems(wrong);
    }
    return '';
}

/** The sentence the end user reads about an end that is not a connection. */
function explanation(flow: Ended, model: Model, texts: Texts): string {
    const app = appName(model);
    if (flow.s === 'fatal') return texts.fatal[flow.code](app).text;
    const provider = integrationOf(model, flow.draft.integration)?.display_name ?? flow.draft.integration;
    return texts.failed[flow.code]({ provider, app, ref: flow.ref, providerText: flow.providerText });
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
