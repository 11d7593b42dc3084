import type { getProvider as getProviderContract } from '@patchbay/contracts';
import { createIntegration, getProvider, listIntegrations, type SuccessOut } from '@patchbay/contracts/dashboard';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { ExternalLink } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useMay, useSession } from '../../api/session.ts';
import { useChange, useEnvironment, useRead } from '../../api/use-api.ts';
import { Button } from '../../parts/Button.tsx';
import { SecretField, TextField } from '../../parts/Field.tsx';
import { Mark } from '../../parts/Mark.tsx';
import { ErrorNotice, Notice } from '../../parts/Notice.tsx';
import { Card, EmptyState, Page, SkeletonRows } from '../../parts/Page.tsx';
import { fieldError, hasCode } from '../../parts/error-text.ts';
import { isInstalled, isOtherClient } from '../integration/form/draft.ts';
import { InstalledAppFields } from '../integration/form/InstalledAppFields.tsx';
import { clientWords } from '../integration/form/client-words.ts';
import { PresetFields } from '../integration/form/PresetFields.tsx';
import { RedirectUri } from '../integration/form/RedirectUri.tsx';
import { ScopeFields } from '../integration/form/ScopeFields.tsx';

type Provider = SuccessOut<typeof getProviderContract>['data'];

const route = '/$environment/catalogue/$provider';

export function NewIntegrationPage() {
    const environment = useEnvironment();
    const { provider: name } = useParams({ from: route });
    const provider = useRead(getProvider, { params: { provider: name } }, { staleTime: 300_000 });
    const integrations = useRead(listIntegrations, {});
    const isUnknown = hasCode(provider.error, 'not_found');
    const error = isUnknown ? null : (provider.error ?? integrations.error);
    return (
        <Page title={`Add ${provider.data?.data.display_name ?? name}`}>
            <Link to="/$environment/catalogue" params={{ environment }} className="-mt-4 text-accent-text">
                All apps
            </Link>
            {isUnknown && <EmptyState>There is no app {name} in the catalogue.</EmptyState>}
            {error && <ErrorNotice error={error} onRetry={() => void Promise.all([provider.refetch(), integrations.refetch()])} />}
            {(provider.isLoading || integrations.isLoading) && <SkeletonRows count={6} height={56} />}
            {provider.data && integrations.data && (
                <SetUp key={name} provider={provider.data.data} takenIds={integrations.data.data.map(({ unique_key: id }) => id)} />
            )}
        </Page>
    );
}

function freeId(name: string, taken: readonly string[]): string {
    if (!taken.includes(name)) return name;
    let number = 2;
    while (taken.includes(`${name}-${number}`)) number += 1;
    return `${name}-${number}`;
}

interface Draft {
    id: string;
    clientId: string;
    clientSecret: string;
    appLink: string;
    privateKey: string;
    userClientId: string;
    scopes: readonly string[];
    preset: Readonly<Record<string, string>>;
}

interface Fields {
    provider: Provider;
    draft: Draft;
    set: (changes: Partial<Draft>) => void;
    error: unknown;
}

function SetUp({ provider, takenIds }: { provider: Provider; takenIds: readonly string[] }) {
    const environment = useEnvironment();
    const navigate = useNavigate();
    const { urls } = useSession();
    const { reason } = useMay('environment:integrations:write');
    const create = useChange(createIntegration, [listIntegrations]);
    const [draft, setDraft] = useState<Draft>(() => ({
        // What others add meanwhile does not change what is shown.
        id: freeId(provider.name, takenIds),
        clientId: '',
        clientSecret: '',
        appLink: '',
        privateKey: '',
        userClientId: '',
        scopes: provider.default_scopes ?? [],
        preset: {}
    }));
    const set = (changes: Partial<Draft>) => setDraft((before) => ({ ...before, ...changes }));
    const { auth_mode: mode } = provider;
    const hasMcpApp = mode === 'MCP_OAUTH2' && provider.client_registration === 'static';
    const signsIn = mode === 'OAUTH2' || mode === 'OAUTH1' || isInstalled(mode) || hasMcpApp;
    const { error } = create;
    const { id, preset } = draft;
    const save = () => {
        const body = {
            provider: provider.name,
            unique_key: id,
            ...(mode === 'OAUTH2' && { credentials: oauthAppOf(draft) }),
            ...(mode === 'APP' && { credentials: installedAppOf(draft) }),
            ...(mode === 'CUSTOM' && { credentials: { ...installedAppOf(draft), ...clientOfPeople(draft), type: mode } }),
            ...((isOtherClient(mode) || hasMcpApp) && { credentials: { ...clientOf(draft), type: mode } }),
            ...(Object.keys(preset).length > 0 && { integration_config: preset })
        };
        const to = '/$environment/integrations/$integration';
        const onSuccess = () => void navigate({ to, params: { environment, integration: id }, search: { try: true } });
        create.mutate({ body }, { onSuccess });
    };
    const first = signsIn ? 2 : 1;
    return (
        <form
            className="flex max-w-3xl flex-col gap-6"
            onSubmit={(event) => {
                event.preventDefault();
                if (reason === undefined) save();
            }}
        >
            {signsIn && (
                <Step number={1} title="Register an app at the vendor" mark={provider.logo_url}>
                    <VendorSteps provider={provider} />
                    <p>Give it this redirect URI, exactly as it is here:</p>
                    <RedirectUri uri={`${urls.api}/oauth/callback`} />
                </Step>
            )}
            <Step
                number={first}
                title={signsIn ? `Enter what ${provider.display_name} gives you` : 'Set it up'}
                {...(!signsIn && { mark: provider.logo_url })}
            >
                {!signsIn && <VendorSteps provider={provider} />}
                {(signsIn || isOtherClient(mode)) && <AppFields {...{ provider, draft, set, error }} />}
                <OtherFields {...{ provider, draft, set, error }} />
            </Step>
            <Step number={first + 1} title="Try it">
                <p className="text-text-2">Opens the Connect UI here, for a test user. Your end users see the same.</p>
                {error && <FormError error={error} />}
                <div>
                    <Button look="primary" type="submit" isBusy={create.isPending} blockedBecause={reason}>
                        Save and try it
                    </Button>
                </div>
            </Step>
        </form>
    );
}

function clientOf({ clientId, clientSecret }: Draft) {
    return { client_id: clientId, client_secret: clientSecret };
}

function oauthAppOf(draft: Draft) {
    return { type: 'OAUTH2' as const, ...clientOf(draft), scopes: [...draft.scopes] };
}

function installedAppOf({ clientId, clientSecret, appLink, privateKey, userClientId }: Draft) {
    return {
        type: 'APP' as const,
        app_id: clientId,
        app_link: appLink,
        private_key: privateKey,
        ...(userClientId !== '' && { client_id: userClientId }),
        ...(clientSecret !== '' && { client_secret: clientSecret })
    };
}

function clientOfPeople({ userClientId, clientSecret }: Draft) {
    return { client_id: userClientId, client_secret: clientSecret };
}

function AppFields({ provider, draft, set, error }: Fields) {
    if (isInstalled(provider.auth_mode))
        return <InstalledAppFields {...{ draft, set, error }} isNew asksUser={provider.auth_mode === 'CUSTOM'} />;
    const words = clientWords(provider.auth_mode);
    return (
        <>
            <TextField
                label={words.id}
                required
                autoComplete="off"
                spellCheck={false}
                className="mono"
                value={draft.clientId}
                onChange={({ target }) => set({ clientId: target.value.trim() })}
                error={fieldError(error, 'credentials', 'client_id')}
            />
            <SecretField
                label={words.secret}
                required
                help="Stored encrypted. The dashboard never shows it again."
                value={draft.clientSecret}
                onChange={({ target }) => set({ clientSecret: target.value.trim() })}
                error={fieldError(error, 'credentials', 'client_secret')}
            />
            {provider.auth_mode === 'OAUTH2' && (
                <ScopeFields
                    provider={provider}
                    value={draft.scopes}
                    onChange={(scopes) => set({ scopes })}
                    error={fieldError(error, 'credentials', 'scopes')}
                />
            )}
        </>
    );
}

function OtherFields({ provider, draft, set, error }: Fields) {
    return (
        <>
            {provider.connection_config && (
                <PresetFields
                    fields={provider.connection_config}
                    value={draft.preset}
                    onChange={(preset) => set({ preset })}
                    error={error}
                />
            )}
            <TextField
                label="Integration id"
                help="What your code calls it by. It cannot be changed once there are connections."
                required
                spellCheck={false}
                autoCapitalize="off"
                className="mono"
                value={draft.id}
                onChange={({ target }) => set({ id: target.value })}
                error={fieldError(error, 'unique_key') ?? fieldError(error, 'uniqueKey')}
            />
        </>
    );
}

/** What is wrong with fields stands beside them. */
function FormError({ error }: { error: unknown }) {
    return hasCode(error, 'invalid_body') ? (
        <Notice tone="danger">Nothing was saved: look at the fields with a remark. What you typed is still there.</Notice>
    ) : (
        <ErrorNotice error={error} />
    );
}

function Step({ number, title, mark, children }: { number: number; title: string; mark?: string; children: ReactNode }) {
    return (
        <Card>
            <div className="flex flex-col gap-4 p-4 md:p-6">
                <h2 className="flex items-center gap-3 text-lead font-semibold">
                    <span className="inline-flex size-7 shrink-0 items-center justify-center rounded-full bg-accent-soft text-body text-accent-text">
                        <span className="sr-only">Step </span>
                        {number}
                    </span>
                    {title}
                    {mark !== undefined && (
                        <span className="ml-auto">
                            <Mark src={mark} size={36} />
                        </span>
                    )}
                </h2>
                {children}
            </div>
        </Card>
    );
}

/** How an operator gets what the integration needs. */
function VendorSteps({ provider: { setup, display_name: name, docs } }: { provider: Provider }) {
    const url = setup?.url ?? docs;
    return (
        <div className="flex flex-col gap-2">
            <p>{setup?.text ?? 'A made-up service of the sandbox, for trying things out.'}</p>
            <a href={url} target="_blank" rel="noreferrer" className="inline-flex items-center gap-1 self-start text-accent-text underline">
                Open {name}’s page about it
                <ExternalLink aria-hidden size={16} strokeWidth={1.75} />
                <span className="sr-only">(opens a new tab)</span>
            </a>
        </div>
    );
}
