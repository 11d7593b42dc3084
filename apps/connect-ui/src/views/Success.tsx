import type { Flow } from '../flow-state.ts';
import { LinkGlyph } from '../LinkGlyph.tsx';
import { Button, Screen } from '../Screen.tsx';
import { useT } from '../texts.ts';

interface SuccessProps {
    flow: Extract<Flow, { s: 'success' }>;
    provider: string;
    /** Missing on a page of its own, which nobody can take away. */
    onDone: (() => void) | undefined;
    /** Where a page of its own leads on to, if anywhere. */
    returnTo: string | null;
    /** The product still has to confirm the connection, or it is destroyed again. */
    unfinished: boolean;
}

export function Success({ flow, provider, onDone, returnTo, unfinished }: SuccessProps) {
    const t = useT();
    const again = flow.mode === 'reconnect';
    const onward = returnTo === null ? null : addressOf(returnTo, flow);
    const title = again ? t('reconnected.title', { provider }) : t('success.title', { provider });
    const text = again ? t('reconnected.text') : t('success.text');
    return (
        <Screen
            title={unfinished ? t('success.almost') : title}
            art={<LinkGlyph state={unfinished ? 'attention' : 'connected'} large />}
            actions={
                onDone ? (
                    <Button onClick={onDone}>{t('action.done')}</Button>
                ) : onward === null ? undefined : (
                    <a className="button button-primary" href={onward}>
                        {t('success.backTo')}
                    </a>
                )
            }
        >
            <p className="intro">
                {flow.account !== null && t('success.account', { account: flow.account })} {unfinished ? t('success.confirm') : text}
            </p>
            {!again && flow.connectedBefore && <p className="help">{t('warning.alreadyConnected', { provider })}</p>}
            {!onDone && onward === null && !unfinished && <p>{t('success.closeTab')}</p>}
        </Screen>
    );
}

/** The address to go on to, which is told what was connected. */
function addressOf(returnTo: string, { connectionId, integration }: SuccessProps['flow']): string | null {
    const address = URL.canParse(returnTo) ? new URL(returnTo) : null;
    if (!address || !['http:', 'https:'].includes(address.protocol)) return null;
    address.searchParams.set('connection_id', connectionId);
    address.searchParams.set('integration_id', integration);
    return address.href;
}
