import type { ConnectableIntegration } from '@patchbay/contracts/browser';
import { monogramsOf } from '@patchbay/tokens';
import { useRef, type KeyboardEvent } from 'react';
import { ForwardIcon, SearchIcon } from '../icons.tsx';
import { Monogram } from '../Monogram.tsx';
import { Button, Screen } from '../Screen.tsx';
import { useTexts } from '../texts.ts';

// Fewer than this are seen at a glance.
const searchFrom = 8;

/** Lower case, without diacritics: "Créme" is found by "creme". */
function plain(text: string): string {
    return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
}

export function matching(integrations: readonly ConnectableIntegration[], query: string): ConnectableIntegration[] {
    const wanted = plain(query.trim());
    return integrations.filter(({ display_name, categories, aliases }) =>
        [display_name, ...categories, ...aliases].some((text) => plain(text).includes(wanted))
    );
}

interface IntegrationListProps {
    integrations: readonly ConnectableIntegration[];
    query: string;
    app: string | null;
    onSearch: (query: string) => void;
    onChoose: (integration: string) => void;
}

export function IntegrationList({ integrations, query, app, onSearch, onChoose }: IntegrationListProps) {
    const texts = useTexts();
    const search = useRef<HTMLInputElement>(null);
    const list = useRef<HTMLUListElement>(null);
    const found = matching(integrations, query);
    const marks = monogramsOf(found.map(({ display_name: displayName, provider: slug }) => ({ displayName, slug })));

    function walk(event: KeyboardEvent) {
        if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
        const rows = [...(list.current?.querySelectorAll('button') ?? [])];
        const at = rows.findIndex((row) => row === document.activeElement) + (event.key === 'ArrowDown' ? 1 : -1);
        event.preventDefault();
        if (at < 0) search.current?.focus();
        else rows[Math.min(at, rows.length - 1)]?.focus();
    }

    return (
        <Screen title={texts.listTitle}>
            <p className="intro">{texts.listIntro(app)}</p>
            <div>
                {integrations.length >= searchFrom && (
                    <div className="input box search">
                        <SearchIcon />
                        <input
                            ref={search}
                            type="search"
                            aria-label={texts.search}
                            placeholder={texts.search}
                            value={query}
                            autoComplete="off"
                            onKeyDown={walk}
                            onChange={(event) => onSearch(event.target.value)}
                        />
                    </div>
                )}
                <ul className="list" ref={list}>
                    {found.map((integration, index) => (
                        <li key={integration.id}>
                            <button type="button" className="row" onClick={() => onChoose(integration.id)} onKeyDown={walk}>
                                <Monogram mark={marks[index] ?? { letters: '', ink: 0 }} />
                                <span className="row-name">
                                    <bdi>{integration.display_name}</bdi>
                                </span>
                                <ForwardIcon />
                            </button>
                        </li>
                    ))}
                </ul>
            </div>
            {found.length === 0 && (
                <div className="nothing">
                    <p>{texts.noMatch(query)}</p>
                    <Button
                        kind="secondary"
                        onClick={() => {
                            onSearch('');
                            search.current?.focus();
                        }}
                    >
                        {texts.clearSearch}
                    </Button>
                </div>
            )}
        </Screen>
    );
}
