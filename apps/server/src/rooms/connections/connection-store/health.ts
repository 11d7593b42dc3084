import {
    type ConnectionHealth,
    type HealthCause,
    type HealthStatus,
    healthActions,
    healthCauses,
    isHealthCause
} from '@patchbay/contracts';
import type { ConnectionRow } from '@patchbay/db';
import type { Deps } from '../../../deps.ts';

/** What of a connection and its integration decides how it is. */
export interface HealthRow extends Pick<
    ConnectionRow,
    'auth_state' | 'auth_failure' | 'credentials_type' | 'verified_at' | 'probe_due_at' | 'refreshed_at'
> {
    provider: string;
    integration_enabled: boolean;
    integration_name: string | null;
    /** When its integration was frozen, while it is; absent where the credentials are in use. */
    frozen_at?: Date | null;
}

/** What a failure of each state can be; else its cause is one that this release does not know. */
export const statusesOf: Readonly<Record<ConnectionRow['auth_state'], readonly HealthStatus[]>> = {
    ok: [],
    failing: ['degraded', 'needs_attention'],
    broken: ['needs_reconnect']
};

/** Types of credentials that the end user typed, and that a check alone says something about. */
export const typedCredentials = ['API_KEY', 'BASIC'] as const;

/** Why a connection is not healthy; undefined when it is. `causeInSql` is the same for lists. */
function healthCauseOf(row: HealthRow): HealthCause | undefined {
    if (row.frozen_at) return 'frozen';
    if (!row.integration_enabled) return 'integration_disabled';
    if (row.auth_state !== 'ok') return failureCauseOf(row);
    const isTyped = typedCredentials.some((type) => type === row.credentials_type);
    return isTyped && row.verified_at === null && row.probe_due_at !== null ? 'not_checked' : undefined;
}

/** Rows of earlier releases have no cause: it follows from the kind of the failure. */
function failureCauseOf({ auth_state: state, auth_failure: failure, credentials_type: type }: HealthRow): HealthCause {
    const isBroken = state === 'broken';
    const cause = failure?.cause;
    if (isHealthCause(cause) && statusesOf[state].includes(healthCauses[cause].status)) return cause;
    if (isBroken) {
        if (failure?.kind !== 'revoked') return 'responses_unusable';
        if (failure.has_expired) return 'access_expired';
        return type === 'OAUTH2' ? 'access_revoked' : 'credentials_refused';
    }
    if (failure?.kind === 'configuration') return 'app_refused';
    return failure?.kind === 'unknown' ? 'response_unexpected' : 'provider_unavailable';
}

/** How a connection is, why, since when, and what to do, in words. */
export function describeHealth({ providers }: Pick<Deps, 'providers'>, row: HealthRow): ConnectionHealth {
    const code = healthCauseOf(row);
    if (!code) return { status: 'healthy', since: null, cause: null, action: null };
    const { status, action, message } = healthCauses[code];
    const name = row.integration_name ?? providers.get(row.provider)?.display_name ?? row.provider;
    return {
        status,
        since: sinceOf(row, code),
        // A function, as a name may hold what `replace` takes for a pattern.
        cause: { code, message: message.replace('{app}', () => name) },
        action: { code: action, ...healthActions[action] }
    };
}

function sinceOf({ auth_failure: failure, refreshed_at: savedAt, frozen_at: frozenAt }: HealthRow, cause: HealthCause): string | null {
    if (cause === 'frozen') return frozenAt?.toISOString() ?? null;
    if (cause === 'integration_disabled') return null;
    return (cause === 'not_checked' ? savedAt?.toISOString() : failure?.since) ?? null;
}
