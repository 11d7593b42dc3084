import { type RefObject, useEffect, useRef } from 'react';

/** For the first field of a form that has just appeared: it is there to be filled in. */
export function useFirstFocus<Element extends HTMLElement>(): RefObject<Element | null> {
    const field = useRef<Element>(null);
    useEffect(() => field.current?.focus(), []);
    return field;
}
