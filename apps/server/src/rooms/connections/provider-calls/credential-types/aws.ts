import type { AttemptCode } from '@patchbay/contracts';
import { type AwsProvider, interpolateUrl, interpolationValues, UnsafeValueError } from '@patchbay/providers';
import { awsHeaders } from '@patchbay/signatures';
import { EgressError } from '../../../../kernel/egress/egress.ts';
import type { Candidate } from '../../connection-store/candidate.ts';
import { clientOf } from '../../connection-store/client-of.ts';
import { beginProviderOperation } from '../begin-provider-operation.ts';
import type { ProviderCallDeps } from '../provider-request.ts';
import { secretsOf } from '../provider-secrets.ts';
import { ownSentence, scrubberOf } from '../provider-text.ts';
import { clientOverrideOf, isAddressRefused, type TokenRefusal } from '../request-token.ts';
import { type AssumedRole, readAssumedRole } from './assumed-role.ts';
import type { CredentialType, IssueResult } from './credential-type.ts';

type RoleCandidate = Candidate & { integration: { provider: AwsProvider } };
type Refusal = TokenRefusal | { kind: 'unresolved' };

/** The longest that a role may be assumed for unless its account allows more. */
const sessionSeconds = 3600;
/** Visible to the account that owns the role. */
const sessionName = 'patchbay';

/** Temporary credentials of a role that the integration's user assumes with an external id. */
export const assumedRole: Pick<CredentialType<AwsProvider>, 'issue' | 'renew'> = {
    async issue(deps, integration, { credentials, config, client }) {
        const candidate = { integration, config, credentials: { ...credentials, type: 'AWS_SIGV4', ...clientOverrideOf(client) } };
        const reply = await assumeRole(deps, candidate, 'token', config.external_id);
        if (!reply.ok) return refusedAs(reply.refusal);
        // A role that trusts us whatever the id could be another customer's.
        const without = await assumeRole(deps, candidate, 'token', undefined);
        if (without.ok) {
            const text = 'The role can be assumed without the external ID. Let its trust policy require it: sts:ExternalId.';
            return { ok: false, code: 'credentials_rejected', providerText: ownSentence(text) };
        }
        if (without.refusal.kind !== 'refused') return refusedAs(without.refusal);
        return { ok: true, config, credentials: withRole(candidate, reply.role) };
    },

    async renew(deps, connection) {
        const reply = await assumeRole(deps, connection, 'refresh', connection.credentials.external_id, connection.row.connection_id);
        if (!reply.ok) return reply;
        return {
            ok: true,
            renewed: {
                credentials: withRole(connection, reply.role),
                config: {},
                grantedScopes: undefined,
                grantEndsAt: undefined,
                idleEndsAt: undefined,
                receivedAt: reply.receivedAt
            }
        };
    }
};

function withRole({ integration: { provider }, credentials, config }: RoleCandidate, role: AssumedRole): Candidate['credentials'] {
    const { config_override: override } = credentials;
    return {
        type: 'AWS_SIGV4',
        role_arn: credentials.role_arn,
        region: config.region,
        service: provider.service,
        access_key_id: role.accessKeyId,
        secret_access_key: role.secretAccessKey,
        session_token: role.sessionToken,
        expires_at: role.expiresAt.toISOString(),
        external_id: config.external_id,
        raw: { AssumedRoleUser: { Arn: role.arn }, Expiration: role.expiresAt.toISOString() },
        ...(override === undefined ? {} : { config_override: override })
    };
}

type Assumed = { ok: true; role: AssumedRole; receivedAt: number } | { ok: false; refusal: Refusal };

/** @see https://docs.aws.amazon.com/STS/latest/APIReference/API_AssumeRole.html */
async function assumeRole(
    deps: ProviderCallDeps,
    candidate: RoleCandidate,
    kind: 'token' | 'refresh',
    externalId: unknown,
    connectionId?: string
): Promise<Assumed> {
    const { integration, credentials, config } = candidate;
    const { provider, row } = integration;
    const url = stsUrl(deps, candidate);
    const { role_arn: arn } = credentials;
    const { region } = config;
    if (url === undefined || typeof arn !== 'string' || typeof region !== 'string') return { ok: false, refusal: { kind: 'unresolved' } };
    const body = new URLSearchParams({
        Action: 'AssumeRole',
        Version: '2011-06-15',
        RoleArn: arn,
        RoleSessionName: sessionName,
        DurationSeconds: String(sessionSeconds),
        ...(typeof externalId === 'string' ? { ExternalId: externalId } : {})
    }).toString();
    const headers = { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/xml' };
    const client = clientOf(integration, credentials);
    const signature = await awsHeaders(
        { method: 'POST', url, headers, body: Buffer.from(body) },
        { accessKeyId: client.clientId, secretAccessKey: client.clientSecret },
        { region, service: 'sts', now: deps.clock.now() }
    );
    const logFields = { environment: row.environment_id, provider: provider.id, integration_id: row.unique_key };
    try {
        const response = await deps.egress.request({
            url,
            method: 'POST',
            headers: { ...headers, ...signature },
            body,
            timeoutMs: deps.providerTimeouts.tokenMs,
            allowedHosts: [new URL(url).host],
            purpose: beginProviderOperation(kind, candidate, connectionId)
        });
        const receivedAt = performance.now();
        const read = readAssumedRole(
            { status: response.status, headers: response.headers, body: response.body.toString('utf8') },
            deps.clock.now()
        );
        if (read.ok) {
            // From now on cut out of log lines.
            scrubberOf([read.role.secretAccessKey, read.role.sessionToken]);
            return { ok: true, role: read.role, receivedAt };
        }
        const { text } = scrubberOf(secretsOf(candidate));
        deps.log.warn('token_request_failed', { ...logFields, status: response.status, code: read.kind });
        const said = { ...(read.error && { error: text(read.error) }), ...(read.description && { description: text(read.description) }) };
        return { ok: false, refusal: { kind: read.kind, status: response.status, ...said } };
    } catch (error) {
        if (!(error instanceof EgressError)) throw error;
        deps.log.warn('token_request_failed', { ...logFields, code: error.code });
        return { ok: false, refusal: { kind: 'unanswered', code: error.code } };
    }
}

function stsUrl(
    { config: { sandboxUrl } }: Pick<ProviderCallDeps, 'config'>,
    { integration: { provider }, config }: RoleCandidate
): string | undefined {
    try {
        return interpolateUrl(
            provider.token_url,
            interpolationValues({ connectionConfig: config, sandboxUrl }),
            provider.connection_config
        );
    } catch (error) {
        if (error instanceof UnsafeValueError) return undefined;
        throw error;
    }
}

function refusedAs(refusal: Refusal): IssueResult {
    const text = 'description' in refusal ? refusal.description : undefined;
    return { ok: false, code: codeOf(refusal), ...(text === undefined ? {} : { providerText: text }) };
}

function codeOf(refusal: Refusal): AttemptCode {
    if (refusal.kind === 'unresolved' || refusal.kind === 'misconfigured') return 'integration_misconfigured';
    if (refusal.kind === 'refused') return 'credentials_rejected';
    return refusal.kind === 'unanswered' && isAddressRefused(refusal.code) ? 'integration_misconfigured' : 'provider_down';
}
