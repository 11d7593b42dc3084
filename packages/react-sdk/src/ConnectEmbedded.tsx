import type { ConnectUI } from '@patchbay/connect';
import { useEffect, useRef } from 'react';
import type { ComponentPropsWithoutRef, ReactElement } from 'react';
import type { UseConnectOptions } from './options.ts';
import { useConnectUI } from './use-connect-ui.ts';

/**
 * Those of a `<div>`, and the options of `useConnect`; of `onError` and `onClose`, which both have,
 * the Connect UI's.
 */
export type ConnectEmbeddedProps = UseConnectOptions & Omit<ComponentPropsWithoutRef<'div'>, keyof UseConnectOptions | 'children'>;

/**
 * The Connect UI inside the page, as high as its content, open from the start; it has no close
 * button. On a server an empty `<div>`. Another `connectUrl`, `integration` or `connection` opens
 * it anew, and so does another `key`.
 * @throws {Error} without a `connectUrl`, here or in a `<ConnectProvider>`
 * @example
 * <ConnectEmbedded integration="hubspot" onConnect={({ connectionId }) => save(connectionId)} />;
 */
export function ConnectEmbedded(props: ConnectEmbeddedProps): ReactElement {
    const { rest, options, show } = useConnectUI('<ConnectEmbedded>', props);
    const { connectUrl, integration, connection } = options;
    const container = useRef<HTMLDivElement>(null);
    useEffect(() => {
        let isWanted = true;
        let opened: ConnectUI | undefined;
        // StrictMode mounts twice within a task, and the first time must not cost a session.
        queueMicrotask(() => {
            if (isWanted && container.current) opened = show(container.current);
        });
        return () => {
            isWanted = false;
            opened?.destroy();
        };
    }, [show, connectUrl, integration, connection]);
    return <div {...rest} ref={container} />;
}
