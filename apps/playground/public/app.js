import { showAccounts } from './accounts.js';
import { refreshConnections } from './connections.js';
import { writeToLog } from './event-log.js';
import { ask, byId, element, notify } from './page.js';
import { currentSettings } from './settings.js';

// Named as the Connect UI names them, without "Sandbox".
const apps = [
    { integration: 'sandbox-oauth2', name: 'OAuth 2', how: 'A sign-in page in a popup' },
    { integration: 'sandbox-oauth2-tenants', name: 'OAuth 2, several companies', how: 'Sign in, then choose one' },
    { integration: 'sandbox-oauth2-subdomain', name: 'OAuth 2, with a subdomain', how: 'A workspace first, then the sign-in' },
    { integration: 'sandbox-two-keys', name: 'Two keys', how: 'API key and application secret' },
    { integration: 'sandbox-api-key', name: 'API key', how: 'One key' },
    { integration: 'sandbox-basic', name: 'User name and password', how: 'Basic authentication' },
    { integration: 'sandbox-oauth2-cc', name: 'Client credentials', how: 'For services, without a person' },
    { integration: 'unauthenticated', name: 'No authentication', how: 'Nothing to type' }
];

// 1. The script tag: buttons with `data-connect-open` tell how it went by DOM events.
for (const name of ['connect:success', 'connect:error', 'connect:close']) {
    document.addEventListener(name, (event) => {
        writeToLog(name, event instanceof CustomEvent ? event.detail : undefined);
        if (name === 'connect:success' && event instanceof CustomEvent) hearConnected(event.detail);
        if (name === 'connect:close' && event instanceof CustomEvent) hearClosed(event.detail.outcome);
    });
}

// 2. The function behind it, for those who want callbacks.
/** @param {string} integration */
function connect(integration) {
    window.PatchbayConnect?.openConnectUI({
        ...currentSettings(),
        integration,
        sessionToken: async () => /** @type {{ token: string }} */ (await ask('POST', '/api/connect-session', { integration })).token,
        onEvent: (name) => writeToLog('onEvent', name),
        onConnect: (connected) => {
            writeToLog('onConnect', connected);
            hearConnected(connected);
        },
        onError: (failure) => writeToLog('onError', failure),
        onClose: (outcome) => {
            writeToLog('onClose', outcome);
            hearClosed(outcome);
        }
    });
}

/** @param {import('@patchbay/connect').Connected} connected */
function hearConnected({ isNew }) {
    notify(isNew ? 'Connected.' : 'Reconnected: the connection has kept its id.');
    void refreshConnections();
}

/** @param {import('@patchbay/connect').Outcome} outcome */
function hearClosed(outcome) {
    if (outcome === 'failed') notify('Not connected. What happened is in the log on this page.');
}

byId('apps', HTMLUListElement).append(
    ...apps.map(({ integration, name, how }) => {
        const button = element(
            'button',
            { class: 'small', type: 'button', 'aria-label': `Connect ${name}`, 'data-app': integration },
            'Connect'
        );
        button.addEventListener('click', () => connect(integration));
        return element('li', {}, element('span', {}, element('strong', {}, name), how), button);
    })
);

document.addEventListener('click', ({ target }) => {
    const isOpening = target instanceof Element && target.closest('[data-connect-open], [data-app]');
    if (isOpening && !window.PatchbayConnect)
        notify('The Connect UI’s script has not loaded. Is the Patchbay server running? Then reload this page.');
});

void refreshConnections();
void showAccounts();
