import type { Operations } from './operations.gen.ts';

export type { Operations };

export interface CallOptions {
    idempotencyKey?: string;
    /** Sent instead of `body`. */
    stream?: { contentType: string; body: ReadableStream<Uint8Array> };
    onHeaders?: (headers: Headers) => void;
}

/** Calls an endpoint by its id. */
export type Call = <Id extends keyof Operations>(
    id: Id,
    input: Omit<Operations[Id], 'response' | 'alternatives'>,
    options?: CallOptions
) => Promise<Operations[Id]['response']>;

/** The operations of a resource, by the method that calls them. */
export interface OperationTable {
    list: keyof Operations;
    get: keyof Operations;
    create?: keyof Operations;
    update?: keyof Operations;
    delete?: keyof Operations;
    void?: keyof Operations;
    send?: keyof Operations;
}
