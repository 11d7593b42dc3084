// @vitest-environment jsdom
import { act, render, waitFor } from '@testing-library/react';
import { StrictMode } from 'react';
import { expect, test, vi } from 'vitest';
import { connectUrl, frames, greet, useFreshPage } from '../test/fake-widget.ts';
import { ConnectEmbedded, ConnectProvider, type ConnectEmbeddedProps } from './index.ts';

useFreshPage();

const embedded = (props: ConnectEmbeddedProps = {}) => <ConnectEmbedded connectUrl={connectUrl} sessionToken="pb_cs_first" {...props} />;
/** Lets it open, which it does a moment after it was mounted. */
const settle = () => act(async () => {});

test('is open from the start, inside its own element', async () => {
    const onConnect = vi.fn<NonNullable<ConnectEmbeddedProps['onConnect']>>();
    const { container } = render(embedded({ className: 'connect', integration: 'hubspot', onConnect }));
    expect(container.innerHTML).toBe('<div class="connect"></div>');
    await settle();
    expect(container.querySelectorAll('.connect > [data-patchbay-connect]')).toHaveLength(1);
    const widget = await greet();
    expect(widget.init).toMatchObject({ token: 'pb_cs_first', options: { layout: 'inline', integration: 'hubspot' } });
    await widget.connect('attempt-1');
    await waitFor(() => expect(onConnect).toHaveBeenCalledOnce());
    await widget.close('connected');
    expect(container.innerHTML).toBe('<div class="connect"></div>');
});

test('under StrictMode, which mounts twice, one session is fetched for one frame', async () => {
    const fetchSession = vi.fn(async () => 'pb_cs_fetched');
    render(embedded({ sessionToken: undefined, fetchSession }), { wrapper: StrictMode });
    await settle();
    expect(frames()).toHaveLength(1);
    expect((await greet()).init).toMatchObject({ token: 'pb_cs_fetched' });
    expect(fetchSession).toHaveBeenCalledOnce();
});

test('inline lambdas and literals of each render leave it alone; another integration opens it anew', async () => {
    const onClose = vi.fn<() => void>();
    const props = () => ({ onClose: () => onClose(), appearance: { variables: { borderRadius: 4 } } });
    const { rerender } = render(embedded(props()));
    await settle();
    const [first] = frames();
    rerender(embedded(props()));
    await settle();
    expect(frames()).toEqual([first]);
    rerender(embedded({ ...props(), integration: 'gem' }));
    await settle();
    expect(frames()).toHaveLength(1);
    expect(frames()).not.toContain(first);
    expect((await greet()).init).toMatchObject({ options: { integration: 'gem' } });
    expect(onClose).not.toHaveBeenCalled();
});

test('gone before it had opened, it never opens', async () => {
    const fetchSession = vi.fn(async () => 'pb_cs_fetched');
    const { unmount } = render(embedded({ fetchSession, sessionToken: undefined }));
    unmount();
    await settle();
    expect(frames()).toEqual([]);
    expect(fetchSession).not.toHaveBeenCalled();
});

test('five on a page each have their own, and leave nothing behind', async () => {
    const integrations = ['a', 'b', 'c', 'd', 'e'];
    const { unmount, container } = render(
        <ConnectProvider connectUrl={connectUrl} fetchSession={async () => 'pb_cs_shared'}>
            {integrations.map((integration) => (
                <ConnectEmbedded key={integration} integration={integration} />
            ))}
        </ConnectProvider>
    );
    await settle();
    const greeted: unknown[] = [];
    for (const frame of frames()) greeted.push((await greet(frame)).init);
    expect(greeted).toMatchObject(integrations.map((integration) => ({ options: { integration } })));
    unmount();
    expect(container.innerHTML).toBe('');
});

test('without an address it says who needs one', () => {
    expect(() => render(<ConnectEmbedded />)).toThrow(/^<ConnectEmbedded> needs connectUrl: /);
});
