import type { ConnectableIntegration } from '@patchbay/contracts/browser';
import { signsInElsewhere } from '../../fields/field-rules.ts';
import { useT } from '../../i18n/later-texts.ts';
import { Access } from '../parts/Access.tsx';
import { Joined } from '../parts/Joined.tsx';
import type { AppMark } from '../parts/Mark.tsx';
import { Problem } from '../parts/Problem.tsx';
import { Button, Screen } from '../parts/Screen.tsx';
import { Skeleton } from '../boot/Skeleton.tsx';
import type { LaterViewProps } from '../view.ts';
import type { DisconnectState } from './state.ts';

interface DisconnectProps {
    flow: DisconnectState;
    integration: ConnectableIntegration;
    mark: AppMark | undefined;
    /** Nothing can be sent: offline, or without a session for the moment. */
    paused: boolean;
    onDisconnect: () => void;
    onKeep: () => void;
}

/** What disconnecting ends and what it does not, before it is done. */
function Disconnect({ flow, integration, mark, paused, onDisconnect, onKeep }: DisconnectProps) {
    const t = useT();
    const { sent, banner, details, name } = flow;
    const { display_name: provider, auth_mode: mode } = integration;
    const access = typeof details === 'string' ? integration.access : details.access;
    return (
        <Screen
            title={t('disconnect.title', { account: name })}
            art={<Joined state="broken" mark={mark} />}
            actions={
                <>
                    {sent && <div className="progress" />}
                    <Button danger busy={sent || paused} onClick={onDisconnect}>
                        {t(sent ? 'disconnect.busy' : 'account.disconnect')}
                    </Button>
                    <Button kind="secondary" busy={sent} onClick={onKeep}>
                        {t('disconnect.keep')}
                    </Button>
                </>
            }
        >
            <p className="intro">{t('disconnect.text', { provider })}</p>
            <Problem banner={banner} provider={provider} />
            <Access title={t('disconnect.access')} scopes={access} />
            <p className="help">
                {mode !== 'NONE' && t(signsInElsewhere(integration) ? 'disconnect.revoked' : 'disconnect.typed', { provider })}{' '}
                {t('disconnect.kept', { provider })}
            </p>
        </Screen>
    );
}

export function DisconnectScreen({ flow, model, integration, mark, act }: LaterViewProps<DisconnectState>) {
    if (!integration) return <Skeleton />;
    return (
        <Disconnect
            flow={flow}
            integration={integration}
            mark={mark}
            paused={model.network === 'offline' || model.renewal === 'asked'}
            onDisconnect={() => act({ type: 'disconnectConfirmed' })}
            onKeep={() => act({ type: 'disconnectCancelled' })}
        />
    );
}
