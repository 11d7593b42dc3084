/** Text as it was sent; JSON is indented. */
export function BodyText({ label, text, isTruncated = false }: { label: string; text: string; isTruncated?: boolean }) {
    return (
        <>
            {/* What scrolls has to take the focus, so that it scrolls by keyboard. */}
            {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
            <pre role="group" aria-label={label} tabIndex={0} className="max-h-96 overflow-auto rounded-control bg-sunken p-3 text-small">
                {indented(text)}
            </pre>
            {isTruncated && <p className="text-small text-text-2">There was more of it, which is not kept.</p>}
        </>
    );
}

function indented(text: string): string {
    try {
        return JSON.stringify(JSON.parse(text), null, 2);
    } catch {
        return text;
    }
}
