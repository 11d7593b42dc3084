import { resolveHeaders } from './connection-values.ts';
import { isMcp, mcpInitialize } from './mcp.ts';
import { interpolateUrl } from './interpolate.ts';
import type { InterpolationValues } from './interpolate.ts';
import type { CheckResult, ConnectionConfig, CredentialValues, Provider, ProviderResponse, ProviderRequest } from './provider.ts';

/**
 * Checks the credentials at the provider: by the definition's hook, else by `proxy.verification`.
 * @param args.values as from `interpolationValues`, for templates in the verification's paths
 * @returns undefined without a check. `unreachable` is also a response that tells nothing about the
 * credentials
 * @throws whatever `request` rejects with: the provider could not be reached
 */
export async function checkCredentials(
    definition: Provider,
    args: { credentials: CredentialValues; connectionConfig: ConnectionConfig; values: InterpolationValues; request: ProviderRequest }
): Promise<CheckResult | undefined> {
    const { values, ...hookArgs } = args;
    if (definition.checkCredentials) return definition.checkCredentials(hookArgs);
    if (isMcp(definition)) return checkMcp(args.request);
    const verification = definition.proxy?.verification;
    if (!verification) return undefined;

    const responses: ProviderResponse[] = [];
    for (const endpoint of verification.endpoints) {
        const url = interpolateUrl(endpoint, values, definition.connection_config);
        if (url === undefined) continue;
        const response = await args.request({
            method: verification.method,
            url,
            headers: resolveHeaders(verification.headers, values),
            ...(verification.data && { body: verification.data })
        });
        const isAccepted = checkOutcome(response.status) === 'accepted';
        if (isAccepted && !isPage(response.text)) return { outcome: 'accepted' };
        if (response.refusesCredentials) return checkResult(response);
        // A page with status 200 is of an outage, or of a host that stands between.
        responses.push(isAccepted ? { ...response, status: 502 } : response);
    }
    const unreachable = responses.find(({ status }) => checkOutcome(status) === 'unreachable');
    return checkResult(unreachable ?? responses.find(({ status }) => status !== 403) ?? responses[0]);
}

/** HTML, where an API was asked. */
function isPage(text: string): boolean {
    return /^\s*<(?:!doctype html|html)\b/i.test(text);
}

/** Asks an MCP server whether it takes a token. A server that answers in JSON-RPC has taken it. */
async function checkMcp(request: ProviderRequest): Promise<CheckResult> {
    const { headers, body } = mcpInitialize;
    const response = await request({ method: 'POST', url: '', headers: { ...headers }, body });
    const { status, json } = response;
    const isAnswer = typeof json === 'object' && json !== null && 'jsonrpc' in json;
    return isAnswer && status !== 401 && status !== 403 && status < 500 ? { outcome: 'accepted' } : checkResult(response);
}

/** What a response says about the credentials. No response: they can't be right. */
export function checkResult(response: ProviderResponse | undefined): CheckResult {
    if (!response) return { outcome: 'rejected' };
    const outcome = checkOutcome(response.status);
    const reason = outcome === 'accepted' ? undefined : wordsOf(response.json);
    return { outcome, ...(response.status === 403 ? { isForbidden: true } : {}), ...(reason === undefined ? {} : { reason }) };
}

// No vendor wraps its sentence in more than this.
const deepest = 4;

/** The message in an error's body, in the usual shapes; a code alone tells an end user nothing. */
function wordsOf(json: unknown, depth = 0): string | undefined {
    if (typeof json === 'string') return json.trim().includes(' ') ? json.trim() : undefined;
    if (typeof json !== 'object' || json === null || depth > deepest) return undefined;
    if (Array.isArray(json)) return wordsOf(json[0], depth + 1);
    const body = new Map(Object.entries(json));
    for (const name of ['error_description', 'message', 'detail', 'error', 'errors', 'o:errorDetails', 'title', 'replyText']) {
        const words = wordsOf(body.get(name), depth + 1);
        if (words !== undefined) return words;
    }
    return undefined;
}

/** 404, 429, timeouts, redirects and server errors say nothing about the credentials. */
function checkOutcome(status: number): CheckResult['outcome'] {
    if (status >= 200 && status < 300) return 'accepted';
    const isRefusal = status >= 400 && status < 500 && ![404, 405, 408, 410, 425, 429].includes(status);
    return isRefusal ? 'rejected' : 'unreachable';
}
