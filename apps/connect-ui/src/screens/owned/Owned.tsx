import type { ConnectableIntegration } from '@patchbay/contracts/browser';
import { ForwardIcon } from '../parts/icons.tsx';
import { type AppMark, Mark } from '../parts/Mark.tsx';
import { Button, Screen } from '../parts/Screen.tsx';
import { useT } from '../../i18n/texts.ts';
import { Skeleton } from '../boot/Skeleton.tsx';
import type { LaterViewProps } from '../view.ts';
import type { OwnedState } from './state.ts';

interface OwnedProps {
    integration: ConnectableIntegration;
    mark: AppMark | undefined;
    onReconnect: (connection: string) => void;
    onAdd: () => void;
}

/** The end user has connected this before: which account is it about now? */
function Owned({ integration, mark, onReconnect, onAdd }: OwnedProps) {
    const t = useT();
    const { display_name: provider, connections } = integration;
    return (
        <Screen
            title={t('owned.title', { provider })}
            art={<Mark mark={mark} size={40} />}
            actions={
                <Button kind="secondary" onClick={onAdd}>
                    {t('owned.add')}
                </Button>
            }
        >
            <p className="intro">{t('owned.text')}</p>
            <ul className="list">
                {connections.map(({ connection_id: id, account_label: account, connected_at: at, refused_since: refused }) => (
                    <li key={id}>
                        <button type="button" className="row" onClick={() => onReconnect(id)}>
                            <span className="row-text">
                                <span className="row-name">{t('owned.reconnect', { account: account ?? provider })}</span>{' '}
                                <span className="muted">{t('owned.since', { since: new Date(at) })}</span>
                            </span>{' '}
                            {refused !== null && <span className="tag tag-refused">{t('list.refused')}</span>}
                            <ForwardIcon />
                        </button>
                    </li>
                ))}
            </ul>
        </Screen>
    );
}

export function OwnedScreen({ integration, mark, act }: LaterViewProps<OwnedState>) {
    if (!integration) return <Skeleton />;
    return (
        <Owned
            integration={integration}
            mark={mark}
            onReconnect={(connection) => act({ type: 'renewalChosen', connection })}
            onAdd={() => act({ type: 'renewalChosen', connection: null })}
        />
    );
}
