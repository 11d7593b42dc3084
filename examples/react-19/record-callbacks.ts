import type { UseConnectOptions } from '@patchbay/react';

const heard: object[] = [];
if (typeof window !== 'undefined') Object.assign(window, { heard });

/** New callbacks on each call, which record in `window.heard` what the Connect UI reports. */
export function recordCallbacks(from: string): UseConnectOptions {
    const note = (told: object) => void heard.push({ ...told, from, at: Date.now() });
    return {
        onEvent: (name) => note({ type: 'event', name }),
        onConnect: (detail) => note({ type: 'connect:success', detail }),
        onError: (detail) => note({ type: 'connect:error', detail }),
        onClose: (outcome) => note({ type: 'connect:close', detail: { outcome } })
    };
}
