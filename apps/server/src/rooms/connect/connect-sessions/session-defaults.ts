import type { ConnectSessionRow } from '@patchbay/db';
import type { Deps } from '../../../deps.ts';
import { rememberSecrets } from '../../../kernel/log/request-context.ts';
import { sessionPlace } from './mint-session.ts';
import { type IntegrationDefaults, sessionDefaults } from './session-request.ts';

/** The session's `integrations_config_defaults`, opened. */
export function openSessionDefaults({ seal }: Pick<Deps, 'seal'>, session: ConnectSessionRow): Record<string, IntegrationDefaults> {
    const defaults = seal.open(sessionPlace(session, 'config_defaults'), session.config_defaults, sessionDefaults);
    rememberSecrets(defaults);
    return defaults;
}
