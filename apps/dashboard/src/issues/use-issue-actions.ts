import { getIssue, listIssues, muteIssue, resolveIssue, summarizeHealth, unmuteIssue } from '@patchbay/contracts/dashboard';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callFor, keyOf, useEnvironment } from '../api/use-api.ts';

export type IssueAction = { kind: 'mute'; seconds: number; words: string } | { kind: 'resolve' } | { kind: 'unmute' };

export interface IssueChange {
    action: IssueAction;
    ids: readonly string[];
}

const hourS = 3600;

export const muteTimes = [
    { seconds: hourS, words: 'for 1 hour' },
    { seconds: 24 * hourS, words: 'for 24 hours' },
    { seconds: 7 * 24 * hourS, words: 'for 7 days' }
] as const;

/** Does the same with several issues: with all that it can, then the first error is told. */
export function useIssueActions() {
    const environment = useEnvironment();
    const client = useQueryClient();
    const call = callFor(environment, listIssues);
    const changeOne = (id: string, action: IssueAction): Promise<unknown> => {
        const params = { issue_id: id };
        if (action.kind === 'mute') return call(muteIssue, { params, body: { for: action.seconds } });
        return action.kind === 'resolve' ? call(resolveIssue, { params }) : call(unmuteIssue, { params });
    };
    return useMutation({
        async mutationFn({ action, ids }: IssueChange) {
            const results = await Promise.allSettled(ids.map((id) => changeOne(id, action)));
            const failed = results.find((result) => result.status === 'rejected');
            if (failed) throw failed.reason;
        },
        onSettled: () =>
            Promise.all(
                [listIssues, getIssue, summarizeHealth].map((route) => client.invalidateQueries({ queryKey: keyOf(environment, route) }))
            )
    });
}
