import type { IncomingHttpHeaders } from 'node:http';
import type { Account } from './account.ts';
import type { Reply } from './reply.ts';
import type { Switches } from './switches.ts';

/** One request that has passed the gateway. */
export interface GemRequest {
    account: Account;
    switches: Switches;
    nowMs: number;
    /** Gem's own address. */
    url: string;
    query: URLSearchParams;
    headers: IncomingHttpHeaders;
    body: Buffer;
    /** The decoded path segments that the route's pattern left open. */
    params: readonly string[];
}

export interface Route {
    method: 'GET' | 'POST' | 'PATCH';
    /** Segments below the surface's prefix; `*` stands for any one. */
    path: string;
    handle(request: GemRequest): Reply | Promise<Reply>;
}
