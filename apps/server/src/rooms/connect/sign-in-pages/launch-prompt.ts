import type { AttemptRow } from '@patchbay/db';
import type { Deps } from '../../../deps.ts';
import { openIntegrationById, nameOf } from '../../platform/integrations/open-integration.ts';
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
    return row && describePrompt(deps, row);
}

/** What the page asks about an attempt; undefined when its integration was deleted. */
export async function describePrompt(deps: Deps, row: AttemptRow): Promise<LaunchPrompt | undefined> {
    const integration = await openIntegrationById(deps, row.environment_id, row.integration_id);
    if (!integration) return undefined;
    const { locale, theme } = openSecrets(deps, row);
    const branding = await brandingOf(deps, row);
    return {
        locale,
        branding,
        theme,
        providerName: nameOf(integration),
        appName: branding.appName
    };
}
