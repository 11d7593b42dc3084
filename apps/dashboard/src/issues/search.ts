import { given, nameParam, textParam } from '../parts/search-params.ts';

/** Other than the open ones, which are usual. */
export const issueStatuses = { muted: 'Muted', resolved: 'Resolved' } as const;
export type ShownIssues = 'open' | keyof typeof issueStatuses;

/** In the address of each page with issues. */
export interface IssuesSearch {
    issues?: ShownIssues;
    /** The id of one that is shown by itself. */
    issue?: string;
}

export function issuesSearch({ issues, issue }: Record<string, unknown>): IssuesSearch {
    return given({ issues: nameParam(issues, issueStatuses), issue: textParam(issue) });
}
