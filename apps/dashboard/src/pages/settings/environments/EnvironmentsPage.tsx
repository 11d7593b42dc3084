import type { listInstanceEnvironments as listContract } from '@patchbay/contracts';
import {
    countConnections,
    createInstanceEnvironment,
    deleteInstanceEnvironment,
    listInstanceEnvironments,
    readDashboardSession,
    roleCatalog,
    type SuccessOut
} from '@patchbay/contracts/dashboard';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { callEnvironment } from '../../../api/client.ts';
import { useSession } from '../../../api/session.ts';
import { keyOf, useChange, useEnvironment, useRead } from '../../../api/use-api.ts';
import { Button } from '../../../parts/Button.tsx';
import { RadioField } from '../../../parts/Choice.tsx';
import { ConfirmDialog } from '../../../parts/ConfirmDialog.tsx';
import { fieldError } from '../../../parts/error-text.ts';
import { TextField } from '../../../parts/Field.tsx';
import { FormDialog } from '../../../parts/FormDialog.tsx';
import { ErrorNotice } from '../../../parts/Notice.tsx';
import { Card, SkeletonRows } from '../../../parts/Page.tsx';
import { Status } from '../../../parts/Status.tsx';
import { Cell, Row, Table } from '../../../parts/Table.tsx';
import { Time } from '../../../parts/Time.tsx';
import { useFirstFocus } from '../../../parts/use-first-focus.ts';
import { sumOf } from '../../connections/use-connection-rows.ts';

type Environment = SuccessOut<typeof listContract>['data'][number];
type Open = { kind: 'create' } | { kind: 'delete'; environment: Environment };

export function EnvironmentsPage() {
    const { member } = useSession();
    const blockedBecause = roleCatalog[member.role].managesMembers ? undefined : 'Only an owner or an admin can do this. Ask one of them.';
    const [open, setOpen] = useState<Open>();
    const close = () => setOpen(undefined);
    return (
        <>
            <Card
                title="Environments"
                actions={
                    <Button look="primary" blockedBecause={blockedBecause} onClick={() => setOpen({ kind: 'create' })}>
                        New environment
                    </Button>
                }
            >
                <Environments blockedBecause={blockedBecause} onDelete={(environment) => setOpen({ kind: 'delete', environment })} />
            </Card>
            {open?.kind === 'create' && <CreateDialog onClose={close} />}
            {open?.kind === 'delete' && <DeleteDialog environment={open.environment} onClose={close} />}
        </>
    );
}

function Environments({ blockedBecause, onDelete }: { blockedBecause: string | undefined; onDelete: (environment: Environment) => void }) {
    const { data, error, refetch, isPending } = useRead(listInstanceEnvironments, {}, { refetchInterval: 10_000 });
    if (error) return <ErrorNotice error={error} onRetry={() => void refetch()} />;
    if (isPending) return <SkeletonRows count={2} height={56} />;
    const isLast = data.data.filter((each) => each.deleted_at === null).length === 1;
    return (
        <Table
            label="Environments"
            columns={['Name', { name: 'For', isWide: true }, { name: 'Made', isWide: true }, { name: 'Actions', isHidden: true }]}
        >
            {data.data.map((each) => (
                <Row key={`${each.name} ${each.created_at}`}>
                    <Cell>
                        {each.deleted_at === null ? (
                            <Link
                                to="/$environment"
                                params={{ environment: each.name }}
                                className="font-semibold text-text no-underline hover:underline"
                            >
                                {each.name}
                            </Link>
                        ) : (
                            <span className="font-semibold">{each.name}</span>
                        )}
                        <span className="block text-small text-text-2 md:hidden">{each.is_production ? 'Production' : 'Development'}</span>
                        {each.deleted_at !== null && (
                            <span className="block">
                                <Status kind="waiting">Being removed</Status>
                            </span>
                        )}
                    </Cell>
                    <Cell isWide>{each.is_production ? 'Production' : 'Development'}</Cell>
                    <Cell isWide look="text-text-2">
                        <Time at={each.created_at} />
                    </Cell>
                    <Cell look="text-end">
                        {each.deleted_at === null && (
                            <Button
                                look="danger"
                                aria-label={`Delete ${each.name}`}
                                blockedBecause={blockedBecause ?? (isLast ? 'It is the last one. Make another one first.' : undefined)}
                                onClick={() => onDelete(each)}
                            >
                                Delete…
                            </Button>
                        )}
                    </Cell>
                </Row>
            ))}
        </Table>
    );
}

function CreateDialog({ onClose }: { onClose: () => void }) {
    const navigate = useNavigate();
    const [name, setName] = useState('');
    const [kind, setKind] = useState('development');
    const make = useChange(createInstanceEnvironment, [listInstanceEnvironments, readDashboardSession]);
    const first = useFirstFocus<HTMLInputElement>();
    return (
        <FormDialog
            title="New environment"
            verb="Make it"
            error={make.error}
            isBusy={make.isPending}
            onSubmit={() =>
                make.mutate(
                    { body: { name, is_production: kind === 'production' } },
                    { onSuccess: () => void navigate({ to: '/$environment/settings/keys', params: { environment: name } }) }
                )
            }
            onClose={onClose}
        >
            <TextField
                label="Name"
                help="1 to 32 lower-case letters and digits. Its secret keys begin with it."
                required
                maxLength={32}
                autoComplete="off"
                spellCheck={false}
                ref={first}
                value={name}
                onChange={({ target }) => setName(target.value)}
                error={fieldError(make.error, 'name')}
            />
            <RadioField
                label="For"
                value={kind}
                onChange={setKind}
                options={[
                    { value: 'development', name: 'Development and tests' },
                    {
                        value: 'production',
                        name: 'Production',
                        help: 'Its pages have a stripe, and what destroys something asks for a typed name.'
                    }
                ]}
            />
            <p className="text-text-2">It has integrations, connections and keys of its own. It begins without a key: make one next.</p>
        </FormDialog>
    );
}

function DeleteDialog({ environment: { name }, onClose }: { environment: Environment; onClose: () => void }) {
    const current = useEnvironment();
    const { environments } = useSession();
    const navigate = useNavigate();
    const client = useQueryClient();
    const remove = useChange(deleteInstanceEnvironment, [listInstanceEnvironments]);
    const counts = useQuery({
        queryKey: keyOf(name, countConnections, {}),
        queryFn: ({ signal }) => callEnvironment(name)(countConnections, {}, { signal })
    });
    const next = environments.find((each) => each.name !== name)?.name;
    const confirm = async () => {
        await remove.mutateAsync({ params: { name }, query: { confirm: name } });
        // Its own pages end with it: they are left before it is gone from the list.
        if (current === name && next !== undefined)
            await navigate({ to: '/$environment/settings/environments', params: { environment: next } });
        onClose();
        await client.invalidateQueries({ queryKey: keyOf('', readDashboardSession) });
    };
    return (
        <ConfirmDialog
            title={`Delete the environment ${name}?`}
            verb="Delete the environment"
            name={name}
            isAlwaysTyped
            change={remove}
            onClose={onClose}
            onConfirm={() => void confirm().catch(() => {})}
        >
            <p>
                This deletes {connectionWords(counts.data?.data)}, with their records, logs and events, its integrations and its keys. What
                uses them fails at once. It cannot be undone.
            </p>
        </ConfirmDialog>
    );
}

function connectionWords(counted: { counts: Readonly<Record<string, number>>; is_complete: boolean } | undefined): string {
    if (!counted) return 'all its connections';
    const count = sumOf(counted.counts);
    if (!counted.is_complete) return `more than ${(count - 1).toLocaleString()} connections`;
    return count === 1 ? '1 connection' : `${count.toLocaleString()} connections`;
}
