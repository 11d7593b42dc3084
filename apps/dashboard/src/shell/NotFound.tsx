import { EmptyState, Page } from '../parts/Page.tsx';
import { buttonClass } from '../parts/Button.tsx';

export function NotFound() {
    return (
        <Page title="Not found">
            <EmptyState
                action={
                    <a href="/dashboard/" className={buttonClass('primary')}>
                        Go to Home
                    </a>
                }
            >
                There is nothing at this address. It may have been deleted, or the link is not complete.
            </EmptyState>
        </Page>
    );
}
