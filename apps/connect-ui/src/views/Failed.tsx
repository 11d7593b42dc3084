import { canTryAgain, type Flow } from '../flow-state.ts';
import { LinkGlyph } from '../LinkGlyph.tsx';
import { Button, Screen } from '../Screen.tsx';
import { useT, type Language } from '../texts.ts';
import { Access } from './Access.tsx';

interface FailedProps {
    flow: Extract<Flow, { s: 'failed' }>;
    provider: string;
    onTryAgain: () => void;
    onClose: () => void;
}

// One failure is bad luck; from the second on, somebody should be told.
const supportFrom = 2;

/** The sentence about a try that failed. */
export function whyFailed({ code, ref, providerText }: FailedProps['flow'], provider: string, t: Language['t']): string {
    if (code === 'provider_error' && providerText !== null) return t('failed.provider_said', { provider, providerText });
    return t(`failed.${code}`, { provider, ref });
}

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
