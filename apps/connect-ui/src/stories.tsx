import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { App } from './App.tsx';
import type { Outside } from './flow-effects.ts';
import { stories } from './story-models.ts';
import { LanguageContext, loadLanguage } from './texts.ts';
import './theme.css';

/** `?state=list&theme=dark&locale=ar&layout=page` shows that state, without a server behind it; no state lists them all. */
const asked = new URLSearchParams(location.search);
const root = document.querySelector('#root');
const model = stories[asked.get('state') ?? ''];
const html = document.documentElement;
html.dataset.layout = asked.get('layout') ?? 'modal';
const theme = asked.get('theme');
if (theme) html.dataset.theme = theme;

const silent: Outside = {
    call: () => new Promise(() => undefined),
    parent: { opening: new Promise(() => undefined), tell: () => undefined, onMessage: () => () => undefined },
    signIn: { open: () => undefined, go: () => 'opened', close: () => undefined, isClosed: () => false, onHint: () => () => undefined },
    origin: null
};

if (root && model) {
    const language = await loadLanguage(asked.get('locale') ?? 'en');
    html.lang = language.locale;
    html.dir = language.dir;
    createRoot(root).render(
        <LanguageContext value={language}>
            <QueryClientProvider client={new QueryClient()}>
                <App outside={silent} initial={model} />
            </QueryClientProvider>
        </LanguageContext>
    );
} else if (root) {
    for (const name of Object.keys(stories)) {
        const link = document.createElement('a');
        link.href = `?state=${name}`;
        link.textContent = name;
        root.append(link, document.createElement('br'));
    }
}
