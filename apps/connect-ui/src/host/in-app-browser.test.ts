import { expect, test } from 'vitest';
import { browserKind } from './in-app-browser.ts';

const iPhone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';
const android = 'Mozilla/5.0 (Linux; Android 16; Pixel 9 Build/BP1A.1; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0';

function kindOf(userAgent: string, { width = 390, matching = ['(pointer: coarse)'] }: { width?: number; matching?: string[] } = {}) {
    // The three members that it reads.
    return browserKind({
        navigator: { userAgent },
        screen: { width },
        matchMedia: (query: string) => ({ matches: matching.includes(query) })
    } as unknown as Window);
}

test.each([
    ['Facebook', `${iPhone} Mobile/15E148 [FBAN/FBIOS;FBAV/530.0.0.1;FBDV/iPhone17,1]`],
    ['Instagram', `${iPhone} Mobile/15E148 Instagram 400.0.0.1 (iPhone17,1; iOS 19_1; de_DE)`],
    ['Line', `${iPhone} Mobile/15E148 Safari/604.1 Line/15.2.0`],
    ['LinkedIn', `${iPhone} Mobile/15E148 [LinkedInApp]/9.31`],
    ['X', `${iPhone} Mobile/15E148 Twitter for iPhone/11.2`],
    ['TikTok', `${android} Chrome/142.0.0.0 Mobile Safari/537.36 musical_ly_2024 BytedanceWebview/d8a21c6`],
    ['Snapchat', `${iPhone} Mobile/15E148 Snapchat/13.10.0.40 (like Safari/8621.1.15, panda)`],
    ['the Google app', `${iPhone} GSA/380.0.7 Mobile/15E148 Safari/604.1`],
    ['a WebView of Android', `${android} Chrome/142.0.0.0 Mobile Safari/537.36`],
    ['a web view of iOS', `${iPhone} Mobile/15E148`]
])('%s is an in-app browser, and a phone then prefers this tab', (_app, userAgent) => {
    expect(kindOf(userAgent)).toEqual({ isInApp: true, prefersTab: true });
    expect(kindOf(userAgent, { width: 1024 })).toEqual({ isInApp: true, prefersTab: false });
});

test.each([
    ['Safari on a phone', `${iPhone} Version/19.1 Mobile/15E148 Safari/604.1`],
    ['Chrome on iOS', `${iPhone} CriOS/142.0.0.0 Mobile/15E148 Safari/604.1`],
    ['Firefox on iOS', `${iPhone} FxiOS/144.0 Mobile/15E148 Safari/605.1.15`],
    [
        'Chrome on Android',
        'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36'
    ],
    ['Firefox on Android', 'Mozilla/5.0 (Android 16; Mobile; rv:144.0) Gecko/144.0 Firefox/144.0'],
    [
        'Chrome on a desktop',
        'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36'
    ],
    [
        'Safari on a desktop',
        'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.1 Safari/605.1.15'
    ]
])('%s is an ordinary browser', (_browser, userAgent) => {
    expect(kindOf(userAgent)).toEqual({ isInApp: false, prefersTab: false });
});

test('a page on the home screen of iOS prefers this tab, although it says as little as a web view', () => {
    const onHomeScreen = { matching: ['(display-mode: standalone)', '(pointer: coarse)'] };
    expect(kindOf(`${iPhone} Mobile/15E148`, onHomeScreen)).toEqual({ isInApp: false, prefersTab: true });
});
