import { whyFailed } from '../explanation.ts';
import { canTryAgain, type Flow } from '../flow-state.ts';
import { LinkGlyph } from '../LinkGlyph.tsx';
import { Button, Screen } from '../Screen.tsx';
import { useT } from '../texts.ts';
import { Access } from './Access.tsx';

interface FailedProps {
    flow: Extract<Flow, { s: 'failed' }>;
    provider: string;
    onTryAgain: () => void;
    onClose: () => void;
}

// One failure is bad luck; from the second on, somebody should be told.
const supportFrom = 2;

export function Failed({ flow, provider, onTryAgain, onClose }: FailedProps) {
    const t = useT();
    const again = canTryAgain(flow.code);
    // This sentence names the reference already.
    const offersSupport = flow.draft.failures >= supportFrom && flow.code !== 'integration_misconfigured';
    return (
        <Screen
            title={t('failed.title', { provider })}
            art={<LinkGlyph state="broken" large />}
            actions={
                again ? (
                    <Button onClick={onTryAgain}>{t('action.tryAgain')}</Button>
                ) : (
                    <Button onClick={onClose}>{t('action.close')}</Button>
                )
            }
        >
            <p className="intro" role="alert">
                {whyFailed(flow, provider, t)}
            </p>
            <Access scopes={flow.missing} />
            {offersSupport && (
                <p className="help">
                    {t('failed.support')} <code dir="ltr">{flow.ref}</code>
                </p>
            )}
        </Screen>
    );
}
