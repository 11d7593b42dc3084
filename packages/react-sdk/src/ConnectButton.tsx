import { forwardRef } from 'react';
import type { ComponentPropsWithoutRef, ForwardRefExoticComponent, MouseEvent, RefAttributes } from 'react';
import type { UseConnectOptions } from './options.ts';
import { useConnectUI } from './use-connect-ui.ts';

/**
 * Those of a `<button>`, and the options of `useConnect`; of `onError` and `onClose`, which both
 * have, the Connect UI's.
 */
export type ConnectButtonProps = UseConnectOptions & Omit<ComponentPropsWithoutRef<'button'>, keyof UseConnectOptions>;

/**
 * A button that opens the Connect UI; on a server it is just a button. An `onClick` of yours runs
 * first, and its `preventDefault()` keeps it closed.
 * @throws {Error} without a `connectUrl`, here or in a `<ConnectProvider>`
 * @example
 * <ConnectButton integration="hubspot" onConnect={({ connectionId }) => save(connectionId)}>
 *     Connect HubSpot
 * </ConnectButton>;
 */
export const ConnectButton: ForwardRefExoticComponent<ConnectButtonProps & RefAttributes<HTMLButtonElement>> = forwardRef(
    function ConnectButton(props: ConnectButtonProps, ref) {
        const { rest, show } = useConnectUI('<ConnectButton>', props);
        function open(event: MouseEvent<HTMLButtonElement>) {
            rest.onClick?.(event);
            if (event.defaultPrevented) return;
            // Safari gives a clicked button no focus, and then could not give it back.
            event.currentTarget.focus({ preventScroll: true });
            show();
        }
        return <button type="button" {...rest} ref={ref} onClick={open} />;
    }
);
