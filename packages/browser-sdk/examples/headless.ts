// README: begin
import { auth, ConnectError } from '@patchbay/connect/headless';

const giveUp = new AbortController();

async function connect(): Promise<void> {
    try {
        const { connectionId } = await auth({
            connectUrl: 'https://connect.example.com',
            sessionToken: async () => (await (await fetch('/api/connect-session', { method: 'POST' })).json()).token,
            integration: 'github',
            signal: giveUp.signal
        });
        console.log(`Connected: ${connectionId}`);
    } catch (error) {
        if (error instanceof ConnectError) console.error(error.code, error.message, error.ref);
    }
}

document.querySelector('#connect')?.addEventListener('click', () => void connect());
document.querySelector('#cancel')?.addEventListener('click', () => giveUp.abort());
// README: end
