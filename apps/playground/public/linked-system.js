import { ask, byId, element, notify, sentenceOf } from './page.js';
import { signInWith } from './sign-in-with.js';

/**
 * @typedef {{ name: string, isFirst: boolean, state: 'reading' | 'done' | 'failed' | 'paused',
 * count: number, finishedAt: string | null, error: string | null }} Sync
 * @typedef {{ app: import('./sign-in-with.js').App | null, link: { connection: string,
 * integration: string, isBroken: boolean, reason: string | null } | null, syncs: Sync[] }} System
 * @typedef {{ type: 'sync' | 'record.changed' | 'forward' | 'connection.broken' |
 * 'connection.healed', integration: string, model?: string, id?: string, action?: string, what?:
 * string, sync?: string }} LiveEvent
 */

const POLL_MS = 1000;
const TOGETHER_MS = 500;
const link = byId('link', HTMLElement);
const button = byId('link-button', HTMLButtonElement);
const reading = byId('reading', HTMLElement);
const clock = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short' });
const whole = new Intl.NumberFormat('en');

/**
 * Shows whether a system is connected and how far it was read, now and as that changes.
 * @param {string} path where the product's own backend tells of it
 * @param {Record<string, string>} labels of what is read, by sync
 * @param {object} told
 * @param {(system: System) => void} told.onSystem at first, and whenever it may have changed
 * @param {(event: LiveEvent) => void} [told.onEvent] as Patchbay's webhooks bring it
 */
export function followSystem(path, labels, { onSystem, onEvent }) {
    /** @type {System | undefined} */
    let system;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let timer;
    let dueAt = Infinity;
    const lookIn = (/** @type {number} */ ms) => {
        // A stream of events must not put it off for ever.
        if (dueAt <= performance.now() + ms) return;
        clearTimeout(timer);
        dueAt = performance.now() + ms;
        timer = setTimeout(() => void look(), ms);
    };
    const look = async () => {
        clearTimeout(timer);
        dueAt = Infinity;
        try {
            system = /** @type {System} */ (await ask('GET', path));
            showLink(system);
            showReading(system, labels);
            onSystem(system);
            if (system.syncs.some(({ state }) => state === 'reading') || isStarting(system)) lookIn(POLL_MS);
        } catch (error) {
            notify(sentenceOf(error));
        }
    };

    document.addEventListener('connect:success', () => {
        notify('');
        void look();
    });
    document.addEventListener('connect:close', (event) => {
        // The button that opened it is gone, and with it the place of the focus.
        if (event instanceof CustomEvent && event.detail.outcome === 'connected')
            void look().then(() => byId('reading-title', HTMLElement).focus());
    });
    byId('read-again', HTMLButtonElement).addEventListener('click', () => {
        ask('POST', `${path}/read`).then(look, (error) => notify(sentenceOf(error)));
    });
    new EventSource('/api/events').addEventListener('message', ({ data }) => {
        /** @type {LiveEvent} */
        const event = JSON.parse(data);
        if (event.integration !== system?.app?.id) return;
        onEvent?.(event);
        // The first reading brings thousands of them.
        lookIn(TOGETHER_MS);
    });
    applyLook();
    void look();
}

/** @param {System} system */
function isStarting({ link: connected, syncs }) {
    return connected !== null && syncs.length === 0;
}

/** As it was set on the page for integrations. */
function applyLook() {
    /** @type {unknown} */
    const stored = JSON.parse(localStorage.getItem('juniper-settings') ?? '{}');
    const { theme = 'system', locale = 'en', color = '#34508c' } = Object(stored);
    document.documentElement.dataset.theme = theme;
    const appearance = JSON.stringify({ variables: { colorPrimary: color } });
    Object.assign(byId('connect-script', HTMLScriptElement).dataset, { theme, locale, appearance });
}

/** @param {System} system */
function showLink({ app, link: connected }) {
    link.hidden = connected !== null && !connected.isBroken;
    if (!app || link.hidden) return;
    const state = connected ? 'broken' : 'absent';
    const key = `${state} ${connected?.connection}`;
    if (link.dataset.shown === key) return;
    Object.assign(link.dataset, { shown: key, state });
    byId('link-mark', HTMLImageElement).src = app.mark;
    byId('link-title', HTMLElement).textContent = connected ? `${app.name} no longer lets Juniper in` : `Connect ${app.name}`;
    byId('link-text', HTMLElement).textContent = connected
        ? `${connected.reason ?? 'The access has ended.'} What was read before is still here; nothing new arrives until you reconnect.`
        : `${app.name} is made up, like everything here: it is part of the sandbox. You can connect it with this:`;
    button.textContent = connected ? 'Reconnect' : `Connect ${app.name}`;
    // The script tag reads them at the click.
    button.dataset.integration = app.id;
    if (connected) button.dataset.connection = connected.connection;
    else delete button.dataset.connection;
    void showSignIn(app);
}

/** @param {import('./sign-in-with.js').App} app */
async function showSignIn(app) {
    const accounts = /** @type {import('./sign-in-with.js').Accounts} */ (await ask('GET', '/api/sandbox/accounts'));
    byId('link-with', HTMLElement).replaceChildren(...signInWith(app, accounts));
}

/**
 * @param {System} system
 * @param {Record<string, string>} labels
 */
function showReading({ app, link: connected, syncs }, labels) {
    reading.hidden = connected === null || connected.isBroken;
    if (!app || reading.hidden) return;
    const isReading = syncs.length === 0 || syncs.some(({ state }) => state === 'reading');
    const isFirst = syncs.length === 0 || syncs.some((sync) => sync.isFirst);
    const failed = syncs.find(({ state }) => state === 'failed');
    byId('reading-title', HTMLElement).textContent =
        isReading && isFirst ? `Reading ${app.name} for the first time` : `Connected to ${app.name}`;
    const state = byId('reading-state', HTMLElement);
    state.dataset.state = failed ? 'refused' : isReading ? 'reading' : 'works';
    setText(state, failed ? (failed.error ?? 'Could not be read') : isReading ? 'Reading…' : upToDate(syncs));
    byId('reading-bar', HTMLElement).hidden = !isReading;
    byId('read-again', HTMLElement).hidden = isReading;
    byId('reading-counts', HTMLElement).replaceChildren(
        ...syncs.map(({ name, count, state: each }) =>
            element(
                'div',
                {},
                element('dt', {}, labels[name] ?? name),
                element('dd', {}, whole.format(count), element('small', {}, wordFor(each)))
            )
        )
    );
}

/** @param {Sync['state']} state */
function wordFor(state) {
    return { reading: 'arriving…', done: 'all read', failed: 'not read', paused: 'paused' }[state];
}

/** @param {Sync[]} syncs */
function upToDate(syncs) {
    const last = syncs.map(({ finishedAt }) => finishedAt ?? '').toSorted();
    const time = last.at(-1);
    return time ? `Up to date, read at ${clock.format(new Date(time))}` : 'Up to date';
}

/**
 * Not written again where it is the same: a status would be read out again.
 * @param {HTMLElement} place
 * @param {string} text
 */
function setText(place, text) {
    if (place.textContent !== text) place.textContent = text;
}
