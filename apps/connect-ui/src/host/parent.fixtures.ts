import { isHello, type Hello } from '@patchbay/contracts/widget-message';

export const origin = 'https://host.example';
export const options = { locale: 'auto', theme: 'dark', integration: 'gem', layout: 'modal' };

/** What the SDK answers to a hello. */
export const init = (nonce: string, over: object = {}) => ({
    patchbay: 1,
    type: 'init',
    nonce,
    version: 1,
    token: 'pb_cs_x',
    options,
    ...over
});

/** Everything sent so far has arrived: a port keeps the order. */
export async function settled(from: MessagePort, to: MessagePort): Promise<void> {
    await new Promise<void>((resolve) => {
        to.addEventListener('message', ({ data }: MessageEvent<unknown>) => data === 'last' && resolve());
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port, not a window
        from.postMessage('last');
    });
}

/** A window inside a frame of this page: its parent is this very window. */
export function openFrame() {
    const frame = document.createElement('iframe');
    document.body.append(frame);
    const page = frame.contentWindow;
    if (!page) throw new Error('no frame');
    const hello = new Promise<Hello>((resolve) =>
        window.addEventListener('message', ({ data }) => isHello(data) && resolve(data), { once: true })
    );
    /**
     * As the browser would deliver it; `fetch` and `postMessage` of jsdom know neither origin nor
     * ports.
     */
    const deliver = (data: unknown, over: { source?: Window | null; origin?: string; ports?: MessagePort[] } = {}) => {
        const event = new MessageEvent('message', { data });
        for (const [name, value] of Object.entries({ source: page.parent, origin, ports: [new MessageChannel().port2], ...over }))
            Object.defineProperty(event, name, { value });
        page.dispatchEvent(event);
    };
    return { page, hello, deliver };
}
