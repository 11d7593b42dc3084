import type { ProviderAnswer, Revocation } from './provider.ts';

/** What an answer to a revocation means. Nothing found is as good as revoked. @param name the vendor's, for the reason */
export function revocationOf(name: string, { status }: ProviderAnswer): Revocation {
    if (isSuccess(status) || status === 404) return { outcome: 'revoked' };
    return { outcome: 'failed', reason: `${name} answered ${status}.` };
}

/** Why a revocation stops at an answer that does not say what is to be revoked. */
export function cannotRevoke(name: string, { status }: ProviderAnswer): Revocation {
    return { outcome: 'failed', reason: isSuccess(status) ? `${name} answered something unexpected.` : `${name} answered ${status}.` };
}

function isSuccess(status: number): boolean {
    return status >= 200 && status < 300;
}
