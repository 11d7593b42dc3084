import type { RunFacts } from '@patchbay/functions';
import type { ConnectionTarget } from '../../connections/connection-store/usable-connection.sql.ts';

type Given = Pick<RunFacts, 'runId' | 'provider' | 'environmentName'> & { target: ConnectionTarget } & Partial<
        Pick<RunFacts, 'attempt' | 'firstAttemptAt' | 'lastSyncDate' | 'variant'>
    >;

/** What a run is told when it starts. The run's id is the same however often it is repeated. */
export function runFacts({ runId, target, provider, ...more }: Given): RunFacts {
    return {
        runId,
        connectionId: target.connectionId,
        providerConfigKey: target.integrationKey,
        provider,
        environmentId: target.environmentId,
        variant: 'base',
        lastSyncDate: null,
        idempotencyKey: runId,
        attempt: 1,
        firstAttemptAt: null,
        paginate: null,
        isCli: false,
        ...more
    };
}
