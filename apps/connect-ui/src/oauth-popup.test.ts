// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test } from 'vitest';
import { signInWindow } from './oauth-popup.ts';

const realOpen = window.open;
let asked: { url: string; name: string; features: string }[] = [];
const popup = {
    closed: false,
    at: '',
    close: () => void (popup.closed = true),
    location: { replace: (url: string) => void (popup.at = url) }
};

/** jsdom opens no windows: this one does what the browser's would, or, stopped, gives none. */
function browserOpens(stopped: boolean): void {
    const open = (url: URL | string, name: string, features: string) => {
        asked.push({ url: String(url), name, features });
        return stopped ? null : popup;
    };
    window.open = open as unknown as typeof window.open; // the few members that are used
}

beforeEach(() => {
    asked = [];
    Object.assign(popup, { closed: false, at: '' });
});
afterEach(() => {
    window.open = realOpen;
    delete document.documentElement.dataset.theme;
});

test('the window opens on our own waiting page, in the language and theme of the widget', () => {
    browserOpens(false);
    document.documentElement.dataset.theme = 'dark';
    signInWindow(window).open('ar');
    expect(asked).toHaveLength(1);
    expect(asked[0]?.url).toBe(`${location.origin}/ui/opening?lang=ar&theme=dark`);
    expect(asked[0]?.features).toMatch(/^popup,width=\d+,height=\d+,left=-?\d+,top=-?\d+$/);
});

test('it is sent on to the provider once there is an address', () => {
    browserOpens(false);
    const signIn = signInWindow(window);
    signIn.open('en');
    expect(signIn.go('https://api.example.com/connect/launch/x')).toBe('opened');
    expect(popup.at).toBe('https://api.example.com/connect/launch/x');
});

test('a stopped window and one that was closed at once count as blocked', () => {
    browserOpens(true);
    const stopped = signInWindow(window);
    stopped.open('en');
    expect(stopped.go('https://api.example.com/x')).toBe('blocked');
    browserOpens(false);
    const closed = signInWindow(window);
    closed.open('en');
    popup.closed = true;
    expect(closed.go('https://api.example.com/x')).toBe('blocked');
    expect(popup.at).toBe('');
});

test('only the window itself can hint that it is done', () => {
    browserOpens(false);
    const signIn = signInWindow(window);
    signIn.open('en');
    let looks = 0;
    const stop = signIn.onHint(() => (looks += 1));
    const say = (source: unknown, data: unknown) => {
        const event = new MessageEvent('message', { data });
        Object.defineProperty(event, 'source', { value: source });
        window.dispatchEvent(event);
    };
    say(window, { t: 'hint' });
    say(popup, { t: 'else' });
    say(popup, null);
    expect(looks).toBe(0);
    say(popup, { t: 'hint' });
    expect(looks).toBe(1);
    stop();
    say(popup, { t: 'hint' });
    expect(looks).toBe(1);
});
