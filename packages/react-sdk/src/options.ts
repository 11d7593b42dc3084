import type { ConnectOptions } from '@patchbay/connect';

/** The options of `openConnectUI`. `connectUrl` may come from a `<ConnectProvider>` instead. */
export interface UseConnectOptions extends Omit<ConnectOptions, 'attempt' | 'connectUrl' | 'container'> {
    /**
     * The Connect UI's address (`PATCHBAY_CONNECT_URL`), on another origin than the page's. Absent:
     * that of the `<ConnectProvider>`.
     */
    connectUrl?: string | undefined;
}

export type ConnectStatus = 'closed' | 'opening' | 'open';

/** Every option, so that none ends up as an attribute on the page. */
const optionNames: Record<keyof UseConnectOptions, true> = {
    connectUrl: true,
    sessionToken: true,
    fetchSession: true,
    onSessionExpired: true,
    integration: true,
    connection: true,
    autoStart: true,
    mode: true,
    returnTo: true,
    locale: true,
    theme: true,
    appearance: true,
    allowSameOrigin: true,
    onReady: true,
    onEvent: true,
    takesRequests: true,
    onConnect: true,
    onError: true,
    onClose: true
};

/** @returns the options that were given, without those that are `undefined`, and the other props */
export function splitProps<Props extends UseConnectOptions>(props: Props): [UseConnectOptions, Omit<Props, keyof UseConnectOptions>] {
    const options: Record<string, unknown> = {};
    const rest: Record<string, unknown> = {};
    for (const [name, value] of Object.entries(props)) {
        if (value !== undefined) (Object.hasOwn(optionNames, name) ? options : rest)[name] = value;
    }
    // Each name still has its own value.
    return [options, rest as Omit<Props, keyof UseConnectOptions>];
}
