import type { Issue } from '@patchbay/contracts/dashboard';
import type { ComponentType } from 'react';
import type { Schema } from './read-schema.ts';

export interface FieldProps {
    label: string;
    schema: Schema;
    definitions: Schema;
    isRequired: boolean;
    /** The value that the form is for: it has no frame of its own. */
    isWhole?: boolean;
    path: readonly string[];
    value: unknown;
    onChange: (value: unknown) => void;
    errors: readonly Issue[];
}

/** Of a value with others in it, which are drawn by what draws it. */
export interface NestingProps extends FieldProps {
    help: string | undefined;
    Nested: ComponentType<FieldProps>;
}

/** What is wrong at exactly this place. */
export function errorAt(errors: readonly Issue[], path: readonly string[]): string | undefined {
    const message = errors.find(
        (issue) => issue.path.length === path.length && path.every((name, index) => issue.path[index] === name)
    )?.message;
    // In the words of zod, which the form has no field “undefined” for.
    return message?.endsWith('received undefined') === true ? 'This is needed.' : message;
}

/** Whether something is wrong at this place or below. */
export function hasErrorBelow(errors: readonly Issue[], path: readonly string[]): boolean {
    return errors.some((issue) => path.every((name, index) => issue.path[index] === name));
}
