// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { App } from '../App.tsx';
import { everyStory } from '../stories/every-story.gen.ts';
import { loadCatalogue } from './locales.ts';
import { silentEffects } from '../stories/silent-effects.ts';

// jsdom has no layout, so nothing scrolls.
Element.prototype.scrollIntoView = () => undefined;
afterEach(cleanup);

const stretched = await loadCatalogue('en-XA');

test.each(Object.entries(everyStory))('in the state %s every text is from the catalogue', (_state, model) => {
    render(
        <QueryClientProvider client={new QueryClient()}>
            <App effects={silentEffects} initial={model} catalogue={stretched} locale="en-XA" />
        </QueryClientProvider>
    );
    const data = stringsIn(model).toSorted((a, b) => b.length - a.length);
    expect(textsOf(document.body).filter((text) => /\p{L}/u.test(withoutBrackets(without(data, text))))).toEqual([]);
});

/** What end users read or hear, but for pictures made of letters. */
function textsOf(root: HTMLElement): string[] {
    const elements = [...root.querySelectorAll('*')].filter((element) => element.closest('[aria-hidden="true"], script, style') === null);
    return elements.flatMap((element) => [
        ...[...element.childNodes].flatMap((node) => (node.nodeType === Node.TEXT_NODE ? (node.nodeValue ?? '') : [])),
        ...['aria-label', 'title', 'placeholder', 'alt'].flatMap((name) => element.getAttribute(name) ?? [])
    ]);
}

/** Names and words that come from the server or the end user. */
function stringsIn(value: unknown): string[] {
    if (typeof value === 'string') return value.length > 1 ? [value] : [];
    return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsIn) : [];
}

function without(parts: readonly string[], text: string): string {
    return parts.reduce((rest, part) => rest.replaceAll(part, ''), text);
}

/**
 * Without what the pseudo-locale has marked as its own; a name without a name is marked within
 * another text.
 */
function withoutBrackets(text: string): string {
    const rest = text.replaceAll(/⟦[^⟦⟧]*⟧/g, '');
    return rest === text ? rest : withoutBrackets(rest);
}
