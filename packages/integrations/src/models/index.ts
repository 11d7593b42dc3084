export type { Capability, UnifiedEndpoint, UnifiedOf } from '../endpoints.ts';
export { accountingEndpoints } from './accounting-endpoints.ts';
export { accountingSchemas } from './accounting-schemas.ts';
export { atsEndpoints } from './ats-endpoints.ts';
export { atsSchemas } from './ats-schemas.ts';
export { namedSchemas } from './named-schemas.ts';
export { resumeForm } from './resume.ts';
