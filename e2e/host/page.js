// The product's script: records the Connect UI's messages in `window.heard`, and may open it
// itself.
const heard = [];
const recordCallbacks = (told) => heard.push({ ...told, at: Date.now() });
Object.assign(window, { heard });
for (const type of ['connect:success', 'connect:error', 'connect:close']) {
    document.addEventListener(type, (event) => recordCallbacks({ type, detail: event.detail, from: event.target.id }));
}

const { connectUrl, sessionUrl } = document.querySelector('script[data-connect-url]')?.dataset ?? {};
if (connectUrl !== undefined) {
    const { openConnectUI } = await import('/sdk.js');
    const open = ({ currentTarget }) => {
        const { id: from, dataset } = currentTarget;
        const { integration, locale, theme, into, appearance } = dataset;
        const ui = openConnectUI({
            connectUrl,
            sessionToken: async () => (await (await fetch(sessionUrl, { method: 'POST' })).json()).token,
            integration,
            locale,
            theme,
            appearance: appearance === undefined ? undefined : JSON.parse(appearance),
            container: into === undefined ? undefined : document.querySelector(into),
            onEvent: (name) => recordCallbacks({ type: 'event', name, from }),
            onConnect: (detail) => recordCallbacks({ type: 'connect:success', detail, from }),
            onError: (detail) => recordCallbacks({ type: 'connect:error', detail, from }),
            onClose: (outcome) => recordCallbacks({ type: 'connect:close', detail: { outcome }, from })
        });
        Object.assign(window, { ui });
    };
    for (const button of document.querySelectorAll('button')) button.addEventListener('click', open);
}
document.documentElement.dataset.ready = '';
