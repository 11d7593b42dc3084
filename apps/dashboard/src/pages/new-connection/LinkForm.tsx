import { createConnectLink, getProvider, listIntegrations, listLinkActivity } from '@patchbay/contracts/dashboard';
import { type ReactNode, useState } from 'react';
import { useMay } from '../../api/session.ts';
import { useChange, useRead } from '../../api/use-api.ts';
import { Button, buttonClass } from '../../parts/Button.tsx';
import { CheckboxField, RadioField } from '../../parts/Choice.tsx';
import { CopyButton } from '../../parts/Copy.tsx';
import { fieldError } from '../../parts/error-text.ts';
import { TextField } from '../../parts/Field.tsx';
import { ErrorNotice, Notice } from '../../parts/Notice.tsx';
import { Card } from '../../parts/Page.tsx';
import { useFirstFocus } from '../../parts/use-first-focus.ts';
import { PresetFields } from '../integration/form/PresetFields.tsx';
import { OpenAsTestUser } from './OpenAsTestUser.tsx';

const daySeconds = 86_400;
const lifetimes = [
    { value: 'day', name: '24 hours', seconds: daySeconds },
    { value: 'week', name: '7 days', seconds: 7 * daySeconds },
    { value: 'once', name: 'Once', help: 'Until someone has connected with it, 7 days at most.', seconds: 7 * daySeconds }
] as const;

const confirmations = [
    { value: 'no', name: 'Works at once', help: 'Send the link to this person alone: anyone who opens it can connect an account.' },
    { value: 'yes', name: 'Works once your backend has confirmed it', help: 'What is not confirmed within 24 hours is deleted.' }
] as const;

/** Whom the link is for, what may be connected by it, and how long it works. */
export function LinkForm() {
    const make = useChange(createConnectLink, [listLinkActivity]);
    const [id, setId] = useState('');
    const [email, setEmail] = useState('');
    const [apps, setApps] = useState<readonly string[]>([]);
    const [preset, setPreset] = useState<Record<string, string>>({});
    const [copied, setCopied] = useState<string>();
    const send = (options: { expires_in: number; single_use: boolean; require_confirmation: boolean }) => {
        const [only, ...others] = apps;
        const isPreset = only !== undefined && others.length === 0 && Object.keys(preset).length > 0;
        const body = {
            ...options,
            end_user: { id, ...(email !== '' && { email }) },
            ...(apps.length > 0 && { allowed_integrations: [...apps] }),
            ...(isPreset && { integrations_config_defaults: { [only]: { connection_config: preset } } })
        };
        // A page may copy for some seconds after a click; else the link is there with a button.
        make.mutate({ body }, { onSuccess: ({ data }) => void navigator.clipboard.writeText(data.url).then(() => setCopied(data.url)) });
    };
    const made = make.data?.data;
    return (
        <Card title="Link for an end user">
            <LinkOptions
                isBusy={make.isPending}
                apps={apps}
                onSend={send}
                after={made && <MadeLink {...made} email={email} isCopied={copied === made.url} />}
            >
                {make.error && <ErrorNotice error={make.error} />}
                <EndUser {...{ id, email, setId, setEmail }} error={make.error} />
                <Apps {...{ apps, setApps, preset, setPreset }} error={make.error} />
            </LinkOptions>
        </Card>
    );
}

function EndUser({
    id,
    email,
    setId,
    setEmail,
    error
}: {
    id: string;
    email: string;
    setId: (id: string) => void;
    setEmail: (email: string) => void;
    error: unknown;
}) {
    const first = useFirstFocus<HTMLInputElement>();
    return (
        <>
            <TextField
                label="End user id"
                help="As your product knows the customer. The connection is found by it."
                required
                autoComplete="off"
                ref={first}
                value={id}
                onChange={({ target }) => setId(target.value)}
                error={fieldError(error, 'end_user', 'id')}
            />
            <TextField
                label="E-mail address"
                help="Optional, to tell who it is."
                type="email"
                autoComplete="off"
                value={email}
                onChange={({ target }) => setEmail(target.value)}
                error={fieldError(error, 'end_user', 'email')}
            />
        </>
    );
}

function Apps({
    apps,
    setApps,
    preset,
    setPreset,
    error
}: {
    apps: readonly string[];
    setApps: (apps: readonly string[]) => void;
    preset: Record<string, string>;
    setPreset: (preset: Record<string, string>) => void;
    error: unknown;
}) {
    const { data } = useRead(listIntegrations, {});
    const integrations = data?.data ?? [];
    const [only, ...others] = apps;
    const single = others.length === 0 ? integrations.find(({ unique_key: key }) => key === only) : undefined;
    if (integrations.length === 0) return null;
    return (
        <>
            <CheckboxField
                label="Apps (none chosen: all of them)"
                options={integrations.map(({ unique_key: value, display_name: name }) => ({ value, name }))}
                value={apps}
                onChange={setApps}
            />
            {single && <Preset key={single.unique_key} provider={single.provider} value={preset} onChange={setPreset} error={error} />}
        </>
    );
}

/** How the link works, and the button that makes it. */
function LinkOptions({
    apps,
    isBusy,
    onSend,
    after,
    children
}: {
    apps: readonly string[];
    isBusy: boolean;
    onSend: (options: { expires_in: number; single_use: boolean; require_confirmation: boolean }) => void;
    after: ReactNode;
    children: ReactNode;
}) {
    const { reason } = useMay('environment:connect_sessions:write');
    const [lifetime, setLifetime] = useState('day');
    const [mustConfirm, setMustConfirm] = useState('no');
    return (
        <form
            className="grid gap-6 p-4 lg:grid-cols-2"
            onSubmit={(event) => {
                event.preventDefault();
                const { seconds } = lifetimes.find(({ value }) => value === lifetime) ?? lifetimes[0];
                onSend({ expires_in: seconds, single_use: lifetime === 'once', require_confirmation: mustConfirm === 'yes' });
            }}
        >
            <div className="flex flex-col gap-4">{children}</div>
            <div className="flex flex-col gap-4">
                <RadioField label="The link works for" options={lifetimes} value={lifetime} onChange={setLifetime} />
                <RadioField label="What is connected by it" options={confirmations} value={mustConfirm} onChange={setMustConfirm} />
                <div className="flex flex-wrap gap-2">
                    <Button look="primary" type="submit" isBusy={isBusy} blockedBecause={reason}>
                        Copy link
                    </Button>
                    <OpenAsTestUser integrations={apps.length > 0 ? apps : undefined} />
                </div>
                {after}
            </div>
        </form>
    );
}

/** Values that the end user is not asked for. */
function Preset({
    provider,
    value,
    onChange,
    error
}: {
    provider: string;
    value: Record<string, string>;
    onChange: (value: Record<string, string>) => void;
    error: unknown;
}) {
    const { data } = useRead(getProvider, { params: { provider } });
    const fields = data?.data.connection_config;
    if (!fields) return null;
    return <PresetFields legend="Preset for this end user" fields={fields} value={value} onChange={onChange} error={error} />;
}

function MadeLink({ url, email, warning, isCopied }: { url: string; email: string; warning?: string | undefined; isCopied: boolean }) {
    const mail = `mailto:${encodeURIComponent(email)}?subject=${encodeURIComponent('Connect your account')}&body=${encodeURIComponent(url)}`;
    return (
        <Notice
            tone="ok"
            title={isCopied ? 'The link is copied' : 'The link is made'}
            actions={
                <>
                    <CopyButton text={url}>{isCopied ? 'Copy again' : 'Copy'}</CopyButton>
                    <a href={mail} className={buttonClass()}>
                        E-mail it
                    </a>
                </>
            }
        >
            <p className="text-text-2">It is shown once. Below you see what becomes of it.</p>
            <code className="mt-2 block [overflow-wrap:anywhere]">{url}</code>
            {warning !== undefined && <p className="mt-2 text-small">{warning}</p>}
        </Notice>
    );
}
