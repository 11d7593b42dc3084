// @vitest-environment jsdom
import { act, render, screen, waitFor } from '@testing-library/react';
import { ConnectProvider } from '@patchbay/react';
import type { ReactNode } from 'react';
import { expect, test, vi } from 'vitest';
import { connectUrl, expectComplaint, frames, greet, useFreshPage } from '../test/fake-widget.ts';
import { App } from './App.tsx';
import { ConnectAny } from './ConnectAny.tsx';
import { ReturnPage } from './ReturnPage.tsx';
import { Settings } from './Settings.tsx';

useFreshPage();

const click = (name: string) => act(async () => screen.getByRole('button', { name }).click());
const wrapper = ({ children }: { children: ReactNode }) => (
    <ConnectProvider connectUrl={connectUrl} fetchSession={async () => 'pb_cs_first'}>
        {children}
    </ConnectProvider>
);

test('the button of the first example opens its integration, with a session from the backend', async () => {
    const asked = vi.spyOn(globalThis, 'fetch').mockResolvedValue(Response.json({ token: 'pb_cs_minted' }));
    render(<App />);
    await click('Connect GitHub');
    expect(frames()[0]?.src).toMatch(/^https:\/\/connect\.example\.com\/ui\//);
    const body = JSON.stringify({ integration: 'github' });
    expect(asked).toHaveBeenCalledExactlyOnceWith('/api/connect-session', expect.objectContaining({ method: 'POST', body }));
});

test('the other button of the first example tells the backend which connection to reconnect', async () => {
    const asked = vi.spyOn(globalThis, 'fetch').mockResolvedValue(Response.json({ token: 'pb_cs_minted' }));
    render(<App />);
    await click('Reconnect GitHub');
    const body = JSON.stringify({ integration: 'github', connection: 'the-id-you-stored' });
    expect(asked).toHaveBeenCalledExactlyOnceWith('/api/connect-session', expect.objectContaining({ body }));
});

test('a backend that refuses is named in the console', async () => {
    vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response('oops', { status: 500 }));
    render(<App />);
    await click('Connect GitHub');
    await waitFor(() => expect(console.error).toHaveBeenCalled());
    expectComplaint('/api/connect-session responded with 500.');
});

test('a button of one’s own tells what was connected, and what was not', async () => {
    const onConnected = vi.fn<(connectionId: string) => void>();
    render(<ConnectAny onConnected={onConnected} />, { wrapper });
    await click('Connect an account');
    const widget = await greet();
    await widget.say({ type: 'error', code: 'credentials_rejected', message: 'No.' });
    await screen.findByText('Nothing was connected (credentials_rejected).');
    await widget.connect('attempt-1');
    await waitFor(() => expect(onConnected).toHaveBeenCalledExactlyOnceWith('connection-1'));
});

test('inside the page, it goes when something was connected', async () => {
    render(<Settings />, { wrapper });
    await act(async () => {});
    await (await greet()).connect('attempt-1');
    expect(await screen.findByText('All set.')).toBeDefined();
});

test('the page that a sign-in comes back to goes on with it', async () => {
    const onConnected = vi.fn<(connectionId: string) => void>();
    sessionStorage.setItem('patchbay:attempt-1', JSON.stringify({ connectUrl, token: 'pb_cs_kept', theme: 'system' }));
    history.replaceState(null, '', '?connect_attempt=attempt-1');
    render(<ReturnPage onConnected={onConnected} />);
    const widget = await greet();
    expect(widget.init).toMatchObject({ token: 'pb_cs_kept', options: { attempt: 'attempt-1' } });
    await widget.connect('attempt-1');
    await waitFor(() => expect(onConnected).toHaveBeenCalledExactlyOnceWith('connection-1'));
});
