import { ApiError, type Call } from '@patchbay/api-client';
import {
    acceptAccount,
    cancelAttempt,
    createAttempt,
    getAttempt,
    relaunchAttempt,
    selectAccount,
    type AttemptView
} from '@patchbay/contracts/browser';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useLayoutEffect, useRef, type RefObject } from 'react';
import { formBody, serverErrors } from '../fields/field-rules.ts';
import type { Dispatch, Effects } from './effect-types.ts';
import { sessionErrorCode, isExpired } from './queries.ts';
import { shownTheme } from '../theme.ts';
import { hasList, integrationFor, liveAttempt, screenStateOf } from '../flow/selectors.ts';
import type { FlowEvent } from '../flow/events.ts';
import type { Banner, Model, Setup } from '../flow/model.ts';
import type { LaunchingState, WindowOutcome } from '../screens/oauth/state.ts';
import type { ScreenState } from '../screens/states.gen.ts';

// The code in a link is good for a minute; in one that is carried to another browser, for ten.
const linkLifetimeMs = 50_000;
const carriedLinkLifetimeMs = 570_000;
const slowMs = 10_000;
const tooLongMs = 45_000;

/** What a response finds when it arrives, which may be another state than at the request. */
type Now = RefObject<{ model: Model; locale: string }>;

/** Sends a step of an attempt on; a failure is an event as well. */
type Step = (attempt: string, response: Promise<{ data: AttemptView }>, toEvent: (view: AttemptView) => FlowEvent) => void;

/**
 * The calls that create, advance and cancel an attempt: each once per state that needs it.
 */
export function useAttempts(model: Model, dispatch: Dispatch, effects: Effects, locale: string): void {
    const { call } = effects;
    const shown = screenStateOf(model.flow);
    const now = useRef({ model, locale });
    useLayoutEffect(() => {
        now.current = { model, locale };
    });

    useCreation(shown, now, dispatch, effects);
    const step = useStep(now, dispatch, call);
    useRelaunch(shown, now, step, effects);
    useFreshLink(shown, step, call);

    const attempt = liveAttempt(model.flow)?.id ?? null;
    const picked = shown.state === 'chooseAccount' ? shown.picked : null;
    useEffect(() => {
        if (attempt === null || picked === null) return;
        const response = call(selectAccount, { params: { attempt_id: attempt }, body: { account_id: picked } });
        step(attempt, response, (view) => ({ type: 'attemptSeen', view }));
    }, [attempt, picked, call, step]);

    const isSwitching = shown.state === 'accountMismatch' && shown.asked === 'switch';
    useEffect(() => {
        if (attempt === null || !isSwitching) return;
        step(attempt, call(acceptAccount, { params: { attempt_id: attempt } }), (view) => ({ type: 'attemptSeen', view }));
    }, [attempt, isSwitching, call, step]);

    useSlowAndTimeout(shown, dispatch, call);

    // The list has to know of it.
    const queries = useQueryClient();
    const isListOld = shown.state === 'success' && hasList(model);
    useEffect(() => {
        if (isListOld) void queries.invalidateQueries({ queryKey: ['session'] });
    }, [isListOld, queries]);

    useCancelWhenLeft(shown, attempt, call);
}

function useCreation(shown: ScreenState, now: Now, dispatch: Dispatch, { call, signIn }: Effects): void {
    const creating = awaitedKey(shown);
    useEffect(() => {
        if (creating === null) return;
        const { model: asking } = now.current;
        const asked = screenStateOf(asking.flow);
        const integration = 'draft' in asked ? integrationFor(asking, asked.draft) : undefined;
        if (!integration || !('draft' in asked)) return;
        const { credentials, connection_config } = formBody(integration, asked.draft.values);
        const launching = launchingOf(asked);
        const body = {
            integration_id: integration.id,
            ...(asked.draft.renews === null ? {} : { connection_id: asked.draft.renews }),
            locale: now.current.locale,
            theme: shownTheme(),
            ...(Object.keys(credentials).length > 0 ? { credentials } : {}),
            ...(Object.keys(connection_config).length > 0 ? { connection_config } : {}),
            ...(launching ? wayOfOpening(launching, asking.setup) : {}),
            ...(isAsking(asked) ? { approval_of: asked.after } : {})
        };
        call(createAttempt, { body }, { idempotencyKey: creating }).then(
            ({ data }) => {
                if (awaitedKey(screenStateOf(now.current.model.flow)) !== creating) return sendCancel(call, data.attempt_id);
                dispatch({ type: 'attemptCreated', key: creating, view: data, window: windowFor(launching, signIn) });
            },
            (error: unknown) => {
                if (isExpired(error)) return dispatch({ type: 'sessionExpired' });
                const why = sessionErrorCode(error);
                if (why === 'session_invalid') return dispatch({ type: 'refused', code: why });
                if (isReturnRefused(error)) dispatch({ type: 'returnRefused' });
                const errors = error instanceof ApiError ? serverErrors(integration, error.errors, 'malformed') : {};
                const isAboutFields = Object.keys(errors).length > 0;
                const banner: Banner = why === 'unreachable' ? 'unreachable' : isAboutFields ? 'validation' : 'unexpected';
                dispatch({ type: 'attemptNotCreated', key: creating, banner, errors });
            }
        );
    }, [creating, now, call, dispatch, signIn]);
}

function useStep(now: Now, dispatch: Dispatch, call: Call): Step {
    return useCallback(
        (attempt, response, toEvent) => {
            response.then(
                ({ data }) => {
                    // After leaving, its window must not be taken for that of another attempt.
                    if (liveAttempt(now.current.model.flow)?.id === attempt) dispatch(toEvent(data));
                },
                async (error: unknown) => {
                    if (isReturnRefused(error)) dispatch({ type: 'returnRefused' });
                    const isConflict = error instanceof ApiError && error.code === 'conflict';
                    // An earlier step got there first: the attempt itself says what happened.
                    const view = isConflict
                        ? await call(getAttempt, { params: { attempt_id: attempt } }).catch(() => undefined)
                        : undefined;
                    if (view) dispatch({ type: 'attemptSeen', view: view.data });
                    const banner = sessionErrorCode(error) === 'unreachable' ? 'unreachable' : 'unexpected';
                    dispatch({ type: 'stepFailed', attempt, banner });
                }
            );
        },
        [now, call, dispatch]
    );
}

/** Opens the sign-in of an attempt that was created before. */
function useRelaunch(shown: ScreenState, now: Now, step: Step, { call, signIn }: Effects): void {
    const launching = launchingOf(shown);
    const relaunching = launching?.attempt ? `${launching.attempt.id} ${launching.way} ${launching.windowKey}` : null;
    useEffect(() => {
        const { model: asking } = now.current;
        const asked = launchingOf(screenStateOf(asking.flow));
        if (relaunching === null || !asked?.attempt) return;
        const body = {
            ...(asked.account === 'other' ? { select_account: true } : {}),
            ...wayOfOpening(asked, asking.setup)
        };
        const response = call(relaunchAttempt, { params: { attempt_id: asked.attempt.id }, body });
        step(asked.attempt.id, response, (view) => ({ type: 'relaunched', view, window: windowFor(asked, signIn) }));
    }, [relaunching, now, call, step, signIn]);
}

/** Replaces a link to follow or carry before its code ends. */
function useFreshLink(shown: ScreenState, step: Step, call: Call): void {
    const linked = shown.state === 'oauth' && (shown.step === 'blocked' || shown.step === 'openInBrowser') ? shown : null;
    const link = linked?.launchUrl;
    const isCarried = linked?.step === 'openInBrowser';
    const linkedAttempt = linked?.attempt.id;
    useEffect(() => {
        if (link === undefined || linkedAttempt === undefined) return;
        const timer = setTimeout(
            () => {
                const body = isCarried ? { by_hand: true } : {};
                const response = call(relaunchAttempt, { params: { attempt_id: linkedAttempt }, body });
                step(linkedAttempt, response, (view) => ({ type: 'relaunched', view, window: 'blocked' }));
            },
            isCarried ? carriedLinkLifetimeMs : linkLifetimeMs
        );
        return () => clearTimeout(timer);
    }, [link, linkedAttempt, isCarried, call, step]);
}

/**
 * Cancels an unfinished attempt that the end user leaves, on the server too. One that waits for
 * approval goes on, unless they cancel it, which leads to its form.
 */
function useCancelWhenLeft(shown: ScreenState, attempt: string | null, call: Call): void {
    const last = useRef<string | null>(null);
    const waits = shown.state === 'pendingApproval';
    const waited = useRef(false);
    const hasEnded = shown.state === 'success' || shown.state === 'failed';
    const isForm = shown.state === 'detail';
    useEffect(() => {
        if (last.current !== null && last.current !== attempt && !hasEnded && !(waited.current && !isForm)) sendCancel(call, last.current);
        last.current = attempt;
        waited.current = waits;
    }, [attempt, hasEnded, waits, isForm, call]);
}

/**
 * Tells when the provider is slow, and cancels the attempt after the timeout; the server's response
 * decides what became of it.
 */
function useSlowAndTimeout(shown: ScreenState, dispatch: Dispatch, call: Call): void {
    const isBusy = (shown.state === 'submitting' || shown.state === 'verifying') && !shown.slow;
    useEffect(() => {
        if (!isBusy) return;
        const timer = setTimeout(() => dispatch({ type: 'slow' }), slowMs);
        return () => clearTimeout(timer);
    }, [isBusy, dispatch]);

    const verified = shown.state === 'verifying' ? shown.attempt.id : null;
    useEffect(() => {
        if (verified === null) return;
        const timer = setTimeout(() => {
            call(cancelAttempt, { params: { attempt_id: verified } }).then(
                ({ data }) => dispatch({ type: 'tookTooLong', view: data }),
                () => undefined // Unreachable: the polls go on.
            );
        }, tooLongMs);
        return () => clearTimeout(timer);
    }, [verified, call, dispatch]);
}

function launchingOf(shown: ScreenState): LaunchingState | null {
    return shown.state === 'oauth' && shown.step === 'launching' ? shown : null;
}

function isAsking(shown: ScreenState) {
    return shown.state === 'pendingApproval' && shown.attempt === null;
}

/** The idempotency key of the attempt that is being made, if any. */
function awaitedKey(shown: ScreenState): string | null {
    if (shown.state === 'submitting' || isAsking(shown)) return shown.key;
    const launching = launchingOf(shown);
    return launching?.attempt === null ? launching.key : null;
}

/** What the server has to know of how the sign-in will be opened. */
function wayOfOpening({ way, windowKey, attempt }: LaunchingState, { returnTo }: Setup) {
    if (way === 'window') return { window_key: windowKey };
    if (way === 'tab') return { return_to: returnTo ?? undefined };
    // A new attempt can't be carried elsewhere yet: the address for that is the next call's.
    return way === 'byHand' && attempt ? { by_hand: true } : {};
}

function isReturnRefused(error: unknown): boolean {
    return error instanceof ApiError && error.errors.some(({ path }) => path.includes('return_to'));
}

function windowFor(launching: LaunchingState | null, signIn: Effects['signIn']): WindowOutcome {
    return launching?.way === 'window' ? signIn.go() : 'opened';
}

function sendCancel(call: Call, attemptId: string): void {
    // The response is not awaited: an attempt that can't be cancelled runs out by itself.
    call(cancelAttempt, { params: { attempt_id: attemptId } }).catch(() => undefined);
}
