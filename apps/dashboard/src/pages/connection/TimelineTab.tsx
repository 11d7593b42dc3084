import { listConnectionTimeline, type TimelineEntry } from '@patchbay/contracts/dashboard';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { Circle, CircleAlert, CircleCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { useEnvironment } from '../../api/use-api.ts';
import { usePages } from '../../api/use-pages.ts';
import { Button } from '../../parts/Button.tsx';
import { SelectFilter } from '../../parts/Filters.tsx';
import { isSettled, useHeldRows } from '../../parts/held-rows.ts';
import { LoadOlder } from '../../parts/LoadOlder.tsx';
import { NewRows } from '../../parts/NewRows.tsx';
import { ErrorNotice } from '../../parts/Notice.tsx';
import { Card, EmptyState, SkeletonRows } from '../../parts/Page.tsx';
import { useConnectionKey } from './connection.ts';
import { HealthStrip } from './HealthStrip.tsx';
import { kindWords, timelineSearch } from './search.ts';

const route = '/$environment/connections/$integration/$connection/';

/** What happened to the connection, newest first. */
export function TimelineTab() {
    const { kind } = useSearch({ from: route });
    const navigate = useNavigate({ from: route });
    const show = (chosen: string | undefined) => void navigate({ to: '.', search: timelineSearch({ kind: chosen }), replace: true });
    return (
        <>
            <HealthStrip />
            <Card
                title="Timeline"
                actions={
                    <SelectFilter
                        label="What happened"
                        defaultName="Everything"
                        value={kind ?? ''}
                        onChange={show}
                        options={Object.entries(kindWords).map(([value, name]) => ({ value, name }))}
                    />
                }
            >
                <Entries onShowAll={() => show(undefined)} />
            </Card>
        </>
    );
}

function Entries({ onShowAll }: { onShowAll: () => void }) {
    const environment = useEnvironment();
    const { integration: integration_id, connection: connection_id } = useConnectionKey();
    const { kind } = useSearch({ from: route });
    const pages = usePages(
        listConnectionTimeline,
        { query: { environment, integration_id, connection_id, limit: 50, ...(kind !== undefined && { kind }) } },
        ({ next_cursor: cursor }) => (cursor === null ? undefined : { cursor }),
        { refetchInterval: 15_000 }
    );
    const { data, error, refetch, isPending } = pages;
    const entries = data?.pages.flatMap((page) => page.data) ?? [];
    const held = useHeldRows(entries, { list: JSON.stringify([integration_id, connection_id, kind]), isCurrent: isSettled(pages) });
    if (error) return <ErrorNotice error={error} onRetry={() => void refetch()} />;
    if (isPending) return <SkeletonRows count={6} />;
    return (
        <>
            {entries.length === 0 &&
                (kind === undefined ? (
                    <EmptyState>Nothing has happened here lately.</EmptyState>
                ) : (
                    <EmptyState action={<Button onClick={onShowAll}>Show everything</Button>}>
                        Nothing of this kind, or nothing in the time that it is kept.
                    </EmptyState>
                ))}
            <NewRows count={held.waiting} onShow={held.show} />
            {daysOf(entries.slice(held.waiting)).map(({ day, entries: ofDay }) => (
                <section key={day} aria-label={day}>
                    <h3 className="border-b border-hairline bg-sunken px-4 py-1 text-small font-semibold text-text-2">{day}</h3>
                    <ol>
                        {ofDay.map((entry) => (
                            <EntryRow key={entry.id} entry={entry} />
                        ))}
                    </ol>
                </section>
            ))}
            <LoadOlder pages={pages} />
        </>
    );
}

const dayFormat = new Intl.DateTimeFormat(undefined, { dateStyle: 'full' });
const timeFormat = new Intl.DateTimeFormat(undefined, { timeStyle: 'short' });
const exactFormat = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'long' });

/** By the day of the member's time zone. */
function daysOf(entries: readonly TimelineEntry[]): { day: string; entries: TimelineEntry[] }[] {
    const days = new Map<string, TimelineEntry[]>();
    for (const entry of entries) {
        const day = dayFormat.format(new Date(entry.at));
        days.set(day, [...(days.get(day) ?? []), entry]);
    }
    return [...days].map(([day, ofDay]) => ({ day, entries: ofDay }));
}

const outcomes = {
    good: { Icon: CircleCheck, look: 'text-ok', word: 'Good' },
    bad: { Icon: CircleAlert, look: 'text-danger', word: 'Bad' },
    neutral: { Icon: Circle, look: 'text-text-3', word: '' }
} as const;

function EntryRow({ entry }: { entry: TimelineEntry }) {
    const { Icon, look, word } = outcomes[entry.outcome];
    const more = [entry.by !== null && `By ${entry.by}`, entry.detail].filter(Boolean).join(' · ');
    return (
        <li className="flex gap-3 border-b border-hairline px-4 py-2 last:border-0">
            <Span entry={entry} />
            <Icon aria-hidden size={18} strokeWidth={1.75} className={`mt-0.5 shrink-0 ${look}`} />
            <div className="min-w-0 flex-1">
                <p>
                    {word !== '' && <span className="sr-only">{word}: </span>}
                    <EntryLink entry={entry}>{entry.text}</EntryLink>
                </p>
                {more !== '' && <p className="text-small text-text-2 [overflow-wrap:anywhere]">{more}</p>}
            </div>
            <span className="shrink-0 text-small text-text-2 max-md:hidden">{kindWords[entry.kind]}</span>
        </li>
    );
}

/** A time, the hour that was counted, or that it was a day. */
function Span({ entry: { at, until } }: { entry: TimelineEntry }) {
    const isDay = until !== null && Date.parse(until) - Date.parse(at) > 3_600_000;
    const exact = [at, until].flatMap((time) => (time === null ? [] : [exactFormat.format(new Date(time))])).join(' to ');
    return (
        <time dateTime={at} title={exact} className="mono w-28 shrink-0 max-md:w-20 pt-0.5 text-small text-text-2">
            {isDay ? 'all day' : until === null ? timeFormat.format(new Date(at)) : timeFormat.formatRange(new Date(at), new Date(until))}
        </time>
    );
}

const linkLook = 'text-text underline decoration-hairline underline-offset-4 hover:decoration-current';

/** To what shows more of it. */
function EntryLink({ entry, children }: { entry: TimelineEntry; children: ReactNode }) {
    const environment = useEnvironment();
    const { integration, connection } = useConnectionKey();
    const scope = { integration, connection };
    if (entry.log_id !== null)
        return (
            <Link
                to="/$environment/logs/$log"
                params={{ environment, log: entry.log_id }}
                search={{ ...scope, range: 'all' }}
                className={linkLook}
            >
                {children}
            </Link>
        );
    if (entry.run_id !== null)
        return (
            <Link to="/$environment/runs/$run" params={{ environment, run: entry.run_id }} search={scope} className={linkLook}>
                {children}
            </Link>
        );
    if (entry.kind === 'requests')
        return (
            <Link
                to="/$environment/logs"
                params={{ environment }}
                search={{ ...scope, range: 'all', kind: 'proxy', ...(entry.outcome === 'bad' && { status: 'failed' }) }}
                className={linkLook}
            >
                {children}
            </Link>
        );
    if (entry.kind === 'webhooks')
        return (
            <Link to="/$environment/settings/webhooks" params={{ environment }} className={linkLook}>
                {children}
            </Link>
        );
    return children;
}
