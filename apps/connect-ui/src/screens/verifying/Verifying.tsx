import { Joined } from '../parts/Joined.tsx';
import type { AppMark } from '../parts/Mark.tsx';
import { Button, Screen } from '../parts/Screen.tsx';
import { useT } from '../../i18n/later-texts.ts';
import { isUnchecked, signsInElsewhere } from '../../fields/field-rules.ts';
import type { LaterViewProps } from '../view.ts';
import type { VerifyingState } from './state.ts';

interface VerifyingProps {
    provider: string;
    mark: AppMark | undefined;
    slow: boolean;
    /** What was typed is only saved. */
    unchecked: boolean;
    /** Missing where nothing was typed to go back to. */
    onCancel: (() => void) | undefined;
}

function Verifying({ provider, mark, slow, unchecked, onCancel }: VerifyingProps) {
    const t = useT();
    return (
        <Screen
            title={unchecked ? t('busy.saving') : t('busy.check', { provider })}
            art={<Joined state="connecting" mark={mark} />}
            actions={
                onCancel && (
                    <Button kind="quiet" onClick={onCancel}>
                        {t('action.cancel')}
                    </Button>
                )
            }
        >
            <div className="progress" />
            {slow && !unchecked && <p className="help">{t('busy.slow', { provider })}</p>}
        </Screen>
    );
}

export function VerifyingScreen({ flow, integration, provider, mark, act }: LaterViewProps<VerifyingState>) {
    const isTyped = integration !== undefined && !signsInElsewhere(integration);
    return (
        <Verifying
            provider={provider}
            mark={mark}
            slow={flow.slow}
            unchecked={integration !== undefined && isUnchecked(integration)}
            onCancel={isTyped ? () => act({ type: 'signInCancelled' }) : undefined}
        />
    );
}
