import type { OAuth } from '../flow-state.ts';
import { LinkGlyph } from '../LinkGlyph.tsx';
import { OutIcon } from '../icons.tsx';
import { Button, Screen } from '../Screen.tsx';
import { useTexts } from '../texts.ts';

interface WaitingProps {
    flow: OAuth;
    provider: string;
    onFollow: () => void;
    onReopen: () => void;
    onCancel: () => void;
}

/** The sign-in happens in another window: what to do there, and the ways out if it can't be seen. */
export function Waiting({ flow, provider, onFollow, onReopen, onCancel }: WaitingProps) {
    const texts = useTexts();
    const cancel = (
        <Button kind="quiet" onClick={onCancel}>
            {texts.cancel}
        </Button>
    );
    switch (flow.step) {
        case 'launching':
            return (
                <Screen title={texts.openingTitle(provider)} art={<LinkGlyph state="connecting" large />} actions={cancel}>
                    <p className="intro">{texts.openingText}</p>
                    <div className="progress" />
                </Screen>
            );
        case 'awaiting':
            return (
                <Screen title={texts.waitingTitle(provider)} art={<LinkGlyph state="connecting" large />} actions={cancel}>
                    <p className="intro">{texts.waitingText(provider)}</p>
                    <div className="progress" />
                </Screen>
            );
        case 'blocked':
            return (
                <Screen
                    title={texts.blockedTitle(provider)}
                    art={<LinkGlyph state="attention" large />}
                    actions={
                        <>
                            {/* A link that is followed by hand is not stopped; `opener` lets its last page tell us that it is done. */}
                            <a className="button button-primary" href={flow.launchUrl} target="_blank" rel="opener" onClick={onFollow}>
                                {texts.openWindow} <OutIcon />
                            </a>
                            {cancel}
                        </>
                    }
                >
                    <p className="intro">{texts.blockedText(provider)}</p>
                </Screen>
            );
        case 'maybeClosed':
            return (
                <Screen
                    title={texts.maybeClosedTitle(provider)}
                    art={<LinkGlyph state="attention" large />}
                    actions={
                        <>
                            <Button onClick={onReopen}>{texts.openWindowAgain}</Button>
                            {cancel}
                        </>
                    }
                >
                    <p className="intro">{texts.maybeClosedText}</p>
                </Screen>
            );
    }
}
