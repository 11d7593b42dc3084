import {
    type DoctorCode,
    doctorChecks,
    doctorCodes,
    type DoctorFinding,
    type SuccessIn,
    type diagnose as contract
} from '@patchbay/contracts';
import type { IntegrationRow } from '@patchbay/db';
import type { Deps } from '../../../deps.ts';
import { findLiveEnvironment } from '../../platform/environments/environments.sql.ts';
import { providerChecks } from './checks/provider-checks.ts';
import { serverChecks } from './checks/server-checks.ts';
import { setupChecks } from './checks/setup-checks.ts';
import { trafficChecks } from './checks/traffic-checks.ts';
import { findRecentCalls, findRecentSessions } from './doctor.sql.ts';
import type { Check, IntegrationFacts, SeenRequest } from './facts.ts';
import { gatherIntegrationFacts } from './integration-facts.ts';
import { gatherServerFacts } from './server-facts.ts';

const dayMs = 24 * 60 * 60_000;
/** So many are asked at once, since the caller waits. */
const mostProbed = 20;

/** What is not told beside its cause. */
const explains: Partial<Record<DoctorCode, readonly DoctorCode[]>> = {
    client_id_unknown: ['client_secret_refused', 'sign_ins_never_return'],
    client_secret_refused: ['sign_ins_never_return'],
    egress_blocked: ['provider_unreachable'],
    integration_frozen: ['integration_switched_off'],
    offline_scope_missing: ['refresh_token_missing'],
    redirect_uri_mismatch: ['sign_ins_never_return']
};

type Needs = Pick<Deps, 'db' | 'clock' | 'config' | 'ids' | 'egress' | 'seal' | 'providers'>;

export interface DiagnoseArgs {
    environmentId: string;
    rows: readonly IntegrationRow[];
    request: SeenRequest;
    pageOrigin: string | undefined;
    probes: boolean;
}

/** Gathers what is known of an environment's setup, and what is wrong with it. */
export async function diagnose(deps: Needs, args: DiagnoseArgs): Promise<SuccessIn<typeof contract>['data']> {
    const { environmentId, rows, request, pageOrigin, probes } = args;
    const now = deps.clock.now();
    const since = new Date(now.getTime() - dayMs);
    const [environment, sessions, calls] = await Promise.all([
        findLiveEnvironment(deps.db, environmentId),
        findRecentSessions(deps.db, environmentId, since),
        findRecentCalls(deps.db, environmentId, since)
    ]);
    const isProduction = environment?.is_production ?? false;
    const shared = { isProduction, sessions, calls, since };
    const gathered = await Promise.all(rows.map((row, index) => gatherIntegrationFacts(deps, row, shared, probes && index < mostProbed)));
    const integrations = gathered.filter((facts) => facts !== undefined);
    const probed = integrations.flatMap(({ probe = [] }) => probe);
    const server = await gatherServerFacts(deps, { environmentId, isProduction, request, pageOrigin, sessions, probed });
    const findings = [...findingsOf(serverChecks, server), ...integrations.flatMap((facts) => findingsOf(integrationChecks, facts, facts))];
    const isWarning = ({ severity }: DoctorFinding) => Number(severity === 'warning');
    return {
        checked_at: now.toISOString(),
        findings: findings.toSorted((one, other) => isWarning(one) - isWarning(other)),
        checked: doctorCodes,
        unprobed: integrations.filter(({ probe }) => probe === undefined).map(({ row }) => row.unique_key)
    };
}

const integrationChecks: readonly Check<IntegrationFacts>[] = [...setupChecks, ...providerChecks, ...trafficChecks];

function findingsOf<Facts>(checks: readonly Check<Facts>[], facts: Facts, integration?: IntegrationFacts): DoctorFinding[] {
    const found = checks.flatMap(({ code, find }) => {
        const evidence = find(facts);
        return evidence ? [{ code, evidence }] : [];
    });
    const explained = new Set(found.flatMap(({ code }) => explains[code] ?? []));
    return found
        .filter(({ code }) => !explained.has(code))
        .map(({ code, evidence }) => {
            const { severity, message, remedy } = doctorChecks[code];
            return {
                code,
                severity,
                integration_id: integration?.row.unique_key ?? null,
                // A function, as a name may hold what `replace` takes for a pattern.
                message: message.replace('{app}', () => integration?.name ?? ''),
                evidence,
                remedy
            };
        });
}
