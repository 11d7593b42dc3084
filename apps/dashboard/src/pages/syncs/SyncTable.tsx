import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useMay } from '../../api/session.ts';
import { useEnvironment } from '../../api/use-api.ts';
import { useAppOf } from '../../parts/App.tsx';
import { Button } from '../../parts/Button.tsx';
import { MoreMenu } from '../../parts/Menu.tsx';
import { ErrorNotice } from '../../parts/Notice.tsx';
import { Status } from '../../parts/Status.tsx';
import { Cell, Row, Table } from '../../parts/Table.tsx';
import { Time } from '../../parts/Time.tsx';
import { toggled, without } from '../../parts/toggled.ts';
import { RestartDialog } from './RestartDialog.tsx';
import { restartItems } from './restart-items.ts';
import { RunStrip } from './RunStrip.tsx';
import { customerOf, nameOf, stateWords, type Sync } from './search.ts';
import { type SyncAction, type SyncChange, useSyncActions } from './use-sync-actions.ts';

const isChosenWords = (count: number) => (count === 1 ? '1 sync' : `${count.toLocaleString()} syncs`);

const doneWords = (count: number, action: SyncAction): string => {
    const syncs = isChosenWords(count);
    if (action === 'pause') return `${syncs} paused.`;
    return action === 'resume' ? `${syncs} resumed.` : `${syncs} will run at once.`;
};

/** Syncs, each by itself or several at once to be run, paused and resumed. */
export function SyncTable({ syncs }: { syncs: readonly Sync[] }) {
    const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
    const [restarting, setRestarting] = useState<Sync>();
    const [done, setDone] = useState('');
    const change = useSyncActions();
    const selected = syncs.filter(({ id }) => chosen.has(id));
    const run = (asked: SyncChange) =>
        change.mutate(asked, {
            onSuccess: () => {
                setDone(doneWords(asked.syncs.length, asked.action));
                const ids = asked.syncs.map(({ id }) => id);
                // What was chosen meanwhile stays.
                setChosen((before) => without(before, ids));
            },
            onError: () => setDone('')
        });
    return (
        <>
            {change.error && <ErrorNotice error={change.error} />}
            <Bulk
                {...{ selected, done }}
                count={syncs.length}
                isBusy={change.isPending}
                onAll={(isAll) => setChosen(new Set(isAll ? syncs.map(({ id }) => id) : []))}
                onRun={(action) => run({ action, syncs: selected })}
            />
            <Table
                label="Syncs"
                columns={[
                    { name: 'Choose', isHidden: true },
                    'Sync',
                    { name: 'Last runs', isWide: true },
                    { name: 'Records', isWide: true },
                    { name: 'Next', isWide: true },
                    { name: 'State', isWide: true },
                    { name: 'Actions', isHidden: true }
                ]}
            >
                {syncs.map((sync) => (
                    <SyncRow
                        key={sync.id}
                        sync={sync}
                        isChosen={chosen.has(sync.id)}
                        onChoose={() => setChosen(toggled(chosen, sync.id))}
                        onRun={(action) => run({ action, syncs: [sync] })}
                        onRestart={() => setRestarting(sync)}
                    />
                ))}
            </Table>
            {restarting && (
                <RestartDialog
                    sync={restarting}
                    onClose={() => setRestarting(undefined)}
                    onStarted={() => {
                        setDone(doneWords(1, 'restart'));
                        setRestarting(undefined);
                    }}
                />
            )}
        </>
    );
}

/** What is done with all that are chosen. */
function Bulk({
    selected,
    count,
    done,
    isBusy,
    onAll,
    onRun
}: {
    selected: readonly Sync[];
    count: number;
    done: string;
    isBusy: boolean;
    onAll: (isAll: boolean) => void;
    onRun: (action: SyncAction) => void;
}) {
    const { reason: blockedBecause } = useMay('environment:syncs:write');
    return (
        <div className="flex min-h-13 flex-wrap items-center gap-3 border-b border-hairline px-4 py-2">
            <label className="flex min-h-6 items-center gap-3">
                <input
                    type="checkbox"
                    checked={selected.length === count}
                    onChange={({ target }) => onAll(target.checked)}
                    className="size-4 accent-accent"
                />
                {selected.length === 0 ? 'Choose all shown' : `${isChosenWords(selected.length)} chosen`}
            </label>
            {selected.length > 0 && (
                <>
                    <Button {...{ blockedBecause, isBusy }} onClick={() => onRun('run')}>
                        Run selected
                    </Button>
                    <Button {...{ blockedBecause, isBusy }} onClick={() => onRun('pause')}>
                        Pause
                    </Button>
                    <Button {...{ blockedBecause, isBusy }} onClick={() => onRun('resume')}>
                        Resume
                    </Button>
                </>
            )}
            <span role="status" className="text-text-2">
                {done}
            </span>
        </div>
    );
}

interface RowProps {
    sync: Sync;
    isChosen: boolean;
    onChoose: () => void;
    onRun: (action: SyncAction) => void;
    onRestart: () => void;
}

function SyncRow({ sync, isChosen, onChoose, onRun, onRestart }: RowProps) {
    const environment = useEnvironment();
    const { reason: blockedBecause } = useMay('environment:syncs:write');
    const { integration_id: integration, connection_id: connection, state, records } = sync;
    const appOf = useAppOf();
    const about = `${nameOf(sync)} of ${customerOf(sync)}`;
    return (
        <Row isSelected={isChosen}>
            <td className="w-10 py-2 ps-4 align-middle">
                <input
                    type="checkbox"
                    aria-label={`Choose ${about}`}
                    checked={isChosen}
                    onChange={onChoose}
                    className="size-4 accent-accent"
                />
            </td>
            <Cell look="min-w-40">
                <span className="font-semibold [overflow-wrap:anywhere]">{nameOf(sync)}</span>
                <span className="block text-small text-text-2">
                    <Link
                        to="/$environment/connections/$integration/$connection"
                        params={{ environment, integration, connection }}
                        className="text-accent-text underline [overflow-wrap:anywhere]"
                    >
                        {customerOf(sync)}
                    </Link>{' '}
                    · {appOf(integration).name}
                </span>
                <span className="md:hidden">
                    <State sync={sync} />
                </span>
            </Cell>
            <Cell isWide>
                <RunStrip sync={sync} />
            </Cell>
            <Cell isWide look="mono text-text-2">
                {sync.records.toLocaleString()}
            </Cell>
            <Cell isWide look="text-text-2">
                <Time at={sync.next_run_at} none="–" />
                <span className="block text-small">{sync.frequency}</span>
            </Cell>
            <Cell isWide>
                <State sync={sync} />
            </Cell>
            <Cell>
                <div className="flex justify-end gap-1">
                    <Button blockedBecause={blockedBecause} aria-label={`Run now: ${about}`} onClick={() => onRun('run')}>
                        Run now
                    </Button>
                    <MoreMenu
                        label={`More for ${about}`}
                        items={[
                            { name: 'Continue from the last point', onAction: () => onRun('run'), blockedBecause },
                            ...restartItems({ records, blockedBecause, onRestart: () => onRun('restart'), onDelete: onRestart }),
                            state === 'paused'
                                ? { name: 'Resume', onAction: () => onRun('resume'), blockedBecause }
                                : { name: 'Pause', onAction: () => onRun('pause'), blockedBecause }
                        ]}
                    />
                </div>
            </Cell>
        </Row>
    );
}

function State({ sync: { state, error } }: { sync: Sync }) {
    const { kind, word } = stateWords[state];
    return (
        <>
            <Status kind={kind}>{word}</Status>
            {error !== null && state === 'failing' && (
                <span className="block max-w-60 text-small text-text-2 [overflow-wrap:anywhere]">{error.message}</span>
            )}
        </>
    );
}
