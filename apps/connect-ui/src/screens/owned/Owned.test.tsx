// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { button, heading, startWidget, submitKey, succeeded } from '../../App.fixtures.tsx';
import { connectedGem, github, refusedGem, twiceGem } from '../../stories/samples.ts';

afterEach(cleanup);

const bodyOf = (widget: ReturnType<typeof startWidget>) => widget.posted('/connect/attempts').at(-1)?.body;

test('choosing an app that is connected asks which account it is about', async () => {
    const widget = startWidget({ '/connect/attempts': [{ ...succeeded, is_new: false }] }, { integrations: [connectedGem, github] });
    await widget.user.click(await screen.findByRole('button', { name: 'Gem Connected' }));
    await heading('You’ve connected Gem');
    await widget.user.click(screen.getByRole('button', { name: /^Reconnect Acme Ltd/ }));
    await heading('Reconnect Gem');
    expect(screen.getByText(/^Acme Ltd, connected Mar/)).toBeTruthy();
    await submitKey(widget, 'Renewed key');
    await heading('Gem is connected again');
    expect(bodyOf(widget)).toMatchObject({ connection_id: 'c-own', credentials: { apiKey: 'a-key' } });
});

test('another account can be added, and Back leads to the accounts and then to the list', async () => {
    const widget = startWidget({ '/connect/attempts': [succeeded] }, { integrations: [connectedGem, github] });
    await widget.user.click(await screen.findByRole('button', { name: 'Gem Connected' }));
    await widget.user.click(await screen.findByRole('button', { name: 'Add another account' }));
    await heading('Connect Gem');
    await widget.user.click(button('Back'));
    await heading('You’ve connected Gem');
    await widget.user.click(button('Back'));
    await heading('Choose an app to connect');
    await widget.user.click(button('Gem Connected'));
    await widget.user.click(await screen.findByRole('button', { name: 'Add another account' }));
    await submitKey(widget, 'Shareable access key');
    await heading('Gem is connected');
    expect(bodyOf(widget)).not.toHaveProperty('connection_id');
    expect(screen.getByText(/The earlier connection is kept as well/)).toBeTruthy();
});

test('a connection that the provider has refused is not called connected, and reconnects at once, with the reason', async () => {
    const { user } = startWidget({}, { integrations: [refusedGem, github] });
    await user.click(await screen.findByRole('button', { name: 'Gem Needs reconnecting' }));
    await heading('Reconnect Gem');
    expect(screen.getByText(/^Gem hasn’t accepted your saved details since Nov/)).toBeTruthy();
});

test.each([true, false])('accounts that are not listed are spoken of where there are any: %s', async (hasMore) => {
    startWidget({}, { integrations: [{ ...twiceGem, has_more_connections: hasMore }], manages_connections: true });
    await heading('You’ve connected Gem');
    const words = 'Only your newest accounts are shown. Ask Northwind about the others.';
    expect(screen.queryByText(words) !== null).toBe(hasMore);
});
