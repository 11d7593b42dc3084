import type { Check, IntegrationFacts, ProbeAnswer } from '../facts.ts';

/** Which answers of the provider mean it. */
function answers({ probe = [] }: IntegrationFacts, ...kinds: ProbeAnswer['kind'][]): string[] {
    const places = { authorization: 'authorization endpoint', token: 'token endpoint', api: 'API' };
    return probe.filter(({ kind }) => kinds.includes(kind)).map(({ at, host, said }) => `The ${places[at]} at ${host} was asked: ${said}`);
}

const together = (...evidence: string[][]) => {
    const all = evidence.flat();
    return all.length > 0 ? all : undefined;
};

/** What failed attempts say of it, in the provider's words. */
function saidInAttempts({ attempts }: IntegrationFacts, words: RegExp): string[] {
    const said = attempts.filter(({ status }) => status === 'failed').map(({ provider_text: text }) => text ?? '');
    return [...new Set(said.filter((text) => words.test(text)))].slice(0, 3).map((text) => `A sign-in ended with: ${text}`);
}

export const redirectWords = /redirect[ _-]?ur[il]/i;
export const clientWords =
    /invalid_client|unauthorized_client|client[ _-]?id|unknown client|client is invalid|deleted_client|app(?:lication)? (?:was )?not found/i;
export const scopeWords = /invalid_scope|scopes? .{0,40}(?:not allowed|invalid|unknown)/i;

/** What talking to the provider tells: a probe, failed sign-ins. */
export const providerChecks: readonly Check<IntegrationFacts>[] = [
    {
        code: 'egress_blocked',
        find: (facts) =>
            together(
                answers(facts, 'blocked'),
                facts.calls
                    .filter(({ error_code: code }) => code === 'destination_not_allowed')
                    .slice(0, 1)
                    .map(({ url }) => `A call to ${hostOf(url)} was refused.`)
            )
    },
    { code: 'provider_unreachable', find: (facts) => together(answers(facts, 'unreachable')) },
    {
        code: 'provider_failing',
        find(facts) {
            const failed = facts.calls.filter(({ status }) => status !== null && status >= 500).length;
            const isMost = facts.calls.length >= 5 && failed * 2 >= facts.calls.length;
            return together(
                answers(facts, 'failing'),
                isMost ? [`${failed} of the last ${facts.calls.length} calls were answered with a status from 500.`] : []
            );
        }
    },
    { code: 'client_id_unknown', find: (facts) => together(answers(facts, 'client_unknown')) },
    {
        code: 'client_secret_refused',
        find: (facts) =>
            together(answers(facts, 'client_refused'), facts.row.app_refusal && !isCleared(facts) ? [facts.row.app_refusal.message] : [])
    },
    {
        code: 'redirect_uri_mismatch',
        find(facts) {
            const evidence = [...answers(facts, 'redirect_refused'), ...(hasSucceeded(facts) ? [] : saidInAttempts(facts, redirectWords))];
            return evidence.length > 0 ? [...evidence, `The redirect URI is ${facts.redirectUri}`] : undefined;
        }
    },
    {
        code: 'scopes_refused',
        find(facts) {
            const never = neverGranted(facts);
            return together(
                answers(facts, 'scopes_refused'),
                hasSucceeded(facts) ? [] : saidInAttempts(facts, scopeWords),
                never.length > 0 ? [`Asked for, and in no grant: ${never.join(', ')}.`] : []
            );
        }
    },
    {
        code: 'sign_in_cookie_lost',
        find({ attempts }) {
            const lost = attempts.filter(
                ({ status, timeline }) => status !== 'succeeded' && timeline.some(({ step }) => step === 'came_back_elsewhere')
            );
            return lost.length < 2 ? undefined : [`${lost.length} of the last ${attempts.length} sign-ins came back without it.`];
        }
    },
    {
        code: 'sign_ins_never_return',
        find(facts) {
            if (hasSucceeded(facts)) return undefined;
            const waiting = facts.attempts.filter(
                ({ status, timeline }) =>
                    (status === 'expired' || status === 'cancelled') &&
                    timeline.some(({ step }) => step === 'sent_to_provider') &&
                    !timeline.some(({ step }) => step.startsWith('came_back') || step === 'callback_refused')
            );
            return waiting.length < 2
                ? undefined
                : [`${waiting.length} of the last ${facts.attempts.length} sign-ins were sent there and never came back.`];
        }
    }
];

function hostOf(url: string): string {
    return URL.parse(url)?.host ?? url;
}

/** The provider has just accepted the app that it refused before. */
function isCleared({ probe = [] }: IntegrationFacts): boolean {
    const asked = probe.filter(({ at }) => at === 'token');
    return asked.length > 0 && asked.every(({ kind }) => kind === 'ok');
}

function hasSucceeded({ attempts }: IntegrationFacts): boolean {
    return attempts.some(({ status }) => status === 'succeeded');
}

/** Scopes that are asked for and that every grant, or try, that tells them lacks. */
function neverGranted({ row, connections, attempts }: IntegrationFacts): string[] {
    const given = connections.flatMap(({ granted_scopes: scopes }) => (scopes ? [scopes] : []));
    const refused = attempts.flatMap(({ missing_scopes: scopes }) => (scopes && scopes.length > 0 ? [scopes] : []));
    if (refused.length === 0) return [];
    return row.scopes.filter((scope) => refused.every((missing) => missing.includes(scope)) && !given.some((list) => list.includes(scope)));
}
