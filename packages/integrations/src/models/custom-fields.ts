import { z } from 'zod';

/** The vendor's own fields, under the names that the connection's settings give them. */
export const customFields = z.record(z.string(), z.unknown());
export type CustomFields = z.output<typeof customFields>;
