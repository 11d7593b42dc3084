// README: begin
import { ConnectButton, ConnectProvider, type SessionRequest } from '@patchbay/react';

async function fetchSession(wanted: SessionRequest): Promise<string> {
    const response = await fetch('/api/connect-session', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(wanted)
    });
    if (!response.ok) throw new Error(`/api/connect-session responded with ${response.status}.`);
    const { token } = await response.json();
    return token;
}

export function App() {
    return (
        <ConnectProvider connectUrl="https://connect.example.com" fetchSession={fetchSession}>
            <ConnectButton integration="github" onConnect={({ connectionId }) => console.log(`Connected: ${connectionId}`)}>
                Connect GitHub
            </ConnectButton>
            <ConnectButton integration="github" connection="the-id-you-stored">
                Reconnect GitHub
            </ConnectButton>
        </ConnectProvider>
    );
}
// README: end
