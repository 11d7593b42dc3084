import { listIssues } from '@patchbay/contracts/dashboard';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEnvironment, useRead } from '../api/use-api.ts';
import { SelectFilter } from '../parts/Filters.tsx';
import { isSettled, useHeldRows } from '../parts/held-rows.ts';
import { NewRows } from '../parts/NewRows.tsx';
import { ErrorNotice } from '../parts/Notice.tsx';
import { Card, EmptyState, SkeletonRows } from '../parts/Page.tsx';
import IssueList from './IssueList.tsx';
import { issuesSearch, issueStatuses, type ShownIssues } from './search.ts';

const none: Record<ShownIssues, string> = {
    open: 'Nothing needs attention right now.',
    muted: 'No issue is muted.',
    resolved: 'No issue was resolved within the last 30 days.'
};

/** All issues with one status, which is in the address of the page. */
export function IssuesCard() {
    const { issues: status = 'open' } = issuesSearch(useSearch({ strict: false }));
    const environment = useEnvironment();
    const navigate = useNavigate();
    const query = useRead(listIssues, { query: { status } }, { refetchInterval: 10_000, keepsPrevious: true });
    const { data, error, refetch, isPending } = query;
    const issues = data?.data ?? [];
    const held = useHeldRows(issues, { list: JSON.stringify([environment, status]), isCurrent: isSettled(query) });
    const choose = (text: string) =>
        void navigate({
            to: '.',
            search: (before) => ({ ...before, issues: issuesSearch({ issues: text }).issues ?? 'open' }),
            replace: true
        });
    return (
        <Card
            title="Issues"
            actions={
                <SelectFilter
                    label="Which issues"
                    defaultName="Open"
                    value={status === 'open' ? '' : status}
                    onChange={choose}
                    options={Object.entries(issueStatuses).map(([value, name]) => ({ value, name }))}
                />
            }
        >
            {error && <ErrorNotice error={error} onRetry={() => void refetch()} />}
            {isPending && <SkeletonRows count={2} height={64} />}
            <NewRows count={held.waiting} onShow={held.show} />
            {data && <IssueList key={status} issues={issues.slice(held.waiting)} />}
            {data && issues.length === 0 && <EmptyState>{none[status]}</EmptyState>}
        </Card>
    );
}
