import type { AttemptRow } from '@patchbay/db';
import type { Deps } from '../../../../deps.ts';
import { findConnection } from '../../../connections/connection-store/connections.sql.ts';
import { ownSentence } from '../../../connections/provider-calls/provider-text.ts';
import { findSessionOf } from '../../connect-sessions/connect-sessions.sql.ts';
import { openSessionDefaults } from '../../connect-sessions/session-defaults.ts';
import { changeAttempt, running } from '../attempts.sql.ts';
import { workLeaseMs } from '../work-lease.ts';
import { failed, type Outcome } from './decide-outcome.ts';

/** Lets functions of the customer refuse a connection that could be stored. */
export async function validateOutcome(
    deps: Pick<Deps, 'clock' | 'connectionHandlers' | 'db' | 'seal'>,
    row: AttemptRow,
    outcome: Outcome
): Promise<Outcome> {
    if (outcome.kind !== 'connected') return outcome;
    const { checked, account } = outcome;
    const now = deps.clock.now();
    const isWorkedOn = { working_until: new Date(now.getTime() + workLeaseMs), updated_at: now };
    const session = await findSessionOf(deps.db, row);
    // It has ended meanwhile, as settling it will find too.
    if (!session || !(await changeAttempt(deps.db, row, running, isWorkedOn))) return outcome;
    const replaced = row.is_reconnect ? await findConnection(deps.db, row) : undefined;
    const defaults = openSessionDefaults(deps, session)[checked.integration.row.unique_key];
    const validation = await deps.connectionHandlers.validate({
        ...checked,
        config: { ...checked.config, ...account?.connectionConfig },
        connectionId: row.connection_id,
        metadata: replaced?.metadata ?? defaults?.metadata ?? null,
        endUser: session.end_user ?? replaced?.end_user ?? null,
        tags: { ...replaced?.tags, ...session.tags },
        replaces: replaced?.id ?? null
    });
    switch (validation.outcome) {
        case 'accepted':
            return { ...outcome, runIds: validation.runIds, ...(validation.metadata && { metadata: validation.metadata }) };
        case 'refused': {
            const { message = 'A function of the integration refused the connection.' } = validation;
            return failed('connection_rejected', {
                ...(validation.message !== undefined && { providerText: ownSentence(message) }),
                description: message
            });
        }
        case 'failed':
            return failed('unexpected', { description: validation.message });
    }
}
