import {
    type Account,
    checkCredentials as askProvider,
    identify,
    interpolationValues,
    type ProviderRequest,
    UnsafeValueError
} from '@patchbay/providers';
import type { Deps } from '../../../deps.ts';
import { EgressError } from '../../../kernel/egress/egress.ts';
import { ownSentence, type ProviderText, scrubberOf } from './provider-text.ts';
import { providerRequest } from './provider-request.ts';
import { beginProviderOperation } from './begin-provider-operation.ts';
import { secretsOf } from './provider-secrets.ts';
import { clockToleranceMs, wrongClockSentence } from './wrong-clock.ts';
import { type Candidate } from '../connection-store/candidate.ts';

/** An account whose texts are scrubbed. */
export interface KnownAccount extends Account {
    label: ProviderText;
}

/** The provider's verdict. `reason` is for a person; `said` is the provider's own text. */
export type Verdict =
    | { outcome: 'accepted'; accounts: KnownAccount[]; isChecked: boolean }
    | { outcome: 'rejected'; reason?: ProviderText; isForbidden?: boolean; said?: ProviderText }
    | { outcome: 'unreachable'; reason: ProviderText; said?: ProviderText }
    /** `isOurClock`: it says nothing about the credentials. */
    | { outcome: 'misconfigured'; reason: ProviderText; isOurClock?: true };

/**
 * Asks the provider whether credentials are valid, and of which accounts, within `timeoutMs`.
 * @param options.withAccounts false: not of which accounts, where the check does without
 * @param options.connectionId absent where there is no connection yet
 */
export async function checkCredentials(
    deps: Pick<Deps, 'egress' | 'config' | 'log' | 'clock' | 'ids'>,
    candidate: Candidate,
    timeoutMs: number,
    { withAccounts = true, connectionId }: { withAccounts?: boolean; connectionId?: string | undefined } = {}
): Promise<Verdict> {
    const { provider } = candidate.integration;
    const { text, values: scrubbed } = scrubberOf(secretsOf(candidate));
    try {
        const send = providerRequest(deps, candidate, timeoutMs, beginProviderOperation('check', candidate, connectionId));
        if (!send) return { outcome: 'accepted', accounts: [], isChecked: false };
        let clockOffMs = 0;
        const request: ProviderRequest = async (call) => {
            const response = await send(call);
            clockOffMs = response.clockOffMs ?? 0;
            return response;
        };
        const { credentials, config: connectionConfig } = candidate;
        const values = interpolationValues({ credentials, connectionConfig, sandboxUrl: deps.config.sandboxUrl });
        const check = await askProvider(provider, { credentials, connectionConfig, values, request });
        const said = check?.reason === undefined ? {} : { said: text(check.reason) };
        if (check?.outcome === 'rejected' && Math.abs(clockOffMs) > clockToleranceMs) return wrongClock(deps, candidate, clockOffMs);
        if (check?.outcome === 'rejected') return { outcome: 'rejected', isForbidden: check.isForbidden ?? false, ...said };
        if (check?.outcome === 'unreachable')
            return { outcome: 'unreachable', reason: said.said ?? ownSentence(`${provider.display_name} did not respond.`), ...said };
        const isChecked = check !== undefined;
        if (isChecked && !withAccounts) return { outcome: 'accepted', accounts: [], isChecked };
        const { accounts = [], refusal } = (await identify(provider, { credentials, connectionConfig, values, request })) ?? {};
        if (refusal && !isChecked && Math.abs(clockOffMs) > clockToleranceMs) return wrongClock(deps, candidate, clockOffMs);
        // A token of a sign-in was given by the provider, and may lack the right to ask this.
        if (refusal && !isChecked && provider.auth_mode !== 'OAUTH2')
            return {
                outcome: 'rejected',
                isForbidden: refusal.isForbidden ?? false,
                ...(refusal.reason === undefined ? {} : { said: text(refusal.reason) })
            };
        const known = accounts.map((account) => ({ ...scrubbed(account), label: text(account.label) }));
        return { outcome: 'accepted', accounts: known, isChecked: isChecked || accounts.length > 0 };
    } catch (error) {
        // A value that can't stand in an address or a header cannot be right either.
        if (error instanceof UnsafeValueError) return { outcome: 'rejected', reason: text(error.message) };
        if (error instanceof EgressError && error.code === 'destination_not_allowed')
            return { outcome: 'misconfigured', reason: text(error.message) };
        if (error instanceof EgressError)
            return {
                outcome: 'unreachable',
                reason: ownSentence(`${provider.display_name} could not be reached or did not respond in time.`)
            };
        deps.log.warn('credentials_check_failed: the provider sent an unexpected response', {
            environment: candidate.integration.row.environment_id,
            provider: provider.id,
            integration_id: candidate.integration.row.unique_key,
            error
        });
        return { outcome: 'unreachable', reason: ownSentence(`${provider.display_name} sent an unexpected response.`) };
    }
}

/** @param offMs by how much our clock is ahead */
function wrongClock({ log }: Pick<Deps, 'log'>, { integration }: Candidate, offMs: number): Verdict {
    const { provider, row } = integration;
    log.error('clock_wrong: a provider refuses what this server signs, because its time is wrong', {
        environment: row.environment_id,
        provider: provider.id,
        integration_id: row.unique_key
    });
    return { outcome: 'misconfigured', reason: wrongClockSentence(provider.display_name, offMs), isOurClock: true };
}
