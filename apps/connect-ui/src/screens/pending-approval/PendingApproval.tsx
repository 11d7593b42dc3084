import { useState } from 'react';
import { Joined } from '../parts/Joined.tsx';
import { LinkBox, useCopying } from '../parts/LinkBox.tsx';
import type { AppMark } from '../parts/Mark.tsx';
import { Button, Screen } from '../parts/Screen.tsx';
import { useT } from '../../i18n/later-texts.ts';
import type { LaterViewProps } from '../view.ts';
import { hasList } from '../../flow/selectors.ts';
import type { PendingApprovalState } from './state.ts';

interface PendingApprovalProps {
    /** Missing until the server has made it. */
    link: string | undefined;
    provider: string;
    mark: AppMark | undefined;
    /** Missing where there is nothing to close and nothing to go back to. */
    onDone: (() => void) | undefined;
    onCancel: () => void;
}

function PendingApproval({ link, provider, mark, onDone, onCancel }: PendingApprovalProps) {
    const t = useT();
    const [isCopied, setCopied] = useState(false);
    const { box, copy } = useCopying(link ?? '', () => setCopied(true));
    return (
        <Screen
            title={t('approval.title')}
            art={<Joined state="connecting" mark={mark} />}
            actions={
                <>
                    <Button busy={link === undefined} onClick={() => void copy()}>
                        {t(isCopied ? 'oauth.copied' : 'oauth.copyLink')}
                    </Button>
                    {onDone && (
                        <Button kind="secondary" onClick={onDone}>
                            {t('action.done')}
                        </Button>
                    )}
                    <Button kind="quiet" onClick={onCancel}>
                        {t('action.cancel')}
                    </Button>
                </>
            }
        >
            <p className="intro">{t('approval.text', { provider })}</p>
            {link === undefined ? <div className="progress" /> : <LinkBox box={box} link={link} onCopied={() => setCopied(true)} />}
        </Screen>
    );
}

export function PendingApprovalScreen({ flow, model, provider, mark, act }: LaterViewProps<PendingApprovalState>) {
    const { layout } = model.setup;
    return (
        <PendingApproval
            link={flow.attempt ? flow.link : undefined}
            provider={provider}
            mark={mark}
            onDone={
                {
                    modal: () => act({ type: 'closeRequested' }),
                    inline: hasList(model) ? () => act({ type: 'wentBack' }) : undefined,
                    page: undefined
                }[layout]
            }
            onCancel={() => act({ type: 'signInCancelled' })}
        />
    );
}
