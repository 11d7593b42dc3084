import { namedSchemas } from '@patchbay/integrations/models';
import type { z } from 'zod';
import { recordMetadata } from './record.ts';
import { dryRun, getQuery, listQuery, queuedRun, writeHeaders, writeQuery } from './unified-parts.ts';

/** The schemas of the unified API by their name in OpenAPI and among the types of the SDK. */
export const unifiedSchemas: Readonly<Record<string, z.ZodType>> = {
    ...namedSchemas,
    DryRun: dryRun,
    QueuedRun: queuedRun,
    RecordMetadata: recordMetadata,
    UnifiedGetQuery: getQuery,
    UnifiedListQuery: listQuery,
    UnifiedWriteHeaders: writeHeaders,
    UnifiedWriteQuery: writeQuery
};
