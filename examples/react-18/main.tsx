import { StrictMode, version } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from '../react-19/App.tsx';

const root = document.querySelector<HTMLElement>('#root');
if (root) {
    root.dataset['react'] = version;
    createRoot(root).render(
        <StrictMode>
            <App />
        </StrictMode>
    );
}
