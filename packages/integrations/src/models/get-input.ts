import { z } from 'zod';

/** Names one object. */
export const getInput = z.object({ id: z.string().min(1).describe('Id at the provider.') });
