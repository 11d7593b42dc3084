import { getConnectSettings, updateConnectSettings } from '@patchbay/contracts/dashboard';
import { useState } from 'react';
import { useMay } from '../../../api/session.ts';
import { useChange, useRead } from '../../../api/use-api.ts';
import { Button } from '../../../parts/Button.tsx';
import { hasCode } from '../../../parts/error-text.ts';
import { LateChange } from '../../../parts/LateChange.tsx';
import { ErrorNotice, Notice } from '../../../parts/Notice.tsx';
import { Card, SkeletonRows } from '../../../parts/Page.tsx';
import { offerUndo } from '../../../parts/undo.ts';
import { Links } from './Links.tsx';
import { Looks } from './Looks.tsx';
import { Preview } from './Preview.tsx';
import { Snippets } from './Snippets.tsx';
import { changesOf, type Settings } from './settings.ts';

export function ConnectUiPage() {
    const { data, error, refetch } = useRead(getConnectSettings, {});
    if (error) return <ErrorNotice error={error} onRetry={() => void refetch()} />;
    if (!data) return <SkeletonRows count={8} />;
    return (
        <>
            <Loaded saved={data.data} onReload={refetch} />
            <Snippets />
        </>
    );
}

function Loaded({ saved, onReload }: { saved: Settings; onReload: () => Promise<unknown> }) {
    const [version, setVersion] = useState(0);
    // Anew only when asked for: what is typed outlives what others save meanwhile.
    return <Editor key={version} now={saved} onReload={() => void onReload().then(() => setVersion((before) => before + 1))} />;
}

/** What is typed is shown in the preview at once, and for end users once it is saved. */
function Editor({ now, onReload }: { now: Settings; onReload: () => void }) {
    const { reason } = useMay('environment:settings:write');
    const [saved, setSaved] = useState(now);
    const [draft, setDraft] = useState(saved);
    const update = useChange(updateConnectSettings, [getConnectSettings]);
    const undo = useChange(updateConnectSettings, [getConnectSettings]);
    const isChanged = JSON.stringify(draft) !== JSON.stringify(saved);
    const change = (changes: Partial<Settings>) => {
        update.reset();
        setDraft((before) => ({ ...before, ...changes }));
    };
    const takeBack = async (before: Settings, after: Settings) => {
        const { changes, expected } = changesOf(before, after);
        const { data } = await undo.mutateAsync({ body: { ...changes, expected } });
        setSaved(data);
        // What was typed since stays.
        setDraft((typed) => ({ ...data, ...changesOf(typed, after).changes }));
    };
    const save = (asRead: boolean) => {
        const { changes, expected } = changesOf(draft, saved);
        update.mutate(
            { body: { ...changes, ...(asRead && { expected }) } },
            {
                onSuccess: ({ data }) => {
                    offerUndo('Saved how Connect UIs look.', () => takeBack(saved, data));
                    setSaved(data);
                    setDraft(data);
                }
            }
        );
    };
    return (
        <form
            className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_24rem]"
            onSubmit={(event) => {
                event.preventDefault();
                if (reason === undefined) save(true);
            }}
        >
            <div className="flex flex-col gap-6">
                {update.error && hasCode(update.error, 'conflict') ? (
                    <LateChange
                        what="these settings"
                        action="updateConnectSettings"
                        isBusy={update.isPending}
                        onReload={onReload}
                        onSave={() => save(false)}
                    />
                ) : (
                    update.error && <ErrorNotice error={update.error} />
                )}
                {update.isSuccess && !isChanged && <Notice tone="ok">Saved. Connect UIs that open from now on look like this.</Notice>}
                <Card title="Looks">
                    <div className="flex flex-col gap-4 p-4">
                        <Looks draft={draft} error={update.error} onChange={change} />
                    </div>
                </Card>
                <Card title="Name, links and origins">
                    <div className="flex flex-col gap-4 p-4">
                        <Links draft={draft} error={update.error} onChange={change} />
                    </div>
                </Card>
                <div className="flex gap-2">
                    <Button
                        look="primary"
                        type="submit"
                        isBusy={update.isPending}
                        blockedBecause={reason ?? (isChanged ? undefined : 'Nothing was changed.')}
                    >
                        Save
                    </Button>
                    {isChanged && <Button onClick={() => setDraft(saved)}>Undo</Button>}
                </div>
            </div>
            <Preview draft={draft} />
        </form>
    );
}
