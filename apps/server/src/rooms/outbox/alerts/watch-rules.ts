import { type AlertRule, alertRuleCodes } from '@patchbay/contracts';
import type { Deps } from '../../../deps.ts';
import { recordEvent } from '../events/record-event.ts';
import { eventOf } from './describe-issue.ts';
import { settleIssues, tryLockRule } from './issues.sql.ts';
import { announce } from './messages.sql.ts';
import { ruleStatements } from './rules.sql.ts';

type WatchDeps = Pick<Deps, 'db' | 'clock' | 'ids' | 'log'>;

/** Looks once at what every rule finds. A rule that fails does not stop the others. */
export async function watchRules(deps: WatchDeps): Promise<void> {
    for (const rule of alertRuleCodes)
        await watchRule(deps, rule).catch((error: unknown) =>
            deps.log.warn('alert_rule_failed: Patchbay will retry automatically', { code: rule, error })
        );
}

/**
 * Opens and resolves the issues of a rule, with the events of those opened, and makes messages due.
 * @race two servers look at a rule, and the later one has read earlier: advisory lock per rule, one
 * transaction
 */
async function watchRule(deps: WatchDeps, rule: AlertRule): Promise<void> {
    const { find, isRecorded } = ruleStatements[rule];
    await deps.db.transaction().execute(async (trx) => {
        if (!(await tryLockRule(trx, rule))) return;
        const now = deps.clock.now();
        const changed = await settleIssues(trx, rule, find(now), now);
        for (const issue of isRecorded ? [] : changed.filter((one) => !one.is_recorded))
            await recordEvent(trx, deps, { environmentId: issue.environment_id, content: eventOf(rule, issue) });
        await announce(
            trx,
            rule,
            changed.filter((one) => !one.is_open),
            now
        );
    });
}
