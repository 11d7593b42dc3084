// @vitest-environment jsdom
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { button, heading, launch, startWidget, view } from '../../App.fixtures.tsx';
import { everyIntegration, gem, github, wordmark } from '../../stories/samples.ts';

afterEach(cleanup);

const failed = view({ status: 'failed', code: 'credentials_rejected', integration_id: 'gem' });

/** The tile of the product, and the mark of the app, on a screen that joins them. */
function joined(): (string | null | undefined)[] {
    const tiles = document.querySelectorAll('.joined > :is(.mark, .logo)');
    return [...tiles].map((tile) => tile.getAttribute('src') ?? tile.textContent);
}

test('the bar names the product on the list, on a form, while waiting and after a failure', async () => {
    const { user } = startWidget({ '/connect/attempts': [launch] }, { integrations: everyIntegration });
    const expectNamed = () => expect(document.querySelector('.bar')?.textContent).toBe('NNorthwind');
    await heading('Choose an app to connect');
    expectNamed();
    await user.click(screen.getByRole('button', { name: 'GitHub' }));
    await user.click(await screen.findByRole('button', { name: 'Continue to GitHub' }));
    expectNamed();
    await heading('Sign in to GitHub');
    expectNamed();
    await user.click(button('Cancel'));
    await heading('Connect GitHub');
    expectNamed();
    expect(button('Back')).toBeTruthy();
});

test('a product with a logo is shown by it, beside Back too', async () => {
    const { user } = startWidget({}, { integrations: everyIntegration, appearance: { logo: wordmark } });
    await heading('Choose an app to connect');
    await user.click(screen.getByRole('button', { name: 'GitHub' }));
    await heading('Connect GitHub');
    expect(screen.getByRole('img', { name: 'Northwind' })).toHaveProperty('src', wordmark.src);
    expect(screen.queryByText('Northwind')).toBeNull();
});

test('a logo that is no picture gives way to the name', async () => {
    startWidget({}, { appearance: { logo: wordmark } });
    fireEvent.error(await screen.findByRole('img', { name: 'Northwind' }));
    expect(screen.queryByRole('img')).toBeNull();
    expect(screen.getByText('Northwind')).toBeTruthy();
});

test('a product with neither name nor logo leaves its place empty', async () => {
    startWidget({}, { app_name: null });
    await heading('Choose an app to connect');
    expect(document.querySelector('.bar')?.textContent).toBe('');
});

test('a session of a test environment shows “Test mode” on the list, on a form, after a failure and at the end', async () => {
    const failing = { '/connect/attempts': [{ ...launch, status: 'failed', code: 'provider_down' } as const] };
    const { user } = startWidget(failing, { integrations: everyIntegration, is_test: true });
    const expectBadge = () =>
        expect(document.querySelector('.bar')?.textContent).toBe('NNorthwindTest mode. This page is for testing Northwind.');
    await heading('Choose an app to connect');
    expectBadge();
    await user.click(screen.getByRole('button', { name: 'GitHub' }));
    await heading('Connect GitHub');
    expectBadge();
    await user.click(button('Continue to GitHub'));
    await heading('GitHub wasn’t connected');
    expectBadge();
    await user.click(button('Close'));
    await heading('You can close this page');
    expectBadge();
});

test('a sign-in joins the product to the app, which has the mark of the list', async () => {
    const { user } = startWidget({ '/connect/attempts': [launch] }, { integrations: [gem, github], appearance: { logo: wordmark } });
    await user.click(await screen.findByRole('button', { name: 'GitHub' }));
    await user.click(await screen.findByRole('button', { name: 'Continue to GitHub' }));
    await heading('Sign in to GitHub');
    expect(joined()).toEqual([wordmark.src, github.logo]);
});

test('an app without a mark has one ink in the list, on its form and after a failure', async () => {
    const inkOf = (place: Element | null | undefined) => place?.querySelector('.mark:last-child rect')?.getAttribute('fill');
    // Their initials and their inks are the same, so the second one has another ink.
    const twins = ['Gem', 'Gem'].map((display_name, index) => ({
        ...gem,
        display_name,
        id: `gem-${index}`,
        auth_mode: 'OAUTH2',
        fields: []
    }));
    const { user } = startWidget({ '/connect/attempts': [{ ...failed, integration_id: 'gem-1' }] }, { integrations: twins });
    await heading('Choose an app to connect');
    const [first, second] = within(screen.getByRole('list')).getAllByRole('button');
    const ink = second?.querySelector('.mark rect')?.getAttribute('fill');
    expect(ink).not.toBe(first?.querySelector('.mark rect')?.getAttribute('fill'));
    if (second) await user.click(second);
    await heading('Connect Gem');
    expect(document.querySelector('.screen .mark rect')?.getAttribute('fill')).toBe(ink);
    await user.click(button('Continue to Gem'));
    await heading('Gem wasn’t connected');
    expect(inkOf(document.querySelector('.joined'))).toBe(ink);
    expect(joined()).toEqual(['N', 'G']);
});
