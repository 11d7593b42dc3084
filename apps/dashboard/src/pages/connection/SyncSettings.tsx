import { getConnection, listConnections, setMetadata, updateMetadata } from '@patchbay/contracts/dashboard';
import { useState } from 'react';
import { useMay } from '../../api/session.ts';
import { useChange } from '../../api/use-api.ts';
import { Button } from '../../parts/Button.tsx';
import { ErrorNotice, Notice } from '../../parts/Notice.tsx';
import { Card } from '../../parts/Page.tsx';
import { isObject, type Schema } from '../../parts/schema-form/read-schema.ts';
import { SchemaForm } from '../../parts/schema-form/SchemaForm.tsx';
import { definitionsOf, type FunctionView } from '../functions/words.ts';

type Metadata = Readonly<Record<string, unknown>>;

interface Props {
    integration: string;
    connection: string;
    title: string;
    schema: Schema;
    of: FunctionView;
    /** As it is now. */
    metadata: Metadata;
}

/** What of the metadata the syncs read: which models, filters, mappings of fields. */
export function SyncSettings({ integration, connection, title, schema, of, metadata }: Props) {
    const { reason } = useMay('environment:connections:write');
    // What is typed outlives what others save meanwhile.
    const [read, setRead] = useState(metadata);
    const [draft, setDraft] = useState<Metadata>(metadata);
    const refreshes = [getConnection, listConnections];
    const update = useChange(updateMetadata, refreshes);
    const replace = useChange(setMetadata, refreshes);
    const error = update.error ?? replace.error;
    const isChanged = JSON.stringify(draft) !== JSON.stringify(read);
    const isOld = JSON.stringify(read) !== JSON.stringify(metadata);
    const reload = (now: Metadata) => {
        setRead(now);
        setDraft(now);
    };
    const save = () => {
        const removed = Object.keys(read).filter((key) => !Object.hasOwn(draft, key));
        const changed = Object.fromEntries(Object.entries(draft).filter(([key, value]) => value !== read[key]));
        const { [removed[0] ?? '']: _, ...kept } = metadata;
        const key = { connection_id: connection, provider_config_key: integration };
        const done = { onSuccess: () => reload(draft) };
        // Only keys that were changed here: the others may be another's by now.
        if (removed.length === 0) update.mutate({ body: { ...key, metadata: changed } }, done);
        else replace.mutate({ body: { ...key, metadata: { ...kept, ...changed } } }, done);
    };
    return (
        <Card title={title}>
            <form
                className="flex max-w-3xl flex-col gap-4 p-4"
                onSubmit={(event) => {
                    event.preventDefault();
                    if (isChanged) save();
                }}
            >
                <SchemaForm
                    key={JSON.stringify(read)}
                    label="Settings"
                    schema={schema}
                    definitions={definitionsOf(of)}
                    value={draft}
                    onChange={(value) => setDraft(isObject(value) ? value : {})}
                    errors={[]}
                />
                {error && <ErrorNotice error={error} />}
                {isOld && !update.isPending && !replace.isPending && (
                    <Notice
                        tone="warn"
                        title="The settings were changed since you opened them"
                        actions={<Button onClick={() => reload(metadata)}>Show what is saved, and drop what I typed</Button>}
                    >
                        Saving keeps what you have typed here.
                    </Notice>
                )}
                {(update.isSuccess || replace.isSuccess) && !isChanged && <Notice tone="ok">Saved. The next run goes by it.</Notice>}
                <div className="flex gap-2">
                    <Button
                        look="primary"
                        type="submit"
                        isBusy={update.isPending || replace.isPending}
                        blockedBecause={reason ?? (isChanged ? undefined : 'Nothing was changed.')}
                    >
                        Save
                    </Button>
                    {isChanged && <Button onClick={() => setDraft(read)}>Undo</Button>}
                </div>
            </form>
        </Card>
    );
}
