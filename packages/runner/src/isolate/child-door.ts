/**
 * The only ways out of the isolate, both to its child process. Strings and numbers cross them and
 * nothing else: what is copied as an object has been a way to escape.
 */
export interface ChildDoor {
    /** Returns at once. */
    send(message: string, ...values: readonly (string | number | boolean | null)[]): void;
    /** Waits for the child. @returns its result, after `+`; or why there is none, after `-` */
    compute(operation: string, ...values: readonly (string | number)[]): string;
}

let opened: ChildDoor | undefined;

export function openDoor(given: ChildDoor): void {
    opened = given;
}

export function door(): ChildDoor {
    if (!opened) throw new Error('The isolate is not connected.');
    return opened;
}

/** @throws {Error} with the child's reason */
export function compute(operation: string, ...values: (string | number)[]): string {
    const result = door().compute(operation, ...values);
    if (result[0] !== '+') throw new Error(result.slice(1));
    return result.slice(1);
}
