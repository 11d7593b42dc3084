import { step, wayIn, type Claims } from '../../stories/claims.ts';
import { attempt, draft, github, modelIn } from '../../stories/samples.ts';
import { plainSetup, type Flow, type Model } from '../../flow/model.ts';
import type { OAuthEvent } from './state.ts';

const blocked = {
    state: 'oauth',
    step: 'blocked',
    draft: draft('github'),
    attempt,
    launchUrl: 'https://connect.example.com/connect/launch/Zm9yIHRoZSBzYWtlIG9mIGxlbmd0aA'
} as const;

/** Inside an app's browser, where GitHub refuses sign-ins. */
function inApp(flow: Flow): Model {
    const model = modelIn(flow, { integrations: [{ ...github, refuses_webviews: true }] });
    return { ...model, setup: { ...plainSetup, browser: { isInApp: true, prefersTab: true } } };
}

export const stories: Record<string, Model> = {
    launching: modelIn({
        state: 'oauth',
        step: 'launching',
        draft: draft('github'),
        way: 'window',
        key: 'k',
        windowKey: 'w',
        attempt: null,
        account: 'any'
    }),
    looking: modelIn({ state: 'oauth', step: 'looking', draft: draft('github'), attempt }),
    blocked: modelIn(blocked),
    'blocked-tab': { ...modelIn(blocked), setup: { ...plainSetup, returnTo: 'https://app.example.com/' } },
    redirecting: modelIn({ ...blocked, step: 'redirecting' }),
    'open-in-browser': inApp({ ...blocked, step: 'openInBrowser', copied: false }),
    'open-in-browser-copied': inApp({ ...blocked, step: 'openInBrowser', copied: true }),
    'no-windows': modelIn({ ...blocked, step: 'openInBrowser', copied: false }),
    'awaiting-elsewhere': modelIn({ state: 'oauth', step: 'awaiting', draft: draft('github'), attempt, window: 'elsewhere' }),
    awaiting: modelIn({ state: 'oauth', step: 'awaiting', draft: draft('github'), attempt, window: 'opened' }),
    'maybe-closed': modelIn({ state: 'oauth', step: 'maybeClosed', draft: draft('github'), attempt, unopened: false })
};

/** Samples of this screen's events. */
export const events: readonly OAuthEvent[] = [
    { type: 'linkFollowed' },
    { type: 'linkCopied' },
    { type: 'continuedHere', windowKey: 'w-here' }
];

export const claims: Claims = {
    'oauth.wait.text': step('awaiting'),
    'oauth.showWindow': ({ flow }) => flow.state === 'oauth' && flow.step === 'awaiting' && flow.window === 'opened',
    'oauth.blocked.text': step('blocked'),
    'oauth.maybe.text': step('maybeClosed'),
    'oauth.redirecting.title': step('redirecting'),
    'oauth.redirecting.text': step('redirecting'),
    'oauth.inapp.text': (facts) => step('openInBrowser')(facts) && wayIn(facts) === 'byHand',
    'oauth.noWindows.text': (facts) => step('openInBrowser')(facts) && wayIn(facts) !== 'byHand',
    'oauth.copied': ({ flow }) => flow.state === 'oauth' && flow.step === 'openInBrowser' && flow.copied,
    'oauth.opening.title': 'label',
    'oauth.wait.title': 'label',
    'oauth.blocked.title': 'label',
    'oauth.openWindow': 'label',
    'oauth.maybe.title': 'label',
    'oauth.openAgain': 'label',
    'oauth.continueHere': 'label',
    'oauth.hereAnyway': 'label',
    'oauth.inapp.title': 'label',
    'oauth.copyLink': 'label',
    'oauth.shareLink': 'label',
    'oauth.link': 'label'
};
