import type { Flow } from '../flow-state.ts';
import { LinkGlyph } from '../LinkGlyph.tsx';
import { Button, Screen } from '../Screen.tsx';
import { useT } from '../texts.ts';

interface FatalProps {
    flow: Extract<Flow, { s: 'fatal' }>;
    onRetry: () => void;
    onClose: () => void;
}

export function Fatal({ flow, onRetry, onClose }: FatalProps) {
    const t = useT();
    return (
        <Screen
            title={t(`fatal.${flow.code}.title`)}
            art={<LinkGlyph state="broken" large />}
            actions={
                flow.code === 'unreachable' ? (
                    <Button onClick={onRetry}>{t('action.tryAgain')}</Button>
                ) : (
                    <Button onClick={onClose}>{t('action.close')}</Button>
                )
            }
        >
            <p className="intro" role="alert">
                {t(`fatal.${flow.code}.text`)}
            </p>
            {flow.ref !== null && (
                <p className="help">
                    {t('failed.support')} <code dir="ltr">{flow.ref}</code>
                </p>
            )}
        </Screen>
    );
}
