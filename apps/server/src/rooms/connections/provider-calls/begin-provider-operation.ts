import type { RequestKind } from '@patchbay/contracts';
import type { EgressPurpose } from '../../../kernel/egress/egress.ts';
import { beginOperation } from '../../platform/request-log/operation.ts';
import type { Candidate } from '../connection-store/candidate.ts';
import { secretsOf } from './provider-secrets.ts';

/**
 * Begins what the request log shows as one operation with these credentials.
 * @param connectionId absent where there is no connection yet
 */
export function beginProviderOperation(kind: RequestKind, candidate: Candidate, connectionId?: string): EgressPurpose {
    const { provider, row } = candidate.integration;
    return beginOperation({
        kind,
        environmentId: row.environment_id,
        provider: provider.id,
        integrationKey: row.unique_key,
        connectionId,
        secrets: secretsOf(candidate)
    });
}
