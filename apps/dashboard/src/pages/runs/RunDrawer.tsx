import type { getFunctionRun as getContract } from '@patchbay/contracts';
import { cancelFunctionRun, getFunctionRun, listFunctionRuns, retryFunctionRun, type SuccessOut } from '@patchbay/contracts/dashboard';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { useMay } from '../../api/session.ts';
import { useChange, useEnvironment, useRead } from '../../api/use-api.ts';
import { useAppOf } from '../../parts/App.tsx';
import { BodyText } from '../../parts/BodyText.tsx';
import { Button } from '../../parts/Button.tsx';
import { CopyId } from '../../parts/Copy.tsx';
import { Detail, Details } from '../../parts/Details.tsx';
import { Drawer } from '../../parts/Drawer.tsx';
import { ReadError } from '../../parts/Gone.tsx';
import { ErrorNotice, Notice } from '../../parts/Notice.tsx';
import { SkeletonRows } from '../../parts/Page.tsx';
import { Status } from '../../parts/Status.tsx';
import { Time } from '../../parts/Time.tsx';
import { runStatuses, typeWords } from './search.ts';

type Run = SuccessOut<typeof getContract>['data'];

/** One run, beside the list. */
export function RunDrawer() {
    const { run: id } = useParams({ from: '/$environment/runs/$run' });
    const environment = useEnvironment();
    const navigate = useNavigate();
    const { data, error, refetch } = useRead(getFunctionRun, { params: { id } }, { refetchInterval: 2000 });
    const run = data?.data;
    const close = () => void navigate({ to: '/$environment/runs', params: { environment }, search: true });
    return (
        <Drawer title={run ? `${typeWords[run.type]} ${run.name}` : 'Run'} onClose={close}>
            {error && <ReadError error={error} what="run" onRetry={() => void refetch()} />}
            {!error && !run && <SkeletonRows count={6} />}
            {run && <RunView run={run} />}
        </Drawer>
    );
}

function RunView({ run }: { run: Run }) {
    const environment = useEnvironment();
    const { integration_id: integration, connection_id: connection } = run;
    const appOf = useAppOf();
    return (
        <>
            {run.error && (
                <Notice tone="danger" title={run.error.message}>
                    <code className="text-small text-text-2">{run.error.code}</code>
                </Notice>
            )}
            <Repeat run={run} />
            <Details>
                <Detail name="Status">
                    <Status kind={runStatuses[run.status].kind}>{runStatuses[run.status].word}</Status>
                </Detail>
                <Detail name="Connection">
                    <Link
                        to="/$environment/connections/$integration/$connection"
                        params={{ environment, integration, connection }}
                        className="text-accent-text underline [overflow-wrap:anywhere]"
                    >
                        {connection}
                    </Link>{' '}
                    of {appOf(integration).name}
                </Detail>
                <Detail name="Began">
                    <Time at={run.started_at} none="not yet" />
                </Detail>
                <Detail name="Took">{run.duration_ms === null ? '–' : `${run.duration_ms.toLocaleString()} ms`}</Detail>
                <Detail name="Requests">
                    {run.calls.toLocaleString()}
                    {run.calls > 0 && (
                        <>
                            {' · '}
                            <Link
                                to="/$environment/logs"
                                params={{ environment }}
                                search={{ run: run.id, range: 'all' }}
                                className="text-accent-text underline"
                            >
                                Show its requests
                            </Link>
                        </>
                    )}
                </Detail>
                {run.most_attempts > 1 && (
                    <Detail name="Attempt">
                        {run.attempt} of {run.most_attempts}
                    </Detail>
                )}
                {Object.entries(run.records).map(([model, { added, updated, deleted }]) => (
                    <Detail key={model} name={model}>
                        {`${added.toLocaleString()} added, ${updated.toLocaleString()} updated, ${deleted.toLocaleString()} deleted`}
                    </Detail>
                ))}
                {Object.entries(run.set_aside).map(([model, count]) => (
                    <Detail key={model} name={`${model}, set aside`}>
                        {count.toLocaleString()} had not the form of their model
                    </Detail>
                ))}
                <Detail name="Run id">
                    <CopyId id={run.id} name="run id" />
                </Detail>
            </Details>
            {run.stack !== null && <Part title="Where it failed" text={run.stack} />}
            <Log run={run} />
            {run.data !== null && (
                <>
                    {run.data.input !== null && <Part title="Input" text={JSON.stringify(run.data.input)} />}
                    {run.data.output !== null && <Part title="Output" text={JSON.stringify(run.data.output)} />}
                    {run.data.error !== null && <Part title="What it threw" text={JSON.stringify(run.data.error)} />}
                </>
            )}
        </>
    );
}

function Part({ title, text }: { title: string; text: string }) {
    return (
        <section aria-label={title} className="flex flex-col gap-2">
            <h3 className="font-semibold">{title}</h3>
            <BodyText label={title} text={text} />
        </section>
    );
}

function Log({ run: { log, dropped_log_lines: dropped } }: { run: Run }) {
    if (log.length === 0) return <p className="text-text-2">It has logged nothing.</p>;
    const lines = log.map(({ at, level, message, meta }) =>
        [at.slice(11, 23), level, message, ...(meta === null || meta === undefined ? [] : [JSON.stringify(meta)])].join('  ')
    );
    return (
        <>
            <Part title="Log" text={lines.join('\n')} />
            {dropped > 0 && <p className="text-small text-text-2">{dropped.toLocaleString()} lines more were not kept.</p>}
        </>
    );
}

function Repeat({ run }: { run: Run }) {
    const { reason } = useMay('environment:functions:write');
    const refreshed = [listFunctionRuns, getFunctionRun];
    const cancel = useChange(cancelFunctionRun, refreshed);
    const retry = useChange(retryFunctionRun, refreshed);
    const isRunning = run.status === 'queued' || run.status === 'running';
    const params = { id: run.id };
    const failure = cancel.error ?? retry.error;
    return (
        <>
            {failure && <ErrorNotice error={failure} />}
            {retry.data && <Notice tone="ok">It runs again.</Notice>}
            <div className="flex gap-2">
                {isRunning && run.cancelled_at === null && (
                    <Button blockedBecause={reason} isBusy={cancel.isPending} onClick={() => cancel.mutate({ params })}>
                        Cancel
                    </Button>
                )}
                {run.status === 'failed' && (
                    <Button look="primary" blockedBecause={reason} isBusy={retry.isPending} onClick={() => retry.mutate({ params })}>
                        Run again
                    </Button>
                )}
            </div>
        </>
    );
}
