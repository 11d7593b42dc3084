// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { button, clickContinue, heading, startWidget, submitKey, view } from '../../App.fixtures.tsx';
import { gem, github, helped, reconnect } from '../../stories/samples.ts';

afterEach(cleanup);

const refused = view({ status: 'failed', code: 'credentials_rejected', integration_id: 'gem' });

/** Where the links at the end of the screen lead, by their names. */
function helpAtTheEnd(): Record<string, string | null> {
    const last = document.querySelector('.screen > :last-child');
    const links = [...(last?.querySelectorAll('a') ?? [])];
    return Object.fromEntries(links.map((link) => [link.textContent.replaceAll(/[\u2066-\u2069]/g, ''), link.getAttribute('href')]));
}
const linksWith = (subject: string) => ({
    'Get help  (opens a new window)': helped.support_url,
    'Write to help@northwind.example': `mailto:help@northwind.example${subject}`
});
const ofGem = linksWith('?subject=Gem%20C-7F3K2');

test('a form offers help from its first failure on, and a mail has the code', async () => {
    const widget = startWidget({ '/connect/attempts': [refused] }, { integrations: [gem], ...helped });
    await heading('Connect Gem');
    expect(helpAtTheEnd()).toEqual({});
    await submitKey(widget, 'Shareable access key');
    await screen.findByRole('alert');
    expect(helpAtTheEnd()).toEqual(ofGem);
});

test('a failed sign-in offers the same at the same place', async () => {
    const failed = view({ status: 'failed', code: 'provider_down', integration_id: 'github' });
    const { user } = startWidget({ '/connect/attempts': [failed] }, { integrations: [github], ...helped });
    await clickContinue(user);
    await heading('GitHub wasn’t connected');
    expect(helpAtTheEnd()).toEqual(linksWith('?subject=GitHub%20C-7F3K2'));
});

test('a reconnect with another account offers the same at the same place', async () => {
    const other = view({ status: 'account_mismatch', integration_id: 'gem', was: 'Acme Ltd', now: 'Globex' });
    const widget = startWidget({ '/connect/attempts': [other] }, { ...reconnect('gem'), ...helped });
    await submitKey(widget, 'Shareable access key');
    await heading('This is a different account');
    expect(helpAtTheEnd()).toEqual(ofGem);
});

test('a widget that can’t go on offers the same, without a code', async () => {
    startWidget({}, { integrations: [gem, github], ...helped }, { setup: { preselect: 'gemm' } });
    await heading('This isn’t available here');
    expect(helpAtTheEnd()).toEqual(linksWith(''));
});

test('of two ways to get help a product may have one, and an address that is no page is not linked', async () => {
    const failing = { '/connect/attempts': [refused] };
    for (const [one, names] of [
        [{ support_url: helped.support_url }, ['Get help  (opens a new window)']],
        [{ support_email: helped.support_email }, ['Write to help@northwind.example']],
        [{ support_url: 'javascript:alert(1)' }, []]
    ] as const) {
        await submitKey(startWidget(failing, { integrations: [gem], ...one }), 'Shareable access key');
        await screen.findByRole('alert');
        expect(Object.keys(helpAtTheEnd())).toEqual(names);
        expect(button('Connect')).toBeTruthy();
        cleanup();
    }
});
