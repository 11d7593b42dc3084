import type { ConnectableIntegration } from '@patchbay/contracts/browser';
import { type KeyboardEvent, useDeferredValue, useId, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { focusWithin } from '../parts/focus-within.ts';
import { ForwardIcon } from '../parts/icons.tsx';
import { Isolated } from '../parts/Isolated.tsx';
import { type AppMark, Mark, marksOf } from '../parts/Mark.tsx';
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

/** The names of all categories, which the server has put into the language of the end user. */
function categoriesOf(integrations: readonly ConnectableIntegration[]): string[] {
    return [...new Set(integrations.flatMap(({ categories }) => categories))].sort((a, b) => a.localeCompare(b));
}

function ofCategory(integrations: ConnectableIntegration[], category: string): ConnectableIntegration[] {
    return category === '' ? integrations : integrations.filter(({ categories }) => categories.includes(category));
}

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
    const [category, setCategory] = useState(restored?.category ?? '');
    const categories = useMemo(() => categoriesOf(integrations), [integrations]);
    const found = useMemo(() => ofCategory(matching(integrations, query), category), [integrations, query, category]);
    // Only the first paint waits for no more than fits: a search that lagged behind its text would
    // let an arrow key and Enter choose an app of the list before.
    const isWhole = useDeferredValue(true, restored !== null) || query !== '' || category !== '';
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
                {integrations.length >= categoriesFrom && (
                    // A native choice: phones have a picker for it.
                    <select
                        className="input category"
                        aria-label={t('list.category')}
                        value={category}
                        onChange={(event) => setCategory(event.target.value)}
                    >
                        <option value="">{t('list.everyCategory')}</option>
                        {categories.map((name) => (
                            <option key={name}>{name}</option>
                        ))}
                    </select>
                )}
                <ul className="list" ref={list}>
                    {rows.map((integration, index) => (
                        <Row
                            key={integration.id}
                            integration={integration}
                            mark={marks.get(integration.id)}
                            descriptionId={`${id}-${index}`}
                            isRestored={integration.id === restored?.chosen}
                            onChoose={() =>
                                onChoose({ query, category, scrollTop: document.documentElement.scrollTop, chosen: integration.id })
                            }
                            onKeyDown={(event) => walkRows(event, index, { search, list })}
                        />
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

interface RowProps {
    integration: ConnectableIntegration;
    mark: AppMark | undefined;
    descriptionId: string;
    isRestored: boolean;
    onChoose: () => void;
    onKeyDown: (event: KeyboardEvent) => void;
}

function Row({ integration, mark, descriptionId, isRestored, onChoose, onKeyDown }: RowProps) {
    const { display_name: name, categories } = integration;
    return (
        <li>
            <button
                type="button"
                className="row"
                aria-describedby={categories[0] && descriptionId}
                data-restored={isRestored || undefined}
                onClick={onChoose}
                onKeyDown={onKeyDown}
            >
                <Mark mark={mark} />
                <span className="row-text">
                    <span className="row-name">
                        <Isolated>{name}</Isolated>
                    </span>{' '}
                    <Tag integration={integration} />
                    {categories[0] && (
                        // It describes the button, which has the app's name alone.
                        <span className="muted" id={descriptionId} aria-hidden="true">
                            <Isolated>{categories.join(' · ')}</Isolated>
                        </span>
                    )}
                </span>{' '}
                <ForwardIcon />
            </button>
        </li>
    );
}

function Tag({ integration }: { integration: ConnectableIntegration }) {
    const { connections, is_connected: isConnected, is_popular: isPopular, awaits_approval: waits } = integration;
    const t = useT();
    if (!isConnected && !waits) return isPopular && <span className="tag tag-popular">{t('list.popular')}</span>;
    if (!isConnected) return <span className="tag tag-refused">{t('approval.title')}</span>;
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
