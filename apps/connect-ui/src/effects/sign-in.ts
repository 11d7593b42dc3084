import { ApiError } from '@patchbay/api-client';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useLayoutEffect, useRef } from 'react';
import type { Dispatch, Effects } from './effect-types.ts';
import { attemptQuery, isExpired, sessionErrorCode } from './queries.ts';
import { recordOf } from '../flow/records.ts';
import type { Model } from '../flow/model.ts';
import { liveAttempt, screenStateOf } from '../flow/selectors.ts';

const closedGraceMs = 1500;
// A provider's COOP makes an open window look closed. While that window has the focus, the end
// user does not see this screen.
const unfocusedGraceMs = 15_000;
// Without a handle the window's end can't be seen; by then most people are either signing in or
// looking for it.
const unseenGraceMs = 3000;
const closedLookMs = 250;
// The window's page has been loaded by then, or there is no window.
const arrivalMs = 2500;

/**
 * Watches a running attempt: its row on the server, which is the truth, and its window, which may
 * bring news sooner.
 */
export function useSignIn(model: Model, dispatch: Dispatch, effects: Effects): void {
    usePolling(model, dispatch, effects);
    useWindow(model, dispatch, effects);
    useTab(model, dispatch);
}

function usePolling({ flow, network }: Model, dispatch: Dispatch, { call, signIn }: Effects): void {
    const shown = screenStateOf(flow);
    const polled = recordOf(shown).isPolled(shown) ? (liveAttempt(shown)?.id ?? null) : null;
    const isBack = shown.state === 'boot';
    const queries = useQueryClient();
    const { data, error, dataUpdatedAt } = useQuery({
        ...attemptQuery(call, polled ?? ''),
        // Back online, the first look is at once, because what is known is stale.
        enabled: polled !== null && network === 'online'
    });
    useEffect(() => {
        if (data) dispatch({ type: 'attemptSeen', view: data });
    }, [data, dataUpdatedAt, dispatch]);
    useEffect(() => {
        if (!error) return;
        if (isExpired(error)) return dispatch({ type: 'sessionExpired' });
        if (isBack && error instanceof ApiError && error.status === 404) return dispatch({ type: 'resumeFailed' });
        // The next poll may get a response. A refusal will not change.
        const code = sessionErrorCode(error);
        if (code !== 'unreachable') dispatch({ type: 'refused', code });
    }, [error, isBack, dispatch]);
    useEffect(() => {
        const look = () => {
            if (polled !== null) void queries.refetchQueries({ queryKey: ['attempt', polled] }, { cancelRefetch: false });
        };
        // Also after the end: a poll may bring it first, and the window closes when acknowledged.
        const stop = signIn.onHint(look);
        window.addEventListener('focus', look);
        return () => {
            stop();
            window.removeEventListener('focus', look);
        };
    }, [polled, queries, signIn]);
}

function useWindow({ flow }: Model, dispatch: Dispatch, { signIn }: Effects): void {
    const shown = screenStateOf(flow);
    const looking = shown.state === 'oauth' && shown.step === 'looking' ? shown.attempt.id : null;
    useEffect(() => {
        if (looking === null) return;
        const timer = setTimeout(() => dispatch({ type: 'windowUnseen', attempt: looking }), arrivalMs);
        return () => clearTimeout(timer);
    }, [looking, dispatch]);

    const awaited = shown.state === 'oauth' && shown.step === 'awaiting' && shown.window !== 'elsewhere' ? shown : null;
    const attempt = awaited?.attempt.id;
    const graceMs = awaited?.window === 'opened' ? closedGraceMs : unseenGraceMs;
    useEffect(() => {
        if (attempt === undefined) return;
        // By the clock: a page in the background looks less often.
        let lastSeenMs = Date.now();
        const timer = setInterval(() => {
            if (!signIn.isClosed()) lastSeenMs = Date.now();
            else if (Date.now() - lastSeenMs >= (document.hasFocus() ? graceMs : unfocusedGraceMs))
                dispatch({ type: 'windowLost', attempt });
        }, closedLookMs);
        return () => clearInterval(timer);
    }, [attempt, graceMs, dispatch, signIn]);

    // A provider's own error page stays open to be read; a window that never left our waiting page
    // has nothing to say.
    const before = useRef(shown);
    // In the commit itself: a later effect could come after the click that opens the next window,
    // and close that.
    useLayoutEffect(() => {
        const was = before.current;
        before.current = shown;
        const isStopped = was.state === 'oauth' && was.step === 'launching' && shown.state !== 'oauth';
        if (isStopped || (was.state !== shown.state && recordOf(shown).closesWindow)) signIn.close();
    });
}

/**
 * Back in the browser instead of a sign-in: the page is as it was left, and nothing is on its way
 * any more.
 */
function useTab({ flow }: Model, dispatch: Dispatch): void {
    const isLeaving = flow.state === 'oauth' && flow.step === 'redirecting';
    useEffect(() => {
        if (!isLeaving) return;
        const shownAgain = ({ persisted }: PageTransitionEvent) => {
            if (persisted) dispatch({ type: 'signInCancelled' });
        };
        window.addEventListener('pageshow', shownAgain);
        return () => window.removeEventListener('pageshow', shownAgain);
    }, [isLeaving, dispatch]);
}
