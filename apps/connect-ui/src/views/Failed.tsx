import { canTryAgain } from '../flow.ts';
import type { Flow } from '../flow-state.ts';
import { LinkGlyph } from '../LinkGlyph.tsx';
import { Button, Screen } from '../Screen.tsx';
import { useTexts } from '../texts.ts';

interface FailedProps {
    flow: Extract<Flow, { s: 'failed' }>;
    provider: string;
    app: string | null;
    onTryAgain: () => void;
    onClose: () => void;
}

// One failure is bad luck; from the second on, somebody should be told.
const supportFrom = 2;

export function Failed({ flow, provider, app, onTryAgain, onClose }: FailedProps) {
    const texts = useTexts();
    const again = canTryAgain(flow.code);
    // This sentence names the reference already.
    const offersSupport = flow.draft.failures >= supportFrom && flow.code !== 'integration_misconfigured';
    return (
        <Screen
            title={texts.failedTitle(provider)}
            art={<LinkGlyph state="broken" large />}
            actions={again ? <Button onClick={onTryAgain}>{texts.tryAgain}</Button> : <Button onClick={onClose}>{texts.close}</Button>}
        >
            <p className="intro" role="alert">
                {texts.failed[flow.code]({ provider, app, ref: flow.ref, providerText: flow.providerText })}
            </p>
            {offersSupport && (
                <p className="help">
                    {texts.support(app)} <code dir="ltr">{flow.ref}</code>
                </p>
            )}
        </Screen>
    );
}
