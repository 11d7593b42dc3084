import type { Operations } from './operations.gen.ts';

export type { Operations };

export interface CallOptions {
    idempotencyKey?: string;
}

/** Calls an endpoint by its id. */
export type Call = <Id extends keyof Operations>(
    id: Id,
    input: Omit<Operations[Id], 'response' | 'alternatives'>,
    options?: CallOptions
) => Promise<Operations[Id]['response']>;
