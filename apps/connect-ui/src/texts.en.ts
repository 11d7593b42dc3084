import type { AttemptCode } from '@patchbay/contracts/browser';
import { sentenceIn } from './bidi.ts';
import type { Banner, FatalCode } from './flow-state.ts';
import type { FieldNotice } from './field-rules.ts';

const sentence = sentenceIn('ltr');

/** The product that embeds us, in a sentence; it may have no name. */
const the = (app: string | null) => app ?? 'this app';
const home = (app: string | null) => app ?? 'the app you came from';
const The = (app: string | null) => app ?? 'This app';

const results = new Intl.PluralRules('en');
const both = new Intl.ListFormat('en', { type: 'conjunction' });

const banner: Record<Banner, (provider: string) => string> = {
    credentials_rejected: (provider) =>
        sentence`${provider} didn’t accept these details. Check that you copied all of them and that they are still switched on.`,
    validation: (provider) => sentence`${provider} needs something else here. Check the marked fields.`,
    unreachable: () => 'We couldn’t reach the server. Check your connection and try again; what you typed is still here.',
    unexpected: () => 'Something went wrong on our side. Try again; what you typed is still here.'
};

interface FailedWords {
    provider: string;
    app: string | null;
    ref: string;
    providerText: string | null;
}

const failed: Record<AttemptCode, (words: FailedWords) => string> = {
    validation: ({ provider }) => sentence`${provider} couldn’t use what was sent. Check your details and try again.`,
    credentials_rejected: ({ provider }) =>
        sentence`${provider} didn’t accept this sign-in. Try again, or ask someone who manages ${provider} at your company.`,
    consent_denied: ({ provider, app }) => sentence`You didn’t give ${the(app)} access in ${provider}. Nothing was connected.`,
    missing_permissions: ({ provider }) =>
        sentence`${provider} answered, but some of the access we asked for is missing. Connect again and leave every box ticked.`,
    provider_error: ({ provider, providerText }) =>
        providerText === null
            ? sentence`${provider} ended the sign-in without saying why.`
            : sentence`${provider} ended the sign-in and said: “${providerText}”`,
    provider_down: ({ provider }) => sentence`${provider} isn’t answering right now, so nothing was saved. Try again in a few minutes.`,
    state_mismatch: () => 'This sign-in was started somewhere else, or was used already. Start it again here.',
    browser_mismatch: () => 'The sign-in was finished in a different browser from the one it began in. Start it again here.',
    timeout: () => 'The sign-in took too long, so we stopped waiting. Start again whenever you’re ready.',
    cancelled: () => 'The sign-in was stopped before it finished. Nothing was connected.',
    duplicate: ({ provider }) => sentence`This ${provider} account is connected already.`,
    connection_limit: ({ provider, app }) =>
        sentence`${The(app)} can’t take any more ${provider} connections. Ask your contact there to make room.`,
    integration_misconfigured: ({ provider, app, ref }) =>
        sentence`${The(app)} has to repair its ${provider} set-up before you can connect. Send this code to the people behind it: ${ref}`,
    unexpected: () => 'Something went wrong on our side, and nothing was saved. Try again in a moment.'
};

const fatal: Record<FatalCode, (app: string | null) => { title: string; text: string }> = {
    no_token: () => ({
        title: 'Open this from your app',
        text: 'This page works only inside the app you want to connect. Go back there and start again.'
    }),
    session_invalid: (app) => ({ title: 'This link no longer works', text: sentence`Go back to ${home(app)} and ask for a new one.` }),
    session_expired: (app) => ({
        title: 'This page has timed out',
        text: sentence`To keep your account safe we stopped here. Go back to ${home(app)} and open it again.`
    }),
    origin_not_allowed: (app) => ({
        title: 'This page can’t be shown here',
        text: sentence`The page around it isn’t on the list of places it may open in. Tell the people behind ${home(app)}.`
    }),
    version: (app) => ({
        title: 'Reload to continue',
        text: sentence`${The(app)} and this page come from different versions. Reload the whole page and open it again.`
    }),
    unreachable: () => ({ title: 'We can’t reach the server', text: 'Check your internet connection, then try again.' }),
    unexpected: () => ({ title: 'Something went wrong', text: 'That was our mistake, not yours. Close this and open it again.' })
};

const notice: Record<FieldNotice, string> = {
    bearer: 'We took “Bearer” off the beginning.',
    quotes: 'We took the quotation marks off.',
    unusual: 'This looks different from what we expected. You can still try it.'
};

/** Every text of the widget, in the voice: what happened, what to do. Other locales have the same shape. */
export const english = {
    documentTitle: 'Connect an app',
    loading: 'Loading…',
    close: 'Close',
    back: 'Back',
    cancel: 'Cancel',
    done: 'Done',
    tryAgain: 'Try again',
    connect: 'Connect',
    offline: 'You’re offline. We’ll carry on as soon as you’re back.',

    listTitle: 'Choose an app to connect',
    listIntro: (app: string | null) => sentence`${The(app)} will be able to use data from the app you pick.`,
    search: 'Search apps',
    clearSearch: 'Clear search',
    noMatch: (query: string) => sentence`No app matches “${query}”.`,
    resultCount: (count: number) => (count === 0 ? 'No results' : `${count} ${results.select(count) === 'one' ? 'result' : 'results'}`),
    emptyTitle: 'Nothing to connect yet',
    emptyText: (app: string | null) => sentence`${The(app)} hasn’t offered any apps here. If you expected one, ask your contact there.`,

    connectTitle: (provider: string) => sentence`Connect ${provider}`,
    reconnectTitle: (provider: string) => sentence`Reconnect ${provider}`,
    reconnectIntro: 'Your data and settings stay as they are.',
    reconnectAccount: (account: string, since: string) => sentence`${account}, connected ${since}`,
    signInIntro: (provider: string) =>
        sentence`You’ll sign in at ${provider} in a new window. Your password stays between you and ${provider}.`,
    formIntro: (provider: string, app: string | null) =>
        sentence`${The(app)} uses this to work with your ${provider} account. We check it with ${provider} before saving.`,
    openIntro: 'No sign-in is needed: one click connects it.',
    accessTitle: (app: string | null) => sentence`${The(app)} asks to`,
    continueTo: (provider: string) => sentence`Continue to ${provider}`,
    whereToFind: 'Where do I find this?',
    opensNewWindow: '(opens a new window)',

    optional: '(optional)',
    example: 'Example:',
    show: (label: string) => sentence`Show ${label}`,
    shown: 'Hide',
    hidden: 'Show',
    between: (prefix: string | null, suffix: string | null) =>
        prefix !== null && suffix !== null
            ? `Only the part between ${prefix} and ${suffix}`
            : prefix !== null
              ? `Only the part after ${prefix}`
              : `Only the part before ${suffix}`,
    pick: 'Choose…',
    required: (label: string) => sentence`${label} is missing.`,
    malformed: (example: string | null) =>
        example === null
            ? 'This doesn’t look right. Check for missing or extra characters.'
            : sentence`This doesn’t look right. It should look like ${example}`,
    refused: (provider: string) => sentence`${provider} didn’t accept this.`,
    formProblems: (labels: string[]) => sentence`Check ${both.format(labels)}.`,
    notice,
    banner,

    checking: (provider: string) => sentence`Checking with ${provider}…`,
    checkingSlow: (provider: string) => sentence`${provider} is slower than usual. You can keep waiting.`,
    openingTitle: (provider: string) => sentence`Opening ${provider}`,
    openingText: 'A new window is on its way.',
    waitingTitle: (provider: string) => sentence`Sign in at ${provider}`,
    waitingText: (provider: string) => sentence`Finish in the ${provider} window. This page notices by itself.`,
    blockedTitle: (provider: string) => sentence`Open the ${provider} window`,
    blockedText: (provider: string) => sentence`Your browser held back the window for ${provider}. Open it with this button.`,
    openWindow: 'Open window',
    maybeClosedTitle: (provider: string) => sentence`Is the ${provider} window still open?`,
    maybeClosedText: 'If you’re still signing in, carry on; this page notices when you’re done. If the window is gone, open it again.',
    openWindowAgain: 'Open window again',

    chooseTitle: 'Choose an account',
    chooseText: (provider: string, app: string | null) =>
        sentence`Your ${provider} sign-in reaches more than one. Which should ${the(app)} use?`,
    mismatchTitle: 'That’s a different account',
    mismatchText: (now: string | null, was: string | null) =>
        now !== null && was !== null
            ? sentence`You signed in as ${now}, but this connection belongs to ${was}.`
            : 'You signed in with another account than the one this connection belongs to.',
    mismatchKept: 'Nothing has changed so far.',
    useAnother: 'Use another account',
    switchAccount: 'Switch to this account',

    connectedTitle: (provider: string) => sentence`${provider} is connected`,
    reconnectedTitle: (provider: string) => sentence`${provider} is connected again`,
    connectedAs: (account: string) => sentence`Signed in as ${account}.`,
    connectedText: (app: string | null) => sentence`${The(app)} can start using it now.`,
    reconnectedText: 'Your data and settings stayed as they were.',

    failedTitle: (provider: string) => sentence`${provider} isn’t connected`,
    failed,
    support: (app: string | null) => sentence`Still stuck? Send this code to the people behind ${the(app)}:`,
    fatal,

    leaveTitle: 'Leave without connecting?',
    leaveText: 'What you’ve typed or started here will be lost.',
    stay: 'Stay',
    leave: 'Leave',
    closedTitle: 'You can close this window',
    closedText: { connected: 'Your account is connected.', cancelled: 'Nothing was connected.', failed: 'Nothing was connected.' }
};

export type Texts = typeof english;
