import { reportClientStep } from '@patchbay/contracts/browser';
import { useEffect, useLayoutEffect, useRef } from 'react';
import type { Dispatch, Effects } from './effect-types.ts';
import { useAttempts } from './attempt.ts';
import { startsByItself } from '../flow/form.ts';
import { hostMessages } from '../host/host-messages.ts';
import { useSession } from './session.ts';
import { useSignIn } from './sign-in.ts';
import { clientStepOf } from './client-steps.ts';
import { booting, type Model } from '../flow/model.ts';
import type { EndedWithoutConnection, WithErrorBanner } from '../flow/selectors.ts';

/**
 * Does what the state asks for, once per state: calls, polls, timers, messages to the host page.
 */
export function useFlowEffects(
    model: Model,
    dispatch: Dispatch,
    effects: Effects,
    locale: string,
    explain: (flow: EndedWithoutConnection | WithErrorBanner, model: Model) => string
): void {
    useSession(model, dispatch, effects, locale);
    useClientStepReports(model, effects);
    useAttempts(model, dispatch, effects, locale);
    useSignIn(model, dispatch, effects);
    useHostPage(model, dispatch, effects, explain);
    useNetwork(dispatch);

    const starts = startsByItself(model);
    useLayoutEffect(() => {
        if (starts) dispatch({ type: 'submitted', newKey: crypto.randomUUID(), windowKey: '' });
    }, [starts, dispatch]);
}

/** Reports the client's steps for the attempt's timeline. The response is not awaited. */
function useClientStepReports(model: Model, { call }: Effects): void {
    const previous = useRef(booting);
    useEffect(() => {
        const report = clientStepOf(previous.current, model);
        previous.current = model;
        if (report) call(reportClientStep, { params: { attempt_id: report.attempt }, body: { step: report.step } }).catch(() => undefined);
    }, [model, call]);
}

const emptyHint =
    '[patchbay] This session offers no integration. Add one with POST /integrations, or look at allowed_integrations of POST /connect/sessions.';

function useHostPage(
    model: Model,
    dispatch: Dispatch,
    { parent }: Effects,
    explain: (flow: EndedWithoutConnection | WithErrorBanner, model: Model) => string
): void {
    const told = useRef(booting);
    useEffect(() => {
        const before = told.current;
        told.current = model;
        for (const message of hostMessages(before, model, explain)) parent.tell(message);
    }, [model, parent, explain]);
    useEffect(
        () =>
            parent.onMessage((message) => {
                if (message.type === 'close') dispatch({ type: 'hostClosed' });
                if (message.type === 'close_requested') dispatch({ type: 'closeRequested' });
            }),
        [parent, dispatch]
    );
    const isEmpty = model.flow.state === 'listEmpty';
    useEffect(() => {
        if (isEmpty) console.warn(emptyHint);
    }, [isEmpty]);
}

function useNetwork(dispatch: Dispatch): void {
    useEffect(() => {
        const look = () => dispatch({ type: navigator.onLine ? 'wentOnline' : 'wentOffline' });
        if (!navigator.onLine) look();
        window.addEventListener('online', look);
        window.addEventListener('offline', look);
        return () => {
            window.removeEventListener('online', look);
            window.removeEventListener('offline', look);
        };
    }, [dispatch]);
}
