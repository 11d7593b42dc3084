import type { ConnectableIntegration } from '@patchbay/contracts/browser';
import { monogramOf } from '@patchbay/tokens';
import { useContext } from 'react';
import { DocsLink } from '../DocsLink.tsx';
import { signsInElsewhere, type FieldErrors } from '../field-rules.ts';
import type { Banner, ConnectSession, Draft } from '../flow-state.ts';
import { Monogram } from '../Monogram.tsx';
import { Button, Screen } from '../Screen.tsx';
import { LanguageContext } from '../texts.ts';
import { Access } from './Access.tsx';
import { CredentialsForm } from './CredentialsForm.tsx';
import { Problem } from './Problem.tsx';

interface DetailProps {
    integration: ConnectableIntegration;
    session: ConnectSession;
    draft: Draft;
    errors: FieldErrors;
    banner: Banner | null;
    busy: boolean;
    slow: boolean;
    offline: boolean;
    onChange: (field: string, value: string) => void;
    onLeave: (field: string) => void;
    onSubmit: () => void;
}

const formId = 'credentials';

/** What connecting this app takes, and the button that does it. */
export function Detail({ integration, session, draft, errors, banner, busy, slow, offline, onChange, onLeave, onSubmit }: DetailProps) {
    const { t, locale } = useContext(LanguageContext);
    const { display_name: provider, auth_mode: mode } = integration;
    const elsewhere = signsInElsewhere(integration);
    const reconnects = draft.mode === 'reconnect';
    const { connection } = session;
    const kept = connection?.config_fields ?? [];
    const scopes = integration.scopes.flatMap(({ description }) => description ?? []);
    const docsUrl = session.overrides?.[integration.id]?.docs_connect ?? integration.docs_url ?? '';
    const primary = busy ? t('busy.check', { provider }) : elsewhere ? t('detail.continueTo', { provider }) : t('detail.connect');

    return (
        <Screen
            title={reconnects ? t('reconnect.title', { provider }) : t('detail.title', { provider })}
            art={<Monogram mark={monogramOf(provider, integration.provider)} size={40} />}
            actions={
                <>
                    {busy && <div className="progress" />}
                    <Button submits={formId} busy={busy || offline}>
                        {primary}
                    </Button>
                </>
            }
        >
            {connection !== null && connection.account_label !== null && (
                <p className="account">
                    {t('reconnect.account', { account: connection.account_label, since: new Date(connection.connected_at) })}
                </p>
            )}
            <p className="intro">
                {elsewhere ? t('detail.oauth', { provider }) : mode === 'NONE' ? t('detail.open') : t('detail.form', { provider })}{' '}
                {reconnects && t('reconnect.kept')}
            </p>
            {kept.length > 0 && (
                <dl className="kept">
                    {kept.map(({ name, title, lang, prefix, suffix }) => (
                        <div key={name}>
                            <dt>
                                <bdi lang={lang === locale ? undefined : lang}>{title}</bdi>
                            </dt>
                            <dd>
                                <bdi dir="ltr">
                                    {prefix}
                                    {connection?.connection_config[name]}
                                    {suffix}
                                </bdi>
                            </dd>
                        </div>
                    ))}
                </dl>
            )}
            <Problem banner={banner} provider={provider} />
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
            <Access scopes={scopes} />
            {integration.fields.some(({ docs_url: own }) => own === null) && <DocsLink href={docsUrl} />}
            {slow && <p className="help">{t('busy.slow', { provider })}</p>}
        </Screen>
    );
}
