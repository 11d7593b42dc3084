/** What this browser can do for a sign-in in another window. */
export interface BrowserKind {
    /** The small browser inside another app, where some providers refuse to sign people in. */
    isInApp: boolean;
    /** Windows get lost or replace the page here: better to sign in in this tab and come back. */
    prefersTab: boolean;
}

export const ordinaryBrowser: BrowserKind = { isInApp: false, prefersTab: false };

/** What apps add to the user agent of the browser that they bring along. */
const inAppMarks = [
    /FBA[NV]\/|FB_IAB/, // Facebook, Messenger
    /Instagram/,
    /\bLine\//,
    /LinkedInApp/,
    /Twitter/,
    /musical_ly|BytedanceWebview|TikTok/,
    /Snapchat/,
    /Pinterest\//,
    /MicroMessenger/,
    /WhatsApp\//,
    /\bGSA\//, // the Google app
    /; wv\)/, // any WebView of Android
    /\((?:iPhone|iPad|iPod)[^)]*\)(?!.*Safari\/)/ // any web view of iOS: only the real browsers say Safari
];

/** Screens narrower than this belong to phones, in px. */
const phoneWidthPx = 600;

export function browserKind(page: Pick<Window, 'navigator' | 'screen' | 'matchMedia'>): BrowserKind {
    const { userAgent } = page.navigator;
    // Added to the home screen, iOS shows a window's page in a sheet that has lost its opener.
    const isOnHomeScreen = /iPhone|iPad|iPod/.test(userAgent) && page.matchMedia('(display-mode: standalone)').matches;
    const isInApp = !isOnHomeScreen && inAppMarks.some((mark) => mark.test(userAgent));
    const isPhone = page.screen.width < phoneWidthPx && page.matchMedia('(pointer: coarse)').matches;
    return { isInApp, prefersTab: isOnHomeScreen || (isInApp && isPhone) };
}
