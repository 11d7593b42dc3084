// The product's own script: takes down what the Connect UI tells it, in `window.heard`. As a module it also opens the Connect UI itself.
const heard = [];
Object.assign(window, { heard });
for (const type of ['connect:success', 'connect:error', 'connect:close']) {
    document.addEventListener(type, (event) => heard.push({ type, detail: event.detail, from: event.target.id }));
}

const { connectUrl, sessionUrl } = document.querySelector('script[data-connect-url]')?.dataset ?? {};
if (connectUrl !== undefined) {
    const { openConnectUI } = await import('/sdk.js');
    document.querySelector('#open').addEventListener('click', ({ currentTarget }) => {
        const { integration, locale, theme } = currentTarget.dataset;
        const ui = openConnectUI({
            connectUrl,
            sessionToken: async () => (await (await fetch(sessionUrl, { method: 'POST' })).json()).token,
            integration,
            locale,
            theme,
            onEvent: (name) => heard.push({ type: 'event', name }),
            onConnect: (detail) => heard.push({ type: 'connect:success', detail, from: 'open' }),
            onError: (detail) => heard.push({ type: 'connect:error', detail, from: 'open' }),
            onClose: (outcome) => heard.push({ type: 'connect:close', detail: { outcome }, from: 'open' })
        });
        Object.assign(window, { ui });
    });
}
document.documentElement.dataset.ready = '';
