import { openConnectUI } from '@patchbay/connect';
import type { ConnectEvent, ConnectOptions, ConnectUI, PageWithDialog, SessionRequest, WidgetFailure } from '@patchbay/connect';
import { useCallback, useContext, useEffect, useInsertionEffect, useRef, useState, useSyncExternalStore } from 'react';
import { DefaultsContext } from './ConnectProvider.tsx';
import { splitProps } from './options.ts';
import type { ConnectStatus, UseConnectOptions } from './options.ts';

const statusAfter: Partial<Record<ConnectEvent, ConnectStatus>> = { opened: 'opening', ready: 'open', closed: 'closed' };
const neverChanges = () => () => {};

/**
 * One Connect UI at a time, which goes when the component does.
 * @param who completes "… needs connectUrl"
 * @returns `rest`: the props that are no options; `show`: opens it in an element, or else in a
 * dialog; `ui`: null when the component has gone
 */
export function useConnectUI<Props extends UseConnectOptions>(who: string, props: Props) {
    const [given, rest] = splitProps(props);
    const defaults = useContext(DefaultsContext);
    const connectUrl = given.connectUrl ?? defaults.connectUrl;
    if (!connectUrl)
        throw new Error(`${who} needs connectUrl: give it one, or put <ConnectProvider connectUrl="https://…"> around your app.`);
    const options: ConnectOptions = { ...defaults, ...given, connectUrl };
    const { sessionToken } = options;

    const latest = useRef(options);
    const ui = useRef<ConnectUI | null>(undefined);
    const [status, setStatus] = useState<ConnectStatus>('closed');
    const [error, setError] = useState<WidgetFailure>();

    const show = useCallback((container?: HTMLElement) => {
        if (ui.current === null) return undefined;
        const { patchbayDialog }: PageWithDialog = document;
        const opened = openConnectUI({
            ...withLiveTokens(latest),
            // The listener below is this hook's own; the app may have none.
            takesRequests: !!latest.current.onEvent && latest.current.takesRequests !== false,
            container,
            onReady: () => latest.current.onReady?.(),
            onEvent(name, detail) {
                setStatus((before) => statusAfter[name] ?? before);
                latest.current.onEvent?.(name, detail);
            },
            onConnect: (connected) => latest.current.onConnect?.(connected),
            onError(failure) {
                setError(failure);
                latest.current.onError?.(failure);
            },
            onClose: (outcome) => latest.current.onClose?.(outcome)
        });
        // The one that was open before: nothing was opened, and it may be another component's.
        if (opened === patchbayDialog) return undefined;
        ui.current = opened;
        setError(undefined);
        return opened;
    }, []);

    // Unlike a layout effect it is silent on a server.
    useInsertionEffect(() => {
        latest.current = options;
    });
    useEffect(() => {
        // It may come back: StrictMode tries that, too.
        ui.current ??= undefined;
        return () => {
            ui.current?.destroy();
            ui.current = null;
            setStatus('closed');
        };
    }, []);
    useEffect(() => {
        if (typeof sessionToken === 'string') ui.current?.setSessionToken(sessionToken);
    }, [sessionToken]);
    // As text, because an object literal is another one each time.
    const looks = JSON.stringify([options.theme, options.locale, options.appearance]);
    useEffect(() => {
        const { theme = 'system', locale = 'auto', appearance = {} } = latest.current;
        ui.current?.setTheme(theme);
        ui.current?.setLocale(locale);
        ui.current?.updateAppearance(appearance);
    }, [looks]);

    const ready = useSyncExternalStore(
        neverChanges,
        () => true,
        () => false
    );
    return { rest, options, ready, status, error, ui, show };
}

/**
 * The options of now, but whatever brings tokens is that of the last render whenever it is asked.
 */
function withLiveTokens(latest: { current: ConnectOptions }): ConnectOptions {
    const options = { ...latest.current };
    for (const name of ['sessionToken', 'fetchSession', 'onSessionExpired'] as const) {
        if (typeof options[name] !== 'function') continue;
        options[name] = async (wanted: SessionRequest) => {
            const source = latest.current[name];
            return (typeof source === 'function' ? source(wanted) : source) ?? '';
        };
    }
    // An app that keeps its token in its state may open before it has one.
    if (!options.fetchSession) options.sessionToken ??= new Promise(() => {});
    return options;
}
