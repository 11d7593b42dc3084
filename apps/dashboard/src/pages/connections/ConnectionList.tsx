import { Link } from '@tanstack/react-router';
import { defaultRangeExtractor, useWindowVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useEnvironment } from '../../api/use-api.ts';
import { NewRows } from '../../parts/NewRows.tsx';
import { AppLabel, useAppOf } from '../../parts/App.tsx';
import { ErrorNotice } from '../../parts/Notice.tsx';
import { Status } from '../../parts/Status.tsx';
import { Time } from '../../parts/Time.tsx';
import { useIsPhone } from '../../parts/use-is-phone.ts';
import { nameOf } from './names.ts';
import { RowLink } from './RowLink.tsx';
import { type ConnectionsSearch, statusOf, waitingWord } from './search.ts';
import type { Selection } from './selection.ts';
import { type Connection, useConnectionRows, useNewConnections } from './use-connection-rows.ts';
import { useWaitingReconnects } from './use-waiting.ts';

const rowHeight = 61;
/** How far Page Up and Page Down go. */
const pageOfRows = 10;

interface Props {
    search: ConnectionsSearch;
    /** How many fit: not how many are read. */
    count: number;
    selection: Selection;
    onSelect: (connection: Connection, isSelected: boolean) => void;
    onSelectAll: (isSelected: boolean) => void;
}

/** Only rows in view are in the document: there may be 10,000. */
export function ConnectionList({ search, count: found, selection, onSelect, onSelectAll }: Props) {
    const { waiting, show } = useNewConnections(search);
    const count = Math.max(0, found - waiting);
    const body = useRef<HTMLTableSectionElement>(null);
    const { current, setCurrent, onKeyDown, move } = useRowKeys(body, count);
    // Its functions are called while drawing, and passed on to nothing that remembers them.
    // oxlint-disable-next-line react/incompatible-library -- as above
    const virtualizer = useWindowVirtualizer({
        count,
        estimateSize: () => rowHeight,
        overscan: pageOfRows,
        scrollMargin: useTopOf(body),
        // The row with the focus keeps it, however far one scrolls.
        rangeExtractor: (range) => [...new Set([...defaultRangeExtractor(range), Math.min(current, count - 1)])].toSorted((a, b) => a - b)
    });
    move.current = (index) => virtualizer.scrollToIndex(index, { align: 'auto' });
    const items = virtualizer.getVirtualItems();
    const { startIndex: first = 0, endIndex: last = 0 } = virtualizer.range ?? {};
    const rows = useConnectionRows(search, {
        first: waiting + Math.max(0, first - pageOfRows),
        last: waiting + Math.min(count - 1, last + pageOfRows)
    });
    const waitingFor = useWaitingReconnects();
    const gaps = gapsOf(items, virtualizer.getTotalSize(), virtualizer.options.scrollMargin);
    return (
        <>
            {rows.error && <ErrorNotice error={rows.error} onRetry={() => void rows.refetch()} />}
            <NewRows count={waiting} onShow={show} />
            {/* Rows that the arrow keys move between; most of them are not in the document. */}
            <table
                // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- as above
                role="grid"
                aria-label="Connections"
                aria-rowcount={count + 1}
                aria-multiselectable
                className="w-full table-fixed text-left"
            >
                <Head count={found} selected={selection.size} onSelectAll={onSelectAll} />
                {/* The controls in its rows take the focus; their keys are the grid's. */}
                {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
                <tbody ref={body} onKeyDown={onKeyDown} onFocus={({ target }) => setCurrent(indexOf(target) ?? current)}>
                    {items.map(({ index, key }, place) => {
                        const connection = rows.rowAt(waiting + index);
                        return [
                            <Gap key={`before ${key}`} height={gaps[place] ?? 0} />,
                            <ConnectionRow
                                key={key}
                                index={index}
                                connection={connection}
                                isCurrent={index === Math.min(current, count - 1)}
                                isSelected={connection !== undefined && selection.has(connection.id)}
                                waits={connection !== undefined && waitingFor(keyOf(connection)) !== undefined}
                                onSelect={onSelect}
                                measure={virtualizer.measureElement}
                            />
                        ];
                    })}
                    <Gap height={gaps.at(-1) ?? 0} />
                </tbody>
            </table>
        </>
    );
}

/** Between rows that are in the document; the last one is after all of them. */
function gapsOf(items: readonly { start: number; end: number }[], total: number, margin: number): number[] {
    const ends = [margin, ...items.map(({ end }) => end)];
    const starts = [...items.map(({ start }) => start), total + margin];
    return starts.map((start, place) => start - (ends[place] ?? start));
}

function Gap({ height }: { height: number }) {
    return height > 0 && <tr aria-hidden="true" style={{ height }} />;
}

/** Where it begins on the page, in px. */
function useTopOf(element: RefObject<HTMLElement | null>): number {
    const [top, setTop] = useState(0);
    // After each change: what is above it may have grown.
    // oxlint-disable-next-line react/exhaustive-deps -- as above
    useLayoutEffect(() => {
        if (element.current) setTop(Math.round(element.current.getBoundingClientRect().top + scrollY));
    });
    return top;
}

function indexOf(target: Element): number | undefined {
    const row = target.closest<HTMLElement>('[data-index]');
    return row ? Number(row.dataset['index']) : undefined;
}

/** One row is reached by Tab, the others from it by arrow keys. */
function useRowKeys(body: RefObject<HTMLElement | null>, count: number) {
    const [current, setCurrent] = useState(0);
    const wanted = useRef<string>(undefined);
    const move = useRef<(index: number) => void>(undefined);
    useEffect(() => {
        // Its row may still be read.
        if (wanted.current === undefined) return;
        const controlNamed = (name: string) =>
            body.current?.querySelector<HTMLElement>(`[data-index="${current}"] [data-control="${name}"]`);
        // Only a row that needs reconnecting has one for its link.
        const control = controlNamed(wanted.current) ?? controlNamed('open');
        if (!control) return;
        control.focus({ preventScroll: true });
        wanted.current = undefined;
    });
    const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
        if (!(event.target instanceof HTMLElement)) return;
        const control = event.target.dataset['control'];
        const index = indexOf(event.target);
        if (control === undefined || index === undefined || event.altKey) return;
        const next = nextOf(event, index, count);
        if (next !== undefined) {
            event.preventDefault();
            wanted.current = control;
            setCurrent(next);
            move.current?.(next);
        } else if (event.key === 'ArrowLeft' || event.key === 'ArrowRight') {
            event.preventDefault();
            const controls = [...(body.current?.querySelectorAll<HTMLElement>(`[data-index="${index}"] [data-control]`) ?? [])];
            controls[controls.indexOf(event.target) + (event.key === 'ArrowLeft' ? -1 : 1)]?.focus();
        }
    };
    return { current, setCurrent, onKeyDown, move };
}

function nextOf({ key, ctrlKey }: { key: string; ctrlKey: boolean }, index: number, count: number): number | undefined {
    const steps: Record<string, number> = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1, PageDown: pageOfRows, PageUp: -pageOfRows };
    const step = ctrlKey ? { Home: -count, End: count }[key] : steps[key];
    return step === undefined ? undefined : Math.max(0, Math.min(count - 1, index + step));
}

const columns = [
    { name: 'Customer', width: '' },
    { name: 'App', width: 'w-44 max-md:hidden' },
    { name: 'Status', width: 'w-56 max-md:hidden' },
    { name: 'Since', width: 'w-28 max-md:hidden' },
    { name: 'Last used', width: 'w-28 max-[85rem]:hidden' },
    { name: 'Made', width: 'w-28 max-2xl:hidden' },
    { name: 'Actions', width: 'w-36 max-md:hidden' }
];

function Head({ count, selected, onSelectAll }: { count: number; selected: number; onSelectAll: (isSelected: boolean) => void }) {
    const isAll = selected >= count;
    return (
        <thead className="bg-sunken text-micro text-text-2 md:sticky md:top-0 md:z-[1]">
            <tr aria-rowindex={1}>
                <th scope="col" className="w-11 py-2 pl-4">
                    <input
                        type="checkbox"
                        aria-label={isAll ? 'Select none' : `Select all ${count.toLocaleString()} that fit`}
                        checked={selected > 0 && isAll}
                        ref={(box) => {
                            if (box) box.indeterminate = selected > 0 && !isAll;
                        }}
                        onChange={() => onSelectAll(!isAll)}
                        className="block size-4 accent-accent"
                    />
                </th>
                {columns.map(({ name, width }) => (
                    <th key={name} scope="col" className={`px-4 py-2 font-semibold ${width}`}>
                        {name === 'Actions' ? <span className="sr-only">{name}</span> : name}
                    </th>
                ))}
            </tr>
        </thead>
    );
}

const keyOf = ({ provider_config_key: integration, connection_id: connection }: Connection) => ({ integration, connection });

interface RowProps {
    index: number;
    connection: Connection | undefined;
    isCurrent: boolean;
    isSelected: boolean;
    /** A sign-in that is to renew it waits for approval. */
    waits: boolean;
    onSelect: Props['onSelect'];
    measure: (row: HTMLTableRowElement | null) => void;
}

function ConnectionRow({ index, connection, isCurrent, isSelected, waits, onSelect, measure }: RowProps) {
    const look = isSelected ? 'bg-accent-soft' : 'hover:bg-sunken';
    return (
        <tr
            ref={measure}
            data-index={index}
            aria-rowindex={index + 2}
            aria-selected={isSelected}
            className={`border-t border-hairline ${look}`}
            style={{ height: rowHeight }}
        >
            {connection ? (
                <Cells connection={connection} isSelected={isSelected} waits={waits} tabIndex={isCurrent ? 0 : -1} onSelect={onSelect} />
            ) : (
                <td colSpan={columns.length + 1} className="px-4">
                    <span className="sr-only">Loading</span>
                    <span aria-hidden="true" className="skeleton block h-4 w-1/2" />
                </td>
            )}
        </tr>
    );
}

function Cells({
    connection,
    isSelected,
    waits,
    tabIndex,
    onSelect
}: Pick<RowProps, 'isSelected' | 'waits' | 'onSelect'> & { connection: Connection; tabIndex: number }) {
    const environment = useEnvironment();
    const { connection_id: id, provider_config_key: integration, provider, health, end_user: person, created } = connection;
    const appOf = useAppOf();
    const { kind, word } = statusOf(connection);
    const detail = health.cause?.message ?? person?.email ?? id;
    const isPhone = useIsPhone();
    // One that is hidden would be a second one by keyboard.
    const link = health.action?.by === 'end_user' && <RowLink key={connection.id} connection={connection} tabIndex={tabIndex} />;
    return (
        <>
            <td className="py-2 pl-4">
                <input
                    type="checkbox"
                    aria-label={`Select ${nameOf(connection)}, ${appOf(integration).name}`}
                    checked={isSelected}
                    tabIndex={tabIndex}
                    data-control="select"
                    onChange={({ target }) => onSelect(connection, target.checked)}
                    className="block size-4 accent-accent"
                />
            </td>
            <td className="px-4 py-2">
                <Link
                    to="/$environment/connections/$integration/$connection"
                    params={{ environment, integration, connection: id }}
                    tabIndex={tabIndex}
                    data-control="open"
                    className="block truncate font-semibold text-text no-underline hover:underline"
                >
                    {nameOf(connection)}
                </Link>
                <span className="block truncate text-small text-text-2" title={detail}>
                    {detail}
                </span>
                <span className="flex flex-wrap items-center justify-between gap-x-3 text-small text-text-2 md:hidden [overflow-wrap:anywhere]">
                    {appOf(integration).name}
                    <Status kind={kind}>{word}</Status>
                    {waits && <Status kind={waitingWord.kind}>{waitingWord.word}</Status>}
                </span>
                {isPhone && link && <span className="mt-2 block">{link}</span>}
            </td>
            <td className="px-4 py-2 max-md:hidden">
                <AppLabel integration={integration} provider={provider} />
            </td>
            <td className="px-4 py-2 max-md:hidden">
                <Status kind={kind}>{word}</Status>
                {waits && <Status kind={waitingWord.kind}>{waitingWord.word}</Status>}
            </td>
            <td className="px-4 py-2 text-text-2 max-md:hidden">
                <Time at={health.since} none="–" />
            </td>
            <td className="px-4 py-2 text-text-2 max-[85rem]:hidden">
                <Time at={connection.last_fetched_at} none="–" />
            </td>
            <td className="px-4 py-2 text-text-2 max-2xl:hidden">
                <Time at={created} />
            </td>
            <td className="px-4 py-2 text-end max-md:hidden">{!isPhone && link}</td>
        </>
    );
}
