import type { Call, CallOptions } from '@patchbay/api-client';
import type { AttemptView } from '@patchbay/contracts/browser';
import type { FromWidget, ToWidget } from '@patchbay/contracts/widget-message';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, configure, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { App } from './App.tsx';
import { view as baseView } from './flow/fixtures.ts';
import { reduce } from './flow/reduce.ts';
import { inEnglish } from './i18n/locales.ts';
import { loadIntegrationScreens } from './screens/integration-screens.ts';
import { vi } from 'vitest';
import { sendable, type Responses } from './server.fixtures.ts';
import { session } from './stories/samples.ts';
import { booting, plainSetup, type ConnectSession, type Setup } from './flow/model.ts';
import type { WindowOutcome } from './screens/oauth/state.ts';

export const attemptId = '0b6f0c7e-6d0e-4a8c-9a54-4f0a4c7f0001';
export function view(over: Partial<AttemptView>): AttemptView {
    return baseView({ attempt_id: attemptId, expires_at: '2099-01-01T00:00:00.000Z', ...over });
}
/** The window fetches its address by itself. */
export const launch = view({ integration_id: 'github', status: 'created' });
export const launchable = view({ ...launch, launch_url: 'https://api.example.com/connect/launch/x' });
export const succeeded = view({ status: 'succeeded', connection_id: 'c-1', updated_at: '2026-11-20T10:05:00.000Z' });

interface Sent {
    path: string;
    params: unknown;
    query: unknown;
    body: unknown;
    key: string | undefined;
    /** The session token that it went out with. */
    token: string;
}

interface World {
    setup?: Partial<Setup>;
    /** As fake timers need it. */
    user?: ReturnType<typeof userEvent.setup>;
    /** How far the server's clock is ahead of the device's, in ms. */
    aheadMs?: number;
    /** The host has brought a token. */
    hasToken?: boolean;
}

// jsdom has no layout, so nothing scrolls.
Element.prototype.scrollIntoView = () => undefined;
// As in the browser, where they are fetched along with the session.
await loadIntegrationScreens();
// A machine with other work takes its time.
configure({ asyncUtilTimeout: 5000 });

export function startWidget(
    responses: Responses,
    over: Partial<ConnectSession> = {},
    { setup = {}, user = userEvent.setup(), aheadMs = 0, hasToken = true }: World = {}
) {
    const sent: Sent[] = [];
    const told: FromWidget[] = [];
    /**
     * `stopped`: the browser takes it away at once. `unseen`: whether it is there, the page can't
     * tell.
     */
    const popup = { keys: [] as string[], went: 0, shown: 0, closed: false, stopped: false, unseen: false };
    const onHint = new Set<() => void>();
    let token = 'pb_cs_first';
    const fromHost = new Set<(message: ToWidget) => void>();
    const queues = sendable({ '/connect/session/open': [session(over)], ...responses });

    async function respond(
        route: { path: string },
        input: { params?: unknown; query?: unknown; body?: unknown } = {},
        options: CallOptions = {}
    ): Promise<unknown> {
        const { params, query, body } = input;
        sent.push({ path: route.path, params, query, body, key: options.idempotencyKey, token });
        const queue = queues[route.path] ?? [];
        const response = queue.length > 1 ? queue.shift() : queue[0];
        if (response === undefined) return new Promise(() => undefined);
        if (response instanceof Error) throw response;
        return response;
    }

    const opened = reduce(booting, { type: 'opened', setup: { ...plainSetup, origin: 'https://host.example', ...setup } });
    render(
        <QueryClientProvider client={new QueryClient()}>
            <App
                initial={hasToken ? opened : reduce(opened, { type: 'refused', code: 'start_failed' })}
                catalogue={inEnglish}
                locale="en"
                effects={{
                    call: respond as Call, // by path, each response was parsed by the schema of its endpoint
                    clock: { now: () => Date.now() + aheadMs },
                    takeToken: (given) => {
                        token = given;
                    },
                    parent: {
                        opening: new Promise(() => undefined),
                        tell: (message) => told.push(message),
                        onMessage: (heard) => {
                            fromHost.add(heard);
                            return () => fromHost.delete(heard);
                        }
                    },
                    signIn: {
                        open: (_locale, windowKey) => {
                            popup.keys.push(windowKey);
                            popup.closed = popup.stopped || popup.unseen;
                        },
                        go: (): WindowOutcome => {
                            if (popup.unseen) return 'unseen';
                            popup.went += 1;
                            return popup.stopped ? 'blocked' : 'opened';
                        },
                        show: () => {
                            if (!popup.closed) popup.shown += 1;
                            return !popup.closed;
                        },
                        close: () => {
                            popup.closed = true;
                        },
                        isClosed: () => popup.closed,
                        onHint: (look) => {
                            onHint.add(look);
                            return () => onHint.delete(look);
                        }
                    }
                }}
            />
        </QueryClientProvider>
    );
    return {
        sent,
        told,
        popup,
        user,
        /** The window's last page says that it is done. @returns whether it is acknowledged */
        hint: () => {
            act(() => onHint.forEach((look) => look()));
            return onHint.size > 0;
        },
        host: (message: ToWidget) => act(() => fromHost.forEach((heard) => heard(message))),
        posted: (path: string) => sent.filter((call) => call.path === path)
    };
}

export const heading = (name: string) => screen.findByRole('heading', { level: 1, name });
export const button = (name: string) => screen.getByRole('button', { name });

/** Time moves with the real one, and by leaps. */
export function withClock() {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    return userEvent.setup({ advanceTimers: (ms) => vi.advanceTimersByTime(ms) });
}
export const leap = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

export async function submitKey({ user }: ReturnType<typeof startWidget>, label: string): Promise<void> {
    await user.type(await screen.findByLabelText(label), 'a-key');
    await user.click(button('Connect'));
}

export const clickContinue = async (user: ReturnType<typeof userEvent.setup>) =>
    user.click(await screen.findByRole('button', { name: 'Continue to GitHub' }));
