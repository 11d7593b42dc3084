import type { getConnectSession, SuccessOut } from '@patchbay/contracts/browser';
import type { ConnectMode, Layout } from '@patchbay/contracts/widget-message';
import type { FieldNotice } from '../fields/clean-value.ts';
import type { Values } from '../fields/field-rules.ts';
import { ordinaryBrowser, type BrowserKind } from '../host/in-app-browser.ts';
import type { ScreenState } from '../screens/states.gen.ts';

/** What the session may connect, as the server returned it. */
export type ConnectSession = SuccessOut<NonNullable<(typeof getConnectSession)['endpoint']>>['data'];

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
    /** Counts the refused submits: each moves the focus to the field to correct. */
    round: number;
}

/** The server's row about one try. */
export interface Attempt {
    id: string;
    /** For support, for example `C-7F3K2`. */
    ref: string;
    /** ISO 8601; a response older than this one is ignored. */
    updatedAt: string;
}

export type Flow =
    | ScreenState
    /** The question whether to leave, over what would be left. */
    | { state: 'confirmLeave'; back: ScreenState };

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
    /** What was connected in this visit, and not disconnected again. */
    connected: readonly { integration: string; connection: string }[];
}

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

/** A page of its own, until its link has been exchanged. */
export const plainPage: Setup = { ...plainSetup, layout: 'page' };

export const booting: Model = {
    flow: { state: 'boot', step: 'handshake' },
    setup: plainSetup,
    session: { status: 'unknown' },
    renewal: 'none',
    tokens: 0,
    stoppedWindows: 0,
    network: 'online',
    connected: []
};
