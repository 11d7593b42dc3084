export { ApiError, UnreachableError } from './api-error.ts';
export { readError } from './read-error.ts';
export { linkedAbortController } from './linked-abort-controller.ts';
export { createCall, type Call, type CallOptions, type CallSettings } from './call.ts';
