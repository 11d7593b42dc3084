import { ConnectButton, ConnectEmbedded, ConnectProvider, useConnect } from '@patchbay/react';
import { useEffect, useState } from 'react';
import { recordCallbacks } from './record-callbacks.ts';

/** A page of a product, which connects accounts in all three ways. */
export function App() {
    useEffect(() => {
        const { dataset } = document.documentElement;
        dataset['ready'] = `mounted ${(dataset['ready'] ?? '').length > 0 ? 'twice' : 'once'}`;
    }, []);
    return (
        <ConnectProvider connectUrl={import.meta.env.VITE_CONNECT_URL} fetchSession={fetchSession}>
            <main>
                <h1>Acme HR</h1>
                <ConnectButton id="open" {...recordCallbacks('open')}>
                    Connect an account
                </ConnectButton>
                <ByHook />
                <InThePage />
                {Array.from({ length: 60 }, (_, index) => (
                    <p key={index}>People, pay and holidays in one place.</p>
                ))}
            </main>
        </ConnectProvider>
    );
}

/** Asks the product's own backend, which knows who is signed in. */
async function fetchSession(): Promise<string> {
    const response = await fetch('session', { method: 'POST' });
    const { token } = await response.json();
    return token;
}

function ByHook() {
    const { open, ready, status, error } = useConnect({ integration: 'sandbox-api-key', ...recordCallbacks('hook') });
    return (
        <p>
            <button id="hook" disabled={!ready} onClick={open}>
                Connect with an API key
            </button>{' '}
            <output>{error?.message ?? status}</output>
        </p>
    );
}

function InThePage() {
    const [isShown, setIsShown] = useState(false);
    return (
        <section>
            <label>
                <input type="checkbox" checked={isShown} onChange={(event) => setIsShown(event.target.checked)} /> Show it in the page
            </label>
            {isShown && (
                <>
                    <ConnectEmbedded id="first" integration="sandbox-api-key" {...recordCallbacks('first')} />
                    <ConnectEmbedded id="second" {...recordCallbacks('second')} />
                </>
            )}
        </section>
    );
}
