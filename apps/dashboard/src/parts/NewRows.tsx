import { useEffect, useRef, useState } from 'react';
import { Button } from './Button.tsx';

/** Between two sentences that a screen reader says about one list. */
const saidEachMs = 10_000;

/** Over a list, without moving it: how many new rows wait, and shows them. */
export function NewRows({ count, isMore = false, onShow }: { count: number; isMore?: boolean; onShow: () => Promise<unknown> | void }) {
    const words = `${count.toLocaleString()}${isMore ? '+' : ''} new`;
    const said = useSaid(count === 0 ? '' : words);
    const show = async (list: Element | null) => {
        await onShow();
        // The button is gone; its focus goes to what it has brought.
        requestAnimationFrame(() =>
            (list?.querySelector<HTMLElement>('tbody a, li a') ?? list?.querySelector<HTMLElement>('[tabindex="0"]'))?.focus()
        );
    };
    return (
        <div className="sticky top-7 z-[2] flex h-0 justify-center max-md:top-28">
            <p role="status" className="sr-only">
                {said}
            </p>
            {count > 0 && (
                <Button
                    look="primary"
                    className="-translate-y-6 shadow-raised"
                    onClick={({ currentTarget }) => void show(currentTarget.closest('section'))}
                >
                    {words} – show
                </Button>
            )}
        </div>
    );
}

/** A text as it was at most some seconds ago, so that it changes in batches. */
function useSaid(text: string): string {
    const [said, setSaid] = useState('');
    const saidAt = useRef(-saidEachMs);
    useEffect(() => {
        if (text === said) return undefined;
        const batch = setTimeout(
            () => {
                saidAt.current = performance.now();
                setSaid(text);
            },
            Math.max(0, saidAt.current + saidEachMs - performance.now())
        );
        return () => clearTimeout(batch);
    }, [text, said]);
    return said;
}
