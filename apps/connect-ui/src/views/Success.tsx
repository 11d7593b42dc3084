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
}

export function Success({ flow, provider, onDone, returnTo }: SuccessProps) {
    const t = useT();
    const again = flow.mode === 'reconnect';
    const onward = returnTo === null ? null : addressOf(returnTo, flow);
    return (
        <Screen
            title={again ? t('reconnected.title', { provider }) : t('success.title', { provider })}
            art={<LinkGlyph state="connected" large />}
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
                {flow.account !== null && t('success.account', { account: flow.account })}{' '}
                {again ? t('reconnected.text') : t('success.text')}
            </p>
            {!again && flow.connectedBefore && <p className="help">{t('warning.alreadyConnected', { provider })}</p>}
            {!onDone && onward === null && <p>{t('success.closeTab')}</p>}
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
