import type { Patchbay } from '@patchbay/node';
import type { Vendor } from './sandbox-client.ts';
import type { SandboxAddresses } from './settings.ts';

export interface Deps {
    patchbay: Patchbay;
    sandbox: SandboxAddresses;
    /** The apps that are offered. */
    vendors: readonly Vendor[];
}

export interface ApiRequest {
    /** The page's own origin; other pages do not get this far. */
    origin: string;
    query: URLSearchParams;
    body: Record<string, unknown>;
}

/** An endpoint of the product's own backend. Responds with JSON. */
export type Endpoint = (deps: Deps, request: ApiRequest) => Promise<unknown>;

/** The caller's mistake, in words. */
export class RequestError extends Error {
    readonly status: 400 | 404;
    constructor(status: 400 | 404, message: string) {
        super(message);
        this.status = status;
    }
}

export function optionalText(body: Record<string, unknown>, name: string): string | undefined {
    const value = body[name];
    if (value === undefined || typeof value === 'string') return value;
    throw new RequestError(400, `"${name}" must be a text.`);
}

/** @param what it is, for the sentence that asks for it */
export function requiredText(body: Record<string, unknown>, name: string, what: string): string {
    const value = optionalText(body, name)?.trim();
    if (value === undefined || value === '') throw new RequestError(400, `${what} is missing.`);
    return value;
}
