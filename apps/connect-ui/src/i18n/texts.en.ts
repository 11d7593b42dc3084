import type { AttemptCode } from '@patchbay/contracts/browser';
import type { Outcome } from '@patchbay/contracts/widget-message';
import type { Banner } from '../flow/model.ts';
import type { FatalCode } from '../screens/fatal/state.ts';
import type { laterEnglish } from './later-texts.en.ts';

/**
 * What the first screens say, what the host page is told, and what is announced before a screen is
 * there; `later-texts.en.ts` has the rest. CONTRIBUTING.md has the rules of writing. Other locales
 * have the same keys in one file, and a host may put its own words in place of any.
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
    'action.tryAgain': 'Try again',
    'boot.loading': 'Loading…',
    'boot.slow': 'This is taking longer than usual.',
    'network.offline': 'You’re offline. This page continues when you’re back online.',
    'network.offlineIdle': 'You’re offline. Some actions won’t work until you’re back online.',
    'session.renewing': 'Please wait…',
    'expiring.text': 'This page times out soon.',
    'expiring.finish': 'This page times out soon. Finish what you’ve started, or open it again later.',
    'expiring.extend': 'Keep it open',
    'footer.poweredBy': 'Powered by {name}',
    'test.mode': 'Test mode',
    'test.text': 'This page is for testing {app}.',

    'list.title': 'Choose an app to connect',
    'list.sub': '{App} will be able to use data from the app you choose.',
    'link.asks': '{App} asks you to connect an app.',
    'link.asksFor': '{App} asks you to connect an app for {who}.',
    'link.until': 'This link works until {until}.',
    'list.search': 'Search apps',
    'list.clearSearch': 'Clear search',
    'list.count.one': '{count} result',
    'list.count.other': '{count} results',
    'list.none': 'No app matches “{query}”.',
    'list.ask': 'Ask for this app',
    'list.asked': 'Your request was sent to {app}.',
    'list.connected': 'Connected',
    'list.refused': 'Needs reconnecting',
    'disconnect.busy': 'Disconnecting…',
    'disconnected.title': '{account} is disconnected',
    'disconnected.remains': 'The access may still exist at {provider}. Remove it in your account settings there.',
    'approval.title': 'Waiting for approval',
    'list.empty.title': 'Nothing to connect yet',
    'list.empty.text': '{App} hasn’t made any apps available here. If you expected one, ask your contact there.',

    'field.problems': 'Check {labels}.',
    'banner.credentials_rejected':
        '{provider} didn’t accept these details. Check that you copied them in full and that they’re still active.',
    'banner.missing_permissions':
        '{provider} refused these details. Check that they’re complete, that they have the permissions {app} needs, and that your {provider} plan includes this.',
    'banner.validation': '{provider} can’t use these details. Check what you typed.',
    'banner.unreachable': 'The server couldn’t be reached. Check your internet connection and try again.',
    'banner.unexpected': 'Something went wrong on our side. Try again.',
    'banner.session_renewed': 'This page had timed out, so nothing was sent. Press the button again.',

    'busy.check': 'Checking with {provider}…',
    'busy.saving': 'Saving…',
    'oauth.wait.text': 'Finish in the {provider} window. This page will update by itself.',
    'oauth.copied': 'Link copied',

    'failed.validation': '{provider} couldn’t use these details. Check them and try again.',
    'failed.credentials_rejected':
        '{provider} didn’t accept this sign-in. Try again, or ask someone who manages {provider} at your company.',
    'failed.connection_rejected': '{App} can’t use this account. Try another one, or ask {app} why.',
    'failed.consent_denied': 'You didn’t give {app} access in {provider}. Nothing was connected.',
    'failed.missing_permissions': '{provider} didn’t give all the access that was asked for. Connect again and allow all of it.',
    'failed.provider_error': '{provider} ended the sign-in without saying why.',
    'failed.provider_said': '{provider} ended the sign-in and said: “{providerText}”',
    'failed.provider_down': '{provider} can’t do this right now, so nothing was saved. Try again in a few minutes.',
    'failed.state_mismatch': 'This sign-in was started somewhere else or has already been used. Start again here.',
    'failed.timeout': 'This took too long and was stopped. Start again when you’re ready.',
    'failed.cancelled': 'This was stopped before it finished. Nothing was connected.',
    'failed.integration_misconfigured':
        '{App} has to correct its {provider} settings before you can connect. Send this code to its support team: {ref}',
    'failed.unexpected': 'Something went wrong on our side, and nothing was saved. Try again in a moment.',

    'fatal.no_token.title': 'Open this from your app',
    'fatal.no_token.text': 'This page works only inside {home}. Go back there and start again.',
    'fatal.start_failed.title': 'This couldn’t be opened',
    'fatal.start_failed.text': '{App} couldn’t start this. Try again in a moment.',
    'fatal.session_invalid.title': 'This link no longer works',
    'fatal.session_invalid.text': 'Go back to {home} and ask for a new one.',
    'fatal.session_expired.title': 'This page has timed out',
    'fatal.session_expired.text': 'This protects your account. Go back to {home} and open it again.',
    'fatal.origin_not_allowed.title': 'This page can’t be shown here',
    'fatal.origin_not_allowed.text': 'The website around it isn’t allowed to show it. Tell the support team of {home}.',
    'fatal.version.title': 'Reload to continue',
    'fatal.version.text': '{App} and this page come from different versions. Reload the whole page and open it again.',
    'fatal.unreachable.title': 'The server can’t be reached',
    'fatal.unreachable.text': 'Check your internet connection, then try again.',
    'fatal.unexpected.title': 'Something went wrong',
    'fatal.unexpected.text': 'That was our mistake, not yours. Reload the page, or open this again.',
    'fatal.not_offered.title': 'This isn’t available here',
    'fatal.not_offered.text': 'The app you were sent here to connect isn’t available. Go back to {home} and tell its support team.',

    'leave.title': 'Leave without connecting?',
    'leave.text': 'What you’ve typed here will be lost.',
    'leave.started': 'What you’ve started here will be lost.',
    'leave.busyTitle': 'Leave now?',
    'leave.busy': 'This isn’t finished yet, and may still be connected after you leave.',
    'leave.stay': 'Stay',
    'leave.leave': 'Leave',
    'closed.title': 'You can close this page',
    'closed.connected': 'What you connected is saved.',
    'closed.cancelled': 'Nothing was connected.',
    'closed.failed': 'Nothing was connected.',
    'closed.open': 'This wasn’t finished, and may still be connected.'
} as const satisfies Record<Coded, string> & Record<string, string>;

/** The keys that a code picks. */
type Coded = `banner.${Banner}` | `failed.${AttemptCode}` | `fatal.${FatalCode}.${'title' | 'text'}` | `closed.${Outcome}`;

type LaterEnglish = typeof laterEnglish;
type English = typeof english & LaterEnglish;
type Singular = `${string}.one`;
type CountedIn<T> = keyof T extends infer K ? (K extends `${infer Base}.one` ? Base : never) : never;
type KeyIn<T> = Exclude<keyof T, Singular | `${Counted}.other`>;
/** What is counted: its keys end in a category of `Intl.PluralRules`. */
export type Counted = CountedIn<English>;
/** All but the plurals. */
export type Key = KeyIn<English>;
export type FirstCounted = CountedIn<typeof english>;
/** What the first screens may say. */
export type FirstKey = KeyIn<typeof english>;

type TextsOf<T> = { readonly [K in Exclude<keyof T, Singular>]: string } & {
    readonly [K in `${CountedIn<T>}.${Exclude<Intl.LDMLPluralRule, 'other'>}`]?: string;
};
export type FirstTexts = TextsOf<typeof english>;
export type LaterTexts = TextsOf<LaterEnglish>;
/** The catalogue of a locale: each has the plural categories of its language. */
export type Texts = FirstTexts & LaterTexts;

/** The texts of the later screens, by the keys of English, which comes with these. */
export type LaterPart = (english: LaterTexts) => Partial<LaterTexts>;

/** What a locale's file exports. */
export interface CatalogueFile {
    texts: FirstTexts & Partial<LaterTexts>;
    /** Fetches those of the later screens, where the build has put them into another file. */
    later?: () => Promise<LaterPart>;
}

type Placeholder<Template extends string> = Template extends `${string}{${infer Name}}${infer Rest}` ? Name | Placeholder<Rest> : never;
/** What the caller fills in; the product's name comes with the language. */
export type Params<K extends Key> = Exclude<Placeholder<English[K]>, 'app' | 'App' | 'home'>;
