import { findApp, refreshAccounts, showApps } from './apps.js';
import { refreshConnections } from './connections.js';
import { writeToLog } from './event-log.js';
import { ask, byId, copy, notify, sentenceOf } from './page.js';
import { currentSettings, followSettings } from './settings.js';

const inlineSection = byId('inline-section', HTMLElement);
const linkSection = byId('link-section', HTMLElement);
const link = byId('link', HTMLAnchorElement);
/** @type {import('@patchbay/connect').ConnectUI | undefined} */
let inline;

// The script tag's own buttons, here those for reconnecting, tell how it went by DOM events. So
// does a sign-in that has come back in this tab.
for (const name of ['connect:success', 'connect:error', 'connect:close']) {
    document.addEventListener(name, (event) => {
        if (!(event instanceof CustomEvent)) return;
        writeToLog(name, event.detail);
        if (name === 'connect:success') void hearConnected(event.detail);
        if (name === 'connect:close') hearClosed(event.detail.outcome);
    });
}

/** @param {string} [integration] absent: the list */
function connect(integration) {
    notify('');
    if (currentSettings().layout === 'link') return void makeLink();
    closeInline();
    if (!window.PatchbayConnect?.version) notify('The Connect UI’s script has not loaded yet. Is the Patchbay server running?');
    // Runs at once, or when the script has loaded.
    (window.PatchbayConnect ??= { q: [] }).q.push(({ openConnectUI }) => {
        notify('');
        open(openConnectUI, integration);
    });
}

/**
 * @param {import('../src/page-globals.js').OpenConnectUI} openConnectUI
 * @param {string | undefined} integration
 */
function open(openConnectUI, integration) {
    const { layout, ...looks } = currentSettings();
    const isInline = layout === 'inline';
    inlineSection.hidden = !isInline;
    const ui = openConnectUI({
        ...looks,
        integration,
        ...(isInline ? { container: byId('inline', HTMLElement) } : {}),
        ...(layout === 'tab' ? { mode: 'redirect' } : {}),
        fetchSession: async (wanted) => /** @type {{ token: string }} */ (await ask('POST', '/api/connect-session', wanted)).token,
        onEvent: hearEvent,
        onConnect: (connected) => {
            writeToLog('onConnect', connected);
            void hearConnected(connected);
        },
        onError: (failure) => writeToLog('onError', failure),
        onClose: (outcome) => {
            writeToLog('onClose', outcome);
            hearClosed(outcome);
        }
    });
    if (!isInline) return;
    inline = ui;
    inlineSection.scrollIntoView({ block: 'nearest' });
}

function closeInline() {
    inline?.destroy();
    inline = undefined;
    inlineSection.hidden = true;
}

async function makeLink() {
    const { locale, appearance } = currentSettings();
    try {
        const { url, qrCode } = /** @type {{ url: string, qrCode: string }} */ (
            await ask('POST', '/api/share-link', { locale, appearance })
        );
        Object.assign(link, { href: url, textContent: url });
        byId('link-qr', HTMLImageElement).src = qrCode;
        linkSection.hidden = false;
        byId('link-title', HTMLElement).focus();
        writeToLog('connectLinks.create', { url });
    } catch (error) {
        notify(sentenceOf(error));
    }
}

/** A share link leads back here, and only the product knows who is signed in to it. */
async function confirmReturn() {
    const query = new URLSearchParams(location.search);
    const connection = query.get('connection_id');
    const integration = query.get('integration_id');
    if (!connection || !integration) return;
    history.replaceState(null, '', location.pathname);
    try {
        await ask('POST', '/api/confirm', { connection, integration });
        writeToLog('connections.confirm', { connection, integration });
        const app = await findApp(integration);
        notify(`${app?.name ?? integration} was connected by a link, and Juniper has confirmed that it is yours.`);
    } catch (error) {
        notify(sentenceOf(error));
    }
}

/** @param {import('@patchbay/connect').Connected} connected */
async function hearConnected({ integrationId, isNew }) {
    const name = (await findApp(integrationId))?.name ?? integrationId;
    notify(isNew ? `${name} is connected.` : `${name} is connected again; the connection has kept its id.`);
    await refreshConnections();
}

/**
 * @param {string} name
 * @param {{ integrationId?: string | undefined }} detail
 */
function hearEvent(name, detail) {
    writeToLog(name, detail);
    if (name === 'disconnected') void hearDisconnected(detail.integrationId);
}

/** @param {string} [integration] */
async function hearDisconnected(integration = '') {
    notify(`${(await findApp(integration))?.name ?? 'An app'} is disconnected.`);
    await refreshConnections();
}

/** @param {import('@patchbay/connect').Outcome} outcome */
function hearClosed(outcome) {
    if (outcome === 'connected') byId('connections-title', HTMLElement).scrollIntoView({ block: 'nearest' });
    if (outcome === 'failed') notify('Not connected. What happened is in the log on this page.');
}

byId('connect', HTMLButtonElement).addEventListener('click', () => connect());
byId('copy-link', HTMLButtonElement).addEventListener('click', () => copy(link.href, 'Link copied.'));
document.addEventListener('vendor:changed', () => void refreshAccounts());

void showApps(connect);
void confirmReturn().then(refreshConnections);
let shown = currentSettings().layout;
void followSettings(({ layout, theme, locale, appearance }) => {
    // It was made with what was set before.
    linkSection.hidden = true;
    if (layout !== 'inline') closeInline();
    else if (shown !== 'inline') connect();
    shown = layout;
    // What is open changes at once.
    inline?.setTheme(theme);
    inline?.setLocale(locale);
    inline?.updateAppearance(appearance);
});
