import type { z } from 'zod';

/** What is done at an address of the unified API, whichever vendor serves it. */
export interface UnifiedEndpoint {
    /** Names the operation: `listCandidates`. */
    id: string;
    /**
     * `list` and `get` are served from the records, `read` by an action that takes the query, and
     * `write` by an action that takes the body.
     */
    kind: 'list' | 'get' | 'read' | 'write';
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
    /** Without `/v1`; a parameter is `{id}`. */
    path: string;
    group: string;
    summary: string;
    /** The name of the model that it lists, reads or writes. */
    model: string;
    /** The schema of that model. */
    record: z.ZodObject;
    /** Of the query with `read`, of the body with `write`; null with the others. */
    input: z.ZodType | null;
    /** Of one record with `list` and `get`, else of the response. */
    output: z.ZodType;
}

/** What a vendor does of a {@link UnifiedEndpoint}. */
export interface Capability extends Pick<UnifiedEndpoint, 'method' | 'path' | 'group' | 'summary' | 'model'> {
    support: 'full' | 'partial' | 'unsupported';
    /** What is missing or different, in a sentence; `null` with full support. */
    note: string | null;
}
