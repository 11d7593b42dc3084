import { type ReactNode, useState } from 'react';
import { useMay } from '../api/session.ts';
import { Button } from '../parts/Button.tsx';
import { TextMenu } from '../parts/Menu.tsx';
import { ErrorNotice, Notice } from '../parts/Notice.tsx';
import { Status } from '../parts/Status.tsx';
import { Time } from '../parts/Time.tsx';
import { toggled, without } from '../parts/toggled.ts';
import type { Issue } from './issue.ts';
import { IssueLink } from './IssueLink.tsx';
import { type IssueAction, type IssueChange, muteTimes, useIssueActions } from './use-issue-actions.ts';

/** With the app, where the title does not have it. */
function aboutOf({ title, integration_id: integration }: Issue): string {
    return integration === null || title.includes(integration) ? title : `${title} (${integration})`;
}

const looks = { open: 'attention', muted: 'paused', resolved: 'working' } as const;

const doneWords = (count: number, action: IssueAction): string => {
    const issues = count === 1 ? '1 issue is' : `${count.toLocaleString()} issues are`;
    if (action.kind === 'mute') return `${issues} muted ${action.words}: no channel is told meanwhile.`;
    return action.kind === 'resolve' ? `${issues} resolved. What happens from now on opens them again.` : `${issues} no longer muted.`;
};

interface Lead {
    text: ReactNode;
    link: ReactNode;
    /** Those that it stands for, to be muted. */
    issues: readonly Issue[];
}

interface Props {
    issues: readonly Issue[];
    /** One row before the others, for several issues that are one thing to do. */
    lead?: Lead | undefined;
}

/** Issues, each by itself or several at once to be muted and resolved. */
export default function IssueList({ issues, lead }: Props) {
    const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
    const [done, setDone] = useState<IssueChange>();
    const change = useIssueActions();
    // Others may have settled some meanwhile.
    const ids = issues.filter(({ id, status }) => chosen.has(id) && status !== 'resolved').map(({ id }) => id);
    const run = (action: IssueAction, of: readonly string[]) => {
        const asked = { action, ids: of };
        change.mutate(asked, {
            onSuccess: () => {
                setDone(asked);
                // What was chosen meanwhile stays, also of those that an undo brought back.
                if (action.kind !== 'unmute') setChosen((before) => without(before, of));
            },
            onError: () => setDone(undefined)
        });
    };
    const isSettled = (issue: Issue) => issue.status === 'resolved';
    const open = issues.filter((issue) => !isSettled(issue));
    return (
        <>
            {change.error && <ErrorNotice error={change.error} />}
            {done && (
                <Notice
                    tone="ok"
                    actions={done.action.kind === 'mute' && <Button onClick={() => run({ kind: 'unmute' }, done.ids)}>Undo</Button>}
                >
                    {doneWords(done.ids.length, done.action)}
                </Notice>
            )}
            {lead && (
                <ul>
                    <li className="flex flex-wrap items-start justify-between gap-3 border-b border-hairline px-4 py-3">
                        <div className="min-w-0 flex-1 basis-72">{lead.text}</div>
                        <div className="flex flex-wrap gap-2">
                            {lead.link}
                            {lead.issues.length > 0 && <Actions issues={lead.issues} isBusy={change.isPending} onRun={run} endsByItself />}
                        </div>
                    </li>
                </ul>
            )}
            {open.length > 1 && (
                <div className="flex min-h-13 flex-wrap items-center gap-3 border-b border-hairline bg-sunken px-4 py-2">
                    <label className="flex min-h-6 items-center gap-3">
                        <input
                            type="checkbox"
                            checked={ids.length === open.length}
                            onChange={({ target }) => setChosen(new Set(target.checked ? open.map(({ id }) => id) : []))}
                            className="size-4 accent-accent"
                        />
                        {ids.length === 0 ? 'Choose all' : `${ids.length.toLocaleString()} chosen`}
                    </label>
                    {ids.length > 0 && <Actions issues={open.filter(({ id }) => ids.includes(id))} isBusy={change.isPending} onRun={run} />}
                </div>
            )}
            <ul>
                {issues.map((issue) => (
                    <li key={issue.id} className="flex gap-3 border-t border-hairline px-4 py-3 first:border-0">
                        {open.length > 1 && !isSettled(issue) && (
                            <input
                                type="checkbox"
                                aria-label={`Choose ${aboutOf(issue)}`}
                                checked={chosen.has(issue.id)}
                                onChange={() => setChosen(toggled(chosen, issue.id))}
                                className="mt-1 size-4 shrink-0 accent-accent"
                            />
                        )}
                        <div className="flex min-w-0 flex-1 flex-wrap items-start justify-between gap-3">
                            <IssueText issue={issue} />
                            {!isSettled(issue) && <Actions issues={[issue]} isBusy={false} onRun={run} />}
                        </div>
                    </li>
                ))}
            </ul>
        </>
    );
}

/** Where the title does not count them. */
function affectedWords({ rule, affected_connections: count }: Issue): string {
    if (count === null || count === 0 || rule === 'connection_broken' || rule === 'sync_failing') return '';
    return count === 1 ? ' About 1 connection is affected.' : ` About ${count.toLocaleString()} connections are affected.`;
}

function IssueText({ issue }: { issue: Issue }) {
    const { status, since, last_seen_at: lastSeen, muted_until: mutedUntil, resolved_at: resolvedAt, resolved_by: resolvedBy } = issue;
    return (
        <div className="min-w-0 flex-1 basis-72">
            <Status kind={looks[status]}>
                <span className="whitespace-normal [overflow-wrap:anywhere]">{aboutOf(issue)}</span>
            </Status>
            <p className="text-text-2">
                {status === 'resolved' ? (
                    <>
                        Resolved <Time at={resolvedAt} /> {resolvedBy === 'request' ? 'by hand' : 'by itself'}.
                    </>
                ) : (
                    <>
                        Since <Time at={since} />, last seen <Time at={lastSeen} />.{affectedWords(issue)}
                        {status === 'muted' && (
                            <>
                                {' '}
                                Muted; heard of again <Time at={mutedUntil} />.
                            </>
                        )}
                    </>
                )}{' '}
                <IssueLink issue={issue} />
            </p>
        </div>
    );
}

/** What can be done with all of these. */
function Actions({
    issues,
    isBusy,
    endsByItself = false,
    onRun
}: {
    issues: readonly Issue[];
    isBusy: boolean;
    /** Resolving it by hand would not end it. */
    endsByItself?: boolean;
    onRun: (action: IssueAction, ids: readonly string[]) => void;
}) {
    const { reason } = useMay('environment:issues:write');
    const ids = issues.map(({ id }) => id);
    const [first] = issues;
    const about = first && issues.length === 1 ? aboutOf(first) : `${issues.length} issues`;
    return (
        <div className="flex flex-wrap gap-2">
            {issues.some(({ status }) => status === 'muted') && (
                <Button
                    blockedBecause={reason}
                    isBusy={isBusy}
                    aria-label={`Unmute ${about}`}
                    onClick={() => onRun({ kind: 'unmute' }, ids)}
                >
                    Unmute
                </Button>
            )}
            <TextMenu
                label={`Mute ${about}`}
                items={muteTimes.map(({ seconds, words }) => ({
                    name: words.charAt(0).toUpperCase() + words.slice(1),
                    onAction: () => onRun({ kind: 'mute', seconds, words }, ids),
                    blockedBecause: reason
                }))}
            >
                Mute
            </TextMenu>
            {!endsByItself && (
                <Button
                    blockedBecause={reason}
                    isBusy={isBusy}
                    aria-label={`Resolve ${about}`}
                    onClick={() => onRun({ kind: 'resolve' }, ids)}
                >
                    Resolve
                </Button>
            )}
        </div>
    );
}
