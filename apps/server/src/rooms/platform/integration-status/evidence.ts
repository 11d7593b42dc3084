import { isOfOneConnection, failedOf, minCalls, type Tally, type Usual } from './judge.ts';

/** How many calls failed with which status or code. */
export type Codes = ReadonlyMap<string, number>;

const shownCodes = 3;

const words: Readonly<Record<string, string>> = {
    timeout: 'not answered in time',
    unreachable: 'not reached',
    tls: 'without a secure connection',
    protocol: 'answered in a form that is not HTTP',
    provider_unavailable: 'not sent, as those before them had failed',
    credentials_unavailable: 'not sent, as the credentials could not be renewed',
    provider_rate_limited: 'not sent, as the rate limit was used up',
    destination_not_allowed: 'redirected to a destination that is not allowed',
    bad_url: 'without a valid address',
    too_large: 'answered with more than Patchbay takes',
    too_many_redirects: 'redirected too often'
};

/** `38 of 41 calls failed: 35 answered 503, 3 not answered in time.` */
export function describeFailures(calls: number, failed: number, codes: Codes): string {
    if (failed === 0) return `None of ${number(calls)} calls failed; they were slow.`;
    const most = [...codes].toSorted(([, one], [, other]) => other - one).slice(0, shownCodes);
    const list = most.map(([code, count]) => `${number(count)} ${/^\d/.test(code) ? `answered ${code}` : (words[code] ?? code)}`);
    return `${number(failed)} of ${number(calls)} calls failed${list.length > 0 ? `: ${list.join(', ')}` : ''}.`;
}

interface Evident {
    tally: Tally;
    usual: Usual;
    codes: Codes;
    since: number | undefined;
    isInTrouble: boolean;
    refreshFails: boolean;
}

/** What a state is concluded from, in sentences. */
export function evidenceOf({ tally, usual, codes, since, isInTrouble, refreshFails }: Evident): string[] {
    const { calls, failedConnections } = tally;
    const failed = failedOf(tally);
    const sentences: (string | false)[] = [
        calls < minCalls &&
            `Not enough traffic to tell: ${number(calls)} ${calls === 1 ? 'call' : 'calls'} in the last five minutes, of the ${minCalls} that it takes.`,
        failed > 0 && `In the last five minutes, ${describeFailures(calls, failed, codes)}`,
        isInTrouble && since !== undefined && `It began at ${timeOf(since)}.`,
        failed > 0 && isOfOneConnection(tally) && describeOneConnection(tally),
        failed > 0 && failedConnections > 1 && `About ${number(failedConnections)} connections are affected.`,
        calls >= minCalls && failed === 0 && `None of ${number(calls)} calls of the last five minutes failed.`,
        failed > 0 && usual.errorRate !== undefined && `In the seven days before today, ${percent(usual.errorRate)} of the calls failed.`,
        describeLatency(tally, usual),
        refreshFails && describeRefreshes(tally, usual)
    ];
    return sentences.filter((sentence) => sentence !== false);
}

function describeOneConnection(tally: Tally): string {
    const { failuresWithoutConnection: others } = tally;
    const which = others === 0 ? 'All' : number(failedOf(tally) - others);
    return `${which} of these are of one connection, so they say nothing of the integration.`;
}

function describeLatency({ p95 }: Tally, usual: Usual): string | false {
    if (p95 === undefined) return false;
    const before = usual.p95 === undefined ? '' : `; in the seven days before today, in ${number(usual.p95)} ms`;
    return `95 % of the proxied calls were answered in ${number(p95)} ms${before}.`;
}

function describeRefreshes({ refreshes }: Tally, { refreshFailureRate }: Usual): string {
    const before = refreshFailureRate === undefined ? '' : ` In the seven days before today, it was ${percent(refreshFailureRate)}.`;
    return `In this hour and the one before, ${number(refreshes.failed)} of ${number(refreshes.calls)} refreshes failed.${before}`;
}

function timeOf(at: number): string {
    const [date = '', time = ''] = new Date(at).toISOString().split('T');
    return `${time.slice(0, 5)} UTC on ${date}`;
}

function number(value: number): string {
    return value.toLocaleString('en');
}

function percent(rate: number): string {
    return `${(rate * 100).toLocaleString('en', { maximumFractionDigits: 1 })} %`;
}
