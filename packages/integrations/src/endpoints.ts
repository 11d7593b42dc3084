import type { z } from 'zod';

interface Shared {
    /** Names the operation: `listCandidates`. */
    id: string;
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
    /** Without `/v1`; a parameter is `{id}`. */
    path: string;
    group: string;
    summary: string;
    /** The name of the model that it lists, reads or writes. */
    model: string;
    /** The schema of that model. */
    record: z.ZodObject;
    /** Of one record with `list` and `get`, else of the response. */
    output: z.ZodType;
}

/** An address of the unified API, the same for each vendor. */
export type UnifiedEndpoint = Shared &
    /** Served from the records. */
    (
        | { kind: 'list' | 'get'; input: null }
        /** An action that takes the query. */
        | { kind: 'read'; input: z.ZodObject }
        /** An action that takes the body. */
        | {
              kind: 'write';
              input: z.ZodType;
              /** The field with the id of the record that it changes; absent: `id`. */
              idName?: string;
          }
    );
export type UnifiedOf<Kind extends UnifiedEndpoint['kind']> = UnifiedEndpoint & { kind: Kind };

/** What a vendor does of a {@link UnifiedEndpoint}. */
export interface Capability extends Pick<UnifiedEndpoint, 'method' | 'path' | 'group' | 'summary' | 'model'> {
    support: 'full' | 'partial' | 'unsupported';
    /** What is missing or different, in a sentence; `null` with full support. */
    note: string | null;
}
