import type { listEnvironmentVariables as listContract } from '@patchbay/contracts';
import {
    deleteEnvironmentVariable,
    listEnvironmentVariables,
    setEnvironmentVariable,
    type SuccessOut
} from '@patchbay/contracts/dashboard';
import { useState } from 'react';
import { useMay } from '../../../api/session.ts';
import { useChange, useRead } from '../../../api/use-api.ts';
import { Button } from '../../../parts/Button.tsx';
import { ConfirmDialog } from '../../../parts/ConfirmDialog.tsx';
import { fieldError, hasCode } from '../../../parts/error-text.ts';
import { SecretField, TextField } from '../../../parts/Field.tsx';
import { FormDialog } from '../../../parts/FormDialog.tsx';
import { LateChange } from '../../../parts/LateChange.tsx';
import { MoreMenu } from '../../../parts/Menu.tsx';
import { ErrorNotice } from '../../../parts/Notice.tsx';
import { Card, EmptyState, SkeletonRows } from '../../../parts/Page.tsx';
import { useFirstFocus } from '../../../parts/use-first-focus.ts';

type Variable = SuccessOut<typeof listContract>[number];
type Open = { kind: 'make' } | { kind: 'replace' | 'delete'; variable: Variable };

/** What functions of the environment get; a value that was saved is never shown again. */
export function VariablesPage() {
    const { reason } = useMay('environment:functions:write');
    const [open, setOpen] = useState<Open>();
    return (
        <Card
            title="Environment variables"
            actions={
                <Button look="primary" blockedBecause={reason} onClick={() => setOpen({ kind: 'make' })}>
                    New variable
                </Button>
            }
        >
            {reason === undefined ? <Variables onOpen={setOpen} /> : <EmptyState>{reason}</EmptyState>}
            {open && <OpenDialog open={open} onClose={() => setOpen(undefined)} />}
        </Card>
    );
}

function Variables({ onOpen }: { onOpen: (open: Open) => void }) {
    const { data, error, refetch, isPending } = useRead(listEnvironmentVariables, {});
    if (error) return <ErrorNotice error={error} onRetry={() => void refetch()} />;
    if (isPending) return <SkeletonRows count={3} height={56} />;
    if (data.length === 0) return <EmptyState>No variables yet. Functions that you deploy read what you set here.</EmptyState>;
    return (
        <>
            <p className="border-b border-hairline px-4 py-3 text-text-2">
                Functions of this environment get them from their next run on. Values are stored encrypted and not shown again.
            </p>
            <ul aria-label="Environment variables">
                {data.map((variable) => (
                    <li
                        key={variable.name}
                        className="flex items-center justify-between gap-3 border-t border-hairline px-4 py-2 first:border-0"
                    >
                        <code className="font-semibold [overflow-wrap:anywhere]">{variable.name}</code>
                        <MoreMenu
                            label={`More for ${variable.name}`}
                            items={[
                                { name: 'Replace the value', onAction: () => onOpen({ kind: 'replace', variable }) },
                                { name: 'Delete', isDanger: true, onAction: () => onOpen({ kind: 'delete', variable }) }
                            ]}
                        />
                    </li>
                ))}
            </ul>
        </>
    );
}

function OpenDialog({ open, onClose }: { open: Open; onClose: () => void }) {
    if (open.kind === 'delete') return <DeleteDialog name={open.variable.name} onClose={onClose} />;
    return <ValueDialog replaced={open.kind === 'replace' ? open.variable : undefined} onClose={onClose} />;
}

/** @param props.replaced the variable that gets another value; undefined: a new one is made */
function ValueDialog({ replaced, onClose }: { replaced: Variable | undefined; onClose: () => void }) {
    const { data } = useRead(listEnvironmentVariables, {});
    const [name, setName] = useState(replaced?.name ?? '');
    const [value, setValue] = useState('');
    const save = useChange(setEnvironmentVariable, [listEnvironmentVariables]);
    const first = useFirstFocus<HTMLInputElement>();
    const isTaken = replaced === undefined && data?.some((variable) => variable.name === name);
    const wrong = fieldError(save.error, 'name') ?? fieldError(save.error, 'value');
    /** @param expected when it was set, as read; null: there was none; undefined: any */
    const send = (expected: string | null | undefined) =>
        save.mutate(
            { params: { name }, body: { value, ...(expected !== undefined && { expected_updated_at: expected }) } },
            { onSuccess: onClose }
        );
    return (
        <FormDialog
            title={replaced === undefined ? 'New environment variable' : `Replace the value of ${name}`}
            verb={replaced === undefined ? 'Add the variable' : 'Replace the value'}
            error={wrong === undefined ? save.error : undefined}
            notice={
                replaced &&
                hasCode(save.error, 'conflict') && (
                    <LateChange
                        what="this variable"
                        action="setEnvironmentVariable"
                        target={`name=${name}`}
                        since={replaced.updated_at}
                        reloadWords="Keep theirs, and drop what I typed"
                        note="Saving on top replaces their value, which is not shown."
                        isBusy={save.isPending}
                        onReload={onClose}
                        onSave={() => send(undefined)}
                    />
                )
            }
            isBusy={save.isPending}
            blockedBecause={isTaken ? 'There is a variable of this name. Replace its value instead.' : undefined}
            onSubmit={() => send(replaced?.updated_at ?? null)}
            onClose={onClose}
        >
            {replaced === undefined && (
                <TextField
                    label="Name"
                    help="Letters, digits and _, such as REGION."
                    required
                    autoComplete="off"
                    spellCheck={false}
                    className="mono"
                    ref={first}
                    value={name}
                    error={isTaken ? 'There is a variable of this name.' : fieldError(save.error, 'name')}
                    onChange={({ target }) => setName(target.value)}
                />
            )}
            <SecretField
                label="Value"
                help="Up to 32 KiB."
                {...(replaced !== undefined && { ref: first })}
                value={value}
                error={fieldError(save.error, 'value')}
                onChange={({ target }) => setValue(target.value)}
            />
        </FormDialog>
    );
}

function DeleteDialog({ name, onClose }: { name: string; onClose: () => void }) {
    const remove = useChange(deleteEnvironmentVariable, [listEnvironmentVariables]);
    return (
        <ConfirmDialog
            title={`Delete ${name}?`}
            verb="Delete"
            name={name}
            change={remove}
            onClose={onClose}
            onConfirm={() => remove.mutate({ params: { name } }, { onSuccess: onClose })}
        >
            <p>Its value is lost. Functions that read it get nothing from their next run on.</p>
        </ConfirmDialog>
    );
}
