import {
    createSecretKey,
    allows,
    defaultScopes,
    listSecretKeys,
    revokeSecretKeyById,
    roleCatalog,
    scopeCatalog,
    scopes as allScopes,
    type Scope
} from '@patchbay/contracts/dashboard';
import { useState } from 'react';
import { useMay, useSession } from '../../../api/session.ts';
import { useChange, useRead } from '../../../api/use-api.ts';
import { Button } from '../../../parts/Button.tsx';
import { CheckboxField, RadioField } from '../../../parts/Choice.tsx';
import { ConfirmDialog } from '../../../parts/ConfirmDialog.tsx';
import { Dialog, DialogActions } from '../../../parts/Dialog.tsx';
import { fieldError } from '../../../parts/error-text.ts';
import { TextField } from '../../../parts/Field.tsx';
import { ErrorNotice } from '../../../parts/Notice.tsx';
import { SecretOnceDialog } from '../../../parts/SecretOnce.tsx';
import { Card, EmptyState, SkeletonRows } from '../../../parts/Page.tsx';
import { Cell, Row, Table } from '../../../parts/Table.tsx';
import { Time } from '../../../parts/Time.tsx';
import { useFirstFocus } from '../../../parts/use-first-focus.ts';
import { ExtendDialog } from './ExtendDialog.tsx';
import { isExtendable, type SecretKey } from './key.ts';
import { RotatedState } from './RotatedState.tsx';
import { RotateDialog } from './RotateDialog.tsx';

type Open = { kind: 'create' } | { kind: 'rotate' | 'extend' | 'revoke'; key: SecretKey };

export function KeysPage() {
    const { reason } = useMay('environment:api_keys:write');
    const [open, setOpen] = useState<Open>();
    const close = () => setOpen(undefined);
    return (
        <>
            <Card
                title="Secret keys"
                actions={
                    <Button look="primary" blockedBecause={reason} onClick={() => setOpen({ kind: 'create' })}>
                        New key
                    </Button>
                }
            >
                {reason === undefined ? <Keys onOpen={setOpen} /> : <EmptyState>{reason}</EmptyState>}
            </Card>
            {open?.kind === 'create' && <CreateDialog onClose={close} />}
            {open?.kind === 'rotate' && <RotateDialog secretKey={open.key} onClose={close} />}
            {open?.kind === 'extend' && <ExtendDialog secretKey={open.key} onClose={close} />}
            {open?.kind === 'revoke' && <RevokeDialog secretKey={open.key} onClose={close} />}
        </>
    );
}

/** What keys may do that the member gives: no more than their role, whom a key may outlast. */
function useGives(): { role: string; gives: (scope: Scope) => boolean } {
    const { member } = useSession();
    const { name, gives } = roleCatalog[member.role];
    return { role: name, gives: (scope) => allows(gives, scope) };
}

function Keys({ onOpen }: { onOpen: (open: Open) => void }) {
    const { role, gives } = useGives();
    const { data, error, refetch, isPending } = useRead(listSecretKeys, { query: {} }, { refetchInterval: 30_000 });
    if (error) return <ErrorNotice error={error} onRetry={() => void refetch()} />;
    if (isPending) return <SkeletonRows count={2} height={56} />;
    if (data.data.length === 0) return <EmptyState>No key works. Make one for your backend.</EmptyState>;
    const tooMuch = (key: SecretKey, verb: string) =>
        key.scopes.every(gives) ? undefined : `It can do more than your role, ${role}. Ask an owner to ${verb} it.`;
    return (
        <Table
            label="Secret keys"
            columns={[
                'Name',
                { name: 'Scopes', isWide: true },
                { name: 'Last used', isWide: true },
                { name: 'Made', isWide: true },
                { name: 'Actions', isHidden: true }
            ]}
        >
            {data.data.map((key) => (
                <Row key={key.id}>
                    <Cell>
                        <span className="font-semibold">{key.display_name}</span>
                        <code className="block text-small break-all text-text-2">…_{key.id}_…</code>
                        {/* The columns that have it are for wide pages. */}
                        <span className="block text-small text-text-2 md:hidden">
                            Last used: <Time at={key.last_used_at} />
                            <Maker by={key.made_by} />
                        </span>
                        <RotatedState secretKey={key} all={data.data} />
                    </Cell>
                    <Cell isWide look="text-text-2">
                        {scopeWords(key.scopes)}
                    </Cell>
                    <Cell isWide look="text-text-2">
                        <Time at={key.last_used_at} />
                    </Cell>
                    <Cell isWide look="text-text-2">
                        <Time at={key.created_at} />
                        <Maker by={key.made_by} />
                    </Cell>
                    <Cell>
                        <div className="flex flex-wrap justify-end gap-2">
                            {key.replaced_by === null && (
                                <Button blockedBecause={tooMuch(key, 'rotate')} onClick={() => onOpen({ kind: 'rotate', key })}>
                                    Rotate
                                </Button>
                            )}
                            {isExtendable(key) && (
                                <Button blockedBecause={tooMuch(key, 'extend')} onClick={() => onOpen({ kind: 'extend', key })}>
                                    Extend
                                </Button>
                            )}
                            <Button look="quiet" onClick={() => onOpen({ kind: 'revoke', key })}>
                                {key.replaced_by === null ? 'Revoke' : 'Stop now'}
                            </Button>
                        </div>
                    </Cell>
                </Row>
            ))}
        </Table>
    );
}

function Maker({ by }: { by: SecretKey['made_by'] }) {
    if (by === null) return null;
    const gone = by.kind === 'member' ? 'who is no member any more' : 'a key that was revoked';
    return (
        <span className={`block text-small ${by.is_gone ? 'text-warn' : ''}`}>
            by {by.name}
            {by.is_gone && `, ${gone}`}
        </span>
    );
}

/** Without the marks of Markdown, for which it was written. */
const plain = (text: string) => text.replaceAll('`', '').replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1');

function scopeWords(scopes: readonly Scope[]): string {
    if (scopes.includes('environment:*')) return 'Everything';
    return scopes.length === 1 ? '1 scope' : `${scopes.length} scopes`;
}

function CreateDialog({ onClose }: { onClose: () => void }) {
    const [name, setName] = useState('');
    const [extent, setExtent] = useState('usual');
    const [chosen, setChosen] = useState<readonly string[]>(defaultScopes);
    const create = useChange(createSecretKey, [listSecretKeys]);
    const { role, gives } = useGives();
    const first = useFirstFocus<HTMLInputElement>();
    if (create.data)
        return (
            <SecretOnceDialog
                title={`The key “${create.data.data.display_name}”`}
                what="key"
                secret={create.data.data.secret}
                onClose={onClose}
            />
        );
    const scopes = extent === 'all' ? ['environment:*' as const] : allScopes.filter((scope) => chosen.includes(scope));
    return (
        <Dialog title="New secret key" onClose={onClose}>
            <form
                className="flex flex-col gap-4"
                onSubmit={(event) => {
                    event.preventDefault();
                    create.mutate({ body: { display_name: name, ...(extent !== 'usual' && { scopes }) } });
                }}
            >
                {create.error && <ErrorNotice error={create.error} />}
                <TextField
                    label="Name"
                    help="What uses it, such as “backend” or “nightly report”."
                    required
                    maxLength={255}
                    ref={first}
                    value={name}
                    onChange={(event) => setName(event.target.value)}
                    error={fieldError(create.error, 'display_name')}
                />
                <RadioField
                    label="What it may do"
                    value={extent}
                    onChange={setExtent}
                    options={[
                        { value: 'usual', name: 'What a backend needs', help: 'Not: raw credentials, keys and settings.' },
                        ...(gives('environment:*') ? [{ value: 'all', name: 'Everything in this environment' }] : []),
                        { value: 'some', name: 'Only what I choose' }
                    ]}
                />
                {!gives('environment:*') && (
                    <p className="text-small text-text-2">
                        A key can do no more than your role, {role}. For one that reads credentials, ask an owner.
                    </p>
                )}
                {extent === 'some' && (
                    <CheckboxField
                        label="Scopes"
                        value={chosen}
                        onChange={setChosen}
                        options={allScopes
                            .filter((scope) => scope !== 'environment:*' && gives(scope))
                            .map((scope) => ({ value: scope, name: <code>{scope}</code>, help: plain(scopeCatalog[scope].allows) }))}
                    />
                )}
                {fieldError(create.error, 'scopes') && <p className="text-small text-danger">{fieldError(create.error, 'scopes')}</p>}
                <DialogActions>
                    <Button onClick={onClose}>Cancel</Button>
                    <Button look="primary" type="submit" isBusy={create.isPending}>
                        Make the key
                    </Button>
                </DialogActions>
            </form>
        </Dialog>
    );
}

function RevokeDialog({
    secretKey: { id, display_name: name, last_used_at: lastUsed },
    onClose
}: {
    secretKey: SecretKey;
    onClose: () => void;
}) {
    const revoke = useChange(revokeSecretKeyById, [listSecretKeys]);
    return (
        <ConfirmDialog
            title={`Revoke “${name}”?`}
            verb="Revoke"
            name={name}
            change={revoke}
            onClose={onClose}
            onConfirm={() => revoke.mutate({ params: { key_id: id }, query: {} }, { onSuccess: onClose })}
        >
            <p>
                What uses it fails at once, and so do the sessions and share links that it made. It was last used <Time at={lastUsed} />.
            </p>
        </ConfirmDialog>
    );
}
