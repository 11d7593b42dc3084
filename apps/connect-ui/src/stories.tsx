import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { App } from './App.tsx';
import { everyStory } from './every-story.ts';
import { loadCatalogue, pickLocale } from './locales.ts';
import { silent } from './story-outside.ts';
import './first-paint.css';
import './theme.css';

/** `?state=list&theme=dark&locale=ar&layout=page` shows that state, without a server behind it; no state lists them all. */
const asked = new URLSearchParams(location.search);
const root = document.querySelector('#root');
const model = everyStory[asked.get('state') ?? ''];
const html = document.documentElement;
html.dataset.layout = asked.get('layout') ?? model?.setup.layout ?? 'modal';
const theme = asked.get('theme');
if (theme) html.dataset.theme = theme;

if (root && model) {
    const locale = asked.get('locale') ?? 'en';
    const catalogue = await loadCatalogue(pickLocale([locale]));
    createRoot(root).render(
        <QueryClientProvider client={new QueryClient()}>
            <App outside={silent} initial={model} catalogue={catalogue} locale={locale} />
        </QueryClientProvider>
    );
} else if (root) {
    for (const name of Object.keys(everyStory)) {
        const link = document.createElement('a');
        link.href = `?state=${name}`;
        link.textContent = name;
        root.append(link, document.createElement('br'));
    }
}
