import { ApiError } from '@patchbay/api-client/errors';
import { editConnection, getConnection, type Issue, listConnections, listConnectionTimeline } from '@patchbay/contracts/dashboard';
import { useState } from 'react';
import { useMay } from '../../api/session.ts';
import { useChange, useEnvironment } from '../../api/use-api.ts';
import { Button } from '../../parts/Button.tsx';
import { hasCode } from '../../parts/error-text.ts';
import { LateChange } from '../../parts/LateChange.tsx';
import { ErrorNotice, Notice } from '../../parts/Notice.tsx';
import { Card } from '../../parts/Page.tsx';
import { checkValue } from '../../parts/schema-form/check-value.ts';
import { isObject, type Schema } from '../../parts/schema-form/read-schema.ts';
import { SchemaForm } from '../../parts/schema-form/SchemaForm.tsx';
import { definitionsOf, type FunctionView } from '../functions/words.ts';
import { mergeChanges } from './merge-changes.ts';

type Metadata = Record<string, unknown>;

/** Of a connection, as it is now. */
interface Stored {
    metadata: Metadata | null;
    updated_at: string;
}

interface Props {
    integration: string;
    connection: string;
    title: string;
    schema: Schema;
    of: FunctionView;
    stored: Stored;
}

/** What the server says of fields, with paths from the metadata. */
const issuesIn = (error: unknown): readonly Issue[] =>
    error instanceof ApiError
        ? error.errors.flatMap((issue) =>
              issue.path[0] === 'metadata' && issue.path[1] === 'after' && issue.path.length > 2
                  ? [{ ...issue, path: issue.path.slice(2) }]
                  : []
          )
        : [];

/** Once it is marked. */
function focusFirstWrong(form: HTMLFormElement): void {
    requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
}

interface Typed {
    draft: Metadata;
    /** The connection as it was before the first change here. */
    opened: Stored;
}

/** What is typed outlives what others save meanwhile; without it, what they save is shown. */
function useDraft({ integration, connection, schema, of, stored }: Omit<Props, 'title'>) {
    const environment = useEnvironment();
    const [typed, setTyped] = useState<Typed>();
    const [isRefused, setRefused] = useState(false);
    const edit = useChange(editConnection, [getConnection, listConnections, listConnectionTimeline]);
    const opened = typed?.opened ?? stored;
    const read = opened.metadata ?? {};
    const draft = typed?.draft ?? read;
    const check = (value: Metadata) => checkValue(schema, definitionsOf(of), value);
    const drop = () => {
        setTyped(undefined);
        setRefused(false);
    };
    /** @returns whether all of it may be saved */
    const send = (before: Metadata | null, after: Metadata): boolean => {
        const isWrong = check(after).length > 0;
        setRefused(isWrong);
        const key = { environment, integration_id: integration, connection_id: connection };
        const onSuccess = () =>
            setTyped((now) => (now?.draft === after ? undefined : now && { ...now, opened: { ...now.opened, metadata: after } }));
        if (!isWrong) edit.mutate({ body: { ...key, metadata: { before, after } } }, { onSuccess });
        return !isWrong;
    };
    const isChanged = JSON.stringify(draft) !== JSON.stringify(read);
    return {
        opened,
        draft,
        error: edit.error,
        errors: [...(isRefused ? check(draft) : []), ...issuesIn(edit.error)],
        isBusy: edit.isPending,
        isSaved: edit.isSuccess && typed === undefined,
        isChanged,
        isLate: isChanged && (hasCode(edit.error, 'conflict') || JSON.stringify(stored.metadata) !== JSON.stringify(opened.metadata)),
        reload() {
            edit.reset();
            drop();
        },
        change(value: Metadata) {
            // What is under way ends, and its end is heard of.
            if (!edit.isPending) edit.reset();
            setTyped({ opened, draft: value });
        },
        save: () => !isChanged || send(opened.metadata, draft),
        saveOnTop() {
            const merged = mergeChanges(read, draft, stored.metadata ?? {});
            setTyped({ opened: stored, draft: merged });
            return send(stored.metadata, merged);
        }
    };
}

/** What of the metadata the syncs read: which models, filters, mappings of fields. */
export function SyncSettings({ title, ...props }: Props) {
    const { reason } = useMay('environment:connections:write');
    const form = useDraft(props);
    const { opened, draft, error, errors, isBusy, isChanged, isLate } = form;
    return (
        <Card title={title}>
            <form
                className="flex max-w-3xl flex-col gap-4 p-4"
                onSubmit={(event) => {
                    event.preventDefault();
                    if (!form.save()) focusFirstWrong(event.currentTarget);
                }}
            >
                <SchemaForm
                    key={JSON.stringify(opened.metadata)}
                    label="Settings"
                    schema={props.schema}
                    definitions={definitionsOf(props.of)}
                    value={draft}
                    onChange={(value) => form.change(isObject(value) ? value : {})}
                    errors={errors}
                />
                {errors.length > 0 && <Notice tone="danger">Nothing was saved. Correct the fields that are marked.</Notice>}
                {isLate && !isBusy && (
                    <LateChange
                        what="the metadata of this connection"
                        action="editConnection"
                        target={[`integration_id=${props.integration}`, `connection_id=${props.connection}`]}
                        since={opened.updated_at}
                        isBusy={isBusy}
                        onReload={form.reload}
                        onSave={form.saveOnTop}
                    />
                )}
                {error && errors.length === 0 && !isLate && <ErrorNotice error={error} />}
                {form.isSaved && <Notice tone="ok">Saved. The next run goes by it.</Notice>}
                <div className="flex gap-2">
                    <Button
                        look="primary"
                        type="submit"
                        isBusy={isBusy}
                        blockedBecause={reason ?? (isChanged ? undefined : 'Nothing was changed.')}
                    >
                        Save
                    </Button>
                    {isChanged && <Button onClick={form.reload}>Undo</Button>}
                </div>
            </form>
        </Card>
    );
}
