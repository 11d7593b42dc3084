import { readCallback } from '@patchbay/oauth';
import type { InstalledProvider } from '@patchbay/providers';
import type { Installation } from '../../../connections/provider-calls/credential-types/installations.ts';
import { ownSentence, scrubberOf } from '../../../connections/provider-calls/provider-text.ts';
import { secretsOf } from '../../../connections/provider-calls/provider-secrets.ts';
import { type Integration, nameOf } from '../../../platform/integrations/open-integration.ts';
import { type Failed, failed, type PendingApproval } from '../outcome/decide-outcome.ts';
import { type CallbackContext, decideContext } from './decide-callback.ts';

/** A callback that names an installation. An attacker may have written the id. */
export interface NamedInstallation {
    kind: 'installation';
    integration: Integration & { provider: InstalledProvider };
    installationId: string;
    /** Where the app asks people to sign in while they install it. */
    code: string | undefined;
}

/** The clocks of both sides may differ so much. */
const toleranceMs = 60_000;

/** Checks a callback of an app that was installed, whose state has been spent. */
export function decideInstallation(
    context: CallbackContext,
    integration: Integration & { provider: InstalledProvider },
    query: Readonly<Record<string, string | string[]>>
): Failed | PendingApproval | NamedInstallation {
    const problem = decideContext(context, integration);
    if (problem) return problem;
    if (Object.values(query).some((value) => Array.isArray(value))) return failed('state_mismatch');
    // The end user may not install apps there, and has asked an owner to.
    if (query['setup_action'] === 'request' && query['error'] === undefined) {
        if (!context.row.for_reference_client) return { kind: 'pending_approval' };
        const text = 'An owner of the organization has to approve the app. Connect again once that is done.';
        return failed('provider_error', { isFromCallback: true, providerText: ownSentence(text) });
    }
    const { text } = scrubberOf(secretsOf({ integration, credentials: { type: 'APP' }, config: context.secrets.config }));
    const read = readCallback(query, { codeParam: 'installation_id' });
    if (!read.ok)
        return failed(read.code, {
            isFromCallback: read.code === 'provider_error',
            ...(read.providerText === undefined ? {} : { providerText: text(read.providerText) })
        });
    if (!/^\d{1,20}$/.test(read.code)) return failed('provider_error', { isFromCallback: true });
    return { kind: 'installation', integration, installationId: read.code, code: read.params['code'] || undefined };
}

/**
 * Whether an installation that the app has may be connected in this sign-in.
 * @param reached what the provider says of the person who installed it; undefined: not asked, and
 * then it must have been made or changed since the browser was sent there
 */
export function refuseInstallation(
    integration: Integration,
    { changedAt, isSuspended }: Installation,
    sentAt: Date | undefined,
    reached: 'yes' | 'no' | undefined
): Failed | undefined {
    const name = nameOf(integration);
    const refused = (sentence: string) => failed('provider_error', { isFromCallback: true, providerText: ownSentence(sentence) });
    const isFresh = changedAt !== undefined && sentAt !== undefined && changedAt.getTime() >= sentAt.getTime() - toleranceMs;
    if (reached === 'no') return refused(`You cannot reach this installation in ${name}.`);
    if (reached === undefined && !isFresh)
        return refused(`This installation was neither made nor changed now. Change it in ${name}, and save it there.`);
    if (isSuspended) return refused(`The installation is suspended in ${name}. An owner of the account can resume it.`);
    return undefined;
}
