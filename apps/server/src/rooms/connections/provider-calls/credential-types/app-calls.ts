import {
    type InstalledProvider,
    interpolationValues,
    interpolateUrl,
    isRateLimited,
    resolveTemplates,
    UnsafeValueError
} from '@patchbay/providers';
import { SignJWT } from 'jose';
import { z } from 'zod';
import { readRsaPrivateKey } from '../../../../kernel/crypto/private-key.ts';
import { EgressError, type EgressPurpose, type EgressResponse } from '../../../../kernel/egress/egress.ts';
import type { Integration } from '../../../platform/integrations/open-integration.ts';
import { retryAfterMs } from '../../../platform/providers/retry-after.ts';
import type { ProviderCallDeps } from '../provider-request.ts';
import { type ProviderText, scrubberOf } from '../provider-text.ts';
import { secretsOf } from '../provider-secrets.ts';
import type { TokenRefusal } from '../request-token.ts';
import { clockProblem } from './clock-problem.ts';

/** An installation of the integration's app; its id is in the configuration. */
export interface InstallationUse {
    integration: Integration & { provider: InstalledProvider };
    config: Record<string, unknown>;
}

export type AppReply = { ok: true; json: unknown; receivedAt: number } | { ok: false; refusal: TokenRefusal | { kind: 'unresolved' } };

/** Permanent errors: the app is not installed there any more, or the account has stopped it. */
export const installationErrors = { gone: 'installation_not_found', suspended: 'installation_suspended' } as const;

/** Of the provider's future it may not be, and ten minutes are the most that it may live. */
const issuedBeforeS = 60;
const lifetimeS = 540;

/** The token by which the app calls as itself; undefined without an app. */
export async function signAppToken({ row, secrets: { app } }: Integration, now: Date): Promise<string | undefined> {
    if (!app || row.client_id === null) return undefined;
    const nowS = Math.floor(now.getTime() / 1000);
    return new SignJWT()
        .setProtectedHeader({ alg: 'RS256', typ: 'JWT' })
        .setIssuer(row.client_id)
        .setIssuedAt(nowS - issuedBeforeS)
        .setExpirationTime(nowS + lifetimeS)
        .sign(readRsaPrivateKey(app.privateKey));
}

/** Calls the provider as the app, about one of its installations. @param template of the address */
export async function callAsApp(
    deps: ProviderCallDeps,
    use: InstallationUse,
    { method, template }: { method: 'GET' | 'POST'; template: string },
    purpose: EgressPurpose
): Promise<AppReply> {
    const { integration, config } = use;
    const { provider } = integration;
    const values = interpolationValues({ connectionConfig: config, sandboxUrl: deps.config.sandboxUrl });
    const url = addressOf(template, values, provider);
    const sentAt = deps.clock.now();
    const token = await signAppToken(integration, sentAt);
    if (url === undefined || token === undefined) return { ok: false, refusal: { kind: 'unresolved' } };
    const { text } = scrubberOf([secretsOf({ ...use, credentials: { type: 'APP' } }), token]);
    const headers = { accept: 'application/json', ...resolveTemplates(provider.token_headers, values), authorization: `Bearer ${token}` };
    try {
        const response = await deps.egress.request({
            url,
            method,
            headers,
            purpose,
            timeoutMs: deps.providerTimeouts.tokenMs,
            allowedHosts: [new URL(url).host]
        });
        const json = parseJson(response.body.toString('utf8'));
        if (response.status >= 200 && response.status < 300) return { ok: true, json, receivedAt: performance.now() };
        const said = messageIn(json);
        const clock = response.status === 401 ? clockProblem(integration, response.headers['date'], sentAt) : undefined;
        const kind = kindOf(provider, { ...response, json }, said);
        deps.log.warn('token_request_failed', {
            environment: integration.row.environment_id,
            provider: provider.id,
            integration_id: integration.row.unique_key,
            status: response.status,
            code: kind.error ?? kind.kind
        });
        const waitMs = retryAfterMs(response.headers, provider.proxy.retry, deps.clock.now());
        const description = clock ?? said;
        return {
            ok: false,
            refusal: {
                kind: kind.kind,
                status: response.status,
                ...(kind.error === undefined ? {} : { error: text(kind.error) }),
                ...(description === undefined ? {} : { description: text(description) }),
                ...(waitMs === undefined ? {} : { retryAfterMs: waitMs })
            }
        };
    } catch (error) {
        if (!(error instanceof EgressError)) throw error;
        return { ok: false, refusal: { kind: 'unanswered', code: error.code } };
    }
}

function addressOf(template: string, values: Parameters<typeof interpolateUrl>[1], provider: InstalledProvider): string | undefined {
    try {
        return interpolateUrl(template, values, provider.connection_config);
    } catch (error) {
        if (error instanceof UnsafeValueError) return undefined;
        throw error;
    }
}

/** What a refusal is about: the app itself, this installation of it, or neither. */
function kindOf(
    { proxy, installation }: InstalledProvider,
    response: Pick<EgressResponse, 'status' | 'headers'> & { json: unknown },
    said: string | undefined
): { kind: Exclude<TokenRefusal['kind'], 'unanswered'>; error?: string } {
    const { status } = response;
    const begins = (beginnings: readonly string[]) => beginnings.some((beginning) => said?.startsWith(beginning));
    if (isRateLimited(response, proxy) || status >= 500 || status === 408) return { kind: 'transient' };
    if (status === 401 || begins(installation.app_errors)) return { kind: 'misconfigured' };
    if (status === 404) return { kind: 'refused', error: installationErrors.gone };
    if (begins(installation.suspended_errors)) return { kind: 'refused', error: installationErrors.suspended };
    return { kind: 'malformed' };
}

/** What the provider says where it refuses the app itself; undefined where it does not. */
export function appRefusal(provider: InstalledProvider, status: number, body: string): string | undefined {
    const json = parseJson(body);
    const said = messageIn(json);
    const isRefused = kindOf(provider, { status, headers: {}, json }, said).kind === 'misconfigured';
    return isRefused ? (said ?? `status ${status}`) : undefined;
}

const errorBody = z.object({ message: z.string() });

function messageIn(json: unknown): string | undefined {
    return errorBody.safeParse(json).data?.message;
}

export function parseJson(text: string): unknown {
    try {
        return JSON.parse(text);
    } catch {
        return undefined;
    }
}

/** In place of what the provider said, where it said nothing. */
export function describeRefusal(refusal: Extract<AppReply, { ok: false }>['refusal']): ProviderText | undefined {
    return refusal.kind === 'unresolved' || refusal.kind === 'unanswered' ? undefined : refusal.description;
}
