import type { ConnectableIntegration } from '@patchbay/contracts/browser';
import { EndedNote } from '../parts/EndedNote.tsx';
import { ForwardIcon } from '../parts/icons.tsx';
import { Isolated } from '../parts/Isolated.tsx';
import { type AppMark, Mark } from '../parts/Mark.tsx';
import { Button, Screen } from '../parts/Screen.tsx';
import { useT } from '../../i18n/later-texts.ts';
import { Skeleton } from '../boot/Skeleton.tsx';
import { managesOwn } from '../../flow/selectors.ts';
import type { LaterViewProps } from '../view.ts';
import type { Ended } from '../disconnected/state.ts';
import type { OwnedState } from './state.ts';

interface OwnedProps {
    integration: ConnectableIntegration;
    mark: AppMark | undefined;
    /** A chosen account is looked at, rather than reconnected. */
    manages: boolean;
    ended: Ended | undefined;
    onChoose: (connection: string) => void;
    onAdd: () => void;
}

/** The end user has connected this before: which account is it about now? */
function Owned({ integration, mark, manages, ended, onChoose, onAdd }: OwnedProps) {
    const t = useT();
    const { display_name: provider, connections, has_more_connections: hasMore, single_account: isSingle } = integration;
    return (
        <Screen
            title={t('owned.title', { provider })}
            art={<Mark mark={mark} size={40} />}
            actions={
                !isSingle && (
                    <Button kind="secondary" onClick={onAdd}>
                        {t('owned.add')}
                    </Button>
                )
            }
        >
            <EndedNote ended={ended} />
            <p className="intro">{t(manages ? 'owned.manage' : isSingle ? 'owned.single' : 'owned.text')}</p>
            <ul className="list">
                {connections.map(({ connection_id: id, account_label: account, connected_at: at, refused_since: refused }) => (
                    <li key={id}>
                        <button type="button" className="row" onClick={() => onChoose(id)}>
                            <span className="row-text">
                                <span className="row-name">
                                    {manages ? (
                                        account === null ? (
                                            t('account.unnamed', { provider })
                                        ) : (
                                            <Isolated>{account}</Isolated>
                                        )
                                    ) : (
                                        t('owned.reconnect', { account: account ?? provider })
                                    )}
                                </span>{' '}
                                {refused !== null && <span className="tag tag-refused">{t('list.refused')}</span>}{' '}
                                <span className="muted">{t(manages ? 'account.since' : 'owned.since', { since: new Date(at) })}</span>
                            </span>{' '}
                            <ForwardIcon />
                        </button>
                    </li>
                ))}
            </ul>
            {hasMore && <p className="help">{t('owned.more')}</p>}
        </Screen>
    );
}

export function OwnedScreen({ flow, model, integration, mark, act }: LaterViewProps<OwnedState>) {
    if (!integration) return <Skeleton />;
    const manages = managesOwn(model);
    return (
        <Owned
            integration={integration}
            mark={mark}
            manages={manages}
            ended={flow.ended}
            onChoose={(connection) => act({ type: manages ? 'accountOpened' : 'renewalChosen', connection })}
            onAdd={() => act({ type: 'renewalChosen', connection: null })}
        />
    );
}
