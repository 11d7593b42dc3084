// Written by `npm run gen` from packages/contracts. Do not edit.
import type { RouteOf } from './endpoint.ts';
import type * as contracts from './index.ts';

export const acceptAccount: RouteOf<typeof contracts.acceptAccount> = { method: 'POST', path: '/connect/attempts/:attempt_id/accept-account' };
export const cancelAttempt: RouteOf<typeof contracts.cancelAttempt> = { method: 'POST', path: '/connect/attempts/:attempt_id/cancel' };
export const claimWindow: RouteOf<typeof contracts.claimWindow> = { method: 'POST', path: '/connect/windows/claim' };
export const createAttempt: RouteOf<typeof contracts.createAttempt> = { method: 'POST', path: '/connect/attempts' };
export const deleteConnectSession: RouteOf<typeof contracts.deleteConnectSession> = { method: 'DELETE', path: '/connect/session' };
export const deleteOwnConnection: RouteOf<typeof contracts.deleteOwnConnection> = { method: 'DELETE', path: '/connect/connections/:connection_id' };
export const exchangeConnectLink: RouteOf<typeof contracts.exchangeConnectLink> = { method: 'POST', path: '/connect/links/exchange' };
export const getAttempt: RouteOf<typeof contracts.getAttempt> = { method: 'GET', path: '/connect/attempts/:attempt_id' };
export const getConnectSession: RouteOf<typeof contracts.getConnectSession> = { method: 'GET', path: '/connect/session' };
export const listOwnConnections: RouteOf<typeof contracts.listOwnConnections> = { method: 'GET', path: '/connect/connections' };
export const openConnectSession: RouteOf<typeof contracts.openConnectSession> = { method: 'POST', path: '/connect/session/open' };
export const relaunchAttempt: RouteOf<typeof contracts.relaunchAttempt> = { method: 'POST', path: '/connect/attempts/:attempt_id/relaunch' };
export const reportClientStep: RouteOf<typeof contracts.reportClientStep> = { method: 'POST', path: '/connect/attempts/:attempt_id/steps' };
export const selectAccount: RouteOf<typeof contracts.selectAccount> = { method: 'POST', path: '/connect/attempts/:attempt_id/select' };
