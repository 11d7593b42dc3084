import type { Deps } from '../../../deps.ts';
import { openIntegrationById } from '../../platform/integrations/open-integration.ts';
import { type AttemptSecrets, openSecrets } from '../attempts/attempt-secrets.ts';
import { findAttemptByLaunchCode } from '../attempts/attempts.sql.ts';
import { type Branding, brandingOf } from './page-branding.ts';

export interface LaunchPrompt {
    locale: string;
    branding: Branding;
    theme: AttemptSecrets['theme'];
    providerName: string;
    /** The product's name; null when none is set. */
    appName: string | null;
}

/**
 * The question for an address that was carried to this browser: another person may have sent it.
 * Spends nothing, because mail scanners open addresses too.
 */
export async function findLaunchPrompt(deps: Deps, code: string): Promise<LaunchPrompt | undefined> {
    const row = await findAttemptByLaunchCode(deps.db, deps.keyedHash.hash(code), deps.clock.now());
    const integration = row && (await openIntegrationById(deps, row.environment_id, row.integration_id));
    if (!row || !integration) return undefined;
    const { locale, theme } = openSecrets(deps, row);
    const branding = await brandingOf(deps, row);
    return {
        locale,
        branding,
        theme,
        providerName: integration.row.display_name ?? integration.provider.display_name,
        appName: branding.appName
    };
}
