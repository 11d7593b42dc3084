// README: begin
import { openConnectUI } from '@patchbay/connect';

async function fetchSession(): Promise<string> {
    const answer = await fetch('/api/connect-session', { method: 'POST' });
    const { token } = await answer.json();
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
