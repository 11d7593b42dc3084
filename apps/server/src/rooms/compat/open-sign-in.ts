import { nameOf } from '../platform/integrations/open-integration.ts';
import { AppError } from '@patchbay/contracts';
import type { ConnectSessionRow } from '@patchbay/db';
import type { Deps } from '../../deps.ts';
import { type Launch, launchAttempt } from '../connect/attempts/start/launch-attempt.ts';
import { type ClientQuery, openForClient, startClientAttempt } from './client-request.ts';
import { upsertPopup } from './popup-clients.sql.ts';
import { referenceErrorType } from './reference-codes.ts';

/** A sign-in window: its integration, and the name of the socket that waits for the outcome. */
interface Popup {
    integrationKey: string;
    clientId: string | undefined;
}

export type OpenedSignIn = Extract<Launch, { outcome: 'ready' }> | { outcome: 'failed'; providerName: string };

/**
 * Starts an attempt and launches it: the window that asks is the one that goes to the provider.
 * @throws {AppError} before there is an attempt
 */
export async function openSignIn(
    deps: Deps,
    session: ConnectSessionRow,
    request: Popup & { query: ClientQuery; locale: string }
): Promise<OpenedSignIn> {
    const opened = await openForClient(deps, session, request.integrationKey, 'a sign-in');
    const attempt = await startClientAttempt(deps, opened, { session, credentials: {}, ...request });
    await storeOutcome(deps, request, { environment_id: session.environment_id, attempt_id: attempt.attempt_id });
    const code = attempt.launch_url?.split('/').at(-1);
    const launched = code === undefined ? undefined : await launchAttempt(deps, code, undefined);
    if (launched?.outcome === 'ready') return launched;
    return { outcome: 'failed', providerName: nameOf(opened) };
}

/** Stores the error for a window without an attempt. */
export async function storeRefusal(deps: Pick<Deps, 'db' | 'clock' | 'keyedHash'>, popup: Popup, error: unknown): Promise<void> {
    const { code, message, errors = [] } = error instanceof AppError ? error : new AppError('server_error');
    const description = errors.map((issue) => issue.message).join(' ') || message;
    await storeOutcome(deps, popup, { error_type: referenceErrorType(code), error_desc: description });
}

async function storeOutcome(
    { db, keyedHash, clock }: Pick<Deps, 'db' | 'clock' | 'keyedHash'>,
    { integrationKey, clientId }: Popup,
    outcome: Parameters<typeof upsertPopup>[1]['outcome']
): Promise<void> {
    if (clientId !== undefined) await upsertPopup(db, { clientHash: keyedHash.hash(clientId), integrationKey, now: clock.now(), outcome });
}
