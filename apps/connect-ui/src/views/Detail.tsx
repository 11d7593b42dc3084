import type { ConnectableIntegration } from '@patchbay/contracts/browser';
import { monogramOf } from '@patchbay/tokens';
import { useContext } from 'react';
import type { FieldErrors } from '../field-rules.ts';
import { signsInElsewhere } from '../field-rules.ts';
import type { Banner, ConnectSession, Draft } from '../flow-state.ts';
import { AlertIcon, OutIcon } from '../icons.tsx';
import { Monogram } from '../Monogram.tsx';
import { Button, Screen, useElapsed } from '../Screen.tsx';
import { LanguageContext } from '../texts.ts';
import { CredentialsForm } from './CredentialsForm.tsx';

interface DetailProps {
    integration: ConnectableIntegration;
    session: ConnectSession;
    draft: Draft;
    errors: FieldErrors;
    banner: Banner | null;
    busy: boolean;
    offline: boolean;
    onChange: (field: string, value: string) => void;
    onLeave: (field: string) => void;
    onSubmit: () => void;
}

const formId = 'credentials';

/** What connecting this app takes, and the button that does it. */
export function Detail({ integration, session, draft, errors, banner, busy, offline, onChange, onLeave, onSubmit }: DetailProps) {
    const { texts, locale } = useContext(LanguageContext);
    const { display_name: provider, auth_mode: mode } = integration;
    const elsewhere = signsInElsewhere(integration);
    const reconnects = draft.mode === 'reconnect';
    const { connection, app_name: app } = session;
    const account = connection?.account_label ?? Object.values(connection?.connection_config ?? {}).join(', ');
    const scopes = integration.scopes.flatMap(({ description }) => description ?? []);
    const docsUrl = session.overrides?.[integration.id]?.docs_connect ?? integration.docs_url ?? '';
    const primary = busy ? texts.checking(provider) : elsewhere ? texts.continueTo(provider) : texts.connect;

    return (
        <Screen
            title={reconnects ? texts.reconnectTitle(provider) : texts.connectTitle(provider)}
            art={<Monogram mark={monogramOf(provider, integration.provider)} size={40} />}
            actions={
                <Button submits={formId} busy={busy || offline}>
                    {primary}
                </Button>
            }
        >
            {connection !== null && account !== '' && (
                <p className="account">
                    {texts.reconnectAccount(
                        account,
                        new Intl.DateTimeFormat(locale, { dateStyle: 'medium' }).format(new Date(connection.connected_at))
                    )}
                </p>
            )}
            <p className="intro">
                {elsewhere ? texts.signInIntro(provider) : mode === 'NONE' ? texts.openIntro : texts.formIntro(provider, app)}{' '}
                {reconnects && texts.reconnectIntro}
            </p>
            {banner !== null && (
                <div className="banner banner-danger" role="alert">
                    <AlertIcon />
                    <p>{texts.banner[banner](provider)}</p>
                </div>
            )}
            <CredentialsForm
                id={formId}
                integration={integration}
                draft={draft}
                errors={errors}
                banner={banner}
                busy={busy}
                onChange={onChange}
                onLeave={onLeave}
                onSubmit={() => {
                    if (!busy && !offline) onSubmit();
                }}
            />
            {scopes.length > 0 && (
                <section className="access">
                    <h2>{texts.accessTitle(app)}</h2>
                    <ul>
                        {scopes.map((scope) => (
                            <li key={scope}>
                                <bdi>{scope}</bdi>
                            </li>
                        ))}
                    </ul>
                </section>
            )}
            {/^https?:\/\//.test(docsUrl) && integration.fields.length > 0 && (
                <p>
                    <a className="link" href={docsUrl} target="_blank" rel="noopener noreferrer">
                        {texts.whereToFind} <OutIcon />
                        <span className="visually-hidden"> {texts.opensNewWindow}</span>
                    </a>
                </p>
            )}
            {busy && <SlowLine text={texts.checkingSlow(provider)} />}
        </Screen>
    );
}

function SlowLine({ text }: { text: string }) {
    return useElapsed(10_000) && <p className="help">{text}</p>;
}
