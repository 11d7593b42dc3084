import type { Readable } from 'node:stream';
import type { EgressPurpose } from './egress-observer.ts';

/** What the request shows in the TLS handshake, where the server asks for it. PEM. */
export interface ClientCertificate {
    cert: string;
    key: string;
    /** Sockets are shared only by requests with the same one. */
    holder: string;
}

/** What observers of a request are told of it. */
export interface ObservedRequest {
    /** Without one, no observer is told of the request. */
    purpose?: EgressPurpose | undefined;
    /** How long it has waited for its turn. Default 0. */
    queuedMs?: number | undefined;
}

/** One request whose bodies are passed on. */
export interface EgressStreamRequest extends ObservedRequest {
    /** Path and query go out byte for byte as they are written here, Latin-1. */
    url: string;
    /** Any method of HTTP. */
    method: string;
    /**
     * Any but those that frame the message or choose the host. `accept-encoding` is the caller's,
     * and the response's body stays as it is.
     */
    headers: Readonly<Record<string, string>>;
    /** A stream that fails ends the call with its own error. */
    body?: string | Uint8Array | Readable | undefined;
    /** Of a stream, where it is known; else it goes out in chunks. */
    bodyLength?: number | undefined;
    /** From the last byte of the request sent to the first of the response. Default 120,000. */
    firstByteTimeoutMs?: number;
    /** Told when the last byte has been handed to the network. */
    onSent?: (() => void) | undefined;
    /** Ends the call at the third party too, at any time. */
    signal?: AbortSignal | undefined;
    clientCertificate?: ClientCertificate | undefined;
}

export interface EgressStreamResponse {
    status: number;
    /** Names in lower case, values Latin-1; repeated ones stay apart. */
    headers: Record<string, string | string[]>;
    /**
     * A Buffer when all of it came with the headers; else a stream, to be read or destroyed, which
     * fails if it ends too early.
     */
    body: Buffer | Readable;
}
