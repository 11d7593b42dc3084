// @vitest-environment jsdom
import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { attemptId, button, heading, startWidget, submitKey, succeeded } from '../../App.fixtures.tsx';
import { connectedGem, gem, github, open, session } from '../../stories/samples.ts';
import type { ConnectSession } from '../../flow/model.ts';

afterEach(cleanup);

test('an unconfirmed connection is not called connected, and the button leads back to the product', async () => {
    const link: Partial<ConnectSession> = { integrations: [gem], requires_confirmation: true, return_to: 'https://app.example.com/done' };
    const { user } = startWidget({ '/connect/attempts': [succeeded] }, link, { setup: { layout: 'page', origin: null } });
    await user.type(await screen.findByLabelText('Shareable access key'), 'gem-key');
    await user.click(button('Connect'));
    await heading('Almost done');
    expect(screen.getByText('Go back to Northwind to finish.')).toBeTruthy();
    const onward = screen.getByRole('link', { name: 'Back to Northwind' });
    expect(onward.className).toContain('button-primary');
    expect(onward).toHaveProperty('href', 'https://app.example.com/done?connection_id=c-1&integration_id=gem');
    expect(document.body.textContent).not.toMatch(/is connected|can start using it|close this (tab|window)/i);
});

test('an unconfirmed connection without a return address tells the end user to go back to the product', async () => {
    startWidget(
        { '/connect/attempts': [succeeded] },
        { integrations: [open], requires_confirmation: true },
        {
            setup: { layout: 'page', origin: null, autoStart: true }
        }
    );
    await heading('Almost done');
    expect(screen.getByText('Go back to Northwind to finish.')).toBeTruthy();
    expect(screen.queryByRole('link')).toBeNull();
    expect(screen.queryByText(/close this tab/)).toBeNull();
});

test('on a page of its own, success leads back to the product, with the connection in the address', async () => {
    const page = { setup: { layout: 'page', origin: null } } as const;
    const { user } = startWidget(
        { '/connect/attempts': [succeeded] },
        { integrations: [gem], return_to: 'https://app.example/settings?tab=2#apps' },
        page
    );
    await user.type(await screen.findByLabelText('Shareable access key'), 'k');
    await user.click(button('Connect'));
    const onward = await screen.findByRole('link', { name: 'Back to Northwind' });
    expect(onward.getAttribute('href')).toBe('https://app.example/settings?tab=2&connection_id=c-1&integration_id=gem#apps');
    expect(screen.queryByRole('button', { name: 'Done' })).toBeNull();
});

test('a page without a return address tells that it can be closed', async () => {
    const { user } = startWidget(
        { '/connect/attempts': [succeeded] },
        { integrations: [gem] },
        { setup: { layout: 'page', origin: null } }
    );
    await user.type(await screen.findByLabelText('Shareable access key'), 'k');
    await user.click(button('Connect'));
    expect(await screen.findByText('You can close this tab.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Done' })).toBeNull();
});

test('the same account again is renewed, and not called a second connection', async () => {
    const widget = startWidget(
        { '/connect/attempts': [{ ...succeeded, is_new: false }] },
        { integrations: [{ ...gem, is_connected: true }] }
    );
    await submitKey(widget, 'Shareable access key');
    await heading('Gem is connected');
    expect(screen.getByText(/was connected already, so its access has been renewed/)).toBeTruthy();
    expect(screen.queryByText(/is kept as well/)).toBeNull();
});

test('after a success another app can be connected, and leaving then is no cancellation', async () => {
    const sessions: ConnectSession[] = [session({ integrations: [gem, github] }), session({ integrations: [connectedGem, github] })];
    const widget = startWidget({ '/connect/session/open': sessions, '/connect/attempts': [succeeded] });
    await widget.user.click(await screen.findByRole('button', { name: 'Gem' }));
    await submitKey(widget, 'Shareable access key');
    await heading('Gem is connected');
    await widget.user.click(button('Connect another app'));
    await heading('Choose an app to connect');
    // The session is read again.
    expect(await screen.findByRole('button', { name: 'Gem Connected' })).toBeTruthy();
    await widget.user.click(button('Close'));
    await waitFor(() => expect(widget.told.at(-1)).toEqual({ type: 'close', outcome: 'connected' }));
    expect(widget.told.filter(({ type: kind }) => kind === 'connect')).toEqual([
        { type: 'connect', connectionId: 'c-1', integrationId: 'gem', isNew: true, attemptId }
    ]);
});

const next = { label: 'Choose repositories', url: 'https://app.example/repositories' };

test('the host’s next step is the main button of a dialog, opens a new tab, and its text stays text', async () => {
    const over = { integrations: [gem], success: { text: '<b>Ready</b> in a minute.', next } };
    const widget = startWidget({ '/connect/attempts': [succeeded] }, over);
    await submitKey(widget, 'Shareable access key');
    const onward = await screen.findByRole('link', { name: 'Choose repositories (opens a new window)' });
    expect(onward).toMatchObject({ href: next.url, target: '_blank', rel: 'noopener' });
    expect(onward.className).toContain('button-primary');
    expect(button('Done').className).toContain('button-secondary');
    expect(screen.getByText('<b>Ready</b> in a minute.')).toBeTruthy();
});

test('on a page of its own the next step opens in this tab, before the way back to the product', async () => {
    const over = { integrations: [gem], success: { text: null, next }, return_to: 'https://app.example/settings' };
    const widget = startWidget({ '/connect/attempts': [succeeded] }, over, { setup: { layout: 'page', origin: null } });
    await submitKey(widget, 'Shareable access key');
    const onward = await screen.findByRole('link', { name: 'Choose repositories' });
    expect(onward.getAttribute('target')).toBeNull();
    const back = screen.getByRole('link', { name: 'Back to Northwind' });
    expect([onward, back].map(({ className }) => className)).toEqual(['button button-primary', 'button button-secondary']);
    expect(onward.compareDocumentPosition(back)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    expect(back.getAttribute('href')).toContain('connection_id=c-1');
});

test('while the product has to confirm, its words on success are not shown', async () => {
    const over = { integrations: [gem], success: { text: 'Ready.', next }, requires_confirmation: true };
    const widget = startWidget({ '/connect/attempts': [succeeded] }, over);
    await submitKey(widget, 'Shareable access key');
    await heading('Almost done');
    expect(screen.queryByText('Ready.')).toBeNull();
    expect(screen.queryByRole('link', { name: /Choose repositories/ })).toBeNull();
});
