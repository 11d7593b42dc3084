import { ValidationError } from '@patchbay/functions';
import type { z } from 'zod';
import { issuesOf } from './issues-of.ts';

/** @throws {ValidationError} where the vendor breaks its own form */
export function parseResponse<Schema extends z.ZodType>(guard: Schema, data: unknown): z.output<Schema> {
    const parsed = guard.safeParse(data);
    if (!parsed.success) throw new ValidationError('response', issuesOf(parsed.error));
    return parsed.data;
}
