import { z } from 'zod';

const common = {
    limit: z.number().int().positive().optional(),
    limit_name_in_request: z.string().optional(),
    response_path: z.string().optional(),
    in_body: z.boolean().optional()
};

/** How a list is paged, with the field names of provider definitions. */
export const paginateSchema = z.discriminatedUnion('type', [
    z.object({
        ...common,
        type: z.literal('cursor'),
        cursor_path_in_response: z.string(),
        cursor_name_in_request: z.string()
    }),
    z.object({
        ...common,
        type: z.literal('link'),
        link_rel_in_response_header: z.string().optional(),
        link_path_in_response_body: z.string().optional()
    }),
    z.object({
        ...common,
        type: z.literal('offset'),
        offset_name_in_request: z.string(),
        offset_start_value: z.number().int().default(0),
        /** `per-page` counts pages, `by-response-size` items. */
        offset_calculation_method: z.enum(['by-response-size', 'per-page']).default('by-response-size')
    })
]);

export type Paging = z.output<typeof paginateSchema>;
