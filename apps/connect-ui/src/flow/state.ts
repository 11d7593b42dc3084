import type { AttemptCode, AttemptView, ConnectableIntegration, getConnectSession, SuccessOut } from '@patchbay/contracts/browser';
import type { ConnectMode, Layout, Outcome } from '@patchbay/contracts/widget-message';
import type { FieldNotice } from '../fields/clean-value.ts';
import type { FieldErrors, Values } from '../fields/field-rules.ts';
import { ordinaryBrowser, type BrowserKind } from '../host/in-app-browser.ts';

/** What the session may connect, as the server answered it. */
export type ConnectSession = SuccessOut<NonNullable<(typeof getConnectSession)['endpoint']>>['data'];
export type AccountOption = NonNullable<AttemptView['options']>[number];

/** What the host asked for and where the widget runs: the same for the whole visit. */
export interface Setup {
    /** The page around the iframe; null when the widget stands alone. */
    origin: string | null;
    layout: Layout | 'page';
    /** Integration to open at once. */
    preselect: string | null;
    mode: ConnectMode;
    /** Where a sign-in in this tab comes back to; without it there is none. */
    returnTo: string | null;
    /** Attempt whose sign-in in this tab has come back. */
    resume: string | null;
    /** The host can bring a new token. */
    renews: boolean;
    /** The host hears which app was missing. */
    takesRequests: boolean;
    /** Starts at once what needs neither a form nor a window. */
    autoStart: boolean;
    browser: BrowserKind;
}

/** Why the widget can't go on; `canRetry` says where another try may help. */
export type FatalCode =
    | 'no_token'
    /** The host page could not bring a token. */
    | 'start_failed'
    | 'session_invalid'
    | 'session_expired'
    | 'origin_not_allowed'
    | 'not_offered'
    | 'version'
    | 'unreachable'
    | 'unexpected';
/** What a form says above its fields. */
export type Banner = 'credentials_rejected' | 'missing_permissions' | 'validation' | 'unreachable' | 'unexpected' | 'session_renewed';

/** What the end user typed for one integration. Secrets live here and nowhere else in the state. */
export interface Draft {
    integration: string;
    mode: 'create' | 'reconnect';
    /**
     * The end user's own connection that this renews. Null in a reconnect session, which names its
     * connection.
     */
    renews: string | null;
    /** The end user had a connection to it before this one. */
    connectedBefore: boolean;
    values: Values;
    /** Keys of the fields left once: from then on they are checked at each change. */
    touched: readonly string[];
    notices: Readonly<Record<string, FieldNotice>>;
    /**
     * Idempotency key of the last try with exactly these values, as long as it is unknown whether
     * the server saw it.
     */
    key: string | null;
    failures: number;
    /** Of the last try that failed, for support. */
    ref: string | null;
    /** Counts the refused submits, so that each moves the focus to what has to be mended. */
    round: number;
}

/** The server's row about one try. */
export interface Attempt {
    id: string;
    /** For support, for example `C-7F3K2`. */
    ref: string;
    /** ISO 8601; an answer older than this one is ignored. */
    updatedAt: string;
}

/**
 * How a sign-in is opened: in a window of its own, in this tab, or by a link that the end user
 * carries to another browser.
 */
export type Way = 'window' | 'tab' | 'byHand';
/**
 * How the window fared: open, stopped by the browser, or there may be one, since some host pages
 * keep us from seeing it.
 */
export type WindowOutcome = 'opened' | 'blocked' | 'unseen';

export type Flow =
    /** `token`: the host page was asked for another. */
    | { state: 'boot'; step: 'handshake' | 'session' | 'token' }
    /** How the sign-in ended that this tab has come back from. */
    | { state: 'boot'; step: 'attempt'; attempt: Attempt }
    | { state: 'fatal'; code: FatalCode; ref: string | null }
    /** `asked`: the host was told that the query found nothing. */
    | { state: 'list'; query: string; asked?: true }
    | { state: 'listEmpty' }
    /** The integration is connected already: renew one of its connections, or add another. */
    | { state: 'owned'; integration: string }
    /** `providerText`: what the provider said about the last try. */
    | { state: 'detail'; draft: Draft; errors: FieldErrors; banner: Banner | null; providerText?: string | null }
    | { state: 'submitting'; draft: Draft; key: string; slow: boolean }
    | Launching
    /** A window may be open that can't be seen from here; the server will see it. */
    | { state: 'oauth'; step: 'looking'; draft: Draft; attempt: Attempt }
    | { state: 'oauth'; step: 'blocked'; draft: Draft; attempt: Attempt; launchUrl: string }
    /**
     * Of the window there is a handle (`opened`), none although the server has seen it
     * (`followed`), it is one of another browser (`elsewhere`), or only its link was followed
     * (`link`).
     */
    | { state: 'oauth'; step: 'awaiting'; draft: Draft; attempt: Attempt; window: 'opened' | 'link' | 'followed' | 'elsewhere' }
    /** `unopened`: a link was followed, and no window has reached the server. */
    | { state: 'oauth'; step: 'maybeClosed'; draft: Draft; attempt: Attempt; unopened: boolean }
    /** The page is about to leave; it comes back as `boot`, with the attempt. */
    | { state: 'oauth'; step: 'redirecting'; draft: Draft; attempt: Attempt; launchUrl: string }
    | { state: 'oauth'; step: 'openInBrowser'; draft: Draft; attempt: Attempt; launchUrl: string; copied: boolean }
    | { state: 'verifying'; draft: Draft; attempt: Attempt; slow: boolean }
    | {
          state: 'chooseAccount';
          draft: Draft;
          attempt: Attempt;
          options: readonly AccountOption[];
          picked: string | null;
          banner: Banner | null;
      }
    | {
          state: 'accountMismatch';
          draft: Draft;
          attempt: Attempt;
          was: string | null;
          now: string | null;
          asked: 'nothing' | 'switch';
          banner: Banner | null;
      }
    | {
          state: 'success';
          integration: string;
          mode: Draft['mode'];
          attempt: string;
          connectionId: string;
          isNew: boolean;
          account: string | null;
          /** Whose the renewed connection was before. */
          was: string | null;
          connectedBefore: boolean;
      }
    /** `missing`: permissions that were not given, in words. */
    | { state: 'failed'; draft: Draft; code: AttemptCode; ref: string; providerText: string | null; missing: readonly string[] }
    | { state: 'confirmLeave'; back: Leavable }
    /** `isOpen`: the end user left while the server may still have connected it. */
    | { state: 'closed'; outcome: Outcome; isOpen?: true };

/** The server is asked for an attempt, or for a new address of the one there is. */
export interface Launching {
    state: 'oauth';
    step: 'launching';
    draft: Draft;
    /** `link`: the window was stopped, so the end user gets a link to open it by. */
    way: Way | 'link';
    /** Idempotency key of a new attempt. */
    key: string;
    /** The secret under which the window fetches its address; a new one for each window. */
    windowKey: string;
    attempt: Attempt | null;
    account: 'any' | 'other';
}

/** States that something would be lost by leaving. */
export type Leavable = Exclude<Flow, { state: 'confirmLeave' | 'closed' | 'boot' | 'fatal' | 'list' | 'listEmpty' | 'owned' | 'success' }>;
/** Ends that are not a connection. */
export type Ended = Extract<Flow, { state: 'failed' | 'fatal' }>;
/** A form, or a question, whose last step failed. */
export type Troubled = Extract<Flow, { state: 'detail' | 'chooseAccount' | 'accountMismatch' }> & {
    banner: Exclude<Banner, 'session_renewed'>;
};

export function isTroubled(flow: Flow): flow is Troubled {
    return (
        (flow.state === 'detail' || flow.state === 'chooseAccount' || flow.state === 'accountMismatch') &&
        flow.banner !== null &&
        flow.banner !== 'session_renewed'
    );
}

export type OAuth = Extract<Flow, { state: 'oauth' }>;
/** What is on screen, the question whether to leave aside. */
export type Shown = Exclude<Flow, { state: 'confirmLeave' }>;

/** The regions of the machine; `flow` alone decides the screen. */
export interface Model {
    flow: Flow;
    setup: Setup;
    /** `expiring`: it ends within two minutes. */
    session: { status: 'unknown' } | { status: 'fresh' | 'expiring' | 'expired'; info: ConnectSession };
    /**
     * The host was asked for a new token, has given one that has not been seen to work, or has
     * none.
     */
    renewal: 'none' | 'asked' | 'given' | 'failed';
    /** Tokens given so far. */
    tokens: number;
    /** Windows that the browser has stopped. */
    stoppedWindows: number;
    network: 'online' | 'offline';
    /** Something was connected in this visit. */
    hasConnected: boolean;
}

export type FlowEvent =
    | { type: 'opened'; setup: Setup }
    | { type: 'refused'; code: FatalCode }
    | { type: 'sessionLoaded'; info: ConnectSession }
    | { type: 'sessionExpiring' }
    | { type: 'sessionExpired' }
    /** The end user wants more time than the session has left. */
    | { type: 'timeWanted' }
    | { type: 'sessionRenewed' }
    | { type: 'renewalFailed' }
    | { type: 'bootRetried' }
    /** The server knows nothing of the attempt that this tab was to come back from. */
    | { type: 'resumeFailed' }
    | { type: 'searched'; query: string }
    /** The end user wants an app that is not in the list. */
    | { type: 'askedForApp' }
    | { type: 'chose'; integration: string }
    /** null: another account. */
    | { type: 'renewalChosen'; connection: string | null }
    /** `query`: what the list was searched for before. */
    | { type: 'wentBack'; query?: string }
    | { type: 'changed'; field: string; value: string }
    | { type: 'fieldBlurred'; field: string }
    /**
     * `newKey` becomes the idempotency key unless exactly these values are on their way already.
     */
    | { type: 'submitted'; newKey: string; windowKey: string }
    /** The server does not let sign-ins come back to where the host wants them. */
    | { type: 'returnRefused' }
    | { type: 'attemptNotMade'; key: string; banner: Banner; errors: FieldErrors }
    | { type: 'attemptMade'; key: string; view: AttemptView; window: WindowOutcome }
    | { type: 'relaunched'; view: AttemptView; window: WindowOutcome }
    | { type: 'attemptSeen'; view: AttemptView }
    /** A step of this attempt got no answer from the server. */
    | { type: 'stepFailed'; attempt: string; banner: Banner }
    /** The work on this attempt takes longer than people expect. */
    | { type: 'slow' }
    /** It took so long that the attempt was given up; `view` is how that ended. */
    | { type: 'tookTooLong'; view: AttemptView }
    /** A window that can't be seen has not reached the server either. */
    | { type: 'windowUnseen'; attempt: string }
    | { type: 'windowLost'; attempt: string }
    | { type: 'linkFollowed' }
    | { type: 'linkCopied' }
    | { type: 'windowReopened'; account: 'any' | 'other'; windowKey: string }
    /**
     * In this tab where the window was stopped, or in this app although its provider would rather
     * not.
     */
    | { type: 'continuedHere'; windowKey: string }
    | { type: 'signInCancelled' }
    | { type: 'accountPicked'; account: string }
    | { type: 'accountSwitched' }
    /** The connection stays with the account that it has. */
    | { type: 'accountKept' }
    | { type: 'triedAgain'; newKey: string; windowKey: string }
    | { type: 'closeRequested' }
    | { type: 'leaveCancelled' }
    | { type: 'leaveConfirmed' }
    | { type: 'hostClosed' }
    | { type: 'wentOffline' }
    | { type: 'wentOnline' }
    | { type: 'crashed'; ref: string };

export const plainSetup: Setup = {
    origin: null,
    layout: 'modal',
    preselect: null,
    mode: 'auto',
    returnTo: null,
    resume: null,
    renews: false,
    takesRequests: false,
    autoStart: false,
    browser: ordinaryBrowser
};

export const booting: Model = {
    flow: { state: 'boot', step: 'handshake' },
    setup: plainSetup,
    session: { status: 'unknown' },
    renewal: 'none',
    tokens: 0,
    stoppedWindows: 0,
    network: 'online',
    hasConnected: false
};

export function integrationOf(model: Model, id: string): ConnectableIntegration | undefined {
    return model.session.status === 'unknown' ? undefined : model.session.info.integrations.find((integration) => integration.id === id);
}

/**
 * As `integrationOf`, with what the form asks when it renews the connection that this draft is
 * about.
 */
export function integrationFor(model: Model, draft: Pick<Draft, 'integration' | 'renews'>): ConnectableIntegration | undefined {
    const integration = integrationOf(model, draft.integration);
    const own = integration?.connections.find(({ connection_id: id }) => id === draft.renews);
    return integration && own ? { ...integration, fields: own.fields } : integration;
}

/** The connection that is renewed, if any. */
export function renewedBy(model: Model, draft: Pick<Draft, 'integration' | 'renews'>) {
    if (model.session.status === 'unknown') return null;
    const own = integrationOf(model, draft.integration)?.connections.find(({ connection_id: id }) => id === draft.renews);
    return own ?? model.session.info.connection;
}

/** Whether the end user has connections of this integration to choose from. */
export function hasOwn(model: Model, id: string): boolean {
    return (integrationOf(model, id)?.connections.length ?? 0) > 0;
}

/** Whether Back leads to a list. */
export function hasList(model: Model): boolean {
    return model.session.status !== 'unknown' && model.session.info.connection === null && model.session.info.integrations.length > 1;
}

/** Whether there is a page around the widget that acts on hearing which app was missing. */
export function canAskForApp({ setup }: Model): boolean {
    return setup.takesRequests;
}

/** Whether what was connected counts only once the product has confirmed it. */
export function needsConfirmation({ session }: Model): boolean {
    return session.status !== 'unknown' && session.info.requires_confirmation;
}

/** Whether the host can still be asked for a new token. */
export function canRenew({ setup, renewal }: Model): boolean {
    return setup.renews && renewal === 'none';
}

/** Whether the widget can begin anew: at a server that did not answer, or with another token. */
export function canRetry({ setup }: Model, code: FatalCode): boolean {
    return code === 'unreachable' || (setup.renews && (code === 'start_failed' || code === 'session_invalid'));
}

/** Whether a sign-in may go on in this tab, if the end user wants it to. */
export function takesTab({ setup }: Model): boolean {
    return setup.returnTo !== null && setup.mode !== 'popup';
}

// Once may be a mishap; a browser that does it twice does it always.
const windowsUntilTab = 2;

/**
 * How the next sign-in is opened.
 * @param here the end user wants it in this browser, although the provider would rather not
 */
export function wayOf(model: Model, integration: Pick<ConnectableIntegration, 'refuses_webviews'>, here = false): Way {
    const { setup, stoppedWindows } = model;
    if (setup.browser.isInApp && integration.refuses_webviews && !here) return 'byHand';
    const byTab = setup.mode === 'redirect' || setup.browser.prefersTab || setup.resume !== null || stoppedWindows >= windowsUntilTab;
    return takesTab(model) && byTab ? 'tab' : 'window';
}

/** The key that the sign-in's window is to be opened with, when the state asks for a window. */
export function wantedWindow(flow: Flow): string | null {
    return flow.state === 'oauth' && flow.step === 'launching' && flow.way === 'window' ? flow.windowKey : null;
}

// From the second failure on, the screen shows the support code.
export const supportFrom = 2;

/** Whether the end user can do better by trying again; otherwise another person has to act first. */
export function canTryAgain(code: AttemptCode): boolean {
    return code !== 'connection_limit' && code !== 'duplicate' && code !== 'integration_misconfigured';
}

/** Whether the end user typed anything that leaving would lose. */
export function isDirty(model: Model, draft: Draft): boolean {
    const untouched = draftFor(model, draft.integration, draft.renews).values;
    return Object.entries(draft.values).some(([key, value]) => value !== (untouched[key] ?? ''));
}

/**
 * A form as it is first shown. What a renewed connection has already is not asked again.
 * @param renews one of the end user's own connections
 */
export function draftFor(model: Model, id: string, renews: string | null = null): Draft {
    const isRenewal = renewedBy(model, { integration: id, renews }) !== null;
    const integration = integrationFor(model, { integration: id, renews });
    const values: Record<string, string> = {};
    for (const { target, name, default_value: byDefault } of integration?.fields ?? []) {
        if (byDefault !== null) values[`${target}.${name}`] = byDefault;
    }
    return {
        integration: id,
        mode: isRenewal ? 'reconnect' : 'create',
        renews,
        connectedBefore: integration?.is_connected ?? false,
        values,
        touched: [],
        notices: {},
        key: null,
        failures: 0,
        ref: null,
        round: 0
    };
}
