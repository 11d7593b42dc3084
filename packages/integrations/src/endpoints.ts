/** An address of the unified API, the same for each vendor. */
export interface UnifiedEndpoint {
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
    /** Without `/v1`; a parameter is `{id}`. */
    path: string;
    group: string;
    summary: string;
    /** The name of the model that it lists, reads or writes. */
    model: string;
}

/** What a vendor does of a {@link UnifiedEndpoint}. */
export interface Capability extends UnifiedEndpoint {
    support: 'full' | 'partial' | 'unsupported';
    /** What is missing or different, in a sentence; `null` with full support. */
    note: string | null;
}
