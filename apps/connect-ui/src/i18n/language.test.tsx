// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { App } from '../App.tsx';
import { inEnglish } from './locales.ts';
import { session } from '../stories/samples.ts';
import { silentEffects } from '../stories/silent-effects.ts';
import { booting, type Model } from '../flow/model.ts';

afterEach(cleanup);

/**
 * A widget whose host asks for a locale, and whose session may name one. The browser prefers
 * English.
 */
function widget(asked: string, ofSession: string | null, text: Record<string, string> = {}) {
    const model: Model = {
        ...booting,
        flow: { state: 'list', query: '' },
        session: { status: 'fresh', info: session({ locale: ofSession }) }
    };
    return (
        <QueryClientProvider client={new QueryClient()}>
            <App effects={silentEffects} initial={model} catalogue={inEnglish} locale={asked} appearance={{ text }} />
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
    render(widget('auto', null, { 'list.title': 'Bring your tools to {app}' }));
    expect(await heading('Bring your tools to Northwind')).toBeTruthy();
});
