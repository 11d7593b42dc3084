/** For tests and tools that start a server in their own process. */
export { cleanUpTasks } from './clean-up.ts';
export { type Config, readConfig } from './config.ts';
export type { ConcurrencyLimits } from './kernel/runtime/concurrency-limiter.ts';
export { createLog } from './kernel/log/log.ts';
export { generateKeyRing, parseKeyRing } from './kernel/crypto/seal.ts';
export { createAccountKey } from './rooms/platform/environments/bootstrap.ts';
export { openTelemetry } from './kernel/telemetry/open-telemetry.ts';
export { nodeFlags } from './node-flags.ts';
export type { Builds } from './rooms/connect/widget/connect-ui.ts';
export type { SlotLimits } from './kernel/runtime/work-slots.ts';
export type { ClientLimits } from './listen.ts';
export { type RunningServer, startServer } from './start.ts';
