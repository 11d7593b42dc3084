import type { WidgetFailure } from '@patchbay/connect';
import { useCallback } from 'react';
import type { ConnectStatus, UseConnectOptions } from './options.ts';
import { useConnectUI } from './use-connect-ui.ts';

export interface Connect {
    /**
     * Opens the dialog. While one is open, it gets the focus and nothing else happens.
     * @example
     * const { open } = useConnect();
     * return <button onClick={open}>Connect</button>;
     */
    open(): void;
    /**
     * Closes without asking the end user.
     * @example
     * const { close } = useConnect();
     * useEffect(() => close, [close]);
     */
    close(): void;
    /**
     * Whether `open` can do something yet: false on a server and until React has taken over the
     * page.
     */
    ready: boolean;
    /** `opening` until the end user sees the Connect UI. */
    status: ConnectStatus;
    /** The last thing that went wrong since `open`. */
    error: WidgetFailure | undefined;
}

/**
 * Opens the Connect UI from a component of yours. Call `open` on a click. The dialog goes when the
 * component does.
 * @param options read when it opens; callbacks are always those of the last render, and `theme`,
 * `locale`, `appearance` and a `sessionToken` that is a string are followed while it is open
 * @throws {Error} without a `connectUrl`, here or in a `<ConnectProvider>`
 * @returns how to open and close it, and what it is doing
 * @example
 * function ConnectHubSpot() {
 *     const { open, ready } = useConnect({
 *         integration: 'hubspot',
 *         onConnect: ({ connectionId }) => save(connectionId)
 *     });
 *     return <button onClick={open} disabled={!ready}>Connect HubSpot</button>;
 * }
 */
export function useConnect(options: UseConnectOptions = {}): Connect {
    const { show, ui, ready, status, error } = useConnectUI('useConnect', options);
    // Not `show` itself, which would take a click's event for a container and give effects
    // something to clean up with.
    const open = useCallback(() => {
        show();
    }, [show]);
    const close = useCallback(() => ui.current?.close(), [ui]);
    return { open, close, ready, status, error };
}
