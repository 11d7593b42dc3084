import type { KeyboardEvent, RefObject } from 'react';
import { SearchIcon } from './icons.tsx';

// Fewer than this are seen at a glance.
export const searchFrom = 8;

/** Lower case, without diacritics: "Créme" is found by "creme". */
function plain(text: string): string {
    return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
}

/**
 * What has every word of the query somewhere in its texts; where nothing has, what has words like
 * them.
 */
export function searched<Item>(items: readonly Item[], query: string, textsOf: (item: Item) => readonly string[]): Item[] {
    if (query.trim() === '') return [...items];
    const words = plain(query).trim().split(/\s+/);
    const having = (fits: (text: string, word: string) => boolean) =>
        items.filter((item) => {
            const texts = textsOf(item).map(plain);
            return words.every((word) => texts.some((text) => fits(text, word)));
        });
    const exact = having((text, word) => text.includes(word));
    return exact.length > 0 ? exact : having((text, word) => text.split(/\s+/).some((part) => isNear(part, word)));
}

// Among shorter words too many are alike.
const shortestMisspelt = 4;

/** Whether a letter more, less or other, or two letters swapped, make one the other. */
function isNear(text: string, word: string): boolean {
    if (word.length < shortestMisspelt) return false;
    let same = 0;
    while (same < word.length && text[same] === word[same]) same += 1;
    const [a, b] = [text.slice(same), word.slice(same)];
    const isSwapped = a[0] === b[1] && a[1] === b[0] && a.slice(2) === b.slice(2);
    return isSwapped || a.slice(1) === b.slice(1) || a.slice(1) === b || a === b.slice(1);
}

/** What the arrow keys move between. */
interface Rows {
    search: RefObject<HTMLInputElement | null>;
    list: RefObject<HTMLElement | null>;
}

/** Moves the focus from a row, or from the search (-1); Home and End belong to the text there. */
export function walkRows(event: KeyboardEvent, from: number, { search, list }: Rows): void {
    const rows = list.current?.querySelectorAll('button') ?? [];
    const last = rows.length - 1;
    const steps: Partial<Record<string, number>> = { ArrowDown: Math.min(from + 1, last), ArrowUp: from - 1, Home: 0, End: last };
    const to = steps[event.key];
    if (to === undefined || (from < 0 && event.key !== 'ArrowDown')) return;
    event.preventDefault();
    const target = to < 0 ? search.current : rows[to];
    target?.focus();
}

interface SearchBoxProps extends Rows {
    label: string;
    query: string;
    onSearch: (query: string) => void;
}

export function SearchBox({ label, query, onSearch, search, list }: SearchBoxProps) {
    return (
        <div className="input box search">
            <SearchIcon />
            <input
                ref={search}
                type="search"
                aria-label={label}
                placeholder={label}
                value={query}
                autoComplete="off"
                enterKeyHint="search"
                onKeyDown={(event) => {
                    // The first takes the search back, the next one is the widget's.
                    if (event.key === 'Escape' && query !== '') {
                        event.preventDefault();
                        onSearch('');
                    } else walkRows(event, -1, { search, list });
                }}
                onChange={(event) => onSearch(event.target.value)}
            />
        </div>
    );
}
