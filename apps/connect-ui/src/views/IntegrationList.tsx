import type { ConnectableIntegration } from '@patchbay/contracts/browser';
import { monogramsOf } from '@patchbay/tokens';
import { useDeferredValue, useId, useLayoutEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { focusWithin } from '../focus-within.ts';
import { ForwardIcon, SearchIcon } from '../icons.tsx';
import { Monogram } from '../Monogram.tsx';
import { Screen } from '../Screen.tsx';
import { useT } from '../texts.ts';
import { NoMatch } from './NoMatch.tsx';

// Fewer than this are seen at a glance.
const searchFrom = 8;
// More than fit on any screen: these are painted first, and the others right after.
const firstRows = 12;

/** Lower case, without diacritics: "Créme" is found by "creme". */
function plain(text: string): string {
    return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
}

/** What has every word of the query somewhere in its name, categories or aliases. */
export function matching(integrations: readonly ConnectableIntegration[], query: string): ConnectableIntegration[] {
    if (query.trim() === '') return [...integrations];
    const words = plain(query).trim().split(/\s+/);
    return integrations.filter(({ display_name, categories, aliases }) => {
        const texts = [display_name, ...categories, ...aliases].map(plain);
        return words.every((word) => texts.some((text) => text.includes(word)));
    });
}

/** Where the end user left the list. */
export interface ListPlace {
    query: string;
    scrollTop: number;
    chosen: string;
}

interface IntegrationListProps {
    integrations: readonly ConnectableIntegration[];
    query: string;
    onSearch: (query: string) => void;
    onChoose: (left: ListPlace) => void;
    /** The page around it can be told what was missing; null when there is none. */
    ask: { done: boolean; onAsk: () => void } | null;
    /** Where it was left before. */
    place: ListPlace | null;
}

export function IntegrationList({ integrations, query, onSearch, onChoose, ask, place }: IntegrationListProps) {
    const t = useT();
    const id = useId();
    const search = useRef<HTMLInputElement>(null);
    const list = useRef<HTMLUListElement>(null);
    const found = useMemo(() => matching(integrations, query), [integrations, query]);
    const [left] = useState(place?.query === query ? place : null);
    const rows = useDeferredValue(found, left ? found : found.slice(0, firstRows));
    const marks = monogramsOf(rows.map(({ display_name: displayName, provider: slug }) => ({ displayName, slug })));

    // After the screen's own effect, which begins at the top.
    useLayoutEffect(() => {
        if (!left) return;
        document.documentElement.scrollTop = left.scrollTop;
        const chosen = list.current?.querySelector<HTMLElement>('[data-left]');
        if (chosen) return focusWithin(chosen);
    }, [left]);

    /** Where the focus goes from a row, or from the search (-1); Home and End belong to the text there. */
    function walk(event: KeyboardEvent, from: number) {
        const last = found.length - 1;
        const steps: Partial<Record<string, number>> = { ArrowDown: Math.min(from + 1, last), ArrowUp: from - 1, Home: 0, End: last };
        const to = steps[event.key];
        if (to === undefined || (from < 0 && event.key !== 'ArrowDown')) return;
        event.preventDefault();
        const target = to < 0 ? search.current : list.current?.querySelectorAll('button')[to];
        target?.focus();
    }

    return (
        <Screen title={t('list.title')}>
            <p className="intro">{t('list.sub')}</p>
            <div>
                {integrations.length >= searchFrom && (
                    <div className="input box search">
                        <SearchIcon />
                        <input
                            ref={search}
                            type="search"
                            aria-label={t('list.search')}
                            placeholder={t('list.search')}
                            value={query}
                            autoComplete="off"
                            enterKeyHint="search"
                            onKeyDown={(event) => walk(event, -1)}
                            onChange={(event) => onSearch(event.target.value)}
                        />
                    </div>
                )}
                <ul className="list" ref={list}>
                    {rows.map((integration, index) => (
                        <li key={integration.id}>
                            <button
                                type="button"
                                className="row"
                                aria-describedby={integration.categories.length > 0 ? `${id}-${index}` : undefined}
                                data-left={integration.id === left?.chosen || undefined}
                                onClick={() => onChoose({ query, scrollTop: document.documentElement.scrollTop, chosen: integration.id })}
                                onKeyDown={(event) => walk(event, index)}
                            >
                                <Monogram mark={marks[index] ?? { letters: '', ink: 0 }} />
                                <span className="row-text">
                                    <span className="row-name">
                                        <bdi>{integration.display_name}</bdi>
                                    </span>{' '}
                                    {integration.is_connected && <span className="tag">{t('list.connected')}</span>}
                                    {integration.categories.length > 0 && (
                                        // It describes the button, which has the app's name alone.
                                        <span className="muted" id={`${id}-${index}`} aria-hidden="true">
                                            <bdi>{integration.categories.join(' · ')}</bdi>
                                        </span>
                                    )}
                                </span>
                                <ForwardIcon />
                            </button>
                        </li>
                    ))}
                </ul>
            </div>
            {found.length === 0 && (
                <NoMatch
                    query={query}
                    ask={ask}
                    onClear={() => {
                        onSearch('');
                        search.current?.focus();
                    }}
                />
            )}
        </Screen>
    );
}
