import { getIssue, listIssues } from '@patchbay/contracts/dashboard';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
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

/** All issues with one status, or one by its id: the address of the page has it. */
export function IssuesCard() {
    const { issues, issue } = issuesSearch(useSearch({ strict: false }));
    return issue === undefined ? <IssuesOf status={issues ?? 'open'} /> : <OneIssue key={issue} id={issue} />;
}

function OneIssue({ id }: { id: string }) {
    const { data, error, refetch, isPending } = useRead(getIssue, { params: { issue_id: id } }, { refetchInterval: 10_000 });
    return (
        <Card
            title="Issue"
            actions={
                <Link to="." search={({ issue: _issue, ...others }) => others} className="text-accent-text">
                    All issues
                </Link>
            }
        >
            {error && <ErrorNotice error={error} onRetry={() => void refetch()} />}
            {isPending && <SkeletonRows count={1} height={64} />}
            {data && <IssueList issues={[data.data]} />}
        </Card>
    );
}

function IssuesOf({ status }: { status: ShownIssues }) {
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
