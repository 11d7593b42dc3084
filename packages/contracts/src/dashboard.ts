/** Endpoints that the dashboard alone calls: they are in no SDK and not in the OpenAPI document. */
import type { EndpointShape } from './endpoint.ts';
import * as audit from './audit.ts';
import * as member from './member.ts';

export * from './audit.ts';
export * from './member.ts';
export * from './member-role.ts';

const isEndpoint = (value: unknown): value is EndpointShape => typeof value === 'object' && value !== null && 'method' in value;

export const dashboardEndpoints: readonly EndpointShape[] = [member, audit].flatMap((each) => Object.values(each).filter(isEndpoint));
