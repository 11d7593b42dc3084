import { useT } from '../../i18n/later-texts.ts';
import { Joined } from '../parts/Joined.tsx';
import type { AppMark } from '../parts/Mark.tsx';
import { Button, Screen } from '../parts/Screen.tsx';
import type { LaterViewProps } from '../view.ts';
import type { DisconnectedState, Ended } from './state.ts';

interface DisconnectedProps {
    ended: Ended;
    provider: string;
    mark: AppMark | undefined;
    /** Missing where there is nothing to close. */
    onDone: (() => void) | undefined;
    onAgain: () => void;
}

/** The end where there is nothing else to manage. */
function Disconnected({ ended, provider, mark, onDone, onAgain }: DisconnectedProps) {
    const t = useT();
    return (
        <Screen
            title={t('disconnected.title', { account: ended.account })}
            art={<Joined state="broken" mark={mark} />}
            actions={
                <>
                    {onDone && <Button onClick={onDone}>{t('action.done')}</Button>}
                    <Button kind="secondary" onClick={onAgain}>
                        {t('detail.title', { provider })}
                    </Button>
                </>
            }
        >
            <p className="intro">
                {t('disconnected.text')}
                {ended.remainsAt !== null && ` ${t('disconnected.remains', { provider })}`}
            </p>
        </Screen>
    );
}

export function DisconnectedScreen({ flow, model, provider, mark, act }: LaterViewProps<DisconnectedState>) {
    return (
        <Disconnected
            ended={flow.ended}
            provider={provider}
            mark={mark}
            onDone={model.setup.layout === 'modal' ? () => act({ type: 'closeRequested' }) : undefined}
            onAgain={() => act({ type: 'renewalChosen', connection: null })}
        />
    );
}
