export { capabilitiesOf, integrationOf } from './catalog.ts';
export type { Capability, UnifiedEndpoint, UnifiedOf } from './endpoints.ts';
export { faultOfRun } from './fault-of-run.ts';
export { sourceHashes } from './source-hashes.gen.ts';
export type { Integration } from './integration.ts';
