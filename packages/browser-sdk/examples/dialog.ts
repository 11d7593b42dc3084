// README: begin
import { openConnectUI, type SessionRequest } from '@patchbay/connect';

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

document.querySelector('#connect')?.addEventListener('click', () => {
    openConnectUI({
        connectUrl: 'https://connect.example.com',
        fetchSession,
        onConnect: ({ connectionId, integrationId }) => console.log(`Connected ${integrationId}: ${connectionId}`)
    });
});
// README: end
