import { StrictMode, version } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from '@patchbay/example-react-19';

const root = document.querySelector<HTMLElement>('#root');
if (root) {
    root.dataset['react'] = version;
    createRoot(root).render(
        <StrictMode>
            <App />
        </StrictMode>
    );
}
