import type { SpanAttributes } from '../../../kernel/telemetry/traced-span.ts';
import type { UsableConnection } from '../connection-store/open-connection.ts';

export function spanAttributesOf({ row, integration }: UsableConnection): SpanAttributes {
    return {
        'patchbay.environment': row.environment_id,
        'patchbay.integration.id': integration.row.unique_key,
        'patchbay.connection.id': row.connection_id
    };
}
