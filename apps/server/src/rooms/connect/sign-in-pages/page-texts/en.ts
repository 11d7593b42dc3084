/**
 * The texts of the sign-in window; the widget has its own. `{provider}` and `{app}` are filled in.
 * Each ending of a sign-in has two keys, `.title` and `.text`.
 */
export const texts = {
    'opening.title': 'Opening the sign-in page…',
    'opening.text': 'This takes a moment.',
    // Instead of `opening`, when no address came.
    'late.title': 'The sign-in didn’t start',
    'late.text': 'You can close this window and try again on the page you came from.',
    // Before the sign-in of an address that was carried or sent here.
    'byHand.title': 'Connect {provider}?',
    'byHand.text': 'You’re connecting {provider} to {app}. Continue only if you started this yourself.',
    'byHand.unnamedApp': 'another app',
    leaving: 'Taking you to {provider}…',
    // To the page that a sign-in in the same tab was started on.
    returning: 'Taking you back…',
    // While the provider is asked for the tokens.
    finishing: 'Finishing the sign-in…',
    'action.goOn': 'Continue',
    'action.close': 'Close this window',
    'action.copy': 'Copy',
    'action.copied': 'Copied',
    // Before the reference of an attempt.
    support: 'If it happens again, send this code to the app’s support team:',
    'connected.title': '{provider} is connected',
    'connected.text': 'You can close this window and go back.',
    'goOn.title': 'Signed in',
    'goOn.text': 'There is one more step on the page you came from.',
    'denied.title': 'Nothing was connected',
    'denied.text': 'You didn’t give access in {provider}. You can close this window and try again.',
    'failed.title': '{provider} wasn’t connected',
    'failed.text': 'Close this window: the page you came from says what you can do.',
    'restart.title': 'This sign-in has ended',
    'restart.text': 'It was started in another window or has already been used. Close this window and start again.',
    'otherBrowser.title': 'Finish where you started',
    'otherBrowser.text': 'This sign-in was started in another browser. Go back to it, or start again here.',
    'tooLate.title': 'This took too long',
    'tooLate.text': 'The sign-in wasn’t finished in time. Close this window and start again.',
    // While an admin has to approve, and when the link to finish by is opened.
    'approval.title': 'Waiting for approval',
    'approval.text':
        'Someone who manages {provider} at your company has to approve this. After that, open this link in this browser to finish:',
    'approved.title': 'Has {provider} been approved?',
    'approved.text': 'Someone who manages {provider} at your company had to approve this first. If they have, continue and sign in.',
    'finished.title': 'You’re connected',
    'finished.text': '{provider} is connected. Go back to {app}.',
    // As `finished`, where the backend has yet to confirm whose the connection is.
    'confirm.title': 'One more step',
    'confirm.text': 'Go back to the app that sent you here. {provider} is connected only after that.',
    'approvalOver.title': 'This link no longer works',
    'approvalOver.text': 'The sign-in was finished or ended, or has expired. If you still need it, start again in the app.',
    'trouble.title': 'Something went wrong',
    'trouble.text': 'Something went wrong on our side. Close this window and try again in a few minutes.',
    'missing.title': 'Page not found',
    'missing.text': 'Check the address, or go back to the app that sent you here.'
} as const;

export type PageTextKey = keyof typeof texts;
export type PageTexts = Readonly<Record<PageTextKey, string>>;
