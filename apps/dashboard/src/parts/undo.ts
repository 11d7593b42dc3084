import { useSyncExternalStore } from 'react';

/** What was just done, and can be taken back without loss. */
export interface UndoOffer {
    id: number;
    /** As a sentence: “Paused invoices.” */
    text: string;
    undo: () => Promise<unknown>;
}

const mostOffers = 3;
let lastId = 0;
let offers: readonly UndoOffer[] = [];
const listeners = new Set<() => void>();

function set(next: readonly UndoOffer[]): void {
    offers = next;
    for (const listener of listeners) listener();
}

/**
 * Offers for ten seconds to take back what was done, on whatever page one is by then.
 * @param undo applies the values before; what refuses it is shown in the offer
 */
export function offerUndo(text: string, undo: () => Promise<unknown>): void {
    lastId += 1;
    set([...offers.slice(1 - mostOffers), { id: lastId, text, undo }]);
}

export function withdrawUndo(id: number): void {
    set(offers.filter((offer) => offer.id !== id));
}

/** The oldest first. */
export function useUndoOffers(): readonly UndoOffer[] {
    return useSyncExternalStore(
        (listener) => {
            listeners.add(listener);
            return () => listeners.delete(listener);
        },
        () => offers
    );
}
