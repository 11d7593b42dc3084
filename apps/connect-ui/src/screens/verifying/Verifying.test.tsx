// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { button, heading, leap, startWidget, submitKey, succeeded, view, withClock } from '../../App.fixtures.tsx';
import { gem } from '../../stories/samples.ts';

afterEach(() => {
    cleanup();
    vi.useRealTimers();
});

test('a slow provider is named as slow, and the attempt is cancelled after the time-out', async () => {
    const user = withClock();
    const { posted } = startWidget(
        {
            '/connect/attempts': [view({})],
            '/connect/attempts/:attempt_id': [view({})],
            '/connect/attempts/:attempt_id/cancel': [view({ status: 'cancelled', code: 'cancelled' })]
        },
        { integrations: [gem] },
        { user }
    );
    await user.type(await screen.findByLabelText('Shareable access key'), 'k');
    await user.click(button('Connect'));
    await heading('Checking with Gem…');
    expect(screen.queryByText(/slower than usual/)).toBeNull();
    await leap(10_000);
    expect(screen.getByText(/slower than usual/)).toBeTruthy();
    expect(posted('/connect/attempts/:attempt_id/cancel')).toEqual([]);
    await leap(35_000);
    await heading('Gem wasn’t connected');
    expect(screen.getByRole('alert').textContent).toContain('took too long');
    expect(posted('/connect/attempts/:attempt_id/cancel')).toHaveLength(1);
});

test('unchecked credentials are neither called checked nor connected', async () => {
    const widget = startWidget({ '/connect/attempts': [view({}), succeeded] }, { integrations: [{ ...gem, is_checked: false }] });
    await heading('Connect Gem');
    expect(screen.getByText(/They’re saved without being checked/)).toBeTruthy();
    await submitKey(widget, 'Shareable access key');
    await heading('Saving…');
    await widget.user.click(button('Cancel'));
    await submitKey(widget, 'Shareable access key');
    await heading('Your Gem details are saved');
    expect(screen.getByText(/haven’t been checked yet/)).toBeTruthy();
    expect(document.body.textContent).not.toContain('is connected');
});
