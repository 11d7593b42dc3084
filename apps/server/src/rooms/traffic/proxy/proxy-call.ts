import type { Readable } from 'node:stream';
import type { EgressPurpose } from '../../../kernel/egress/egress.ts';
import type { UsableConnection } from '../../connections/connection-store/open-connection.ts';
import type { RefusedCredentials } from '../../connections/credentials/check-refused.ts';
import type { ConnectionTarget } from '../../connections/connection-store/usable-connection.sql.ts';

/** One request to a provider, as a caller of the proxy asked for it. */
export interface ProxyCall {
    target: ConnectionTarget;
    /** Its credentials, where they are not stored yet: they are used as they are. */
    given?: UsableConnection | undefined;
    method: string;
    /** Onto the base address: path and query, as received. */
    path: string;
    /** The caller's own for the provider, names in lower case, without the prefix. */
    headers: Record<string, string>;
    /** Of a client that speaks to an MCP server: sent on to one, and to no other provider. */
    mcpHeaders?: Readonly<Record<string, string>>;
    /** What the caller's client can decompress; for responses forwarded unchanged. */
    acceptEncoding: string;
    /** Bytes can be sent again, a stream only once. */
    body: Uint8Array | Readable | undefined;
    /** Of a stream, where it is known. */
    bodyLength: number | undefined;
    /** By the caller's word it changes nothing, whatever its method. */
    readOnly: boolean;
    baseUrlOverride: string | undefined;
    retries: number;
    retryOn: readonly number[];
    decompress: boolean | undefined;
    forwardHeadersOnRedirect: boolean | undefined;
    /** Of all its requests, for the request log. */
    operation: EgressPurpose;
    /** Aborted when the client disconnects. */
    signal: AbortSignal;
}

export interface Forwarded {
    status: number;
    /** Names in lower case. */
    headers: Record<string, string | string[]>;
    /** Whole, or a stream that has to be read or destroyed. */
    body: Buffer | Readable;
    /** Where the response came from: links in it are relative to this. */
    url: string;
    /** The connection, where the provider has refused its credentials. */
    refused?: RefusedCredentials | undefined;
}
