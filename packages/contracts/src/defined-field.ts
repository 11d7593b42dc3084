import { z } from 'zod';

/** A field with its text and a value that it may have. */
export function required<S extends z.ZodType>(schema: S, description: string, example: z.output<S>): S {
    return schema.meta({ description, examples: [example] });
}

export function optional<S extends z.ZodType>(schema: S, description: string, example: z.output<S>): z.ZodOptional<S> {
    return schema.optional().meta({ description, examples: [example] });
}

export const text = z.string();
export const texts = z.array(z.string());
export const number = z.number();
export const flag = z.boolean();
export const always = z.literal(true);
/** Names onto values, in which `${…}` stands for a value of the connection. */
export const templates = z.record(z.string(), z.string());
