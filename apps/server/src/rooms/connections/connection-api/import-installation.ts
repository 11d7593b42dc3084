import { AppError } from '@patchbay/contracts';
import type { InstalledProvider } from '@patchbay/providers';
import type { Deps } from '../../../deps.ts';
import { type Integration, nameOf } from '../../platform/integrations/open-integration.ts';
import type { Candidate } from '../connection-store/candidate.ts';
import { beginProviderOperation } from '../provider-calls/begin-provider-operation.ts';
import type { KnownAccount } from '../provider-calls/check-credentials.ts';
import { issueInstallationToken } from '../provider-calls/credential-types/app.ts';
import { type AppReply, describeRefusal } from '../provider-calls/credential-types/app-calls.ts';
import { findInstallation } from '../provider-calls/credential-types/installations.ts';

/**
 * Gets the token of an installation that is imported. Where the provider is down it is requested
 * when the connection is first used.
 * @throws {AppError} `connection_test_failed`
 */
export async function importInstallation(
    deps: Deps,
    integration: Integration & { provider: InstalledProvider },
    { config, connectionId, timeoutMs }: { config: Record<string, unknown>; connectionId: string | undefined; timeoutMs: number }
): Promise<{ credentials: Candidate['credentials']; account: KnownAccount | null; verifiedAt: Date | null }> {
    const now = deps.clock.now();
    const patient = { ...deps, providerTimeouts: { ...deps.providerTimeouts, tokenMs: timeoutMs } };
    const use = { integration, config };
    const purpose = beginProviderOperation('token', { ...use, credentials: { type: 'APP' } }, connectionId);
    const found = await findInstallation(patient, use, purpose);
    const issued = found.ok ? await issueInstallationToken(patient, use, purpose) : found;
    if (found.ok && issued.ok) return { credentials: issued.credentials, account: found.installation.account, verifiedAt: now };
    if (!issued.ok) rejectRefused(integration, issued);
    return {
        credentials: { type: 'APP', expires_at: now.toISOString(), raw: {} },
        account: found.ok ? found.installation.account : null,
        verifiedAt: null
    };
}

function rejectRefused(integration: Integration, { refusal }: Extract<AppReply, { ok: false }>): void {
    if (refusal.kind === 'transient' || refusal.kind === 'unanswered' || refusal.kind === 'malformed') return;
    const said = describeRefusal(refusal);
    throw new AppError('connection_test_failed', {
        message: `${nameOf(integration)} refused the installation${said === undefined ? '' : ` (${said})`}. Nothing was stored.`
    });
}
