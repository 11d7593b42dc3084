// @vitest-environment jsdom
import recorded from '@patchbay/contracts/widget-messages-0.70.json' with { type: 'json' };
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { plainSetup } from '../flow/model.ts';
import { button, heading, startWidget, submitKey, succeeded } from '../App.fixtures.tsx';
import { gem } from '../stories/samples.ts';
import { openFrame, origin, settled } from './parent.fixtures.ts';
import { embeddingPage } from './parent.ts';
import { setupOf } from './setup.ts';

afterEach(() => {
    cleanup();
    document.body.replaceChildren();
});

test('a host with the SDK 0.70 opens the widget with its token and every option', async () => {
    const { page, hello, deliver } = openFrame();
    const parent = embeddingPage(page);
    const said = await hello;
    expect(said).toEqual({ ...recorded.hello, nonce: expect.any(String) });
    deliver({ ...recorded.init, nonce: said.nonce });
    const opening = await parent.opening;
    if (!opening.ok) throw new Error(opening.code);
    expect(opening).toMatchObject({ token: 'pb_cs_recorded', origin });
    expect(setupOf(opening, { isEmbedded: true, browser: plainSetup.browser })).toMatchObject({
        layout: 'inline',
        preselect: 'github',
        mode: 'popup',
        returnTo: 'https://host.example/settings',
        resume: '0b6f0c7e-6d0e-4a8c-9a54-4f0a4c7f0001',
        renews: true,
        takesRequests: true,
        autoStart: true
    });
    const { locale, theme, appearance } = opening.options;
    expect({ locale, theme, colour: appearance?.variables?.colorPrimary, dark: appearance?.dark?.colorPrimary }).toEqual({
        locale: 'fr',
        theme: 'dark',
        colour: '#3457d5',
        dark: '#9db2ff'
    });
    expect([appearance?.logo?.alt, appearance?.text]).toEqual(['Example', { 'list.title': 'Pick one' }]);
});

test('the widget hears every message that the SDK 0.70 posts', async () => {
    const { page, hello, deliver } = openFrame();
    const parent = embeddingPage(page);
    const { port1, port2 } = new MessageChannel();
    const heard: unknown[] = [];
    parent.onMessage((message) => heard.push(message));
    deliver({ ...recorded.init, nonce: (await hello).nonce }, { ports: [port2] });
    for (const message of recorded.toWidget) port1.postMessage(message);
    await settled(port1, port2);
    expect(heard).toEqual(recorded.toWidget);
    expect(heard).toHaveLength(7);
    port1.close();
});

test('the SDK 0.70 reads the messages that the widget posts about a connection', async () => {
    const widget = startWidget({ '/connect/attempts': [succeeded] }, { integrations: [gem] });
    await submitKey(widget, 'Shareable access key');
    await heading('Gem is connected');
    await widget.user.click(button('Done'));
    const [named, ready, submitted] = recorded.fromWidget;
    const [connect, close] = recorded.fromWidget.slice(-2);
    await waitFor(() => expect(widget.told).toEqual(expect.arrayContaining([named, ready, submitted, connect, close])));
});

test('a host with the SDK 0.70 can renew the session, ask to close, and close', async () => {
    const { host, told, user, posted } = startWidget({ '/connect/attempts': [succeeded] }, { integrations: [gem] });
    const say = (type: string) => host(recorded.toWidget.find((message) => message.type === type) as Parameters<typeof host>[0]);
    const field = await screen.findByLabelText('Shareable access key');
    say('session_token');
    await user.type(field, 'a-key');
    say('close_requested');
    await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Stay' }));
    await user.click(button('Connect'));
    await heading('Gem is connected');
    expect(posted('/connect/attempts').map(({ token }) => token)).toEqual(['pb_cs_renewed']);
    say('close');
    await waitFor(() => expect(told.at(-1)).toEqual(recorded.fromWidget.at(-1)));
});
