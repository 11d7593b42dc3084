import type { ProviderRequest } from './provider.ts';

/** For tests of hooks: a vendor that answers these calls and no other. Keys are `GET /path`. */
export function fakeVendor(answers: Record<string, { status?: number; json?: unknown; text?: string }>): ProviderRequest {
    return async ({ method = 'GET', url }) => {
        const answer = answers[`${method} ${url}`];
        if (!answer) throw new Error(`The vendor has no ${method} ${url}.`);
        const { status = 200, json, text = json === undefined ? '' : JSON.stringify(json) } = answer;
        return { status, json, text };
    };
}
