// README: begin
import { openConnectUI, resume } from '@patchbay/connect';

const options = {
    fetchSession: async () => {
        const response = await fetch('/api/connect-session', { method: 'POST' });
        if (!response.ok) throw new Error(`/api/connect-session responded with ${response.status}.`);
        return (await response.json()).token;
    },
    onConnect: () => location.reload()
};

// When the page loads. Returns null when this is no return from a sign-in.
resume(options);

document.querySelector('#connect')?.addEventListener('click', () => {
    openConnectUI({
        connectUrl: 'https://connect.example.com',
        returnTo: 'https://app.example.com/settings',
        ...options
    });
});
// README: end
