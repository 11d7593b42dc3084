import type { ConnectableIntegration } from '@patchbay/contracts/browser';
import { useContext, useLayoutEffect, useRef } from 'react';
import { fieldKey, isUnchecked, shownFields, signsInElsewhere, type FieldErrors } from '../../fields/field-rules.ts';
import { focusWithin } from '../parts/focus-within.ts';
import { Isolated } from '../parts/Isolated.tsx';
import { type AppMark, Mark } from '../parts/Mark.tsx';
import { Button, Screen } from '../parts/Screen.tsx';
import { useT, WholeLanguageContext } from '../../i18n/later-texts.ts';
import { Consent } from './Consent.tsx';
import { CredentialsForm } from './CredentialsForm.tsx';
import { Guide } from './Guide.tsx';
import { Help } from '../parts/Help.tsx';
import { ShareLink } from '../parts/ShareLink.tsx';
import { Refused } from '../parts/Refused.tsx';
import { Problem } from '../parts/Problem.tsx';
import { Skeleton } from '../boot/Skeleton.tsx';
import type { LaterViewProps } from '../view.ts';
import { supportFrom, renewedBy, isDirty, wayOf } from '../../flow/selectors.ts';
import type { Banner, ConnectSession, Draft } from '../../flow/model.ts';
import type { Way } from '../oauth/state.ts';
import type { DetailState } from './state.ts';
import type { SubmittingState } from '../submitting/state.ts';

type RenewedConnection = NonNullable<ReturnType<typeof renewedBy>>;

interface DetailProps {
    integration: ConnectableIntegration;
    mark: AppMark | undefined;
    session: ConnectSession;
    /** The connection that is renewed, if any. */
    renewed: RenewedConnection | null;
    /** How the sign-in is opened, where there is one. */
    way: Way;
    draft: Draft;
    errors: FieldErrors;
    banner: Banner | null;
    /** What the provider said about the last try. */
    providerText: string | null;
    /** Something was typed. */
    typed: boolean;
    busy: boolean;
    slow: boolean;
    offline: boolean;
    onChange: (field: string, value: string) => void;
    onLeave: (field: string) => void;
    onSubmit: () => void;
}

const formId = 'credentials';

/** What connecting this app takes, and the button that does it. */
function Detail(props: DetailProps) {
    const { integration, mark, session, renewed, way, draft, errors, banner, providerText, typed, busy, slow, offline } = props;
    const { onChange, onLeave, onSubmit } = props;
    const t = useT();
    const { display_name: provider, auth_mode: mode } = integration;
    const elsewhere = signsInElsewhere(integration);
    const reconnects = draft.mode === 'reconnect';
    const working = isUnchecked(integration) ? t('busy.saving') : t('busy.check', { provider });
    const primary = busy ? working : elsewhere ? t('detail.continueTo', { provider }) : t('detail.connect');

    const fields = shownFields(integration, draft.values);
    const [only, another] = fields;
    const isPasteFirst = only !== undefined && !another && !only.enum && !draft.values[fieldKey(only)];
    const begins = useRef(isPasteFirst);
    // After the screen's own effect, which focuses the heading: the form has its name, which is
    // read out with the box.
    useLayoutEffect(() => {
        if (begins.current) return focusWithin(document.querySelector(`#${formId} :is(input, textarea)`));
    }, []);

    return (
        <Screen
            title={reconnects ? t('reconnect.title', { provider }) : t('detail.title', { provider })}
            art={<Mark mark={mark} size={40} />}
            actions={
                <>
                    {busy && <div className="progress" />}
                    <Button submits={formId} busy={busy || offline}>
                        {primary}
                    </Button>
                </>
            }
        >
            {renewed && <Renewed renewed={renewed} provider={provider} />}
            <ShareLink session={session} />
            <p className="intro">
                {intro()} {reconnects && t('reconnect.kept')}
            </p>
            {integration.awaits_approval && <p className="help">{t('approval.again')}</p>}
            {renewed && <KeptFields renewed={renewed} />}
            <Problem
                banner={banner}
                provider={provider}
                providerText={providerText}
                kept={typed}
                support={draft.failures >= supportFrom ? draft.ref : null}
            />
            <Guide integration={integration} fields={fields} />
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
            {slow && !isUnchecked(integration) && <p className="help">{t('busy.slow', { provider })}</p>}
            <Consent access={integration.access} provider={provider} session={session} />
            {(banner !== null || draft.failures > 0) && <Help session={session} about={`${provider} ${draft.ref ?? ''}`} />}
        </Screen>
    );

    function intro(): string {
        if (elsewhere) return `${t(`detail.${way}`, { provider })} ${t('detail.password', { provider })}`;
        if (mode === 'NONE') return t('detail.open');
        const check = isUnchecked(integration) ? t('detail.unchecked') : t('detail.checked', { provider });
        return `${t('detail.form', { provider })} ${check}`;
    }
}

/** Whose connection is renewed, and since when it fails. */
function Renewed({ renewed, provider }: { renewed: RenewedConnection; provider: string }) {
    const t = useT();
    return (
        <>
            {renewed.account_label !== null && (
                <p className="account">
                    {t('reconnect.account', { account: renewed.account_label, since: new Date(renewed.connected_at) })}
                </p>
            )}
            <Refused refusal={renewed} provider={provider} />
        </>
    );
}

/** What the connection keeps, so that it is not asked for again. */
function KeptFields({ renewed }: { renewed: RenewedConnection }) {
    const { locale } = useContext(WholeLanguageContext);
    const kept = renewed.config_fields;
    if (kept.length === 0) return null;
    return (
        <dl className="kept">
            {kept.map(({ name, title, lang, prefix, suffix, enum_labels: labels }) => (
                <div key={name}>
                    <dt>
                        <Isolated lang={lang === locale ? undefined : lang}>{title}</Isolated>
                    </dt>
                    <dd>
                        <Isolated dir="ltr">
                            {[prefix, labels?.[renewed.connection_config[name] ?? ''] ?? renewed.connection_config[name], suffix].join('')}
                        </Isolated>
                    </dd>
                </div>
            ))}
        </dl>
    );
}

export function DetailScreen({ flow, model, info, integration, mark, act }: LaterViewProps<DetailState | SubmittingState>) {
    if (!integration) return <Skeleton />;
    const form = flow.state === 'detail' ? flow : null;
    return (
        <Detail
            integration={integration}
            mark={mark}
            session={info}
            renewed={renewedBy(model, flow.draft)}
            way={wayOf(model, integration)}
            draft={flow.draft}
            errors={form?.errors ?? {}}
            banner={form?.banner ?? null}
            providerText={form?.providerText ?? null}
            typed={isDirty(model, flow.draft)}
            busy={flow.state === 'submitting'}
            slow={flow.state === 'submitting' && flow.slow}
            offline={model.network === 'offline' || model.renewal === 'asked'}
            onChange={(field, value) => act({ type: 'fieldChanged', field, value })}
            onLeave={(field) => act({ type: 'fieldBlurred', field })}
            onSubmit={() => act({ type: 'submitted', newKey: crypto.randomUUID(), windowKey: crypto.randomUUID() })}
        />
    );
}
