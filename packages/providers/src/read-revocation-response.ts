import type { ProviderResponse, Revocation } from './provider.ts';

/** A missing grant (404) counts as revoked. @param name the vendor's, for the reason */
export function readRevocationResponse(name: string, { status }: ProviderResponse): Revocation {
    if (isSuccess(status) || status === 404) return { outcome: 'revoked' };
    return { outcome: 'failed', reason: `${name} responded with ${status}.` };
}

/** Why a revocation stops at a response that does not say what is to be revoked. */
export function unexpectedRevocationResponse(name: string, { status }: ProviderResponse): Revocation {
    return {
        outcome: 'failed',
        reason: isSuccess(status) ? `${name} responded with something unexpected.` : `${name} responded with ${status}.`
    };
}

function isSuccess(status: number): boolean {
    return status >= 200 && status < 300;
}
