/** Waits for the child. @returns its result, after `+`; or why there is none, after `-` */
export type Compute = (operation: string, ...values: readonly (string | number)[]) => string;

let given: Compute | undefined;

export function useCompute(byChild: Compute): void {
    given = byChild;
}

/** @throws {Error} with the child's reason */
export function compute(operation: string, ...values: (string | number)[]): string {
    if (!given) throw new Error('The isolate is not connected.');
    const result = given(operation, ...values);
    if (result[0] !== '+') throw new Error(result.slice(1));
    return result.slice(1);
}
