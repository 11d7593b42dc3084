import { editConnection, getConnection, listConnectionTimeline, listConnections } from '@patchbay/contracts/dashboard';
import { useState } from 'react';
import { useMay } from '../../api/session.ts';
import { useChange, useEnvironment } from '../../api/use-api.ts';
import { BodyText } from '../../parts/BodyText.tsx';
import { Button } from '../../parts/Button.tsx';
import { fieldError, hasCode } from '../../parts/error-text.ts';
import { JsonEditor } from '../../parts/JsonEditor.tsx';
import { parseObjectText } from '../../parts/json-text.ts';
import { ErrorNotice, Notice } from '../../parts/Notice.tsx';
import { Card } from '../../parts/Page.tsx';
import { offerUndo } from '../../parts/undo.ts';
import { useConnection, useConnectionKey } from './connection.ts';

type Fields = Record<string, unknown>;

/** What the backend keeps with the connection: seen, and edited in place. */
export function MetadataCard() {
    const { data } = useConnection();
    if (!data) return null;
    return (
        <EditCard
            title="Metadata"
            help="JSON of your own, such as settings of its syncs: at most 16 KiB, 5 levels and 64 keys."
            stored={data.metadata}
            toChange={(before, after) => ({ metadata: { before, after } })}
            none="No metadata was set."
        />
    );
}

export function TagsCard() {
    const { data } = useConnection();
    if (!data) return null;
    return (
        <EditCard
            title="Tags"
            help="At most 10, each a name and a text. Those of the end user, such as end_user_id, are added when you save."
            stored={data.tags}
            toChange={(before, after) => ({ tags: { before: toTexts(before ?? {}), after: toTexts(after) } })}
            none="There are no tags."
        />
    );
}

/** Numbers too, as a tag is always a text. */
function toTexts(fields: Fields): Record<string, string> {
    return Object.fromEntries(
        Object.entries(fields).map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)])
    );
}

type Changes =
    | { metadata: { before: Fields | null; after: Fields } }
    | { tags: { before: Record<string, string>; after: Record<string, string> } };

function EditCard({
    title,
    help,
    stored,
    none,
    toChange
}: {
    title: string;
    help: string;
    stored: Fields | null;
    none: string;
    toChange: (before: Fields | null, after: Fields) => Changes;
}) {
    const { reason } = useMay('environment:connections:write');
    /** What the editor began with; undefined: nothing is edited. */
    const [before, setBefore] = useState<Fields | null>();
    const isEmpty = stored === null || Object.keys(stored).length === 0;
    return (
        <Card
            title={title}
            actions={
                before === undefined && (
                    <Button blockedBecause={reason} onClick={() => setBefore(stored)} aria-label={`Edit ${title.toLowerCase()}`}>
                        Edit
                    </Button>
                )
            }
        >
            <div className="p-4">
                {before !== undefined ? (
                    <Editor {...{ title, help, stored, before, toChange }} onRebase={setBefore} onClose={() => setBefore(undefined)} />
                ) : isEmpty ? (
                    <p className="text-text-2">{none}</p>
                ) : (
                    <BodyText label={title} text={JSON.stringify(stored)} />
                )}
            </div>
        </Card>
    );
}

function Editor({
    title,
    help,
    stored,
    before,
    toChange,
    onRebase,
    onClose
}: {
    title: string;
    help: string;
    stored: Fields | null;
    before: Fields | null;
    toChange: (before: Fields | null, after: Fields) => Changes;
    onRebase: (before: Fields | null) => void;
    onClose: () => void;
}) {
    const environment = useEnvironment();
    const { integration: integration_id, connection: connection_id } = useConnectionKey();
    const [text, setText] = useState(() => JSON.stringify(before ?? {}, null, 2));
    const save = useChange(editConnection, [getConnection, listConnections, listConnectionTimeline]);
    const parsed = parseObjectText(text);
    const isConflict = hasCode(save.error, 'conflict');
    const field = title === 'Tags' ? 'tags' : 'metadata';
    const wrong = fieldError(save.error, field);
    const rebase = () => {
        onRebase(stored);
        save.reset();
    };
    const send = () => {
        if (!('value' in parsed)) return;
        const after = parsed.value;
        const key = { environment, integration_id, connection_id };
        save.mutate(
            { body: { ...key, ...toChange(before, after) } },
            {
                onSuccess: ({ data }) => {
                    // Tags of the end user are added to what was typed.
                    const back = toChange(data[field], before ?? {});
                    offerUndo(`${title} saved.`, () => save.mutateAsync({ body: { ...key, ...back } }));
                    onClose();
                }
            }
        );
    };
    return (
        <form
            className="flex flex-col gap-4"
            onSubmit={(event) => {
                event.preventDefault();
                send();
            }}
        >
            {save.error && !isConflict && wrong === undefined && <ErrorNotice error={save.error} />}
            {isConflict && (
                <Conflict
                    stored={stored}
                    onKeepMine={rebase}
                    onTakeTheirs={() => {
                        setText(JSON.stringify(stored ?? {}, null, 2));
                        rebase();
                    }}
                />
            )}
            <JsonEditor label={title} help={help} text={text} error={wrong} onChange={setText} />
            <div className="flex justify-end gap-2">
                <Button onClick={onClose}>Cancel</Button>
                <Button
                    look="primary"
                    type="submit"
                    isBusy={save.isPending}
                    blockedBecause={'error' in parsed ? parsed.error : isConflict ? 'Choose first which one to keep.' : undefined}
                >
                    Save
                </Button>
            </div>
        </form>
    );
}

/** Nothing is lost: the second one chooses, with both before the eyes. */
function Conflict({ stored, onKeepMine, onTakeTheirs }: { stored: Fields | null; onKeepMine: () => void; onTakeTheirs: () => void }) {
    return (
        <Notice
            tone="warn"
            title="Someone else has changed it meanwhile"
            actions={
                <>
                    <Button onClick={onKeepMine}>Keep mine, and let me save over it</Button>
                    <Button onClick={onTakeTheirs}>Take theirs</Button>
                </>
            }
        >
            <p>Nothing was saved. What you typed is still below; this is what is stored now:</p>
            <BodyText label="Stored now" text={JSON.stringify(stored ?? {})} />
        </Notice>
    );
}
