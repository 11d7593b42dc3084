import { createCall } from '@patchbay/api-client';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './App.tsx';
import { booting, type Model } from './flow-state.ts';
import { reduce } from './flow.ts';
import { signInWindow } from './oauth-popup.ts';
import { embeddingPage, standAlone, type Opening, type Parent } from './parent.ts';
import { showTheme } from './theme.ts';
import { inEnglish, LanguageContext, loadLanguage, type Language } from './texts.ts';
import './theme.css';

let token: string | undefined;
// The API is where this page came from, never where an address says.
const call = createCall({
    baseUrl: location.origin,
    token: () => token,
    // A cancel has to arrive although the host takes the iframe away. Only for calls without a body: browsers keep few bytes alive.
    fetch: (input, init) => fetch(input, { ...init, keepalive: init?.method === 'POST' && init.body === undefined })
});
const embedded = window.parent !== window;
const parent = embedded ? embeddingPage(window) : standAlone(window, call);
const signIn = signInWindow(window);
const queries = new QueryClient();

function Widget({ opening, language: first }: { opening: Opening; language: Language }) {
    const [language, setLanguage] = useState(first);
    useEffect(
        () =>
            parent.onMessage((message) => {
                if (message.type === 'set_theme') showTheme(message.theme);
                if (message.type === 'set_locale') void loadLanguage(message.locale).then(setLanguage);
            }),
        []
    );
    useEffect(() => {
        document.documentElement.lang = language.locale;
        document.documentElement.dir = language.dir;
        document.title = language.texts.documentTitle;
    }, [language]);
    const initial: Model = opening.ok
        ? reduce(booting, { type: 'opened', preselect: opening.preselect })
        : reduce(booting, { type: 'refused', code: opening.code });
    return (
        <LanguageContext value={language}>
            <QueryClientProvider client={queries}>
                <App outside={{ call, parent, signIn, origin: opening.ok ? opening.origin : null }} initial={initial} />
            </QueryClientProvider>
        </LanguageContext>
    );
}

async function start(from: Parent): Promise<void> {
    const { dataset } = document.documentElement;
    if (!embedded) dataset.layout = 'page';
    const root = document.querySelector('#root');
    const opening = await from.opening;
    if (opening.ok) {
        token = opening.token;
        showTheme(opening.theme);
    }
    if (embedded) dataset.layout = 'modal';
    const language = opening.ok && opening.locale === 'en' ? inEnglish : await loadLanguage(opening.ok ? opening.locale : 'auto');
    if (root) createRoot(root).render(<Widget opening={opening} language={language} />);
}

void start(parent);
