import { OutIcon } from '../parts/icons.tsx';
import { Isolated } from '../parts/Isolated.tsx';
import { Joined } from '../parts/Joined.tsx';
import type { AppMark } from '../parts/Mark.tsx';
import { parseUrl } from '../../flow/parse-url.ts';
import { Button, Screen } from '../parts/Screen.tsx';
import { useT } from '../../i18n/later-texts.ts';
import { isUnchecked } from '../../fields/field-rules.ts';
import type { LaterViewProps } from '../view.ts';
import type { ConnectSession } from '../../flow/model.ts';
import { hasList, needsConfirmation } from '../../flow/selectors.ts';
import type { SuccessState } from './state.ts';

interface SuccessProps {
    flow: SuccessState;
    provider: string;
    mark: AppMark | undefined;
    /** Missing where there is nothing to close and nothing to go back to. */
    onDone: (() => void) | undefined;
    isPage: boolean;
    /** Where a page of its own leads on to, if anywhere. */
    returnTo: string | null;
    /** What the host adds to the news. */
    ofHost: ConnectSession['success'];
    /** The product still has to confirm the connection, or it is destroyed again. */
    unfinished: boolean;
    /** What was typed has not been checked. */
    unchecked: boolean;
    /** Missing where there is nothing else to connect. */
    onAnother: (() => void) | undefined;
}

function Success({ flow, provider, mark, onDone, isPage, returnTo, ofHost, unfinished, unchecked, onAnother }: SuccessProps) {
    const t = useT();
    const again = flow.mode === 'reconnect';
    const onward = returnTo === null ? null : addressOf(returnTo, flow);
    const next = ofHost?.next ?? null;
    const afterNext = next === null ? 'primary' : 'secondary';
    return (
        <Screen
            title={title()}
            art={<Joined state={unfinished || unchecked ? 'attention' : 'connected'} mark={mark} />}
            actions={
                (next !== null || onDone || onward !== null || onAnother) && (
                    <>
                        {next !== null && <NextStep next={next} isPage={isPage} />}
                        {onDone && (
                            <Button kind={afterNext} onClick={onDone}>
                                {t('action.done')}
                            </Button>
                        )}
                        {!onDone && onward !== null && (
                            <a className={`button button-${afterNext}`} href={onward}>
                                {t('success.backTo')}
                            </a>
                        )}
                        {onAnother && (
                            <Button kind="secondary" onClick={onAnother}>
                                {t('success.another')}
                            </Button>
                        )}
                    </>
                )
            }
        >
            <p className="intro">
                {flow.account !== null && t('success.account', { account: flow.account })} {text()}
            </p>
            {ofHost !== null && ofHost.text !== null && <p dir="auto">{ofHost.text}</p>}
            {flow.isNew && flow.connectedBefore && <p className="help">{t('warning.alreadyConnected', { provider })}</p>}
            {isPage && onward === null && next === null && !unfinished && <p>{t('success.closeTab')}</p>}
        </Screen>
    );

    function title(): string {
        if (unfinished) return t('success.almost');
        if (unchecked) return t('success.saved', { provider });
        return again ? t('reconnected.title', { provider }) : t('success.title', { provider });
    }

    function text(): string {
        if (unfinished) return t('success.confirm');
        if (unchecked) return t('success.unchecked');
        if (!again) return flow.isNew ? t('success.text') : t('success.renewed');
        return flow.was !== null && flow.was !== flow.account ? t('reconnected.switched') : t('reconnected.text');
    }
}

/** In a page of the host's, the widget stays: the page goes on by what it is told. */
function NextStep({ next, isPage }: { next: { label: string; url: string }; isPage: boolean }) {
    const t = useT();
    const elsewhere = isPage ? {} : { target: '_blank', rel: 'noopener' };
    return (
        <a className="button button-primary" href={next.url} {...elsewhere}>
            <Isolated>{next.label}</Isolated>
            {!isPage && (
                <>
                    {' '}
                    <OutIcon />
                    <span className="visually-hidden"> {t('detail.newWindow')}</span>
                </>
            )}
        </a>
    );
}

/** The address to go on to, which is told what was connected. */
function addressOf(returnTo: string, { connectionId, integration }: SuccessProps['flow']): string | null {
    const address = parseUrl(returnTo);
    if (!address || !['http:', 'https:'].includes(address.protocol)) return null;
    address.searchParams.set('connection_id', connectionId);
    address.searchParams.set('integration_id', integration);
    return address.href;
}

export function SuccessScreen({ flow, model, info, integration, provider, mark, act }: LaterViewProps<SuccessState>) {
    const { layout } = model.setup;
    const toList = hasList(model) ? () => act({ type: 'wentBack' }) : undefined;
    return (
        <Success
            flow={flow}
            provider={provider}
            mark={mark}
            onDone={{ modal: () => act({ type: 'closeRequested' }), inline: toList, page: undefined }[layout]}
            isPage={layout === 'page'}
            returnTo={layout === 'page' ? info.return_to : null}
            ofHost={needsConfirmation(model) ? null : info.success}
            unfinished={needsConfirmation(model)}
            unchecked={integration !== undefined && isUnchecked(integration)}
            onAnother={layout === 'inline' ? undefined : toList}
        />
    );
}
