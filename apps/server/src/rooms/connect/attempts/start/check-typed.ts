import type { AttemptRow } from '@patchbay/db';
import type { Deps } from '../../../../deps.ts';
import type { TypedInput } from '../../../connections/provider-calls/credential-types/credential-type.ts';
import { issueCredentials } from '../../../connections/provider-calls/credential-types/credential-types.ts';
import type { Integration } from '../../../platform/integrations/open-integration.ts';
import { failed } from '../outcome/decide-outcome.ts';
import { checkAndSettle, settleAttempt, settleUnexpected } from '../outcome/settle-attempt.ts';

/** Checks typed credentials. Resolves when done or after a timeout, and then continues. */
export async function checkTypedWithin(deps: Deps, row: AttemptRow, integration: Integration, input: TypedInput): Promise<void> {
    const work = checkTyped(deps, row, integration, input)
        .catch((error: unknown) => settleUnexpected(deps, { row, integration }, error))
        .then(() => {});
    // Fails only with the database, and then a later reader ends the attempt.
    deps.background.run(
        work.catch((error: unknown) =>
            deps.log.error('attempt_not_ended: the database is unavailable', {
                environment: row.environment_id,
                attempt_id: row.id,
                integration_id: integration.row.unique_key,
                error
            })
        )
    );
    let timer: NodeJS.Timeout | undefined;
    const patience = new Promise<void>((resolve) => (timer = setTimeout(resolve, deps.providerTimeouts.respondMs)));
    await Promise.race([work, patience]);
    clearTimeout(timer);
}

async function checkTyped(deps: Deps, row: AttemptRow, integration: Integration, input: TypedInput): Promise<AttemptRow | undefined> {
    const outcome = await issueCredentials(deps, integration, input);
    return outcome.ok
        ? checkAndSettle(deps, row, { integration, credentials: outcome.credentials, config: outcome.config })
        : settleAttempt(deps, { row, integration }, failed(outcome.code, { providerText: outcome.providerText }));
}
