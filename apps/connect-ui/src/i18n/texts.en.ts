import type { AttemptCode } from '@patchbay/contracts/browser';
import type { Outcome } from '@patchbay/contracts/widget-message';
import type { FieldNotice } from '../fields/clean-value.ts';
import type { Banner } from '../flow/model.ts';
import type { FatalCode } from '../screens/fatal/state.ts';

/**
 * Every text of the widget, in the voice: what happened, what to do. Other locales have the same
 * keys, and a host may put its own words in place of any.
 *
 * What stands in braces is filled in. `{app}` is the product that embeds us, `{App}` the same where
 * a sentence begins with it, `{home}` the same as a place to go back to; without a name these are
 * `app.unnamed`, `app.Unnamed` and `app.home`. Keys that end in a plural category (`.one`,
 * `.other`) are picked by the count.
 */
export const english = {
    'app.unnamed': 'this app',
    'app.Unnamed': 'This app',
    'app.home': 'the app you came from',

    'frame.title': 'Connect an app',
    'action.close': 'Close',
    'action.back': 'Back',
    'action.cancel': 'Cancel',
    'action.done': 'Done',
    'action.tryAgain': 'Try again',
    'boot.loading': 'Loading…',
    'boot.slow': 'This is taking longer than usual.',
    'network.offline': 'You’re offline. We’ll carry on as soon as you’re back.',
    'network.offlineIdle': 'You’re offline. Some things won’t work until you’re back.',
    'session.renewing': 'One moment…',
    'expiring.text': 'This page times out soon.',
    'expiring.finish': 'This page times out soon. Finish what you’ve begun, or open it again later.',
    'expiring.extend': 'Keep it open',
    'footer.poweredBy': 'Powered by {name}',

    'list.title': 'Choose an app to connect',
    'list.sub': '{App} will be able to use data from the app you pick.',
    'link.asks': '{App} asks you to connect an app.',
    'link.asksFor': '{App} asks you to connect an app for {who}.',
    'link.until': 'This link works until {until}.',
    'list.search': 'Search apps',
    'list.clearSearch': 'Clear search',
    'list.count.one': '{count} result',
    'list.count.other': '{count} results',
    'list.none': 'No app matches “{query}”.',
    'list.ask': 'Ask for this app',
    'list.asked': 'Thanks, {app} has been told.',
    'list.connected': 'Connected',
    'list.refused': 'Needs reconnecting',
    'list.empty.title': 'Nothing to connect yet',
    'list.empty.text': '{App} hasn’t offered any apps here. If you expected one, ask your contact there.',
    'detail.window': 'You’ll sign in at {provider} in a new window.',
    'detail.tab': 'You’ll go to {provider} to sign in, and come back here afterwards.',
    'detail.byHand': 'You’ll sign in at {provider} in your browser, by a link to copy.',
    'detail.password': 'Your password stays between you and {provider}.',

    'detail.title': 'Connect {provider}',
    'detail.form': '{App} uses these details to work with your {provider} account.',
    'detail.checked': 'We check them with {provider} before saving.',
    'detail.unchecked': 'They’re saved without being checked.',
    'detail.open': 'No sign-in is needed: one click connects it.',
    'detail.access': 'What {app} can do',
    'detail.takeBack': 'You can take this back at any time: ask {app} to disconnect {provider}.',
    'detail.privacy': 'Privacy policy',
    'detail.terms': 'Terms',
    'detail.whereToFind': 'Where do I find this?',
    'detail.whereToFindAll': 'Where do I find these?',
    'detail.newWindow': '(opens a new window)',
    'detail.connect': 'Connect',
    'detail.continueTo': 'Continue to {provider}',
    'reconnect.title': 'Reconnect {provider}',
    'reconnect.account': '{account}, connected {since}',
    'reconnect.kept': 'Your data and settings stay as they are.',
    'reconnect.refused': '{provider} hasn’t accepted your saved details since {since}.',
    'owned.title': 'You’ve connected {provider}',
    'owned.text': 'Reconnect an account to renew its access, or add another one.',
    'owned.since': 'connected {since}',
    'owned.reconnect': 'Reconnect {account}',
    'owned.add': 'Add another account',

    'field.optional': '(optional)',
    'field.example': 'Example:',
    'field.pick': 'Choose…',
    'field.show': 'Show',
    'field.showLabel': 'Show {label}',
    'field.characters.one': '{count} character',
    'field.characters.other': '{count} characters',
    'field.between': 'Only the part between {prefix} and {suffix}',
    'field.after': 'Only the part after {prefix}',
    'field.before': 'Only the part before {suffix}',
    'field.file': 'Choose a file',
    'field.drop': 'or drop it here',
    'field.fileTooBig': 'This file is too large to be a key. Choose another one.',
    'field.fileUnreadable': 'This file can’t be read as text, so it isn’t the key. Choose another one.',
    'field.saved': 'Saved: ends in {ending}',
    'field.advanced': 'Advanced',
    'field.required': '{label} is missing.',
    'field.pattern': 'This doesn’t look right. Check for missing or extra characters.',
    'field.problems': 'Check {labels}.',
    'notice.bearer': 'We took “Bearer” off the beginning.',
    'notice.quotes': 'We took the quotation marks off.',
    'notice.joined': 'We put the lines of this key back together.',
    'notice.host': 'Only this part of the address is needed, so we took off the rest.',
    'notice.unusual': 'This looks different from what we expected. You can still try it.',
    'banner.credentials_rejected':
        '{provider} didn’t accept what was sent. Check that you copied all of it and that it’s still switched on.',
    'banner.missing_permissions':
        '{provider} refused this. Check that you copied all of it. If it’s right, it may not be allowed to do what {app} needs: check its permissions, and your {provider} plan.',
    'banner.validation': 'Something here isn’t what {provider} needs. Check what you typed.',
    'banner.unreachable': 'We couldn’t reach the server. Check your connection and try again.',
    'banner.unexpected': 'Something went wrong on our side. Try again.',
    'banner.session_renewed': 'The page had timed out, so nothing was sent. It works again: press the button once more.',
    'banner.kept': 'What you typed is still here.',
    'banner.said': '{provider} said: “{providerText}”',

    'busy.check': 'Checking with {provider}…',
    'busy.saving': 'Saving…',
    'busy.slow': '{provider} is slower than usual. You can keep waiting.',
    'oauth.opening.title': 'Opening {provider}',
    'oauth.opening.text': 'A new window is on its way.',
    'oauth.wait.title': 'Sign in at {provider}',
    'oauth.wait.text': 'Finish in the {provider} window. This page will update by itself.',
    'oauth.showWindow': 'Show window',
    'oauth.blocked.title': 'Open the {provider} window',
    'oauth.blocked.text': 'Your browser held back the window for {provider}. Open it with this button.',
    'oauth.openWindow': 'Open window',
    'oauth.maybe.title': 'Is the {provider} window still open?',
    'oauth.maybe.text': 'If you’re still signing in, carry on; this page notices when you’re done. If the window is gone, open it again.',
    'oauth.openAgain': 'Open window again',
    'oauth.redirecting.title': 'Taking you to {provider}',
    'oauth.redirecting.text': 'Sign in there; you’ll come back here afterwards.',
    'oauth.continueHere': 'Continue in this tab',
    'oauth.hereAnyway': 'Continue here anyway',
    'oauth.inapp.title': 'Open this in your browser',
    'oauth.inapp.text': '{provider} doesn’t allow signing in inside this app. Open the link in your browser, then come back here.',
    'oauth.noWindows.text': 'This page may not open windows. Copy the link, open it in a new tab, then come back here.',
    'oauth.copyLink': 'Copy link',
    'oauth.shareLink': 'Share link',
    'oauth.copied': 'Link copied',
    'oauth.link': 'Link to the sign-in',

    'choose.title': 'Choose an account',
    'choose.text': 'You can reach more than one at {provider}. Which should {app} use?',
    'choose.search': 'Search accounts',
    'choose.none': 'No account matches “{query}”.',
    'mismatch.title': 'That’s a different account',
    'mismatch.text': 'This is {now}, but the connection belongs to {was}.',
    'mismatch.textUnnamed': 'This is another account than the one the connection belongs to.',
    'mismatch.kept': 'Nothing has changed so far. If you switch, {app} will use this account from then on, in place of the one before.',
    'mismatch.useAnother': 'Use another account',
    'mismatch.otherKey': 'Use another key',
    'mismatch.otherDetails': 'Use other details',
    'mismatch.switch': 'Switch to this account',
    'mismatch.leave': 'Leave it as it is',

    'success.title': '{provider} is connected',
    'success.saved': 'Your {provider} details are saved',
    'success.account': 'Account: {account}.',
    'success.text': '{App} can start using it now.',
    'success.unchecked': 'They haven’t been checked yet: {app} will find out when it uses them.',
    'success.closeTab': 'You can close this tab.',
    'success.another': 'Connect another app',
    'success.backTo': 'Back to {home}',
    'success.almost': 'Almost done',
    'success.confirm': 'Go back to {home} to finish.',
    'reconnected.title': '{provider} is connected again',
    'reconnected.text': 'Your data and settings stayed as they were.',
    'reconnected.switched': '{App} uses this account from now on.',
    'success.renewed': 'This account was connected already, so its access has been renewed.',
    'warning.alreadyConnected': 'You had connected {provider} before. What you connected then is kept as well.',

    'failed.title': '{provider} wasn’t connected',
    'reconnect.failed': '{provider} wasn’t reconnected',
    'failed.support': 'Still stuck? Send this code to the support team of {app}:',
    'failed.validation': '{provider} couldn’t use what was sent. Check your details and try again.',
    'failed.credentials_rejected':
        '{provider} didn’t accept this sign-in. Try again, or ask someone who manages {provider} at your company.',
    'failed.consent_denied': 'You didn’t give {app} access in {provider}. Nothing was connected.',
    'failed.missing_permissions': '{provider} let us in, but without some of the access we asked for. Connect again and allow all of it.',
    'failed.missing': 'Still missing',
    'failed.provider_error': '{provider} ended the sign-in without saying why.',
    'failed.provider_said': '{provider} ended the sign-in and said: “{providerText}”',
    'failed.provider_down': '{provider} can’t do this right now, so nothing was saved. Try again in a few minutes.',
    'failed.state_mismatch': 'This sign-in was started somewhere else, or was used already. Start it again here.',
    'failed.timeout': 'This took too long, so we stopped waiting. Start again whenever you’re ready.',
    'failed.cancelled': 'This was stopped before it finished. Nothing was connected.',
    'failed.integration_misconfigured':
        '{App} has to repair its {provider} set-up before you can connect. Send this code to its support team: {ref}',
    'failed.unexpected': 'Something went wrong on our side, and nothing was saved. Try again in a moment.',

    'fatal.no_token.title': 'Open this from your app',
    'fatal.no_token.text': 'This page works only inside {home}. Go back there and start again.',
    'fatal.start_failed.title': 'This couldn’t be opened',
    'fatal.start_failed.text': '{App} couldn’t start this just now. Try again in a moment.',
    'fatal.session_invalid.title': 'This link no longer works',
    'fatal.session_invalid.text': 'Go back to {home} and ask for a new one.',
    'fatal.session_expired.title': 'This page has timed out',
    'fatal.session_expired.text': 'To keep your account safe we stopped here. Go back to {home} and open it again.',
    'fatal.origin_not_allowed.title': 'This page can’t be shown here',
    'fatal.origin_not_allowed.text': 'The page around it isn’t on the list of places it may open in. Tell the support team of {home}.',
    'fatal.version.title': 'Reload to continue',
    'fatal.version.text': '{App} and this page come from different versions. Reload the whole page and open it again.',
    'fatal.unreachable.title': 'We can’t reach the server',
    'fatal.unreachable.text': 'Check your internet connection, then try again.',
    'fatal.unexpected.title': 'Something went wrong',
    'fatal.unexpected.text': 'That was our mistake, not yours. Reload the page, or open this again.',
    'fatal.not_offered.title': 'This isn’t available here',
    'fatal.not_offered.text': 'What you were sent here to connect isn’t on offer. Go back to {home} and tell its support team.',

    'leave.title': 'Leave without connecting?',
    'leave.text': 'What you’ve typed here will be lost.',
    'leave.started': 'What you’ve started here will be lost.',
    'leave.busyTitle': 'Leave now?',
    'leave.busy': 'This isn’t finished yet, and may still be connected after you leave.',
    'leave.stay': 'Stay',
    'leave.leave': 'Leave',
    'closed.title': 'You can close this window',
    'closed.connected': 'What you connected is saved.',
    'closed.cancelled': 'Nothing was connected.',
    'closed.failed': 'Nothing was connected.',
    'closed.open': 'This wasn’t finished, and may still be connected.'
} as const satisfies Record<Coded, string> & Record<string, string>;

/** The keys that a code picks. */
type Coded =
    | `banner.${Banner}`
    | `notice.${FieldNotice}`
    | `failed.${AttemptCode}`
    | `fatal.${FatalCode}.${'title' | 'text'}`
    | `closed.${Outcome}`;

type English = typeof english;
type Singular = `${string}.one`;
/** All but the plurals. */
export type Key = Exclude<keyof English, Singular | `${Counted}.other`>;
/** What is counted: its keys end in a category of `Intl.PluralRules`. */
export type Counted = keyof English extends infer K ? (K extends `${infer Base}.one` ? Base : never) : never;

/** The catalogue of a locale: each has the plural categories of its language. */
export type Texts = Readonly<
    Record<Exclude<keyof English, Singular>, string> & Partial<Record<`${Counted}.${Exclude<Intl.LDMLPluralRule, 'other'>}`, string>>
>;

type Placeholder<Template extends string> = Template extends `${string}{${infer Name}}${infer Rest}` ? Name | Placeholder<Rest> : never;
/** What the caller fills in; the product's name comes with the language. */
export type Params<K extends Key> = Exclude<Placeholder<English[K]>, 'app' | 'App' | 'home'>;
