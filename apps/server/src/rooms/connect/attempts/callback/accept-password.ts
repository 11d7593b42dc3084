import { type InstallPluginProvider, UnsafeValueError } from '@patchbay/providers';
import type { Deps } from '../../../../deps.ts';
import { apiRootOf } from '../../../connections/provider-calls/discovery/find-approval-page.ts';
import { ownSentence } from '../../../connections/provider-calls/provider-text.ts';
import { type Integration, nameOf } from '../../../platform/integrations/open-integration.ts';
import { type Failed, failed } from '../outcome/decide-outcome.ts';
import { type CallbackContext, decideContext, type Granted } from './decide-callback.ts';

/** As HTTP Basic takes them (RFC 7617 §2). */
const userName = /^[^:\p{Cc}]{1,200}$/u;
const passwordForm = /^\P{Cc}{1,200}$/u;

/**
 * Checks the callback of a site on which the end user has approved a password, whose state has been
 * spent. An attacker may have written it, so it has to name the site that the end user has named,
 * and the password is checked there before it is stored.
 * @see https://make.wordpress.org/core/2020/11/05/application-passwords-integration-guide/
 */
export function acceptPassword(
    deps: Pick<Deps, 'config'>,
    context: CallbackContext,
    integration: Integration & { provider: InstallPluginProvider },
    query: Readonly<Record<string, string | string[]>>
): Failed | Granted {
    const problem = decideContext(context, integration);
    if (problem) return problem;
    const { approved, config } = context.secrets;
    if (Object.values(query).some((value) => Array.isArray(value))) return failed('state_mismatch');
    if (query['success'] === 'false') return query['error'] === undefined ? failed('consent_denied') : notForThisUser(integration);
    if (!approved) return failed('state_mismatch');
    const { siteUrl, username, password } = approved;
    if (!isOfSite(deps, integration, config, siteUrl))
        return refused('Another site has answered than the one that was entered. Enter the address of the site that you sign in to.');
    if (!userName.test(username) || !passwordForm.test(password)) return failed('provider_error', { isFromCallback: true });
    return { kind: 'granted', candidate: { integration, credentials: { type: 'BASIC', username, password }, config }, missing: [] };
}

/** WordPress says `error=disabled` where its administrators keep them from this user. */
function notForThisUser(integration: Integration): Failed {
    return refused(`${nameOf(integration)} has no application passwords for your account. An administrator of the site can allow them.`);
}

function refused(sentence: string): Failed {
    return failed('provider_error', { isFromCallback: true, providerText: ownSentence(sentence) });
}

/** WordPress may be below another path than the site's front page, not on another host. */
function isOfSite(
    deps: Pick<Deps, 'config'>,
    integration: Integration & { provider: InstallPluginProvider },
    config: Readonly<Record<string, unknown>>,
    siteUrl: string
): boolean {
    try {
        const root = apiRootOf(deps, integration, config);
        return root !== undefined && new URL(root).origin === URL.parse(siteUrl)?.origin;
    } catch (error) {
        if (!(error instanceof UnsafeValueError)) throw error;
        return false;
    }
}
