import type { ConnectSessionRow } from '@patchbay/db';
import type { Deps } from '../../../../deps.ts';
import type { Integration } from '../../../platform/integrations/open-integration.ts';
import { externalIdOf } from '../../connect-sessions/external-id-of.ts';
import type { IntegrationDefaults } from '../../connect-sessions/session-request.ts';
import type { TypedValues } from './prepare-input.ts';

/**
 * Sets the external id of a role, as if the backend had: an end user can bring no other. A
 * connection that is renewed has its own.
 */
export function withExternalId(
    deps: Pick<Deps, 'keyedHash'>,
    { session, integration, isRenewed }: { session: ConnectSessionRow; integration: Integration; isRenewed: boolean },
    given: { defaults: IntegrationDefaults | undefined; typed: TypedValues }
): { defaults: IntegrationDefaults | undefined; typed: TypedValues } {
    const id = externalIdOf(deps, session, integration);
    const { defaults, typed } = given;
    if (id === undefined || isRenewed || defaults?.connection_config?.external_id !== undefined) return given;
    const { external_id: repeated, ...config } = typed.connection_config;
    return {
        defaults: { ...defaults, connection_config: { ...defaults?.connection_config, external_id: id } },
        // The form sends what it shows.
        typed: repeated === id ? { ...typed, connection_config: config } : typed
    };
}
