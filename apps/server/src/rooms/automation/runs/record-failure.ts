import type { Db } from '@patchbay/db';
import type { RunError } from '@patchbay/functions';
import type { Deps } from '../../../deps.ts';
import type { ConnectionTarget } from '../../connections/connection-store/usable-connection.sql.ts';
import { recordEvent } from '../../outbox/events/record-event.ts';
import { describeRunError } from './run-error.ts';

interface FailedRun {
    runId: string;
    target: ConnectionTarget;
    integrationId: string;
    functionType: 'on-event' | 'webhook';
    name: string;
    error: RunError;
}

/** Tells the customer of a failed run that has no caller. */
export async function recordFailure(
    trx: Db,
    deps: Pick<Deps, 'clock' | 'ids'>,
    { runId, target, integrationId, functionType, name, error }: FailedRun
): Promise<void> {
    const { code, message } = describeRunError(error);
    await recordEvent(trx, deps, {
        environmentId: target.environmentId,
        integrationId,
        content: {
            type: 'function.failed',
            connectionId: target.connectionId,
            providerConfigKey: target.integrationKey,
            functionType,
            functionName: name,
            runId,
            error: { type: code, description: message }
        }
    });
}
