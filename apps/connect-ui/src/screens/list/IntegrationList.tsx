import type { ConnectableIntegration } from '@patchbay/contracts/browser';
import { useDeferredValue, useId, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { focusWithin } from '../parts/focus-within.ts';
import { ForwardIcon } from '../parts/icons.tsx';
import { Isolated } from '../parts/Isolated.tsx';
import { Mark, marksOf } from '../parts/Mark.tsx';
import { Screen } from '../parts/Screen.tsx';
import { useT } from '../../i18n/texts.ts';
import { EndedNote } from '../parts/EndedNote.tsx';
import { NoMatch } from './NoMatch.tsx';
import { ShareLink } from '../parts/ShareLink.tsx';
import { SearchBox, searched, searchFrom, walkRows } from '../parts/SearchBox.tsx';
import type { FirstViewProps, ListPlace } from '../view.ts';
import { canAskForApp } from '../../flow/selectors.ts';
import type { ConnectSession } from '../../flow/model.ts';
import type { Ended } from '../disconnected/state.ts';
import type { ListState } from './state.ts';

// More than fit on any screen: these are painted first, and the others right after.
const firstRows = 12;
const none: readonly ConnectableIntegration[] = [];

/** What has every word of the query somewhere in its name, categories or aliases. */
export function matching(integrations: readonly ConnectableIntegration[], query: string): ConnectableIntegration[] {
    return searched(integrations, query, ({ display_name, categories, aliases }) => [display_name, ...categories, ...aliases]);
}

// Fewer are seen at a glance.
const categoriesFrom = 20;

interface IntegrationListProps {
    session: ConnectSession | null;
    query: string;
    onSearch: (query: string) => void;
    onChoose: (place: ListPlace) => void;
    /** The page around it can be told what was missing; null when there is none. */
    ask: { done: boolean; onAsk: () => void } | null;
    /** Where the end user was in it before. */
    place: ListPlace | null;
    ended: Ended | undefined;
}

function IntegrationList({ session, query, onSearch, onChoose, ask, place, ended }: IntegrationListProps) {
    const t = useT();
    const id = useId();
    const search = useRef<HTMLInputElement>(null);
    const list = useRef<HTMLUListElement>(null);
    const integrations = session?.integrations ?? none;
    const [restored] = useState(place?.query === query ? place : null);
    const found = useMemo(() => matching(integrations, query), [integrations, query]);
    // Only the first paint waits for no more than fits: a search that lagged behind its text would
    // let an arrow key and Enter choose an app of the list before.
    const isWhole = useDeferredValue(true, restored !== null) || query !== '';
    const rows = isWhole ? found : found.slice(0, firstRows);
    const marks = useMemo(() => marksOf(integrations), [integrations]);

    // After the screen's own effect, which begins at the top.
    useLayoutEffect(() => {
        if (!restored) return;
        document.documentElement.scrollTop = restored.scrollTop;
        const chosen = list.current?.querySelector<HTMLElement>('[data-restored]');
        if (chosen) return focusWithin(chosen);
    }, [restored]);

    return (
        <Screen title={t('list.title')}>
            <ShareLink session={session} />
            <EndedNote ended={ended} />
            <p className="intro">{t('list.sub')}</p>
            <div>
                {integrations.length >= searchFrom && (
                    <SearchBox label={t('list.search')} query={query} onSearch={onSearch} search={search} list={list} />
                )}
                {integrations.length >= categoriesFrom && categoryButtons(integrations, query, onSearch)}
                <ul className="list" ref={list}>
                    {rows.map((integration, index) => (
                        <li key={integration.id}>
                            <button
                                type="button"
                                className="row"
                                aria-describedby={integration.categories[0] && `${id}-${index}`}
                                data-restored={integration.id === restored?.chosen || undefined}
                                onClick={() => onChoose({ query, scrollTop: document.documentElement.scrollTop, chosen: integration.id })}
                                onKeyDown={(event) => walkRows(event, index, { search, list })}
                            >
                                <Mark mark={marks.get(integration.id)} />
                                <span className="row-text">
                                    <span className="row-name">
                                        <Isolated>{integration.display_name}</Isolated>
                                    </span>{' '}
                                    <Tag integration={integration} />
                                    {integration.categories[0] && (
                                        // It describes the button, which has the app's name alone.
                                        <span className="muted" id={`${id}-${index}`} aria-hidden="true">
                                            <Isolated>{integration.categories.join(' · ')}</Isolated>
                                        </span>
                                    )}
                                </span>{' '}
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

/** A search finds what is in a category by its name. */
function categoryButtons(integrations: readonly ConnectableIntegration[], query: string, onChoose: (name: string) => void) {
    return (
        <div className="chips">
            {[...new Set(integrations.flatMap(({ categories }) => categories))].map((name) => (
                <button key={name} type="button" aria-pressed={query === name} onClick={() => onChoose(name)}>
                    {name}
                </button>
            ))}
        </div>
    );
}

function Tag({ integration: { connections, is_connected: isConnected, awaits_approval: waits } }: { integration: ConnectableIntegration }) {
    const t = useT();
    if (!isConnected) return waits && <span className="tag tag-refused">{t('approval.title')}</span>;
    const isRefused = connections.some(({ refused_since: since }) => since !== null);
    return <span className={isRefused ? 'tag tag-refused' : 'tag'}>{t(isRefused ? 'list.refused' : 'list.connected')}</span>;
}

export function ListScreen({ flow, model, info, act, listPlace, onListLeft }: FirstViewProps<ListState>) {
    return (
        <IntegrationList
            session={info}
            query={flow.query}
            onSearch={(query) => act({ type: 'searched', query })}
            onChoose={(place) => {
                onListLeft(place);
                act({ type: 'integrationChosen', integration: place.chosen });
            }}
            ask={canAskForApp(model) ? { done: flow.asked ?? false, onAsk: () => act({ type: 'appRequested' }) } : null}
            place={listPlace}
            ended={flow.ended}
        />
    );
}
