import { Button } from './Button.tsx';

/** Below a list that is read page by page. */
export function LoadOlder({
    pages
}: {
    pages: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => Promise<unknown> };
}) {
    if (!pages.hasNextPage) return null;
    return (
        <div className="flex justify-center border-t border-hairline p-3">
            <Button isBusy={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
                Load older
            </Button>
        </div>
    );
}
