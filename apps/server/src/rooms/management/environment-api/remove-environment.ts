import type { EnvironmentRow, Schema } from '@patchbay/db';
import { findDeletedIntegrationsOf, markAllDeleted } from '../../platform/integrations/integrations.sql.ts';
import { lockBootstrap } from '../../platform/environments/environments.sql.ts';
import { type IntegrationRemovalDeps, removeIntegration } from '../integration-removal/remove-integration.ts';
import { deleteEmptyEnvironment, deleteRowsOf, findDeletedEnvironments, markEmptied } from './environment-removal.sql.ts';

export type EnvironmentRemovalDeps = IntegrationRemovalDeps;

/** Integrations of one environment that are removed at once. */
const parallel = 5;

/**
 * Servers write what they have in memory (entries of logs, counts) within this after the last
 * connection is gone, and refuse its keys within this after its deletion.
 */
const settleMs = 30_000;

/**
 * Every table with rows of an environment, in the order in which batches leave no row to a cascade:
 * first what sends something out, then what runs, then what they have stored.
 */
export const tablesOfEnvironment = [
    'status_pages',
    'webhook_deliveries',
    'webhook_destinations',
    'webhook_endpoints',
    'alert_messages',
    'alert_channels',
    'issues',
    'resolved_issues',
    'collectors',
    // A run ends where it does not find its row.
    'syncs',
    'function_runs',
    'function_locks',
    'function_checkpoints',
    'function_tasks',
    'functions',
    'function_code',
    'environment_variables',
    'record_listing_pages',
    'record_listings',
    'set_aside_records',
    'records',
    'record_sets',
    'event_secrets',
    'events',
    'incoming_webhooks',
    'incoming_webhook_events',
    'webhook_counts',
    'frozen_grants',
    'freezes',
    'registered_clients',
    'idempotent_answers',
    'connect_links',
    'rate_budgets',
    'request_log',
    'traffic_minutes',
    'traffic_hours',
    'traffic_days',
    'record_minutes',
    'record_hours',
    'credential_history'
] as const satisfies readonly (keyof Schema)[];

/** Those that removing integrations needs: sessions are judged by the keys that made them. */
export const tablesAfterIntegrations = [
    'popup_clients',
    'attempts',
    'connect_sessions',
    'secret_keys',
    'connect_settings',
    'request_log_settings'
] as const satisfies readonly (keyof Schema)[];

/** Continues removals, one after another. */
export async function removeDeletedEnvironments(deps: EnvironmentRemovalDeps): Promise<void> {
    for (const row of await findDeletedEnvironments(deps.db)) await removeEnvironment(deps, row);
}

/**
 * Removes a deleted environment in batches, as far as it gets. Never throws: the clean-up goes on.
 * @race two servers remove one: batches skip what another has locked; deleting twice is deleting
 * once
 */
export async function removeEnvironment(deps: EnvironmentRemovalDeps, row: EnvironmentRow): Promise<void> {
    await deps.flights
        .run(`remove-environment/${row.id}`, () => remove(deps, row))
        .catch((error: unknown) => deps.log.warn('environment_removal_failed: the clean-up continues it', { environment: row.id, error }));
}

async function remove(deps: EnvironmentRemovalDeps, { id, deleted_at: deletedAt }: EnvironmentRow): Promise<void> {
    await deleteTables(deps, tablesOfEnvironment, id);
    // A server that did not know yet may have made one.
    await markAllDeleted(deps.db, id, deps.clock.now());
    const integrations = await findDeletedIntegrationsOf(deps.db, id);
    for (let from = 0; from < integrations.length && !deps.background.isFinishing; from += parallel)
        await Promise.all(integrations.slice(from, from + parallel).map((integration) => removeIntegration(deps, integration)));
    if (deps.background.isFinishing || (await findDeletedIntegrationsOf(deps.db, id)).length > 0) return;
    const emptiedAt = await markEmptied(deps.db, id, deps.clock.now());
    await deleteTables(deps, [...tablesOfEnvironment, ...tablesAfterIntegrations], id);
    const settledAt = Math.max(emptiedAt.getTime(), deletedAt?.getTime() ?? 0) + settleMs;
    if (deps.background.isFinishing || deps.clock.now().getTime() < settledAt) return;
    const isGone = await deps.db.transaction().execute(async (trx) => {
        // A rotation of the data keys must not make one for it meanwhile.
        await lockBootstrap(trx);
        return deleteEmptyEnvironment(trx, id);
    });
    if (isGone) deps.log.info('environment_removed', { environment: id });
}

async function deleteTables(deps: EnvironmentRemovalDeps, tables: readonly (keyof Schema)[], environmentId: string): Promise<void> {
    for (const table of tables) while (!deps.background.isFinishing && (await deleteRowsOf(deps.db, table, environmentId)) > 0);
}
