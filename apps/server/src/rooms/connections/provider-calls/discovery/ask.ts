import { EgressError, type EgressPurpose, type EgressResponse, isListedHost } from '../../../../kernel/egress/egress.ts';
import type { ProviderCallDeps } from '../provider-request.ts';

const mostBytes = 131_072;
const timeoutMs = 5000;

/** How what a server only says is asked for: guarded, small, and within one time limit. */
export interface Asking {
    purpose: EgressPurpose;
    /** For all requests of one sign-in together. */
    signal: AbortSignal;
    /** Called where the response is that of a server which is down or busy. */
    onTrouble?: () => void;
}

/**
 * Without redirects: what another address says is not what this one says.
 * @throws {EgressError}
 */
export function ask(
    { egress }: Pick<ProviderCallDeps, 'egress'>,
    { purpose, signal }: Asking,
    {
        maxBytes = mostBytes,
        ...request
    }: { url: string; method?: 'GET' | 'POST'; headers?: Record<string, string>; body?: string; maxBytes?: number }
): Promise<EgressResponse> {
    return egress.request({
        ...request,
        headers: { accept: 'application/json', ...request.headers },
        purpose,
        signal,
        timeoutMs,
        maxBytes,
        allowedHosts: [new URL(request.url).host]
    });
}

/** The JSON at an address; undefined where there is none, or it is not for us to ask for it. */
export async function askForJson(deps: Pick<ProviderCallDeps, 'egress'>, asking: Asking, url: string): Promise<unknown> {
    try {
        const { status, body } = await ask(deps, asking, { url });
        if (isTrouble(status)) asking.onTrouble?.();
        return status === 200 ? jsonIn(body) : undefined;
    } catch (error) {
        if (!(error instanceof EgressError) || asking.signal.aborted) throw error;
        return undefined;
    }
}

export function isTrouble(status: number): boolean {
    return status >= 500 || status === 429;
}

export function jsonIn(body: Buffer): unknown {
    try {
        return JSON.parse(body.toString('utf8'));
    } catch {
        return undefined;
    }
}

/** Whether an end user may be sent there: https, or a host that the operator has listed. */
export function mayBeOpened({ config }: Pick<ProviderCallDeps, 'config'>, address: string): boolean {
    const url = new URL(address);
    return url.protocol === 'https:' || (url.protocol === 'http:' && isListedHost(url, config.allowPrivateHosts));
}
