import { Joined } from '../parts/Joined.tsx';
import type { AppMark } from '../parts/Mark.tsx';
import { Button, Screen } from '../parts/Screen.tsx';
import { signsInElsewhere } from '../../fields/field-rules.ts';
import { useT } from '../../i18n/later-texts.ts';
import { Help } from '../parts/Help.tsx';
import { Problem } from '../parts/Problem.tsx';
import type { LaterViewProps } from '../view.ts';
import type { ConnectSession } from '../../flow/model.ts';
import type { AccountMismatchState } from './state.ts';

interface AccountMismatchProps {
    flow: AccountMismatchState;
    session: ConnectSession;
    provider: string;
    mark: AppMark | undefined;
    /** How one authenticates: what another account takes. */
    mode: string | undefined;
    onUseAnother: () => void;
    onSwitch: () => void;
    onKeep: () => void;
}

/**
 * A reconnect came back as another account. Until the end user decides, the connection stays as it
 * was.
 */
function AccountMismatch({ flow, session, provider, mark, mode, onUseAnother, onSwitch, onKeep }: AccountMismatchProps) {
    const t = useT();
    const busy = flow.asked === 'switch';
    return (
        <Screen
            title={t('mismatch.title')}
            art={<Joined state="attention" mark={mark} />}
            actions={
                <>
                    <Button busy={busy} onClick={onUseAnother}>
                        {t(another(mode))}
                    </Button>
                    <Button kind="secondary" busy={busy} onClick={onSwitch}>
                        {t('mismatch.switch')}
                    </Button>
                    <Button kind="quiet" busy={busy} onClick={onKeep}>
                        {t('mismatch.leave')}
                    </Button>
                </>
            }
        >
            <p className="intro">
                {flow.now !== null && flow.was !== null ? t('mismatch.text', { now: flow.now, was: flow.was }) : t('mismatch.textUnnamed')}
            </p>
            {/* Without a response to the switch it is unknown whether the server made it. */}
            {!busy && flow.banner === null && <p className="help">{t('mismatch.kept')}</p>}
            <Problem banner={flow.banner} provider={provider} />
            <Help session={session} about={`${provider} ${flow.attempt.ref}`} />
        </Screen>
    );
}

function another(mode: string | undefined) {
    if (mode !== undefined && signsInElsewhere({ auth_mode: mode })) return 'mismatch.useAnother';
    return mode === 'API_KEY' ? 'mismatch.otherKey' : 'mismatch.otherDetails';
}

export function AccountMismatchScreen({ flow, info, integration, provider, mark, act }: LaterViewProps<AccountMismatchState>) {
    return (
        <AccountMismatch
            flow={flow}
            session={info}
            provider={provider}
            mark={mark}
            mode={integration?.auth_mode}
            onUseAnother={() => act({ type: 'windowReopened', account: 'other', windowKey: crypto.randomUUID() })}
            onSwitch={() => act({ type: 'accountSwitched' })}
            onKeep={() => act({ type: 'accountKept' })}
        />
    );
}
