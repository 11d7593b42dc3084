import { whyFailed } from '../explanation.ts';
import { Joined } from '../parts/Joined.tsx';
import type { AppMark } from '../parts/Mark.tsx';
import { Button, Screen } from '../parts/Screen.tsx';
import { useT } from '../../i18n/later-texts.ts';
import { Access } from '../parts/Access.tsx';
import { Help } from '../parts/Help.tsx';
import { Support } from '../parts/Support.tsx';
import type { LaterViewProps } from '../view.ts';
import { canClose, canTryAgain, supportFrom } from '../../flow/selectors.ts';
import type { ConnectSession } from '../../flow/model.ts';
import type { FailedState } from './state.ts';

interface FailedProps {
    flow: FailedState;
    session: ConnectSession;
    provider: string;
    mark: AppMark | undefined;
    onTryAgain: () => void;
    onAskApproval: () => void;
    /** Missing where there is nothing to be closed. */
    onClose: (() => void) | undefined;
}

function Failed({ flow, session, provider, mark, onTryAgain, onAskApproval, onClose }: FailedProps) {
    const t = useT();
    const again = canTryAgain(flow.code);
    // This sentence names the reference already.
    const offersSupport = flow.draft.failures >= supportFrom && flow.code !== 'integration_misconfigured';
    const isQuoted = flow.code === 'provider_down' || flow.code === 'credentials_rejected';
    return (
        <Screen
            title={t(flow.draft.mode === 'reconnect' ? 'reconnect.failed' : 'failed.title', { provider })}
            art={<Joined state="broken" mark={mark} />}
            actions={
                again ? (
                    <>
                        <Button onClick={onTryAgain}>{t('action.tryAgain')}</Button>
                        {flow.code === 'consent_denied' && (
                            <Button kind="quiet" onClick={onAskApproval}>
                                {t('approval.ask')}
                            </Button>
                        )}
                    </>
                ) : (
                    onClose && <Button onClick={onClose}>{t('action.close')}</Button>
                )
            }
        >
            <p className="intro" role="alert">
                {whyFailed(flow, provider, t)}
            </p>
            {isQuoted && flow.providerText !== null && <p>{t('banner.said', { provider, providerText: flow.providerText })}</p>}
            {flow.code === 'connection_rejected' && flow.providerText !== null && <p dir="auto">{flow.providerText}</p>}
            <Access title={t('failed.missing')} scopes={flow.missing} />
            {offersSupport && <Support code={flow.ref} />}
            <Help session={session} about={`${provider} ${flow.ref}`} />
        </Screen>
    );
}

export function FailedScreen({ flow, model, info, provider, mark, act }: LaterViewProps<FailedState>) {
    return (
        <Failed
            flow={flow}
            session={info}
            provider={provider}
            mark={mark}
            onTryAgain={() => act({ type: 'triedAgain', newKey: crypto.randomUUID(), windowKey: crypto.randomUUID() })}
            onAskApproval={() => act({ type: 'approvalAsked', newKey: crypto.randomUUID() })}
            onClose={canClose(model) ? () => act({ type: 'closeRequested' }) : undefined}
        />
    );
}
