import type { ReactNode } from 'react';
import { Joined } from '../parts/Joined.tsx';
import { LinkBox, useCopying } from '../parts/LinkBox.tsx';
import type { AppMark } from '../parts/Mark.tsx';
import { OutIcon } from '../parts/icons.tsx';
import { Button, Screen } from '../parts/Screen.tsx';
import { useT } from '../../i18n/later-texts.ts';
import type { LaterViewProps } from '../view.ts';
import { allowsSameTab, wayOf } from '../../flow/selectors.ts';
import type { OAuthState } from './state.ts';

interface WaitingProps {
    flow: OAuthState;
    provider: string;
    mark: AppMark | undefined;
    /**
     * The provider refuses sign-ins inside this app; otherwise a link is carried because no window
     * opens here.
     */
    isRefused: boolean;
    onFollow: () => void;
    onCopied: () => void;
    onReopen: () => void;
    /** Missing where the sign-in can't go on in this tab. */
    onContinueHere: (() => void) | undefined;
    onAskApproval: () => void;
    onCancel: () => void;
}

/**
 * The sign-in happens elsewhere: what to do there, and the ways out if it can't be seen or opened.
 */
function Waiting({ flow, provider, mark, isRefused, onFollow, onCopied, onReopen, onContinueHere, onAskApproval, onCancel }: WaitingProps) {
    const t = useT();
    const cancel = (
        <Button kind="quiet" onClick={onCancel}>
            {t('action.cancel')}
        </Button>
    );
    const ask = (
        <Button kind="quiet" onClick={onAskApproval}>
            {t('approval.ask')}
        </Button>
    );
    const inProgress = (title: string, text: string | null, actions: ReactNode = cancel) => (
        <Screen title={title} art={<Joined state="connecting" mark={mark} />} actions={actions}>
            {text !== null && <p className="intro">{text}</p>}
            <div className="progress" />
        </Screen>
    );
    switch (flow.step) {
        case 'launching':
        case 'looking':
            // Whether there is a window is not known yet: the browser may have stopped it.
            return inProgress(t('oauth.opening.title', { provider }), null);
        case 'redirecting':
            return inProgress(t('oauth.redirecting.title', { provider }), t('oauth.redirecting.text'));
        case 'awaiting':
            return inProgress(
                t('oauth.wait.title', { provider }),
                t('oauth.wait.text', { provider }),
                <>
                    {flow.window === 'opened' && (
                        <Button kind="secondary" onClick={onReopen}>
                            {t('oauth.showWindow')}
                        </Button>
                    )}
                    {ask}
                    {cancel}
                </>
            );
        case 'blocked':
            return <Blocked launchUrl={flow.launchUrl} {...{ provider, mark, onFollow, onContinueHere, cancel }} />;
        case 'openInBrowser':
            return (
                <OpenInBrowser
                    link={flow.launchUrl}
                    isCopied={flow.copied}
                    {...{ provider, mark, isRefused, onCopied, onContinueHere, cancel }}
                />
            );
        case 'maybeClosed':
            return (
                <Screen
                    title={t('oauth.maybe.title', { provider })}
                    art={<Joined state="attention" mark={mark} />}
                    actions={
                        <>
                            <Button onClick={onReopen}>{t('oauth.openAgain')}</Button>
                            {ask}
                            {cancel}
                        </>
                    }
                >
                    <p className="intro">{t('oauth.maybe.text')}</p>
                </Screen>
            );
    }
}

interface BlockedProps extends Pick<WaitingProps, 'provider' | 'mark' | 'onFollow' | 'onContinueHere'> {
    launchUrl: string;
    cancel: ReactNode;
}

/** The browser opened no window: a link to click instead. */
function Blocked({ launchUrl, provider, mark, onFollow, onContinueHere, cancel }: BlockedProps) {
    const t = useT();
    return (
        <Screen
            title={t('oauth.blocked.title', { provider })}
            art={<Joined state="attention" mark={mark} />}
            actions={
                <>
                    {/* A clicked link is not blocked; its last page reports to `opener`. */}
                    <a className="button button-primary" href={launchUrl} target="_blank" rel="opener" onClick={onFollow}>
                        {t('oauth.openWindow')} <OutIcon />
                    </a>
                    {onContinueHere && (
                        <Button kind="secondary" onClick={onContinueHere}>
                            {t('oauth.continueHere')}
                        </Button>
                    )}
                    {cancel}
                </>
            }
        >
            <p className="intro">{t('oauth.blocked.text', { provider })}</p>
        </Screen>
    );
}

interface OpenInBrowserProps extends Pick<WaitingProps, 'provider' | 'mark' | 'isRefused' | 'onCopied' | 'onContinueHere'> {
    link: string;
    isCopied: boolean;
    cancel: ReactNode;
}

/** A link to carry to another browser. */
function OpenInBrowser({ link, isCopied, provider, mark, isRefused, onCopied, onContinueHere, cancel }: OpenInBrowserProps) {
    const t = useT();
    const { box, copy } = useCopying(link, onCopied);
    async function share() {
        try {
            await navigator.share({ url: link });
        } catch (error) {
            // Refused, unlike dismissed, leaves the link to be copied.
            if (!(error instanceof DOMException && error.name === 'AbortError')) await copy();
        }
    }
    return (
        <Screen
            title={isRefused ? t('oauth.inapp.title') : t('oauth.blocked.title', { provider })}
            art={<Joined state="attention" mark={mark} />}
            actions={
                <>
                    <Button onClick={() => void copy()}>{isCopied ? t('oauth.copied') : t('oauth.copyLink')}</Button>
                    {/* A frame needs `web-share`, which some browsers report as an error. */}
                    {isRefused && window.parent === window && 'share' in navigator && (
                        <Button kind="secondary" onClick={() => void share()}>
                            {t('oauth.shareLink')}
                        </Button>
                    )}
                    {onContinueHere && (
                        <Button kind="secondary" onClick={onContinueHere}>
                            {t('oauth.hereAnyway')}
                        </Button>
                    )}
                    {cancel}
                </>
            }
        >
            <p className="intro">{isRefused ? t('oauth.inapp.text', { provider }) : t('oauth.noWindows.text')}</p>
            <LinkBox box={box} link={link} onCopied={onCopied} />
        </Screen>
    );
}

export function WaitingScreen({ flow, model, integration, provider, mark, act }: LaterViewProps<OAuthState>) {
    const isRefused = integration !== undefined && wayOf(model, integration) === 'byHand';
    const canContinueHere = flow.step === 'openInBrowser' ? isRefused : allowsSameTab(model);
    return (
        <Waiting
            flow={flow}
            provider={provider}
            mark={mark}
            isRefused={isRefused}
            onFollow={() => act({ type: 'linkFollowed' })}
            onCopied={() => act({ type: 'linkCopied' })}
            onReopen={() => act({ type: 'windowReopened', account: 'any', windowKey: crypto.randomUUID() })}
            onContinueHere={canContinueHere ? () => act({ type: 'continuedHere', windowKey: crypto.randomUUID() }) : undefined}
            onAskApproval={() => act({ type: 'approvalAsked', newKey: crypto.randomUUID() })}
            onCancel={() => act({ type: 'signInCancelled' })}
        />
    );
}
