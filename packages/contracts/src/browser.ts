/**
 * The endpoints that the Connect UI calls, without zod: addresses and types only. Each literal is checked against its contract by `RouteOf`.
 */
import type * as attempt from './attempt.ts';
import type * as session from './connect-session.ts';
import type { RouteOf } from './endpoint.ts';

export { attemptCodes, attemptSentences, attemptStatuses, type AttemptCode, type AttemptStatus } from './attempt-codes.ts';
export type { AttemptView } from './attempt.ts';
export type { ConnectableIntegration } from './connect-session.ts';
export type { CallInput, EndpointShape, RouteOf, SuccessOut } from './endpoint.ts';
export type { Issue } from './errors.ts';
export { mergeAppearance } from './merge-appearance.ts';
export type { FormField } from './provider.ts';

export const getConnectSession: RouteOf<typeof session.getConnectSession> = { method: 'GET', path: '/connect/session' };
export const openConnectSession: RouteOf<typeof session.openConnectSession> = { method: 'POST', path: '/connect/session/open' };
export const exchangeConnectLink: RouteOf<typeof session.exchangeConnectLink> = { method: 'POST', path: '/connect/links/exchange' };
export const createAttempt: RouteOf<typeof attempt.createAttempt> = { method: 'POST', path: '/connect/attempts' };
export const getAttempt: RouteOf<typeof attempt.getAttempt> = { method: 'GET', path: '/connect/attempts/:attempt_id' };
export const cancelAttempt: RouteOf<typeof attempt.cancelAttempt> = { method: 'POST', path: '/connect/attempts/:attempt_id/cancel' };
export const relaunchAttempt: RouteOf<typeof attempt.relaunchAttempt> = { method: 'POST', path: '/connect/attempts/:attempt_id/relaunch' };
export const selectAccount: RouteOf<typeof attempt.selectAccount> = { method: 'POST', path: '/connect/attempts/:attempt_id/select' };
export const reportClientStep: RouteOf<typeof attempt.reportClientStep> = { method: 'POST', path: '/connect/attempts/:attempt_id/steps' };
export const claimWindow: RouteOf<typeof attempt.claimWindow> = { method: 'POST', path: '/connect/windows/claim' };
export const acceptAccount: RouteOf<typeof attempt.acceptAccount> = {
    method: 'POST',
    path: '/connect/attempts/:attempt_id/accept-account'
};
