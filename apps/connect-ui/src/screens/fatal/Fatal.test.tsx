// @vitest-environment jsdom
import { ApiError, UnreachableError } from '@patchbay/api-client';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { button, heading, startWidget } from '../../App.fixtures.tsx';
import { gem, github, session } from '../../stories/samples.ts';

afterEach(cleanup);

test.each([
    [
        new ApiError(401, { code: 'unknown_connect_session_token', payload: { reason: 'expired' } }),
        'This page has timed out',
        'session_expired'
    ],
    [new ApiError(401, { code: 'unknown_connect_session_token' }), 'This couldn’t be opened', 'session_invalid'],
    [new ApiError(403, { code: 'origin_not_allowed' }), 'This page can’t be shown here', 'origin_not_allowed']
])('a session that can’t be used is explained: %s', async (error, title, code) => {
    const { told } = startWidget({ '/connect/session/open': [error] });
    await heading(title);
    await waitFor(() => expect(told).toContainEqual(expect.objectContaining({ type: 'error', code, message: expect.any(String) })));
});

test('an unreachable server is asked again, first by itself, then at a click', async () => {
    const down = new UnreachableError('no');
    const { user, posted } = startWidget({ '/connect/session/open': [down, down, down, session({ integrations: [gem] })] });
    await screen.findByRole('heading', { name: 'The server can’t be reached' }, { timeout: 8000 });
    expect(posted('/connect/session/open')).toHaveLength(3);
    await user.click(button('Try again'));
    await heading('Connect Gem');
});

test('without a renewing host there is no retry button', async () => {
    startWidget({}, {}, { hasToken: false });
    await heading('This couldn’t be opened');
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
});

test('an integration that is not offered is reported to the host, and the end user can close', async () => {
    const { user, told } = startWidget({}, { integrations: [gem, github] }, { setup: { preselect: 'gemm' } });
    await heading('This isn’t available here');
    const [, close] = screen.getAllByRole('button', { name: 'Close' });
    if (!close) throw new Error('a button of the card itself');
    expect(told.filter(({ type }) => type === 'error')).toEqual([
        {
            type: 'error',
            code: 'embed_misconfigured',
            message: expect.stringContaining('"gemm", only: gem, github'),
            userMessage: expect.stringContaining('Northwind'),
            hint: expect.stringContaining('"gemm", only: gem, github')
        }
    ]);
    await user.click(close);
    await waitFor(() => expect(told.at(-1)).toEqual({ type: 'close', outcome: 'failed' }));
});

test('a crash is explained without a code for support, since no server knows of it', async () => {
    const log = vi.spyOn(console, 'error').mockReturnValue();
    const { user, told } = startWidget({}, { integrations: [gem] });
    await heading('Connect Gem');
    const scroll = vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(() => {
        throw new Error('The browser failed.');
    });
    await user.click(button('Connect'));
    scroll.mockRestore();
    await heading('Something went wrong');
    expect(screen.getByRole('main').textContent).not.toMatch(/C-/);
    await waitFor(() =>
        expect(told.filter(({ type }) => type === 'error')).toEqual([
            { type: 'error', code: 'unexpected', message: 'The Connect UI failed.', userMessage: expect.stringContaining('our mistake') }
        ])
    );
    expect(log.mock.calls.flat()).toContainEqual(expect.objectContaining({ message: 'The browser failed.' }));
    log.mockRestore();
});
