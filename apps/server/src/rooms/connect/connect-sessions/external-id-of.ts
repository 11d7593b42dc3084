import type { ConnectSessionRow } from '@patchbay/db';
import type { Deps } from '../../../deps.ts';
import { externalIdFor } from '../../connections/provider-calls/credential-types/external-id.ts';
import type { Integration } from '../../platform/integrations/open-integration.ts';

/** The external id that a role of this session's end user has to require; undefined elsewhere. */
export function externalIdOf(
    deps: Pick<Deps, 'keyedHash'>,
    { environment_id: environmentId, end_user: endUser, id }: Pick<ConnectSessionRow, 'environment_id' | 'end_user' | 'id'>,
    { row, provider }: Pick<Integration, 'row' | 'provider'>
): string | undefined {
    return externalIdFor(deps, provider, {
        environmentId,
        integrationId: row.id,
        owner: endUser ? `end user ${endUser.id}` : `session ${id}`
    });
}
