// README: begin
import { ConnectButton, ConnectProvider } from '@patchbay/react';

async function fetchSession(): Promise<string> {
    const answer = await fetch('/api/connect-session', { method: 'POST' });
    const { token } = await answer.json();
    return token;
}

export function App() {
    return (
        <ConnectProvider connectUrl="https://connect.example.com" fetchSession={fetchSession}>
            <ConnectButton integration="github" onConnect={({ connectionId }) => console.log(`Connected: ${connectionId}`)}>
                Connect GitHub
            </ConnectButton>
        </ConnectProvider>
    );
}
// README: end
