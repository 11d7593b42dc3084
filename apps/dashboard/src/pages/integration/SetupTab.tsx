import { diagnose, getIntegration, getProvider, listIntegrations, updateIntegration } from '@patchbay/contracts/dashboard';
import { useState } from 'react';
import { useMay } from '../../api/session.ts';
import { useChange, useRead } from '../../api/use-api.ts';
import { Button } from '../../parts/Button.tsx';
import { LateChange } from '../../parts/LateChange.tsx';
import { ErrorNotice, Notice } from '../../parts/Notice.tsx';
import { Card, SkeletonRows } from '../../parts/Page.tsx';
import { hasCode } from '../../parts/error-text.ts';
import { DeleteIntegration } from './DeleteIntegration.tsx';
import { AppCard } from './form/AppCard.tsx';
import { RedirectUri } from './form/RedirectUri.tsx';
import { SettingsCard } from './form/SettingsCard.tsx';
import { changesOf, type Draft, draftOf, type ProviderOfForm } from './form/draft.ts';
import { type Integration, useIntegration } from './IntegrationPage.tsx';

export function SetupTab() {
    const { data, refetch } = useIntegration();
    const [version, setVersion] = useState(0);
    if (!data) return null;
    return (
        <>
            <SetupForm
                // Anew only when asked for: what is typed outlives what others save meanwhile.
                key={version}
                now={data.data}
                onReload={() => void refetch().then(() => setVersion((before) => before + 1))}
            />
            <DeleteIntegration integration={data.data} />
        </>
    );
}

interface Props {
    now: Integration;
    onReload: () => void;
}

function SetupForm(props: Props) {
    const provider = useRead(getProvider, { params: { provider: props.now.provider } }, { staleTime: 300_000 });
    if (provider.error) return <ErrorNotice error={provider.error} onRetry={() => void provider.refetch()} />;
    if (!provider.data) return <SkeletonRows count={6} height={56} />;
    return <LoadedForm {...props} provider={provider.data.data} />;
}

function LoadedForm({ now, provider, onReload }: Props & { provider: ProviderOfForm }) {
    const { reason } = useMay('environment:integrations:write');
    const update = useChange(updateIntegration, [getIntegration, listIntegrations, diagnose]);
    const [read, setRead] = useState(now);
    const [draft, setDraft] = useState(() => draftOf(read));
    const set = (changes: Partial<Draft>) => setDraft((before) => ({ ...before, ...changes }));
    const save = (expected: string | undefined) =>
        update.mutate(
            {
                params: { id: read.unique_key },
                body: { ...changesOf(draft, read, provider.auth_mode), ...(expected !== undefined && { expected_updated_at: expected }) }
            },
            {
                onSuccess: ({ data }) => {
                    setRead(data);
                    setDraft(draftOf(data));
                }
            }
        );
    const parts = { draft, set, read, now, provider, error: update.error };
    return (
        <form
            className="flex max-w-3xl flex-col gap-6"
            onSubmit={(event) => {
                event.preventDefault();
                if (reason === undefined) save(read.updated_at);
            }}
        >
            {read.redirect_uri !== undefined && (
                <Card title="Redirect URI">
                    <div className="p-4">
                        <RedirectUri uri={read.redirect_uri} />
                    </div>
                </Card>
            )}
            <AppCard {...parts} />
            <SettingsCard {...parts} />
            {update.error && hasCode(update.error, 'conflict') ? (
                <LateChange
                    what="this integration"
                    action="updateIntegration"
                    target={`id=${read.unique_key}`}
                    since={read.updated_at}
                    isBusy={update.isPending}
                    onReload={onReload}
                    onSave={() => save(undefined)}
                />
            ) : (
                update.error && <ErrorNotice error={update.error} />
            )}
            {update.isSuccess && <Notice tone="ok">Saved.</Notice>}
            <div>
                <Button look="primary" type="submit" isBusy={update.isPending} blockedBecause={reason}>
                    Save
                </Button>
            </div>
        </form>
    );
}
