// @vitest-environment jsdom
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { createRef, type MouseEvent } from 'react';
import { expect, test, vi } from 'vitest';
import { connectUrl, frames, greet, useFreshPage } from '../test/fake-widget.ts';
import { ConnectButton, type ConnectButtonProps } from './index.ts';

useFreshPage();

function show(props: ConnectButtonProps = {}): HTMLButtonElement {
    render(
        <ConnectButton connectUrl={connectUrl} sessionToken="pb_cs_first" {...props}>
            Connect HubSpot
        </ConnectButton>
    );
    return screen.getByRole<HTMLButtonElement>('button', { name: 'Connect HubSpot' });
}

const click = (button: HTMLButtonElement) => act(async () => void fireEvent.click(button));

test('is a button that opens the Connect UI, and keeps the focus to give back', async () => {
    const onConnect = vi.fn<NonNullable<ConnectButtonProps['onConnect']>>();
    const onClose = vi.fn<NonNullable<ConnectButtonProps['onClose']>>();
    const button = show({ integration: 'hubspot', onConnect, onClose });
    await click(button);
    expect(document.activeElement).toBe(button);
    const widget = await greet();
    expect(widget.init).toMatchObject({ options: { integration: 'hubspot' } });
    await widget.connect('attempt-1');
    await widget.close('connected');
    await waitFor(() => expect(onClose).toHaveBeenCalledExactlyOnceWith('connected'));
    expect(onConnect).toHaveBeenCalledOnce();
});

test('takes what a button takes, and shows no option to the page', () => {
    const ref = createRef<HTMLButtonElement>();
    render(
        <ConnectButton
            ref={ref}
            connectUrl={connectUrl}
            sessionToken="pb_cs_first"
            integration="hubspot"
            mode="popup"
            theme="dark"
            appearance={{ variables: { borderRadius: 4 } }}
            id="connect"
            className="primary"
            aria-describedby="why"
            disabled
        >
            <span>Connect</span> HubSpot
        </ConnectButton>
    );
    expect(ref.current?.outerHTML).toBe(
        '<button type="button" id="connect" class="primary" aria-describedby="why" disabled=""><span>Connect</span> HubSpot</button>'
    );
});

test('does not send the form that it stands in', async () => {
    const onSubmit = vi.fn<() => void>();
    render(
        <form onSubmit={onSubmit}>
            <ConnectButton connectUrl={connectUrl} sessionToken="pb_cs_first">
                Connect
            </ConnectButton>
        </form>
    );
    await click(screen.getByRole('button'));
    expect(onSubmit).not.toHaveBeenCalled();
    expect(frames()).toHaveLength(1);
});

test('an onClick comes first and may keep it closed', async () => {
    const onClick = vi.fn((event: MouseEvent) => event.preventDefault());
    await click(show({ onClick }));
    expect(onClick).toHaveBeenCalledOnce();
    expect(frames()).toEqual([]);
});

test('without an address it says who needs one', () => {
    expect(() => render(<ConnectButton />)).toThrow(/^<ConnectButton> needs connectUrl: /);
});
