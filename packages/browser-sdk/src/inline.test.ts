// @vitest-environment jsdom
import { expect, test, vi } from 'vitest';
import { deliver, hello, isScrollLocked, listenInFrame, shown } from '../test/host-page.ts';
import { open, useFreshPage } from '../test/open-page.ts';
import type { ConnectOptions } from './connect-options.ts';

useFreshPage();

function container(): HTMLElement {
    const element = document.createElement('div');
    document.body.append(element);
    return element;
}

async function openInside(element: HTMLElement, options: Partial<ConnectOptions> = {}) {
    const ui = open({ container: element, ...options });
    const { frame } = shown(element);
    const widget = listenInFrame(frame);
    await new Promise(setImmediate);
    deliver(hello, { source: frame?.contentWindow ?? null });
    return { ui, widget };
}

test('a container holds the Connect UI, and the page around it stays in use', async () => {
    document.body.innerHTML = '<input>';
    document.querySelector('input')?.focus();
    const element = container();
    const { widget } = await openInside(element);
    const { box, dialog, frame } = shown(element);
    expect([dialog, box?.getAttribute('role'), box?.ariaLabel, frame?.title]).toEqual([
        undefined,
        null,
        'Connect an app',
        'Connect an app'
    ]);
    expect(isScrollLocked()).toBe(false);
    expect(document.activeElement).toBe(document.querySelector('input'));
    expect(widget.posted[0]?.data).toMatchObject({ options: { layout: 'inline' } });
});

test('it is as high as its content', async () => {
    const element = container();
    const { widget } = await openInside(element);
    widget.say({ type: 'size', height: 512.5 });
    await vi.waitFor(() => expect(shown(element).box?.style.getPropertyValue('--h')).toBe('512.5px'));
    widget.say({ type: 'size', height: -1 });
    widget.say({ type: 'size', height: 300 });
    await vi.waitFor(() => expect(shown(element).box?.style.getPropertyValue('--h')).toBe('300px'));
});

test('closing empties the container again', async () => {
    const element = container();
    const before = document.documentElement.outerHTML;
    const { ui, widget } = await openInside(element);
    ui.close();
    expect([await ui.done, shown(element).box?.hidden]).toEqual(['cancelled', true]);
    await vi.waitFor(() => expect(widget.heard).toEqual([{ type: 'close' }]));
    widget.say({ type: 'close', outcome: 'cancelled' });
    await vi.waitFor(() => expect(document.documentElement.outerHTML).toBe(before));
});

test.each([
    ['in the frame goes back to where it was before', 'in the frame', 'before'],
    ['elsewhere on the page stays there', 'elsewhere', 'elsewhere']
])('on closing, a focus %s', async (_rule, at, then) => {
    document.body.innerHTML = '<button>before</button><button>elsewhere</button>';
    const [before, elsewhere] = document.querySelectorAll('button');
    before?.focus();
    const { ui } = await openInside(container());
    (at === 'elsewhere' ? elsewhere : shown().frame)?.focus();
    ui.close();
    expect(document.activeElement?.textContent).toBe(then);
});

test('several may be open, beside one dialog', async () => {
    const [first, second] = [container(), container()];
    const one = await openInside(first);
    const two = await openInside(second);
    expect(two.ui).not.toBe(one.ui);
    const modal = open();
    expect(open()).toBe(modal);
    expect(document.querySelectorAll('[data-patchbay-connect]')).toHaveLength(3);
    one.ui.close();
    expect([shown(second).box?.hidden, open()]).toEqual([false, modal]);
});

test('each is told apart from the others', async () => {
    const connected: string[] = [];
    const connect = { type: 'connect', connectionId: 'c', integrationId: 'gem', isNew: true, attemptId: 'att_1' };
    const one = await openInside(container(), { onConnect: () => connected.push('one') });
    await openInside(container(), { onConnect: () => connected.push('two') });
    one.widget.say(connect);
    await vi.waitFor(() => expect(connected).toEqual(['one']));
});

test('a wrong embed says so in the container, without taking the focus', async () => {
    const element = container();
    const ui = open({ container: element, connectUrl: 'nowhere' });
    expect(shown(element).alert).toContain('did not load');
    expect([shown(element).closeButton, shown(element).retryButton]).toEqual([null, null]);
    expect(document.activeElement).toBe(document.body);
    ui.close();
    expect(await ui.done).toBe('failed');
    expect(element.children).toHaveLength(0);
});
