// @vitest-environment jsdom
import { UnreachableError } from '@patchbay/api-client';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { button, heading, launch, leap, startWidget, succeeded, view, withClock } from '../../App.fixtures.tsx';
import { gem, github } from '../../stories/samples.ts';

afterEach(() => {
    cleanup();
    vi.useRealTimers();
});

const link = 'https://api.example.com/connect/approval/x';
const pending = view({ integration_id: 'github', status: 'pending_approval', approval_url: link, updated_at: '2026-11-20T10:01:00.000Z' });

async function atPending(later = pending, user = userEvent.setup()) {
    const widget = startWidget(
        { '/connect/attempts': [launch], '/connect/attempts/:attempt_id': [pending, later], '/connect/attempts/:attempt_id/cancel': [] },
        { integrations: [github] },
        { user }
    );
    await heading('Connect GitHub');
    await widget.user.click(button('Continue to GitHub'));
    await heading('Waiting for approval');
    return widget;
}

test('an end user whose admin has to approve gets the link to finish by, and the host hears of it', async () => {
    const { user, told, popup } = await atPending();
    expect(screen.getByText(/Someone who manages GitHub at your company has to approve Northwind/)).toBeTruthy();
    expect(screen.getByLabelText('Sign-in link')).toHaveProperty('value', link);
    await user.click(button('Copy link'));
    expect(await navigator.clipboard.readText()).toBe(link);
    await screen.findByRole('button', { name: 'Link copied' });
    expect(told).toContainEqual({ type: 'event', name: 'approval_pending', integrationId: 'github' });
    expect(popup.closed).toBe(true);
});

test('Done leaves the attempt waiting, and the host hears that nothing is connected yet', async () => {
    const { user, told, posted } = await atPending();
    await user.click(button('Done'));
    await waitFor(() => expect(told.at(-1)).toEqual({ type: 'close', outcome: 'cancelled' }));
    expect(screen.getByText(/may still be connected/)).toBeTruthy();
    expect(posted('/connect/attempts/:attempt_id/cancel')).toEqual([]);
});

test('Cancel ends the attempt on the server too', async () => {
    const { user, posted } = await atPending();
    await user.click(button('Cancel'));
    await heading('Connect GitHub');
    expect(posted('/connect/attempts/:attempt_id/cancel')).toHaveLength(1);
});

test('an end user who finishes by the link meanwhile sees it here, where the server is asked twice a minute', async () => {
    const { told, sent } = await atPending({ ...succeeded, integration_id: 'github' }, withClock());
    await leap(25_000);
    expect(sent.filter(({ path }) => path === '/connect/attempts/:attempt_id')).toHaveLength(1);
    await leap(5000);
    await heading('GitHub is connected');
    expect(told).toContainEqual(expect.objectContaining({ type: 'connect', connectionId: 'c-1' }));
});

const denied = view({ integration_id: 'github', status: 'failed', code: 'consent_denied', updated_at: '2026-11-20T10:01:00.000Z' });
const other = { ...pending, attempt_id: '0b6f0c7e-6d0e-4a8c-9a54-4f0a4c7f0002' };

test('an end user who was turned away says that an admin has to approve, and gets the link', async () => {
    const { user, posted } = startWidget(
        { '/connect/attempts': [launch, other], '/connect/attempts/:attempt_id': [denied, other] },
        { integrations: [github] }
    );
    await user.click(await screen.findByRole('button', { name: 'Continue to GitHub' }));
    await heading('GitHub wasn’t connected');
    await user.click(button('Someone else has to approve this'));
    await heading('Waiting for approval');
    expect(await screen.findByLabelText('Sign-in link')).toHaveProperty('value', link);
    expect(posted('/connect/attempts')[1]?.body).toMatchObject({ integration_id: 'github', approval_of: denied.attempt_id });
});

test('an end user who cannot finish the sign-in asks for approval, and its window and attempt are given up', async () => {
    const awaiting = view({ integration_id: 'github', status: 'awaiting_user' });
    const { user, posted, popup } = startWidget(
        {
            '/connect/attempts': [launch, other],
            '/connect/attempts/:attempt_id': [awaiting],
            '/connect/attempts/:attempt_id/cancel': []
        },
        { integrations: [github] }
    );
    await user.click(await screen.findByRole('button', { name: 'Continue to GitHub' }));
    await user.click(await screen.findByRole('button', { name: 'Someone else has to approve this' }));
    await screen.findByLabelText('Sign-in link');
    expect(posted('/connect/attempts')[1]?.body).toMatchObject({ approval_of: awaiting.attempt_id });
    await waitFor(() => expect(posted('/connect/attempts/:attempt_id/cancel')).toHaveLength(1));
    expect(popup.closed).toBe(true);
});

test('when the request for approval fails, the form shows an error', async () => {
    const { user } = startWidget(
        { '/connect/attempts': [launch, new UnreachableError('gone')], '/connect/attempts/:attempt_id': [denied] },
        { integrations: [github] }
    );
    await user.click(await screen.findByRole('button', { name: 'Continue to GitHub' }));
    await heading('GitHub wasn’t connected');
    await user.click(button('Someone else has to approve this'));
    await heading('Connect GitHub');
    expect((await screen.findByRole('alert')).textContent).toContain('The server couldn’t be reached');
});

test('a later visit shows what waits in the list, and that signing in finishes it', async () => {
    const { user } = startWidget({}, { integrations: [{ ...github, awaits_approval: true }, gem] });
    const row = await screen.findByRole('button', { name: /GitHub/ });
    expect(row.textContent).toContain('Waiting for approval');
    expect(screen.getByRole('button', { name: /Gem/ }).textContent).not.toContain('Waiting');
    await user.click(row);
    await heading('Connect GitHub');
    expect(screen.getByText(/Once it has been approved, sign in here/)).toBeTruthy();
});
