export { ApiError, UnreachableError } from './api-error.ts';
export { abortWith } from './abort-with.ts';
export { createCall, type Call, type CallOptions, type CallSettings } from './call.ts';
