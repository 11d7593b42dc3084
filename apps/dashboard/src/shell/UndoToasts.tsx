import { useMutation } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { Button } from '../parts/Button.tsx';
import { errorText } from '../parts/error-text.ts';
import { type UndoOffer, useUndoOffers, withdrawUndo } from '../parts/undo.ts';

const offeredMs = 10_000;
const textFields = 'textarea, [contenteditable], input:not([type="checkbox"], [type="radio"], [type="button"])';
const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent);

/** Over all pages: what was done on one can be taken back on the next. */
export function UndoToasts() {
    const offers = useUndoOffers();
    const newest = offers.at(-1)?.id;
    return (
        // Always there, so that screen readers tell what comes into it. Beside the buttons for
        // selected rows, which are at the bottom too.
        <div
            role="status"
            className="pointer-events-none fixed inset-x-3 top-32 z-[15] flex flex-col items-end gap-2 md:top-auto md:right-4 md:bottom-4 md:left-auto"
        >
            {offers.map((offer) => (
                <Toast key={offer.id} offer={offer} isNewest={offer.id === newest} />
            ))}
        </div>
    );
}

function Toast({ offer, isNewest }: { offer: UndoOffer; isNewest: boolean }) {
    const box = useRef<HTMLDivElement>(null);
    const [isHeld, setHeld] = useState(false);
    // Else the focus would be lost with the button that has it.
    const leave = () => {
        if (box.current?.contains(document.activeElement)) document.getElementById('content')?.focus();
    };
    const onSuccess = () => {
        leave();
        setHeld(false);
    };
    const { mutate, isPending, isSuccess, isIdle, error } = useMutation({ mutationFn: offer.undo, onSuccess });
    const close = useEffectEvent(() => {
        leave();
        withdrawUndo(offer.id);
    });
    const lasts = !isHeld && (isIdle || isSuccess);
    useEffect(() => {
        if (!lasts) return undefined;
        const timer = setTimeout(close, offeredMs);
        return () => clearTimeout(timer);
    }, [lasts]);
    useUndoKey(isNewest && isIdle, mutate);
    return (
        <div
            ref={box}
            // WCAG 2.2.1: it stays while one is at it.
            onPointerEnter={() => setHeld(true)}
            onPointerLeave={() => setHeld(box.current?.contains(document.activeElement) === true)}
            onFocus={() => setHeld(true)}
            onBlur={() => setHeld(false)}
            className="pointer-events-auto flex max-w-md items-center gap-2 rounded-card border border-control bg-surface p-3 shadow-raised"
        >
            <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">
                {isSuccess ? 'Taken back: ' : ''}
                {offer.text}
                {error !== null && <span className="block text-danger">Not taken back. {errorText(error).message}</span>}
            </span>
            {isSuccess ? null : (
                <Button isBusy={isPending} onClick={() => mutate()}>
                    {error === null ? 'Undo' : 'Try again'}
                    {isNewest && isIdle && <kbd className="ms-2 text-small font-normal text-text-2">{isApple ? '⌘Z' : 'Ctrl Z'}</kbd>}
                </Button>
            )}
            <Button look="quiet" onClick={() => withdraw(offer.id)}>
                Close
            </Button>
        </div>
    );
}

function withdraw(id: number): void {
    document.getElementById('content')?.focus();
    withdrawUndo(id);
}

/** Ten seconds are short for those who come to the button by Tab. In a field it is the field's. */
function useUndoKey(isOn: boolean, act: () => void): void {
    const onKey = useEffectEvent((event: KeyboardEvent) => {
        const isField = event.target instanceof HTMLElement && event.target.closest(textFields) !== null;
        if (isField || event.key !== 'z' || event.shiftKey || event.altKey || event.ctrlKey === event.metaKey) return;
        event.preventDefault();
        act();
    });
    useEffect(() => {
        if (!isOn) return undefined;
        document.addEventListener('keydown', onKey);
        return () => document.removeEventListener('keydown', onKey);
    }, [isOn]);
}
