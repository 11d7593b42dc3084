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
import { useCallback, useEffect, useLayoutEffect, useRef } from 'react';
import { formBody, serverErrors } from '../fields/field-rules.ts';
import type { Dispatch, Effects } from './effects.ts';
import {
    hasList,
    integrationFor,
    type Banner,
    type FlowEvent,
    type Launching,
    type Model,
    type Setup,
    type Shown,
    type WindowOutcome
} from '../flow/state.ts';
import { whyNoSession, isExpired } from './queries.ts';
import { shownTheme } from '../theme.ts';
import { liveAttempt, underneath } from '../flow/shown.ts';

// The code in a link is good for a minute; in one that is carried to another browser, for ten.
const linkLifetimeMs = 50_000;
const carriedLinkLifetimeMs = 570_000;
const slowMs = 10_000;
const tooLongMs = 45_000;

/**
 * The calls that make an attempt, move it on and give it up: each once per state that asks for it.
 */
export function useAttempts(model: Model, dispatch: Dispatch, { call, signIn }: Effects, locale: string): void {
    const { flow } = model;
    const shown = underneath(flow);
    // What an answer finds when it arrives, which may be another state than the one that asked.
    const now = useRef({ model, locale });
    useLayoutEffect(() => {
        now.current = { model, locale };
    });

    const creating = awaitedKey(shown);
    useEffect(() => {
        if (creating === null) return;
        const { model: asking } = now.current;
        const asked = underneath(asking.flow);
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
            ...(launching ? wayOfOpening(launching, asking.setup) : {})
        };
        call(createAttempt, { body }, { idempotencyKey: creating }).then(
            ({ data }) => {
                if (awaitedKey(underneath(now.current.model.flow)) !== creating) return giveUp(call, data.attempt_id);
                dispatch({ type: 'attemptMade', key: creating, view: data, window: windowFor(launching, signIn) });
            },
            (error: unknown) => {
                if (isExpired(error)) return dispatch({ type: 'sessionExpired' });
                const why = whyNoSession(error);
                if (why === 'session_invalid') return dispatch({ type: 'refused', code: why });
                if (isReturnRefused(error)) dispatch({ type: 'returnRefused' });
                const errors = error instanceof ApiError ? serverErrors(integration, error.errors, 'malformed') : {};
                const isAboutFields = Object.keys(errors).length > 0;
                const banner: Banner = why === 'unreachable' ? 'unreachable' : isAboutFields ? 'validation' : 'unexpected';
                dispatch({ type: 'attemptNotMade', key: creating, banner, errors });
            }
        );
    }, [creating, call, dispatch, signIn]);

    const step = useCallback(
        (attempt: string, answer: Promise<{ data: AttemptView }>, toEvent: (view: AttemptView) => FlowEvent) => {
            answer.then(
                ({ data }) => {
                    // Left in the meantime: its window must not be taken for that of another
                    // attempt.
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
                    const banner = whyNoSession(error) === 'unreachable' ? 'unreachable' : 'unexpected';
                    dispatch({ type: 'stepFailed', attempt, banner });
                }
            );
        },
        [call, dispatch]
    );

    const launching = launchingOf(shown);
    const relaunching = launching?.attempt ? `${launching.attempt.id} ${launching.way} ${launching.windowKey}` : null;
    useEffect(() => {
        const { model: asking } = now.current;
        const asked = launchingOf(underneath(asking.flow));
        if (relaunching === null || !asked?.attempt) return;
        const body = {
            ...(asked.account === 'other' ? { select_account: true } : {}),
            ...wayOfOpening(asked, asking.setup)
        };
        const answer = call(relaunchAttempt, { params: { attempt_id: asked.attempt.id }, body });
        step(asked.attempt.id, answer, (view) => ({ type: 'relaunched', view, window: windowFor(asked, signIn) }));
    }, [relaunching, call, step, signIn]);

    const linked = shown.state === 'oauth' && (shown.step === 'blocked' || shown.step === 'openInBrowser') ? shown : null;
    const link = linked?.launchUrl;
    const isCarried = linked?.step === 'openInBrowser';
    const linkedAttempt = linked?.attempt.id;
    useEffect(() => {
        if (link === undefined || linkedAttempt === undefined) return;
        const timer = setTimeout(
            () => {
                const body = isCarried ? { by_hand: true } : {};
                const answer = call(relaunchAttempt, { params: { attempt_id: linkedAttempt }, body });
                step(linkedAttempt, answer, (view) => ({ type: 'relaunched', view, window: 'blocked' }));
            },
            isCarried ? carriedLinkLifetimeMs : linkLifetimeMs
        );
        return () => clearTimeout(timer);
    }, [link, linkedAttempt, isCarried, call, step]);

    const attempt = liveAttempt(flow)?.id ?? null;
    const picked = shown.state === 'chooseAccount' ? shown.picked : null;
    useEffect(() => {
        if (attempt === null || picked === null) return;
        const answer = call(selectAccount, { params: { attempt_id: attempt }, body: { account_id: picked } });
        step(attempt, answer, (view) => ({ type: 'attemptSeen', view }));
    }, [attempt, picked, call, step]);

    const isSwitching = shown.state === 'accountMismatch' && shown.asked === 'switch';
    useEffect(() => {
        if (attempt === null || !isSwitching) return;
        step(attempt, call(acceptAccount, { params: { attempt_id: attempt } }), (view) => ({ type: 'attemptSeen', view }));
    }, [attempt, isSwitching, call, step]);

    usePatience(shown, dispatch, call);

    // The list has to know of it.
    const queries = useQueryClient();
    const isListOld = shown.state === 'success' && hasList(model);
    useEffect(() => {
        if (isListOld) void queries.invalidateQueries({ queryKey: ['session'] });
    }, [isListOld, queries]);

    // An attempt that was left behind unfinished is given up on the server too.
    const last = useRef<string | null>(null);
    const hasEnded = shown.state === 'success' || shown.state === 'failed';
    useEffect(() => {
        if (last.current !== null && last.current !== attempt && !hasEnded) giveUp(call, last.current);
        last.current = attempt;
    }, [attempt, hasEnded, call]);
}

/**
 * Says when the provider takes long, and ends the wait when it takes too long: the server's answer
 * to that is the truth again.
 */
function usePatience(shown: Shown, dispatch: Dispatch, call: Call): void {
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

function launchingOf(shown: Shown): Launching | null {
    return shown.state === 'oauth' && shown.step === 'launching' ? shown : null;
}

/** The idempotency key of the attempt that is being made, if any. */
function awaitedKey(shown: Shown): string | null {
    if (shown.state === 'submitting') return shown.key;
    const launching = launchingOf(shown);
    return launching?.attempt === null ? launching.key : null;
}

/** What the server has to know of how the sign-in will be opened. */
function wayOfOpening({ way, windowKey, attempt }: Launching, { returnTo }: Setup) {
    if (way === 'window') return { window_key: windowKey };
    if (way === 'tab') return { return_to: returnTo ?? undefined };
    // A new attempt can't be carried elsewhere yet: the address for that is the next call's.
    return way === 'byHand' && attempt ? { by_hand: true } : {};
}

function isReturnRefused(error: unknown): boolean {
    return error instanceof ApiError && error.errors.some(({ path }) => path.includes('return_to'));
}

function windowFor(launching: Launching | null, signIn: Effects['signIn']): WindowOutcome {
    return launching?.way === 'window' ? signIn.go() : 'opened';
}

function giveUp(call: Call, attemptId: string): void {
    // The response is not awaited: an attempt that can't be cancelled runs out by itself.
    call(cancelAttempt, { params: { attempt_id: attemptId } }).catch(() => undefined);
}
