// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { button, heading, launch, startWidget, succeeded, view } from '../../App.fixtures.tsx';
import { github } from '../../stories/samples.ts';

afterEach(cleanup);

test('one of several accounts is chosen', async () => {
    const options = [
        { id: 't-1', label: 'Acme' },
        { id: 't-2', label: 'Globex' }
    ];
    const { user, posted } = startWidget(
        {
            '/connect/attempts': [launch],
            '/connect/attempts/:attempt_id': [view({ status: 'needs_choice', options })],
            '/connect/attempts/:attempt_id/select': [succeeded]
        },
        { integrations: [github] }
    );
    await user.click(await screen.findByRole('button', { name: 'Continue to GitHub' }));
    await heading('Choose an account');
    await user.click(button('Globex'));
    await heading('GitHub is connected');
    expect(posted('/connect/attempts/:attempt_id/select')[0]?.body).toEqual({ account_id: 't-2' });
});

test('many accounts can be searched', async () => {
    const options = Array.from({ length: 9 }, (_, index) => ({ id: `t-${index}`, label: index === 4 ? 'Créme Ltd' : `Company ${index}` }));
    const { user, posted } = startWidget(
        {
            '/connect/attempts': [launch],
            '/connect/attempts/:attempt_id': [view({ status: 'needs_choice', options })],
            '/connect/attempts/:attempt_id/select': [succeeded]
        },
        { integrations: [github] }
    );
    await user.click(await screen.findByRole('button', { name: 'Continue to GitHub' }));
    const search = await screen.findByRole('searchbox', { name: 'Search accounts' });
    await user.type(search, 'zzz');
    expect(screen.getByText('No account matches “zzz”.')).toBeTruthy();
    await user.keyboard('{Escape}');
    expect(search).toHaveProperty('value', '');
    await user.type(search, 'creme');
    await user.keyboard('{ArrowDown}');
    expect(document.activeElement).toBe(button('Créme Ltd'));
    await user.keyboard('{Enter}');
    await heading('GitHub is connected');
    expect(posted('/connect/attempts/:attempt_id/select')[0]?.body).toEqual({ account_id: 't-4' });
});
