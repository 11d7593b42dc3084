import { AppError, type DeployBody, type DeployPlan, type PlannedFunction } from '@patchbay/contracts';
import type { Db, StatementBatches } from '@patchbay/db';
import { integrationOf } from '@patchbay/integrations';
import { findIntegrations } from '../../platform/integrations/integrations.sql.ts';
import { type DeployedRow, type FunctionKind, listAllFunctions } from '../../platform/functions/functions.sql.ts';
import { functionsOf, type RequestedFunction } from './deployment-request.ts';

/** What a deployment changes. */
export interface Deployment {
    created: readonly Requested[];
    updated: readonly (Requested & { was: DeployedRow })[];
    unchanged: readonly (Requested & { was: DeployedRow })[];
    deleted: readonly DeployedRow[];
}

type Requested = RequestedFunction & { integrationId: string };

/** `reconciledIntegration`: only in it functions are deleted, though the request may name none. */
export type DeploymentRequest = DeployBody & { reconciledIntegration?: string };

/**
 * @throws {AppError} `provider_not_on_account`, and those of `functionsOf`
 */
export async function planDeployment(
    db: Db,
    batches: StatementBatches,
    environmentId: string,
    body: DeploymentRequest
): Promise<Deployment> {
    const requested = functionsOf(body);
    const integrations = new Map((await findIntegrations(batches, { environmentId })).map(({ unique_key: key, id }) => [key, id]));
    const found = requested.map((one) => ({ ...one, integrationId: requireIntegration(integrations, one) }));
    const rows = (await listAllFunctions(db, environmentId)).filter(({ code_hash: hash }) => hash !== null);
    const known = new Map(rows.map((row) => [keyOf(row.integration_key, row), row]));
    const kept = new Set(found.map((one) => keyOf(one.integrationKey, one)));
    const withRows = found.map((one) => ({ ...one, was: known.get(keyOf(one.integrationKey, one)) }));
    return {
        created: withRows.filter(({ was }) => was === undefined),
        updated: withRows.flatMap((one) => (one.was && !isSame(one, one.was) ? [{ ...one, was: one.was }] : [])),
        unchanged: withRows.flatMap((one) => (one.was && isSame(one, one.was) ? [{ ...one, was: one.was }] : [])),
        deleted: rows.filter((row) => !kept.has(keyOf(row.integration_key, row)) && mayDelete(body, row, found))
    };
}

function requireIntegration(integrations: ReadonlyMap<string, string>, { integrationKey, name }: RequestedFunction): string {
    const id = integrations.get(integrationKey);
    if (id !== undefined) return id;
    throw new AppError('provider_not_on_account', {
        message: `This environment has no integration ${integrationKey}, which ${name} is for. Make it first, or rename its folder.`,
        payload: { integration_id: integrationKey, name, integrations: [...integrations.keys()] }
    });
}

const keyOf = (integrationKey: string, { kind, name }: { kind: FunctionKind; name: string }) => `${integrationKey}/${kind}/${name}`;

function isSame(one: RequestedFunction, was: DeployedRow): boolean {
    return (
        one.code.hash === was.code_hash &&
        one.version === was.version &&
        one.declaredFrequency === was.declared_frequency &&
        one.autoStart === was.auto_start &&
        one.details === was.details &&
        one.effects === was.effects &&
        one.models.join() === was.models.join()
    );
}

function mayDelete(
    { reconcile, deployMode, singleDeployMode, reconciledIntegration }: DeploymentRequest,
    row: DeployedRow,
    found: readonly RequestedFunction[]
): boolean {
    if (reconciledIntegration !== undefined) return row.integration_key === reconciledIntegration;
    if (!reconcile || singleDeployMode === true || deployMode === 'single') return false;
    return deployMode === 'all' || found.some(({ integrationKey }) => integrationKey === row.integration_key);
}

/** The ids of the integrations whose connections get, keep or lose a sync. */
export function integrationsOfSyncs({ created, updated, deleted }: Deployment): string[] {
    const found = [...created, ...updated].flatMap(({ kind, integrationId }) => (kind === 'sync' ? [integrationId] : []));
    return [...new Set([...found, ...deleted.flatMap(({ kind, integration_id: id }) => (kind === 'sync' ? [id] : []))])];
}

/**
 * In the form of the reference's CLI.
 * @param connections how many an integration has, by its id
 */
export function describePlan({ created, updated, deleted }: Deployment, connections: ReadonlyMap<string, number>): DeployPlan {
    const effect = (kind: FunctionKind, integrationId: string) =>
        kind === 'sync' ? { connections: connections.get(integrationId) ?? 0 } : {};
    const news = (kind: FunctionKind) =>
        created.filter((one) => one.kind === kind).map((one) => ({ ...planned(one), ...effect(kind, one.integrationId) }));
    const changes = (kind: FunctionKind) =>
        updated
            .filter((one) => one.kind === kind)
            .map((one) => ({ ...planned(one), ...ofRow(one.was), ...effect(kind, one.integrationId) }));
    const removals = (kind: FunctionKind) =>
        deleted
            .filter((row) => row.kind === kind)
            .map((row) => ({
                name: row.name,
                providerConfigKey: row.integration_key,
                auto_start: row.auto_start,
                ...ofRow(row),
                ...effect(kind, row.integration_id)
            }));
    const kept = new Set([...created, ...updated].flatMap(({ models }) => models));
    return {
        newSyncs: news('sync'),
        updatedSyncs: changes('sync'),
        deletedSyncs: removals('sync'),
        newActions: news('action'),
        updatedActions: changes('action'),
        deletedActions: removals('action'),
        newOnEventScripts: news('on-event'),
        updatedOnEventScripts: changes('on-event'),
        deletedOnEventScripts: removals('on-event'),
        deletedModels: [...new Set(deleted.flatMap(({ models }) => models))].filter((model) => !kept.has(model))
    };
}

function planned({ name, integrationKey, autoStart }: RequestedFunction): PlannedFunction {
    return { name, providerConfigKey: integrationKey, auto_start: autoStart };
}

const ofRow = ({ id, is_enabled: enabled }: DeployedRow) => ({ sync_id: id, enabled });

/** Whether what is deleted leaves a pre-built function of its name, which runs from then on. */
export function leavesPrebuilt({ provider, kind, name }: DeployedRow): boolean {
    const { syncs = {}, actions = {} } = integrationOf(provider) ?? {};
    return kind !== 'on-event' && Object.hasOwn(kind === 'sync' ? syncs : actions, name);
}
