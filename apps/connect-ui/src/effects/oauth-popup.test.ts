// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { signInWindow } from './oauth-popup.ts';

const realOpen = window.open;
let asked: { url: string; name: string; features: string }[] = [];
const popup = {
    closed: false,
    told: [] as unknown[],
    close: () => void (popup.closed = true),
    postMessage: (message: unknown, origin: string) => void popup.told.push({ message, origin })
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
    vi.useFakeTimers();
    Object.assign(popup, { closed: false, told: [] });
});
afterEach(() => {
    vi.useRealTimers();
    window.open = realOpen;
    delete document.documentElement.dataset.theme;
});

const key = 'f3a1c2d4-0b6f-4a8c-9a54-4f0a4c7f0001';

test('the window opens on our own waiting page, in the language and theme of the widget, with the key where no server sees it', () => {
    browserOpens(false);
    document.documentElement.dataset.theme = 'dark';
    signInWindow(window).open('ar', key);
    expect(asked).toHaveLength(1);
    expect(asked[0]?.url).toBe(`${location.origin}/ui/opening?lang=ar&theme=dark#${key}`);
    expect(asked[0]?.features).toMatch(/^popup,width=\d+,height=\d+,left=-?\d+,top=-?\d+$/);
});

test('the window is told that its address is ready, without the address', () => {
    browserOpens(false);
    const signIn = signInWindow(window);
    signIn.open('en', key);
    expect(signIn.go()).toBe('opened');
    expect(popup.told).toEqual([{ message: { t: 'go' }, origin: location.origin }]);
});

test('a browser that throws where no window may open is taken like one that returns none', () => {
    window.open = () => {
        throw new DOMException('', 'InvalidAccessError');
    };
    const signIn = signInWindow(window);
    signIn.open('en', key);
    expect(signIn.go()).toBe('unseen');
});

test('without a handle it is unknown whether the window is open', () => {
    browserOpens(true);
    const signIn = signInWindow(window);
    signIn.open('en', key);
    expect(signIn.go()).toBe('unseen');
    expect(signIn.isClosed()).toBe(true);
});

test('a window that closes faster than a human could close it counts as blocked', () => {
    browserOpens(false);
    const stopped = signInWindow(window);
    stopped.open('en', key);
    popup.closed = true;
    vi.advanceTimersByTime(50);
    expect(stopped.go()).toBe('blocked');
    expect(popup.told).toEqual([]);
    popup.closed = false;
    const closedByHand = signInWindow(window);
    closedByHand.open('en', key);
    vi.advanceTimersByTime(50);
    popup.closed = true;
    expect(closedByHand.go()).toBe('opened');
});

test('a message that the sign-in is done is taken from its own window only', () => {
    browserOpens(false);
    const signIn = signInWindow(window);
    signIn.open('en', key);
    let looks = 0;
    const stop = signIn.onHint(() => (looks += 1));
    const say = (source: unknown, data: unknown) => {
        const event = new MessageEvent('message', { data, origin: 'https://api.example' });
        Object.defineProperty(event, 'source', { value: source });
        window.dispatchEvent(event);
    };
    say(window, { t: 'hint' });
    say(popup, { t: 'else' });
    say(popup, null);
    expect(looks).toBe(0);
    expect(popup.told).toEqual([]);
    say(popup, { t: 'hint' });
    expect(looks).toBe(1);
    expect(popup.told).toEqual([{ message: { t: 'heard' }, origin: 'https://api.example' }]);
    stop();
    say(popup, { t: 'hint' });
    expect(looks).toBe(1);
});
