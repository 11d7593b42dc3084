/** The endpoints that a backend calls, as addresses and types: customers get no validation library along. `RouteOf` checks each literal. */
import type * as contract from '@patchbay/contracts';
import type { RouteOf } from '@patchbay/contracts/browser';

export const createConnectSession: RouteOf<typeof contract.createConnectSession> = { method: 'POST', path: '/connect/sessions' };
export const createReconnectSession: RouteOf<typeof contract.createReconnectSession> = {
    method: 'POST',
    path: '/connect/sessions/reconnect'
};

export const createConnectLink: RouteOf<typeof contract.createConnectLink> = { method: 'POST', path: '/connect/links' };
export const listConnectLinks: RouteOf<typeof contract.listConnectLinks> = { method: 'GET', path: '/connect/links' };
export const deleteConnectLink: RouteOf<typeof contract.deleteConnectLink> = { method: 'DELETE', path: '/connect/links/:link_id' };
export const getConnectSettings: RouteOf<typeof contract.getConnectSettings> = { method: 'GET', path: '/environment/connect-ui' };
export const updateConnectSettings: RouteOf<typeof contract.updateConnectSettings> = { method: 'PATCH', path: '/environment/connect-ui' };
export const listAttempts: RouteOf<typeof contract.listAttempts> = { method: 'GET', path: '/connect/attempts' };

export const importConnection: RouteOf<typeof contract.importConnection> = { method: 'POST', path: '/connections' };
export const listConnections: RouteOf<typeof contract.listConnections> = { method: 'GET', path: '/connections' };
export const getConnection: RouteOf<typeof contract.getConnection> = { method: 'GET', path: '/connections/:connection_id' };
export const updateConnection: RouteOf<typeof contract.updateConnection> = { method: 'PATCH', path: '/connections/:connection_id' };
export const deleteConnection: RouteOf<typeof contract.deleteConnection> = { method: 'DELETE', path: '/connections/:connection_id' };
export const confirmConnection: RouteOf<typeof contract.confirmConnection> = {
    method: 'POST',
    path: '/connections/:connection_id/confirm'
};
export const setMetadata: RouteOf<typeof contract.setMetadata> = { method: 'POST', path: '/connections/metadata' };
export const updateMetadata: RouteOf<typeof contract.updateMetadata> = { method: 'PATCH', path: '/connections/metadata' };

export const listIntegrations: RouteOf<typeof contract.listIntegrations> = { method: 'GET', path: '/integrations' };
export const createIntegration: RouteOf<typeof contract.createIntegration> = { method: 'POST', path: '/integrations' };
export const getIntegration: RouteOf<typeof contract.getIntegration> = { method: 'GET', path: '/integrations/:id' };
export const updateIntegration: RouteOf<typeof contract.updateIntegration> = { method: 'PATCH', path: '/integrations/:id' };
export const deleteIntegration: RouteOf<typeof contract.deleteIntegration> = { method: 'DELETE', path: '/integrations/:id' };

export const listProviders: RouteOf<typeof contract.listProviders> = { method: 'GET', path: '/providers' };
export const getProvider: RouteOf<typeof contract.getProvider> = { method: 'GET', path: '/providers/:provider' };

export const listSecretKeys: RouteOf<typeof contract.listSecretKeys> = { method: 'GET', path: '/environment/api-keys' };
export const createSecretKey: RouteOf<typeof contract.createSecretKey> = { method: 'POST', path: '/environment/api-keys' };
export const revokeSecretKey: RouteOf<typeof contract.revokeSecretKey> = { method: 'DELETE', path: '/environment/api-keys' };
