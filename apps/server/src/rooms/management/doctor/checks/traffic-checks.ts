import type { Check, IntegrationFacts } from '../facts.ts';

const dayMs = 24 * 60 * 60_000;
/** Vendors end the grants of an app that is being tested after seven days. */
const testModeMs = 7 * dayMs;
const toleranceMs = dayMs / 2;
const fewestCalls = 3;

/** What its connections and their calls tell. */
export const trafficChecks: readonly Check<IntegrationFacts>[] = [
    {
        code: 'app_in_test_mode',
        find({ connections, provider }) {
            const usualHours = ('refresh' in provider && provider.refresh?.grant_hours) || undefined;
            if (usualHours !== undefined && usualHours * 3_600_000 <= testModeMs + toleranceMs) return undefined;
            const ended = connections.filter(({ auth_failure: failure, created_at: at }) => {
                if (failure?.kind !== 'revoked' || failure.has_expired) return false;
                const livedMs = Date.parse(failure.broken_at ?? failure.since) - at.getTime();
                return Math.abs(livedMs - testModeMs) <= toleranceMs;
            });
            const stated = connections.filter(({ grant_ends_at: end, created_at: at }) => {
                return end !== null && end.getTime() - at.getTime() <= testModeMs + toleranceMs;
            });
            const evidence = [
                ...(ended.length >= 2 ? [`${ended.length} connections lost their access about 7 days after the sign-in.`] : []),
                ...(stated.length > 0
                    ? [`The provider says of ${stated.length} connections that their access ends within 7 days of the sign-in.`]
                    : [])
            ];
            return evidence.length > 0 ? evidence : undefined;
        }
    },
    {
        code: 'wrong_host',
        find({ calls, connections, attempts }) {
            const works = new Set(connections.filter(({ auth_state: state }) => state === 'ok').map(({ connection_id: id }) => id));
            const ofWorking = calls.filter(({ connection_id: id }) => id !== null && works.has(id));
            const isRefused = ({ status }: (typeof calls)[number]) => status === 401 || status === 403;
            const evidence = [];
            const [newest] = ofWorking;
            if (newest && ofWorking.length >= fewestCalls && ofWorking.every(isRefused))
                evidence.push(
                    `All ${ofWorking.length} calls of the last day to ${URL.parse(newest.url)?.host ?? newest.url} were answered ${newest.status ?? ''}, and the credentials are valid.`
                );
            const refusedAfterToken = attempts.filter(
                ({ code, timeline }) => code === 'credentials_rejected' && timeline.some(({ step }) => step === 'token_received')
            );
            if (refusedAfterToken.length >= 2 && !attempts.some(({ status }) => status === 'succeeded'))
                evidence.push(`${refusedAfterToken.length} sign-ins got a token, which the API then refused.`);
            return evidence.length > 0 ? evidence : undefined;
        }
    },
    {
        code: 'rate_limited',
        find({ calls }: IntegrationFacts) {
            const refused = calls.filter(({ status, error_code: code }) => status === 429 || code === 'provider_rate_limited').length;
            return refused >= 5 && refused * 10 >= calls.length
                ? [`${refused} of the last ${calls.length} calls were refused for their number.`]
                : undefined;
        }
    }
];
