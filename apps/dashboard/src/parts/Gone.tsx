import type { ReactNode } from 'react';
import { hasCode } from './error-text.ts';
import { ErrorNotice, Notice } from './Notice.tsx';

const goneCodes = ['not_found', 'unknown_connection'];

const isGone = (error: unknown): boolean => goneCodes.some((code) => hasCode(error, code));

/** Why something is not shown; of what there is no more, where to go on. */
export function ReadError({
    error,
    what,
    back,
    onRetry
}: {
    error: unknown;
    /** As “connection”. */ what: string;
    back?: ReactNode;
    onRetry: () => void;
}) {
    if (!isGone(error)) return <ErrorNotice error={error} onRetry={onRetry} />;
    return (
        <Notice tone="warn" title={`There is no such ${what}`} actions={back}>
            It was deleted, or is not kept any more.
        </Notice>
    );
}
