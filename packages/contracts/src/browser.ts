/** What the Connect UI needs of the contracts, without zod. */
export * from './browser-routes.gen.ts';
export { attemptCodes, attemptSentences, attemptStatuses, type AttemptCode, type AttemptStatus } from './attempt-codes.ts';
export type { AttemptView } from './attempt.ts';
export type { ConnectableIntegration } from './connectable-integration.ts';
export { isolated, withoutControls } from './direction.ts';
export type { CallInput, EndpointShape, RouteOf, SuccessOut } from './endpoint.ts';
export type { Issue } from './errors.ts';
export { mergeAppearance } from './merge-appearance.ts';
export type { FormField } from './provider.ts';
