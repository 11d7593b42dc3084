import { z } from 'zod';
import type { BudgetState } from './budget-state.ts';

/** A newer server may store more: its fields are kept. */
export const storedBudget = z.looseObject({
    nowMs: z.number(),
    clockMs: z.number(),
    given: z.number(),
    marks: z.record(z.string(), z.array(z.tuple([z.number(), z.number()]))),
    servers: z.record(
        z.string(),
        z.looseObject({
            seenMs: z.number(),
            comesMs: z.number(),
            held: z.number(),
            waiting: z.array(z.tuple([z.string(), z.number(), z.number()]))
        })
    ),
    served: z.record(z.string(), z.number()),
    closed: z.looseObject({ untilMs: z.number(), given: z.number(), refusals: z.number() }).exactOptional(),
    elsewhere: z.looseObject({ count: z.number(), untilMs: z.number(), given: z.number() }).exactOptional()
}) satisfies z.ZodType<BudgetState>;
