import type { RequestKind } from '@patchbay/contracts';
import { randomIds } from '../../../kernel/crypto/ids.ts';
import type { EgressPurpose as Purpose } from '../../../kernel/egress/egress.ts';

/** What the log says of all requests of one operation. */
interface Operation {
    kind: RequestKind;
    environmentId: string;
    provider?: string | undefined;
    integrationKey?: string | undefined;
    connectionId?: string | undefined;
    /** Of the run of a function that makes it. */
    runId?: string | undefined;
    /** Values that must not be in the log; those of the request's context are known without. */
    secrets?: unknown;
    secretNames?: SecretNames | undefined;
}

/** What carries credentials besides what is usually named so; headers in lower case. */
export interface SecretNames {
    headers: ReadonlySet<string>;
    query: ReadonlySet<string>;
}

declare module '../../../kernel/egress/egress-observer.ts' {
    interface EgressPurpose extends Operation {
        readonly operationId: string;
        /** How many of its requests have ended. */
        attempts: number;
    }
}

/**
 * Begins an operation: give the result to each of its requests as their purpose.
 * @param earlier of one that goes on: its id, and how many of its requests have ended
 */
export function beginOperation(operation: Operation, earlier?: { id: string; attempts: number }): Purpose {
    return { ...operation, operationId: earlier?.id ?? randomIds.uuid(), attempts: earlier?.attempts ?? 0 };
}
