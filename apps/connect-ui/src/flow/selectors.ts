import type { AttemptCode, ConnectableIntegration } from '@patchbay/contracts/browser';
import type { AccountMismatchState } from '../screens/account-mismatch/state.ts';
import type { ChooseAccountState } from '../screens/choose-account/state.ts';
import type { DetailState } from '../screens/detail/state.ts';
import type { FailedState } from '../screens/failed/state.ts';
import type { FatalCode, FatalState } from '../screens/fatal/state.ts';
import type { Way } from '../screens/oauth/state.ts';
import type { ScreenState } from '../screens/states.gen.ts';
import type { Attempt, Banner, Draft, Flow, Model } from './model.ts';

/** Ends that are not a connection. */
export type EndedWithoutConnection = FailedState | FatalState;
/** A form, or a question, whose last step failed. */
export type WithErrorBanner = (DetailState | ChooseAccountState | AccountMismatchState) & { banner: Exclude<Banner, 'session_renewed'> };

/**
 * The state that decides what is shown and polled: behind the question whether to leave, the one
 * left.
 */
export function screenStateOf(flow: Flow): ScreenState {
    return flow.state === 'confirmLeave' ? flow.back : flow;
}

/** The attempt that is running, if any: at most one. */
export function liveAttempt(flow: Flow): Attempt | null {
    const shown = screenStateOf(flow);
    return 'attempt' in shown ? shown.attempt : null;
}

export function hasErrorBanner(flow: Flow): flow is WithErrorBanner {
    return (
        (flow.state === 'detail' || flow.state === 'chooseAccount' || flow.state === 'accountMismatch') &&
        flow.banner !== null &&
        flow.banner !== 'session_renewed'
    );
}

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

/** The end user's own connections of this integration, as the session has them. */
export function ownOf(model: Model, id: string) {
    return integrationOf(model, id)?.connections ?? [];
}

/** Whether the end user sees the details of what they have connected, and can disconnect it. */
export function managesOwn({ session }: Model): boolean {
    return session.status !== 'unknown' && session.info.manages_connections;
}

/** Whether the end user can close the widget: a part of a page, and a tab, stay. */
export function canClose({ setup }: Model): boolean {
    return setup.layout === 'modal';
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

/** Whether a retry can help: the server was unreachable, or the host can bring another token. */
export function canRetry({ setup }: Model, code: FatalCode): boolean {
    return code === 'unreachable' || (setup.renews && (code === 'start_failed' || code === 'session_invalid'));
}

/** Whether a sign-in may go on in this tab, if the end user wants it to. */
export function allowsSameTab({ setup }: Model): boolean {
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
    return allowsSameTab(model) && byTab ? 'tab' : 'window';
}

/** The key that the sign-in's window is to be opened with, when the state asks for a window. */
export function wantedWindow(flow: Flow): string | null {
    return flow.state === 'oauth' && flow.step === 'launching' && flow.way === 'window' ? flow.windowKey : null;
}

// From the second failure on, the screen shows the support code.
export const supportFrom = 2;

/** Whether another try can succeed; otherwise another person has to act first. */
export function canTryAgain(code: AttemptCode): boolean {
    return code !== 'integration_misconfigured';
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

/** Whether there is a screen to go back to. */
export function canGoBack(model: Model): boolean {
    const shown = screenStateOf(model.flow);
    if (shown.state === 'owned') return hasList(model);
    if (shown.state === 'account') return hasList(model) || ownOf(model, shown.integration).length > 1;
    if (shown.state === 'disconnect') return !shown.sent;
    return (shown.state === 'detail' || shown.state === 'failed') && (hasList(model) || ownOf(model, shown.draft.integration).length > 0);
}
