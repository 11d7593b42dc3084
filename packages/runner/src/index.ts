export { type EngineName, engineOf } from './bundle-format.ts';
export { type RunnerError, type RunnerErrorCode, runnerErrorCodes } from './errors.ts';
export { sourceText } from './source-text.ts';
export type { DescribeOutcome } from './description.ts';
export type { Code, RunRequest } from './execution.ts';
export { type PoolLimits, poolLimits, type RunLimits, runLimits } from './limits.ts';
export type { RunOutcome } from './run-outcome.ts';
export { type DescribeRequest, type Runner, type RunnerOptions, startRunner } from './runner.ts';
export type { WallLevel } from './wall.ts';
