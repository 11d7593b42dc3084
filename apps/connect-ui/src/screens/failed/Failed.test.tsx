// @vitest-environment jsdom
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { button, launch, startWidget, view } from '../../App.fixtures.tsx';
import { github } from '../../stories/samples.ts';

afterEach(cleanup);

test('a refused consent is explained and can be tried again', async () => {
    const denied = view({ status: 'failed', code: 'consent_denied' });
    const { user, popup, told } = startWidget(
        { '/connect/attempts': [launch], '/connect/attempts/:attempt_id': [denied] },
        { integrations: [github] }
    );
    await user.click(await screen.findByRole('button', { name: 'Continue to GitHub' }));
    expect((await screen.findByRole('alert')).textContent).toBe('You didn’t give Northwind access in GitHub. Nothing was connected.');
    await waitFor(() =>
        expect(told).toContainEqual({
            type: 'error',
            code: 'consent_denied',
            ref: 'C-7F3K2',
            message: 'Access was denied.',
            userMessage: expect.stringMatching(/in GitHub/)
        })
    );
    await user.click(button('Try again'));
    expect(popup.keys).toHaveLength(2);
});

test('permissions left unticked are named', async () => {
    const unticked = view({ status: 'failed', code: 'missing_permissions', missing_scopes: ['repo', 'read:org'] });
    const { user } = startWidget(
        { '/connect/attempts': [launch], '/connect/attempts/:attempt_id': [unticked] },
        { integrations: [github] }
    );
    await user.click(await screen.findByRole('button', { name: 'Continue to GitHub' }));
    expect((await screen.findByRole('alert')).textContent).toContain('allow all of it');
    expect(screen.getByRole('heading', { level: 2 }).textContent).toBe('Still missing');
    const asked = within(screen.getByRole('list')).getAllByRole('listitem');
    expect(asked.map((item) => item.textContent)).toEqual(['Read and write your repositories', 'See which organisations you belong to']);
    expect(button('Try again')).toBeTruthy();
});

test('where the product refuses the account, its own words say why', async () => {
    const text = 'Connect the account of an owner.';
    const refused = view({ status: 'failed', code: 'connection_rejected', provider_text: text });
    const { user } = startWidget({ '/connect/attempts': [launch], '/connect/attempts/:attempt_id': [refused] }, { integrations: [github] });
    await user.click(await screen.findByRole('button', { name: 'Continue to GitHub' }));
    expect((await screen.findByRole('alert')).textContent).toContain('Northwind can’t use this account.');
    expect(screen.getByText(text)).toBeTruthy();
});
