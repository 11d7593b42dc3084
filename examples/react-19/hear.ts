import type { UseConnectOptions } from '@patchbay/react';

const heard: object[] = [];
if (typeof window !== 'undefined') Object.assign(window, { heard });

/** Callbacks that take down, in `window.heard`, what the Connect UI tells this part of the page. They are others on each call. */
export function hear(from: string): UseConnectOptions {
    const note = (told: object) => void heard.push({ ...told, from, at: Date.now() });
    return {
        onEvent: (name) => note({ type: 'event', name }),
        onConnect: (detail) => note({ type: 'connect:success', detail }),
        onError: (detail) => note({ type: 'connect:error', detail }),
        onClose: (outcome) => note({ type: 'connect:close', detail: { outcome } })
    };
}
