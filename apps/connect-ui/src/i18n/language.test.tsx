// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, configure, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import type { Appearance } from '@patchbay/contracts/widget-message';
import { App } from '../App.tsx';
import { inEnglish } from './locales.ts';
import { session } from '../stories/samples.ts';
import { silentEffects } from '../stories/silent-effects.ts';
import { booting, type Model } from '../flow/model.ts';

afterEach(cleanup);
// A machine with other work takes its time.
configure({ asyncUtilTimeout: 5000 });

/**
 * A widget whose host asks for a locale, and whose session may name one. The browser prefers
 * English.
 */
function widget(asked: string, ofSession: string | null, appearance: Appearance = {}) {
    const model: Model = {
        ...booting,
        flow: { state: 'list', query: '' },
        session: { status: 'fresh', info: session({ locale: ofSession }) }
    };
    return (
        <QueryClientProvider client={new QueryClient()}>
            <App effects={silentEffects} initial={model} catalogue={inEnglish} locale={asked} appearance={appearance} />
        </QueryClientProvider>
    );
}
const heading = (name: string) => screen.findByRole('heading', { level: 1, name });

test('a host that leaves it open gets the language of the session, and the page says which it is', async () => {
    render(widget('auto', 'de-CH'));
    await heading('Wählen Sie eine App zum Verbinden');
    expect(document.documentElement).toMatchObject({ lang: 'de', dir: 'ltr' });
    expect(document.title).toBe('App verbinden');
});

test('what the host asks for comes first, and may change while the widget is open', async () => {
    const { rerender } = render(widget('he', 'de'));
    await heading('בחרו אפליקציה לחיבור');
    expect(document.documentElement).toMatchObject({ lang: 'he', dir: 'rtl' });
    rerender(widget('fr', 'de'));
    await heading('Choisissez une application à connecter');
    expect(document.documentElement).toMatchObject({ lang: 'fr', dir: 'ltr' });
});

test('the host’s own wording stands in place of ours', async () => {
    render(widget('auto', null, { text: { 'list.title': 'Bring your tools to {app}' } }));
    expect(await heading('Bring your tools to Northwind')).toBeTruthy();
});

test('wording for the end user’s language wins over wording for all, and follows the language', async () => {
    const text = { 'list.title': 'For all', 'list.search': 'For all, too' };
    const texts = { de: { 'list.title': 'Verbinden mit {app}' }, 'pt-PT': { 'list.title': 'Escolha' } };
    const { rerender } = render(widget('de-CH', null, { text, texts }));
    await heading('Verbinden mit Northwind');
    expect(screen.getByRole('searchbox', { name: 'For all, too' })).toBeTruthy();
    rerender(widget('pt-BR', null, { text, texts }));
    await heading('Escolha');
    rerender(widget('fr', null, { text, texts }));
    await heading('For all');
});

test('of wordings for several regions, that of the end user counts, wherever it is known from', async () => {
    const texts = { 'de-AT': { 'list.title': 'Aus Wien' }, de: { 'list.title': 'Deutsch' }, 'zh-Hant': { 'list.title': '繁體' } };
    for (const [asked, ofSession, title] of [
        ['de-AT', null, 'Aus Wien'],
        ['auto', 'de-AT', 'Aus Wien'],
        ['de-CH', 'de-AT', 'Deutsch'],
        ['zh-HK', 'de-AT', '繁體']
    ] as const) {
        render(widget(asked, ofSession, { texts }));
        expect(await heading(title)).toBeTruthy();
        cleanup();
    }
});

test('wording in languages and for texts that there are not, or that is none, is ignored', async () => {
    const texts = JSON.parse(
        '{"xx": {"list.title": "x"}, "not a tag": {"list.title": "x"}, "de": null, "fr": "abc", "en": {"nonsense": "x", "list.title": 7, "__proto__": {"list.title": "x"}}, "__proto__": {"list.title": "x"}}'
    );
    for (const [asked, title] of [
        ['xx', 'Choose an app to connect'],
        ['not a tag', 'Choose an app to connect'],
        ['en', 'Choose an app to connect'],
        ['de', 'Wählen Sie eine App zum Verbinden'],
        ['fr', 'Choisissez une application à connecter']
    ] as const) {
        render(widget(asked, null, { texts }));
        expect(await heading(title)).toBeTruthy();
        cleanup();
    }
});

test('markup in wording is shown as it was written, and a long one whole', async () => {
    const markup = '<img src=x onerror="window.broken=1"> <b>{app}</b>';
    const long = 'Pick '.repeat(80).trim();
    render(widget('en', null, { texts: { en: { 'list.title': markup, 'list.sub': long } } }));
    await heading('<img src=x onerror="window.broken=1"> <b>Northwind</b>');
    expect(document.querySelector('h1 > *')).toBeNull();
    expect(screen.getByText(long)).toBeTruthy();
});
