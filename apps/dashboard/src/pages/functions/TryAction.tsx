import { ApiError } from '@patchbay/api-client/errors';
import { type Issue, listFunctionRuns, listLogs, triggerAction } from '@patchbay/contracts/dashboard';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { callEnvironment } from '../../api/client.ts';
import { useMay } from '../../api/session.ts';
import { useChange, useEnvironment } from '../../api/use-api.ts';
import { BodyText } from '../../parts/BodyText.tsx';
import { Button, buttonClass } from '../../parts/Button.tsx';
import { Drawer } from '../../parts/Drawer.tsx';
import { CheckField } from '../../parts/Field.tsx';
import { ErrorNotice, Notice } from '../../parts/Notice.tsx';
import { isObject } from '../../parts/schema-form/read-schema.ts';
import { SchemaForm } from '../../parts/schema-form/SchemaForm.tsx';
import { useIsProduction } from '../../parts/use-typed-name.tsx';
import { ChooseConnection } from './ChooseConnection.tsx';
import { definitionsOf, dryRunPathOf, type FunctionView, writes } from './words.ts';

interface Props {
    action: FunctionView;
    /** undefined: it is chosen first. */
    connection?: string;
    onClose: () => void;
}

/** Runs an action with what is typed into a form made from its schema. */
export function TryAction({ action, connection: given, onClose }: Props) {
    const [chosen, setChosen] = useState(given ?? '');
    return (
        <Drawer title={`Try ${action.name}`} onClose={onClose}>
            {action.description !== null && <p className="text-text-2">{action.description}</p>}
            {given === undefined && <ChooseConnection integration={action.integration_id} value={chosen} onChange={setChosen} />}
            <ActionForm action={action} connection={chosen} />
        </Drawer>
    );
}

const issuesOf = (error: unknown): readonly Issue[] =>
    error instanceof ApiError && error.code === 'invalid_action_input' ? error.errors : [];

function ActionForm({ action, connection }: { action: FunctionView; connection: string }) {
    const { reason } = useMay('environment:actions:execute');
    const isRealWrite = useIsProduction() && writes(action);
    const [input, setInput] = useState<unknown>({});
    const [isMeant, setMeant] = useState(false);
    const run = useChange(triggerAction, [listFunctionRuns, listLogs]);
    const check = useDryRun(action, connection);
    const schema = action.input === null ? undefined : definitionsOf(action)[action.input];
    const headers = { 'provider-config-key': action.integration_id, 'connection-id': connection };
    const noConnection = connection === '' ? 'Choose a connection first.' : undefined;
    const failure = run.error ?? check?.change.error;
    const issues = issuesOf(failure);
    const change = (value: unknown) => {
        run.reset();
        check?.change.reset();
        setInput(value);
    };
    return (
        <form
            className="flex flex-col gap-5"
            onSubmit={(event) => {
                event.preventDefault();
                check?.change.reset();
                run.mutate({ headers, body: { action_name: action.name, ...(schema !== undefined && { input }) } });
            }}
        >
            {isObject(schema) ? (
                <SchemaForm
                    label="Input"
                    schema={schema}
                    definitions={definitionsOf(action)}
                    value={input}
                    onChange={change}
                    errors={issues}
                />
            ) : (
                <p className="text-text-2">It takes no input.</p>
            )}
            {isRealWrite && (
                <Notice tone="warn" title="This is production">
                    <CheckField
                        label={`Change real data at ${action.provider}, for this connection`}
                        checked={isMeant}
                        onChange={({ target }) => setMeant(target.checked)}
                    />
                </Notice>
            )}
            {failure && <Failure error={failure} hasFields={issues.some(({ path }) => path.length > 0)} />}
            <div className="flex flex-wrap gap-2">
                <Button
                    look="primary"
                    type="submit"
                    isBusy={run.isPending}
                    blockedBecause={reason ?? noConnection ?? (isRealWrite && !isMeant ? 'Tick that it is meant first.' : undefined)}
                >
                    Run
                </Button>
                {check && (
                    <Button
                        isBusy={check.change.isPending}
                        blockedBecause={reason ?? noConnection}
                        onClick={() => {
                            run.reset();
                            check.change.mutate(input);
                        }}
                    >
                        Check without writing
                    </Button>
                )}
            </div>
            {check?.change.isSuccess === true && (
                <Result title="Nothing was written. These requests would be sent:" value={check.change.data} />
            )}
            {run.isSuccess && <Result title="It succeeded" value={run.data} />}
            {(run.isSuccess || (run.isError && issues.length === 0)) && <RunLink action={action} connection={connection} />}
        </form>
    );
}

function Failure({ error, hasFields }: { error: unknown; hasFields: boolean }) {
    if (hasFields) return <Notice tone="danger">Nothing was sent to the provider. Correct the fields that are marked.</Notice>;
    return <ErrorNotice error={error} />;
}

function Result({ title, value }: { title: string; value: unknown }) {
    return (
        <Notice tone="ok" title={title}>
            <BodyText label="Result" text={JSON.stringify(value ?? null)} />
        </Notice>
    );
}

function RunLink({ action: { name, integration_id: integration }, connection }: { action: FunctionView; connection: string }) {
    const environment = useEnvironment();
    return (
        <p>
            <Link
                to="/$environment/runs"
                params={{ environment }}
                search={{ type: 'action', name, integration, connection }}
                className={buttonClass('quiet')}
            >
                See the run, its log and its requests
            </Link>
        </p>
    );
}

/** By the unified endpoint of a built-in action that makes something; undefined: it has none. */
function useDryRun(action: FunctionView, connection: string) {
    const environment = useEnvironment();
    const { integration_id: integration } = action;
    const path = dryRunPathOf(action);
    const change = useMutation({
        mutationFn: (input: unknown): Promise<unknown> =>
            callEnvironment(environment)(
                { method: 'POST', path: path ?? '' },
                {
                    headers: { 'provider-config-key': integration, 'connection-id': connection },
                    query: { dry_run: 'true' },
                    body: input
                }
            )
    });
    return path === undefined ? undefined : { change };
}
