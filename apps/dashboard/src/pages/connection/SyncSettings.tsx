import { ApiError } from '@patchbay/api-client/errors';
import { getConnection, type Issue, listConnections, setMetadata, updateMetadata } from '@patchbay/contracts/dashboard';
import { useState } from 'react';
import { useMay } from '../../api/session.ts';
import { useChange } from '../../api/use-api.ts';
import { Button } from '../../parts/Button.tsx';
import { ErrorNotice, Notice } from '../../parts/Notice.tsx';
import { Card } from '../../parts/Page.tsx';
import { checkValue } from '../../parts/schema-form/check-value.ts';
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

/** What the server says of fields, with paths from the metadata. */
const issuesIn = (error: unknown): readonly Issue[] =>
    error instanceof ApiError
        ? error.errors.flatMap((issue) =>
              issue.path[0] === 'metadata' && issue.path.length > 1 ? [{ ...issue, path: issue.path.slice(1) }] : []
          )
        : [];

/** Once it is marked. */
function focusFirstWrong(form: HTMLFormElement): void {
    requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
}

/** What is typed outlives what others save meanwhile. */
function useDraft({ integration, connection, schema, of, metadata }: Omit<Props, 'title'>) {
    const [read, setRead] = useState(metadata);
    const [draft, setDraft] = useState<Metadata>(metadata);
    const [isRefused, setRefused] = useState(false);
    const refreshes = [getConnection, listConnections];
    const update = useChange(updateMetadata, refreshes);
    const replace = useChange(setMetadata, refreshes);
    const error = update.error ?? replace.error;
    const check = () => checkValue(schema, definitionsOf(of), draft);
    const reload = (now: Metadata) => {
        setRead(now);
        setDraft(now);
        setRefused(false);
    };
    const send = () => {
        const removed = Object.keys(read).filter((key) => !Object.hasOwn(draft, key));
        const changed = Object.fromEntries(Object.entries(draft).filter(([key, value]) => value !== read[key]));
        const { [removed[0] ?? '']: _, ...kept } = metadata;
        const key = { connection_id: connection, provider_config_key: integration };
        const done = { onSuccess: () => reload(draft) };
        // Only keys that were changed here: the others may be another's by now.
        if (removed.length === 0) update.mutate({ body: { ...key, metadata: changed } }, done);
        else replace.mutate({ body: { ...key, metadata: { ...kept, ...changed } } }, done);
    };
    const isChanged = JSON.stringify(draft) !== JSON.stringify(read);
    return {
        read,
        draft,
        error,
        errors: [...(isRefused ? check() : []), ...issuesIn(error)],
        isBusy: update.isPending || replace.isPending,
        isSaved: (update.isSuccess || replace.isSuccess) && !isChanged,
        isChanged,
        isOld: JSON.stringify(read) !== JSON.stringify(metadata),
        reload,
        change(value: Metadata) {
            update.reset();
            replace.reset();
            setDraft(value);
        },
        /** @returns whether all of it may be saved */
        save(): boolean {
            const isWrong = check().length > 0;
            setRefused(isWrong);
            if (!isWrong && isChanged) send();
            return !isWrong;
        }
    };
}

/** What of the metadata the syncs read: which models, filters, mappings of fields. */
export function SyncSettings({ title, ...props }: Props) {
    const { schema, of, metadata } = props;
    const { reason } = useMay('environment:connections:write');
    const { read, draft, error, errors, isBusy, isSaved, isChanged, isOld, reload, change, save } = useDraft(props);
    return (
        <Card title={title}>
            <form
                className="flex max-w-3xl flex-col gap-4 p-4"
                onSubmit={(event) => {
                    event.preventDefault();
                    if (!save()) focusFirstWrong(event.currentTarget);
                }}
            >
                <SchemaForm
                    key={JSON.stringify(read)}
                    label="Settings"
                    schema={schema}
                    definitions={definitionsOf(of)}
                    value={draft}
                    onChange={(value) => change(isObject(value) ? value : {})}
                    errors={errors}
                />
                {errors.length > 0 && <Notice tone="danger">Nothing was saved. Correct the fields that are marked.</Notice>}
                {error && errors.length === 0 && <ErrorNotice error={error} />}
                {isOld && !isBusy && (
                    <Notice
                        tone="warn"
                        title="The settings were changed since you opened them"
                        actions={<Button onClick={() => reload(metadata)}>Show what is saved, and drop what I typed</Button>}
                    >
                        Saving keeps what you have typed here.
                    </Notice>
                )}
                {isSaved && <Notice tone="ok">Saved. The next run goes by it.</Notice>}
                <div className="flex gap-2">
                    <Button
                        look="primary"
                        type="submit"
                        isBusy={isBusy}
                        blockedBecause={reason ?? (isChanged ? undefined : 'Nothing was changed.')}
                    >
                        Save
                    </Button>
                    {isChanged && <Button onClick={() => change(read)}>Undo</Button>}
                </div>
            </form>
        </Card>
    );
}
