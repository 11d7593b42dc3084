import { type AlertRule, alertRuleCodes } from '@patchbay/contracts';
import { isDatabaseUnavailable } from '@patchbay/db';
import type { Deps } from '../../../deps.ts';
import { recordEvent } from '../events/record-event.ts';
import { eventOf } from './describe-issue.ts';
import { findEnvironmentsAfter, lockRule, settleIssues } from './issues.sql.ts';
import { announce } from './messages.sql.ts';
import { ruleStatements } from './rules.sql.ts';
import { SetAside } from './set-aside.ts';

type WatchDeps = Pick<Deps, 'db' | 'clock' | 'ids' | 'log' | 'draining'>;

/** So many environments are looked at together. */
const batchSize = 100;

/**
 * Looks once at what every rule finds in every environment.
 * @param aside what could not be looked at before; an environment that fails holds up no other
 */
export async function watchRules(deps: WatchDeps, aside = new SetAside()): Promise<void> {
    let last: string | undefined;
    do {
        const environments = await findEnvironmentsAfter(deps.db, last, batchSize);
        last = environments.length < batchSize ? undefined : environments.at(-1);
        for (const rule of alertRuleCodes) await watchTogether(deps, rule, environments, aside);
    } while (last !== undefined && !deps.draining.aborted);
    for (const [rule, environmentId] of aside.due(deps.clock.now())) await watchAlone(deps, rule, environmentId, aside);
}

/** One after another where one of them fails. */
async function watchTogether(deps: WatchDeps, rule: AlertRule, all: readonly string[], aside: SetAside): Promise<void> {
    const environments = all.filter((id) => !aside.has(rule, id));
    if (environments.length === 0 || deps.draining.aborted) return;
    try {
        await watchRule(deps, rule, environments);
    } catch (error) {
        if (isOfAll(error)) throw error;
        for (const id of environments) await watchAlone(deps, rule, id, aside);
    }
}

async function watchAlone(deps: WatchDeps, rule: AlertRule, environmentId: string, aside: SetAside): Promise<void> {
    if (deps.draining.aborted) return;
    try {
        if (await watchRule(deps, rule, [environmentId])) aside.delete(rule, environmentId);
    } catch (error) {
        if (isOfAll(error)) throw error;
        aside.add(rule, environmentId, deps.clock.now());
        deps.log.warn('alert_rule_failed: Patchbay will retry automatically', { environment: environmentId, code: rule, error });
    }
}

/** SQLSTATE `query_canceled`: a statement took too long. */
const canceled = '57014';

function isOfAll(error: unknown): boolean {
    return isDatabaseUnavailable(error) && !(error instanceof Error && 'code' in error && error.code === canceled);
}

/**
 * Opens and resolves the issues of a rule, with the events of those opened, and makes messages due.
 * @race two servers look at a rule, and the later one has read earlier: advisory lock per rule, one
 * transaction, which reads after it has the lock
 * @returns whether it looked; not while another server does
 */
async function watchRule(deps: WatchDeps, rule: AlertRule, environments: readonly string[]): Promise<boolean> {
    const { find, isRecorded } = ruleStatements[rule];
    return deps.db.transaction().execute(async (trx) => {
        if (!(await lockRule(trx, rule))) return false;
        const now = deps.clock.now();
        const changed = await settleIssues(trx, rule, { environments, find, now });
        for (const issue of isRecorded ? [] : changed.filter((one) => !one.is_recorded))
            await recordEvent(trx, deps, { environmentId: issue.environment_id, content: eventOf(rule, issue) });
        await announce(trx, rule, { environments, resolved: changed.filter((one) => !one.is_open), now });
        return true;
    });
}
