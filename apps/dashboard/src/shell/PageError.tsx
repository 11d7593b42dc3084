import type { ErrorComponentProps } from '@tanstack/react-router';
import { ErrorNotice } from '../parts/Notice.tsx';
import { Page } from '../parts/Page.tsx';

export function PageError({ error, reset }: ErrorComponentProps) {
    return (
        <Page title="This page cannot be shown">
            <ErrorNotice error={error} onRetry={reset} />
        </Page>
    );
}
