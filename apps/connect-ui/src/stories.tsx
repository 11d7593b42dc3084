import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createRoot, type Root } from 'react-dom/client';
import { App } from './App.tsx';
import { everyStory } from './stories/every-story.gen.ts';
import { longestTexts } from './stories/longest-texts.ts';
import { loadCatalogue, pickLocale } from './i18n/locales.ts';
import { withLongNames } from './stories/long-names.ts';
import { silentEffects } from './stories/silent-effects.ts';
import './first-paint.css';
import './theme.css';

/**
 * `?story=list&theme=dark&locale=ar&layout=page` shows that state, without a server behind it; no
 * state lists them all. The locale `longest` has the longest text of all languages for each, and
 * `long` gives names 400 characters. A
 * `popstate` event draws the address anew without loading the page again, and `data-drawn` says how
 * far that has come.
 */
async function draw(root: Root): Promise<void> {
    const { search } = location;
    const asked = new URLSearchParams(search);
    const story = everyStory[asked.get('story') ?? ''];
    if (!story) return root.render(<Index />);
    const model = asked.has('long') ? withLongNames(story) : story;
    const html = document.documentElement;
    html.dataset.layout = asked.get('layout') ?? model.setup.layout;
    const theme = asked.get('theme');
    if (theme) html.dataset.theme = theme;
    else delete html.dataset.theme;
    const locale = asked.get('locale') ?? 'en';
    const catalogue = locale === 'longest' ? await longestTexts() : await loadCatalogue(pickLocale([locale]));
    root.render(
        <QueryClientProvider key={search} client={new QueryClient()}>
            <App effects={silentEffects} initial={model} catalogue={catalogue} locale={locale} />
            <span hidden ref={() => void (html.dataset.drawn = search)} />
        </QueryClientProvider>
    );
}

function Index() {
    return (
        <main style={{ padding: '1.5rem', columns: '16rem', lineHeight: 1.8 }}>
            <h1 style={{ columnSpan: 'all' }}>Every state of the Connect UI</h1>
            <ul>
                {Object.keys(everyStory).map((name) => (
                    <li key={name}>
                        <a href={`?story=${name}`}>{name}</a>
                    </li>
                ))}
            </ul>
        </main>
    );
}

const element = document.querySelector('#root');
if (element) {
    const root = createRoot(element);
    void draw(root);
    addEventListener('popstate', () => void draw(root));
}
