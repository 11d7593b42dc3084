import type { createCall } from '@patchbay/api-client';
import { routes } from './operations.gen.ts';
import type { Call, CallOptions } from './operations.ts';

/** Gives a sender the generated types, which are the contract's without its validation library. */
export function callById(send: ReturnType<typeof createCall>): Call {
    // The generated types and routes come from the contract, which TypeScript can't know.
    const sendAny = send as (route: { method: string; path: string }, input: object, options?: CallOptions) => Promise<never>;
    return (id, input, options) => sendAny(routes[id], input, options);
}
