import { AppError } from '@patchbay/contracts';
import type { ConnectSessionRow } from '@patchbay/db';
import type { Deps } from '../../deps.ts';
import { type Launch, launchAttempt } from '../connect/attempts/launch-attempt.ts';
import { type ClientQuery, openForClient, startClientAttempt } from './client-request.ts';
import { rememberPopup } from './popup-clients.sql.ts';
import { referenceErrorType } from './reference-codes.ts';

/** A window of such a client: what it is to connect, and the name of the socket that waits for the outcome. */
interface Popup {
    integrationKey: string;
    clientId: string | undefined;
}

export type OpenedSignIn = Extract<Launch, { outcome: 'ready' }> | { outcome: 'failed'; providerName: string };

/**
 * Starts an attempt and makes ready for the provider in one go: the window that asks is the one that goes there.
 * @throws {AppError} before there is an attempt
 */
export async function openSignIn(
    deps: Deps,
    session: ConnectSessionRow,
    request: Popup & { query: ClientQuery; locale: string }
): Promise<OpenedSignIn> {
    const opened = await openForClient(deps, session, request.integrationKey, 'OAUTH2');
    const attempt = await startClientAttempt(deps, opened, { session, credentials: {}, ...request });
    await remember(deps, request, { environment_id: session.environment_id, attempt_id: attempt.attempt_id });
    const code = attempt.launch_url?.split('/').at(-1);
    const launched = code === undefined ? undefined : await launchAttempt(deps, code);
    if (launched?.outcome === 'ready') return launched;
    return { outcome: 'failed', providerName: opened.row.display_name ?? opened.provider.display_name };
}

/** Leaves word for the socket of a window that came to no attempt. */
export async function reportRefusal(deps: Deps, popup: Popup, error: unknown): Promise<void> {
    const { code, message, errors = [] } = error instanceof AppError ? error : new AppError('server_error');
    const description = errors.map((issue) => issue.message).join(' ') || message;
    await remember(deps, popup, { error_type: referenceErrorType(code), error_desc: description });
}

async function remember(
    { db, tokens, clock }: Deps,
    { integrationKey, clientId }: Popup,
    outcome: Parameters<typeof rememberPopup>[1]['outcome']
): Promise<void> {
    if (clientId !== undefined) await rememberPopup(db, { clientHash: tokens.hash(clientId), integrationKey, now: clock.now(), outcome });
}
