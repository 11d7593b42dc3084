import { getFunctionRun, getIssue, getLog, listAttempts, listLogs } from '@patchbay/contracts/dashboard';
import { useNavigate } from '@tanstack/react-router';
import { useEnvironment, useRead } from '../api/use-api.ts';
import { type LogEntry, pathOf } from '../pages/logs/why.ts';
import { typeWords } from '../pages/runs/search.ts';
import { lookedUpIn } from './looked-up.ts';
import type { Does, Result } from './palette-result.ts';

/** More of one call are on the page of the log. */
const mostOfCall = 20;
const none = '00000000-0000-0000-0000-000000000000';

const nameOfRequest = ({ method, url }: LogEntry) => `${method} ${pathOf(url)}`;
const resultOf = ({ status, error }: LogEntry) => String(status ?? error?.code ?? '');

/** What has this id: a request, a call, a run, an issue or a sign-in, as the server knows it. */
export function useLookedUp(text: string, { onSignIn }: Pick<Does, 'onSignIn'>): { results: Result[]; isSettled: boolean } {
    const environment = useEnvironment();
    const navigate = useNavigate();
    const { id, requestId, ref } = lookedUpIn(text);
    const byId = { enabled: id !== undefined };
    const log = useRead(getLog, { params: { log_id: id ?? none } }, byId);
    const run = useRead(getFunctionRun, { params: { id: id ?? none } }, byId);
    const issue = useRead(getIssue, { params: { issue_id: id ?? none } }, byId);
    const call = useRead(listLogs, { query: { request_id: requestId ?? none, limit: mostOfCall } }, { enabled: requestId !== undefined });
    const signIn = useRead(listAttempts, { query: { ref: ref ?? 'x', limit: 1 } }, { enabled: ref !== undefined });
    const openLog = (entry: string, search: { request?: string; range: 'all' }) =>
        void navigate({ to: '/$environment/logs/$log', params: { environment, log: entry }, search });
    const results: Result[] = [];
    const entry = log.data?.data;
    if (id !== undefined && entry)
        results.push({
            id: 'log',
            name: nameOfRequest(entry),
            detail: `Request, ${resultOf(entry)}`,
            act: () => openLog(entry.id, { range: 'all' })
        });
    const entries = requestId === undefined ? [] : (call.data?.data ?? []);
    // What failed is what is looked for.
    const shown = entries.find(({ failed }) => failed) ?? entries[0];
    if (shown && shown.id !== entry?.id)
        results.push({
            id: 'call',
            name: nameOfRequest(shown),
            detail: `${entries.length === 1 ? 'Request' : `One of ${entries.length} requests`} of this call, ${resultOf(shown)}`,
            act: () => openLog(shown.id, { ...(requestId !== undefined && { request: requestId }), range: 'all' })
        });
    const found = run.data?.data;
    if (id !== undefined && found)
        results.push({
            id: 'run',
            name: `${typeWords[found.type]} ${found.name}`,
            detail: `Run, ${found.status}`,
            act: () => void navigate({ to: '/$environment/runs/$run', params: { environment, run: found.id } })
        });
    const problem = issue.data?.data;
    if (id !== undefined && problem)
        results.push({
            id: 'issue',
            name: problem.title,
            detail: `Issue, ${problem.status}`,
            act: () => void navigate({ to: '/$environment/status', params: { environment }, search: { issue: problem.id } })
        });
    const attempt = ref === undefined ? undefined : signIn.data?.data[0];
    if (attempt)
        results.push({
            id: 'sign-in',
            name: `Sign-in ${attempt.ref}`,
            detail: attempt.integration_id,
            act: () => onSignIn(attempt)
        });
    return { results, isSettled: ![log, run, issue, call, signIn].some(({ isLoading }) => isLoading) };
}
