import { z } from 'zod';

export const customFields = z
    .record(z.string(), z.unknown())
    .describe("The provider's own fields, under the names that the settings of the connection give them; empty for none.");
export type CustomFields = z.output<typeof customFields>;
