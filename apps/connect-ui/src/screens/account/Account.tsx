import { type ConnectableIntegration, withoutControls } from '@patchbay/contracts/browser';
import { useContext } from 'react';
import { LanguageContext } from '../../i18n/texts.ts';
import { useT } from '../../i18n/later-texts.ts';
import { Access } from '../parts/Access.tsx';
import { AlertIcon } from '../parts/icons.tsx';
import { Isolated } from '../parts/Isolated.tsx';
import { Mark, type AppMark } from '../parts/Mark.tsx';
import { Refused } from '../parts/Refused.tsx';
import { Button, Screen } from '../parts/Screen.tsx';
import { Skeleton } from '../boot/Skeleton.tsx';
import type { LaterViewProps } from '../view.ts';
import { timeAgo } from './time-ago.ts';
import type { AccountState } from './state.ts';

interface AccountProps {
    own: ConnectableIntegration['connections'][number];
    details: AccountState['details'];
    integration: ConnectableIntegration;
    mark: AppMark | undefined;
    onReconnect: () => void;
    onAdd: () => void;
    onDisconnect: () => void;
    onRetry: () => void;
}

/** Whose account it is, how it is, what the product does with it, and what the end user can do. */
function Account({ own, details, integration, mark, onReconnect, onAdd, onDisconnect, onRetry }: AccountProps) {
    const t = useT();
    const { display_name: provider } = integration;
    const { account_label: account, connected_at: connectedAt, refused_since: refusedSince } = own;
    const isReading = details === 'wanted';
    const granted = typeof details === 'string' ? [] : details.access;
    return (
        <Screen
            title={account === null ? t('account.unnamed', { provider }) : withoutControls(account)}
            art={<Mark mark={mark} size={40} />}
            actions={
                <>
                    <Button kind={refusedSince === null ? 'secondary' : 'primary'} onClick={onReconnect}>
                        {t('account.reconnect')}
                    </Button>
                    {!integration.single_account && (
                        <Button kind="secondary" onClick={onAdd}>
                            {t('owned.add')}
                        </Button>
                    )}
                    <Button kind="quiet" danger onClick={onDisconnect}>
                        {t('account.disconnect')}
                    </Button>
                </>
            }
        >
            {account !== null && (
                <p className="intro">
                    <Isolated>{provider}</Isolated>
                </p>
            )}
            {refusedSince !== null && (
                <div className="banner banner-warn">
                    <AlertIcon />
                    <div>
                        <Refused refusal={own} provider={provider} />
                        <p>{t('account.refused')}</p>
                    </div>
                </div>
            )}
            <div className="facts">
                <p>{t('account.since', { since: new Date(connectedAt) })}</p>
                <LastUsed details={details} onRetry={onRetry} />
            </div>
            {/* Room for what was granted, which mostly is what is asked for. */}
            <Access title={t('detail.access')} scopes={isReading ? integration.access : granted} isHidden={isReading} />
        </Screen>
    );
}

function LastUsed({ details, onRetry }: { details: AccountState['details']; onRetry: () => void }) {
    const t = useT();
    const { locale } = useContext(LanguageContext);
    if (details === 'wanted') return <div className="skeleton-line" />;
    if (details === 'unknown')
        return (
            <p>
                {t('account.unread')}{' '}
                <button type="button" className="link" onClick={onRetry}>
                    {t('action.tryAgain')}
                </button>
            </p>
        );
    const { last_used_at: at } = details;
    return <p>{at === null ? t('account.unused') : t('account.used', { ago: timeAgo(new Date(at), locale) })}</p>;
}

export function AccountScreen({ flow, integration, provider, mark, act }: LaterViewProps<AccountState>) {
    const own = integration?.connections.find(({ connection_id: id }) => id === flow.connection);
    if (!integration || !own) return <Skeleton />;
    return (
        <Account
            own={own}
            details={flow.details}
            integration={integration}
            mark={mark}
            onReconnect={() => act({ type: 'renewalChosen', connection: flow.connection })}
            onAdd={() => act({ type: 'renewalChosen', connection: null })}
            onDisconnect={() => act({ type: 'disconnectRequested', name: own.account_label ?? provider })}
            onRetry={() => act({ type: 'detailsChanged', details: 'wanted' })}
        />
    );
}
