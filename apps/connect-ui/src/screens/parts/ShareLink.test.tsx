// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { heading, startWidget } from '../../App.fixtures.tsx';
import { gem, github, linkExpiry, noor } from '../../stories/samples.ts';
import type { ConnectSession } from '../../flow/model.ts';

afterEach(cleanup);

const asks = () => document.querySelector('.asks')?.textContent;
const openLink = (over: Partial<ConnectSession>) =>
    startWidget({}, { link_expires_at: linkExpiry, ...over }, { setup: { layout: 'page', origin: null } });

test('a share link says who asks, for whom, and until when it works, on the list and on the form', async () => {
    const { user } = openLink({ integrations: [gem, github], endUser: noor });
    const words = 'Northwind asks you to connect an app for Noor Ali (Acme Ltd). This link works until Jan\u00a030,\u00a02099.';
    await heading('Choose an app to connect');
    expect(asks()).toBe(words);
    await user.click(screen.getByRole('button', { name: 'Gem' }));
    await heading('Connect Gem');
    expect(asks()).toBe(words);
});

test.each([
    ['a person without an organization', { id: 'u', display_name: 'Noor Ali', organization: null }, ' for Noor Ali'],
    ['an organization alone', { id: 'u', display_name: null, organization: { id: 'o', display_name: 'Acme Ltd' } }, ' for Acme Ltd'],
    ['an end user without a name', { id: 'u', display_name: null, organization: { id: 'o', display_name: null } }, '']
])('a link for %s names what is known', async (_what, names, words) => {
    openLink({ integrations: [gem], endUser: { email: 'noor@example.com', tags: null, ...names } });
    await heading('Connect Gem');
    expect(asks()).toContain(`Northwind asks you to connect an app${words}. `);
});

test('a session without a link has no such words', async () => {
    startWidget({}, { integrations: [gem], endUser: noor });
    await heading('Connect Gem');
    expect(asks()).toBeUndefined();
});

test('the page of a link has no way to close it, since the tab stays', async () => {
    const { user, told } = openLink({ integrations: [gem, github] });
    await user.click(await screen.findByRole('button', { name: 'Gem' }));
    await user.type(await screen.findByLabelText('Shareable access key'), 'k');
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Close' })).toBeNull();
    expect(told.some(({ type }) => type === 'close')).toBe(false);
});

test('a link with nothing to connect offers no button that leads nowhere', async () => {
    openLink({ integrations: [] });
    await heading('Nothing to connect yet');
    expect(screen.queryAllByRole('button')).toEqual([]);
});
