// The product's own script: takes down what the Connect UI tells it and when, in `window.heard`. As a module it also opens the Connect UI itself.
const heard = [];
const hear = (told) => heard.push({ ...told, at: Date.now() });
Object.assign(window, { heard });
for (const type of ['connect:success', 'connect:error', 'connect:close']) {
    document.addEventListener(type, (event) => hear({ type, detail: event.detail, from: event.target.id }));
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
            onEvent: (name) => hear({ type: 'event', name, from }),
            onConnect: (detail) => hear({ type: 'connect:success', detail, from }),
            onError: (detail) => hear({ type: 'connect:error', detail, from }),
            onClose: (outcome) => hear({ type: 'connect:close', detail: { outcome }, from })
        });
        Object.assign(window, { ui });
    };
    for (const button of document.querySelectorAll('button')) button.addEventListener('click', open);
}
document.documentElement.dataset.ready = '';
