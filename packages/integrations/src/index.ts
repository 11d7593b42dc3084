export { capabilitiesOf, integrationOf } from './catalog.ts';
export type { Capability, UnifiedEndpoint, UnifiedOf } from './endpoints.ts';
export type { Integration } from './integration.ts';
