import { given, nameParam } from '../parts/search-params.ts';

/** Other than the open ones, which are usual. */
export const issueStatuses = { muted: 'Muted', resolved: 'Resolved' } as const;
export type ShownIssues = 'open' | keyof typeof issueStatuses;

/** In the address of each page with issues. */
export interface IssuesSearch {
    issues?: ShownIssues;
}

export function issuesSearch({ issues }: Record<string, unknown>): IssuesSearch {
    return given({ issues: nameParam(issues, issueStatuses) });
}
