// @vitest-environment jsdom
import { act, render, screen, waitFor } from '@testing-library/react';
import { StrictMode, useEffect } from 'react';
import { expect, test, vi } from 'vitest';
import { connectUrl, expectComplaint, frames, greet, useFreshPage } from '../test/fake-widget.ts';
import { ConnectProvider, useConnect, type Connect, type UseConnectOptions } from './index.ts';

useFreshPage();

/** A component that only holds the hook. */
function Holder({ give, ...options }: UseConnectOptions & { give: (connect: Connect) => void }) {
    const connect = useConnect({ connectUrl, sessionToken: 'pb_cs_first', ...options });
    useEffect(() => {
        give(connect);
    });
    return null;
}

/** @returns the hook's newest value, and how to render it with other options */
function hold(first: UseConnectOptions = {}) {
    let current: Connect | undefined;
    const element = (options: UseConnectOptions) => <Holder {...options} give={(connect) => (current = connect)} />;
    const { rerender, unmount } = render(element(first));
    return {
        get now(): Connect {
            if (!current) throw new Error('The hook has not run.');
            return current;
        },
        open: () => act(async () => current?.open()),
        rerender: (options: UseConnectOptions) => rerender(element(options)),
        unmount
    };
}

test('opens nothing by itself, and then one dialog, however often it is asked', async () => {
    const connect = hold({ integration: 'hubspot' });
    expect(frames()).toEqual([]);
    expect(connect.now).toMatchObject({ ready: true, status: 'closed', error: undefined });
    await connect.open();
    await connect.open();
    expect(frames()).toHaveLength(1);
    expect((await greet()).init).toMatchObject({ token: 'pb_cs_first', options: { integration: 'hubspot', layout: 'modal' } });
});

test('says how far it is, and what went wrong last', async () => {
    const connect = hold();
    await connect.open();
    expect(connect.now.status).toBe('opening');
    const widget = await greet();
    await widget.say({ type: 'ready' });
    await waitFor(() => expect(connect.now.status).toBe('open'));
    await widget.say({ type: 'error', code: 'credentials_rejected', message: 'No.' });
    await waitFor(() => expect(connect.now.error).toEqual({ code: 'credentials_rejected', message: 'No.', ref: undefined }));
    await widget.close('failed');
    expect(connect.now).toMatchObject({ status: 'closed', error: { code: 'credentials_rejected' } });
    await connect.open();
    expect(connect.now).toMatchObject({ status: 'opening', error: undefined });
});

test('calls the callbacks of the last render, each once, and never opens anew for them', async () => {
    const said: unknown[] = [];
    const callbacks = (at: number): UseConnectOptions => ({
        onReady: () => said.push([at, 'ready']),
        onEvent: (name) => said.push([at, name]),
        onConnect: ({ connectionId }) => said.push([at, connectionId]),
        onError: ({ code }) => said.push([at, code]),
        onClose: (outcome) => said.push([at, outcome])
    });
    const connect = hold(callbacks(1));
    await connect.open();
    const [frame] = frames();
    connect.rerender(callbacks(2));
    const widget = await greet();
    await widget.say({ type: 'ready' });
    await widget.connect('attempt-1');
    await widget.connect('attempt-1');
    await widget.say({ type: 'error', code: 'provider_error', message: 'It failed.' });
    expect(frames()).toEqual([frame]);
    await widget.close('connected');
    expect(said).toEqual([
        [1, 'opened'],
        [2, 'ready'],
        [2, 'ready'],
        [2, 'connection-1'],
        [2, 'provider_error'],
        [2, 'closed'],
        [2, 'connected']
    ]);
});

test('a session that has expired is renewed by the function of the last render', async () => {
    const connect = hold({ fetchSession: async () => 'pb_cs_stale' });
    await connect.open();
    const widget = await greet();
    connect.rerender({ fetchSession: async () => 'pb_cs_renewed' });
    await widget.say({ type: 'session_wanted' });
    await waitFor(() => expect(widget.heard).toEqual([{ type: 'session_token', token: 'pb_cs_renewed' }]));
});

test('follows theme, locale, appearance and a token in the state while it is open', async () => {
    const connect = hold({ appearance: { variables: { borderRadius: 4 } } });
    await connect.open();
    const widget = await greet();
    connect.rerender({ appearance: { variables: { borderRadius: 4 } } });
    connect.rerender({ theme: 'dark', locale: 'ar', appearance: { variables: { borderRadius: 8 } }, sessionToken: 'pb_cs_second' });
    connect.rerender({ theme: undefined, sessionToken: 'pb_cs_second' });
    await waitFor(() =>
        expect(widget.heard).toEqual([
            { type: 'session_token', token: 'pb_cs_second' },
            { type: 'set_theme', theme: 'dark' },
            { type: 'set_locale', locale: 'ar' },
            { type: 'set_appearance', appearance: { variables: { borderRadius: 8 } } },
            { type: 'set_theme', theme: 'system' },
            { type: 'set_locale', locale: 'auto' },
            { type: 'set_appearance', appearance: {} }
        ])
    );
});

test('may open before the app has its token in its state', async () => {
    const connect = hold({ sessionToken: undefined });
    await connect.open();
    const widget = await greet();
    expect(widget.init).toMatchObject({ token: undefined });
    connect.rerender({ sessionToken: 'pb_cs_late' });
    await waitFor(() => expect(widget.heard).toEqual([{ type: 'session_token', token: 'pb_cs_late' }]));
    expect(connect.now.error).toBeUndefined();
});

test('a token that never comes is told in the end', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    const connect = hold({ sessionToken: undefined });
    await connect.open();
    await greet();
    await act(async () => vi.advanceTimersByTime(15_000));
    expect(connect.now.error).toMatchObject({ code: 'no_token' });
    expectComplaint('sessionToken is missing');
});

test('the dialog goes with the component, and its callbacks are not called again', async () => {
    const onClose = vi.fn<NonNullable<UseConnectOptions['onClose']>>();
    const connect = hold({ onClose });
    await connect.open();
    connect.unmount();
    expect(frames()).toEqual([]);
    await connect.open();
    expect(frames()).toEqual([]);
    expect(onClose).not.toHaveBeenCalled();
});

test('`close` closes, and tells the component that it did', async () => {
    const onClose = vi.fn<NonNullable<UseConnectOptions['onClose']>>();
    const connect = hold({ onClose });
    await connect.open();
    await act(async () => connect.now.close());
    expect(connect.now.status).toBe('closed');
    expect(onClose).toHaveBeenCalledExactlyOnceWith('cancelled');
    await connect.open();
    expect(frames()).toHaveLength(1);
});

test('of two on a page, the one that did not open the dialog leaves it alone', async () => {
    const [first, second] = [hold({ integration: 'hubspot' }), hold({ integration: 'gem' })];
    await first.open();
    await second.open();
    expect([first.now.status, second.now.status]).toEqual(['opening', 'closed']);
    second.unmount();
    expect((await greet()).init).toMatchObject({ options: { integration: 'hubspot' } });
    await act(async () => first.now.close());
    expect(first.now.status).toBe('closed');
});

test('opened in an effect under StrictMode, which mounts twice, there is one dialog, and each callback comes once', async () => {
    const onConnect = vi.fn<NonNullable<UseConnectOptions['onConnect']>>();
    function OpensItself() {
        const { open } = useConnect({ connectUrl, sessionToken: 'pb_cs_first', onConnect });
        useEffect(open, [open]);
        return null;
    }
    render(<OpensItself />, { wrapper: StrictMode });
    expect(frames()).toHaveLength(1);
    await (await greet()).connect('attempt-1');
    await waitFor(() => expect(onConnect).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ connectionId: 'connection-1' })));
});

test('takes from the provider what it is not given itself', async () => {
    function Asks() {
        const { open } = useConnect({ theme: undefined, locale: 'fr' });
        return <button onClick={open}>Connect</button>;
    }
    render(
        <ConnectProvider connectUrl={connectUrl} fetchSession={async () => 'pb_cs_provided'} theme="dark" locale="de">
            <Asks />
        </ConnectProvider>
    );
    await act(async () => screen.getByRole('button').click());
    expect((await greet()).init).toMatchObject({
        token: 'pb_cs_provided',
        options: { theme: 'dark', locale: 'fr', renews: true, takesRequests: false }
    });
});

test('without an address it says who needs one, and where to put it', () => {
    function Lost() {
        useConnect();
        return null;
    }
    expect(() => render(<Lost />)).toThrow(
        'useConnect needs connectUrl: give it one, or put <ConnectProvider connectUrl="https://…"> around your app.'
    );
});
