import type { ProviderRequest } from './provider.ts';

/** For tests of hooks: a vendor that answers these calls and no other. Keys are `GET /path`. */
export function fakeVendor(
    responses: Record<string, { status?: number; json?: unknown; text?: string; refusesCredentials?: boolean }>
): ProviderRequest {
    return async ({ method = 'GET', url }) => {
        const response = responses[`${method} ${url}`];
        if (!response) throw new Error(`The vendor has no ${method} ${url}.`);
        const { status = 200, json, text = json === undefined ? '' : JSON.stringify(json), refusesCredentials = false } = response;
        return { status, json, text, refusesCredentials };
    };
}
