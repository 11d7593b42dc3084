import { type AttemptView, type CallInput, createAttempt, getAttempt } from '@patchbay/contracts';
import type { EndUser, TestApp } from '@patchbay/test-kit';
import { expect } from 'vitest';

type AttemptBody = CallInput<typeof createAttempt>['body'];

/** What the tests of the attempts do over and over, as an end user and as a curious developer. */
export async function start(endUser: EndUser, integrationId: string, typed: Partial<AttemptBody> = {}): Promise<AttemptView> {
    return (await endUser.call(createAttempt, { body: { integration_id: integrationId, ...typed } })).data;
}

export async function read(endUser: EndUser, attemptId: string): Promise<AttemptView> {
    return (await endUser.call(getAttempt, { params: { attempt_id: attemptId } })).data;
}

/** Starts a sign-in that still has to be opened: the response always has its address. */
export async function startSignIn(
    endUser: EndUser,
    integrationId: string,
    typed: Partial<AttemptBody> = {}
): Promise<AttemptView & { launch_url: string }> {
    const attempt = await start(endUser, integrationId, typed);
    if (attempt.launch_url === undefined) throw new Error(`The attempt has no sign-in: ${attempt.status} ${attempt.code}`);
    return { ...attempt, launch_url: attempt.launch_url };
}

/** A whole sign-in. @returns how the attempt stands afterwards, and the last page of the window */
export async function signIn(
    app: TestApp,
    endUser: EndUser,
    integrationId: string,
    response: { account?: string; decision?: 'allow' | 'deny' | 'ask' } = {}
) {
    const attempt = await startSignIn(endUser, integrationId);
    const page = await app.browser().signIn(attempt.launch_url, response);
    return { attempt: await read(endUser, attempt.attempt_id), page };
}

/** A connection made by signing in. */
export async function connectBySignIn(app: TestApp, integrationId: string, response: { account?: string } = {}): Promise<string> {
    const { attempt } = await signIn(app, await app.session(), integrationId, response);
    expect(attempt.status).toBe('succeeded');
    return attempt.connection_id ?? '';
}

/** A connection's row as stored, sealed bytes included. */
export function storedConnection(app: TestApp, connectionId: string) {
    return app.db.selectFrom('connections').selectAll().where('connection_id', '=', connectionId).executeTakeFirst();
}

/** An attempt's row as stored. */
export function storedAttempt(app: TestApp, attemptId: string) {
    return app.db.selectFrom('attempts').selectAll().where('id', '=', attemptId).executeTakeFirstOrThrow();
}

/** The payloads of the events about a connection, oldest first. */
export async function eventsAbout(app: TestApp, connectionId: string): Promise<Record<string, unknown>[]> {
    const rows = await app.db.selectFrom('events').select('payload').orderBy('created_at').execute();
    return rows.map(({ payload }) => payload).filter((payload) => payload['connectionId'] === connectionId);
}

/** How many requests the sandbox got at paths that match. */
export async function requestsAt(app: TestApp, path: string): Promise<number> {
    const journal = await app.sandbox.control(`journal?path_regex=${encodeURIComponent(path)}`);
    // The control plane's own shape.
    return (journal as { requests: unknown[] }).requests.length;
}

export const tokenPath = '^/oauth/token$';
export const identityPath = '^/oauth/me$';

/** Lets the sandbox misbehave where the path matches, until the next call. */
export async function breakProvider(app: TestApp, path: string, action: Record<string, unknown>, times?: number): Promise<void> {
    await app.sandbox.control('faults', [{ match: { path_regex: path }, action, ...(times === undefined ? {} : { times }) }]);
}

export async function restoreProvider(app: TestApp): Promise<void> {
    await app.sandbox.control('faults', []);
}
