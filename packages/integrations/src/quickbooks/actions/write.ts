import { type ActionContext, HttpError } from '@patchbay/functions';
import { faultError } from '../../vendor-fault.ts';
import { type Company, companyOf, type Sent } from '../company.ts';
import type { Entity } from '../entity.ts';
import { faultOf, reportFaults } from '../errors.ts';
import { objectGuard } from '../guards.ts';
import { type settings, settingsFor } from '../settings.ts';
import { parseResponse } from '../../parse-response.ts';

/** The record of an object, as the connection wants it. */
export type ToRecord = (sent: Sent) => ReturnType<Entity['toRecord']>;

/**
 * Runs an action against the company.
 * @throws {ActionError} for a refusal, in the one shape of all vendors
 */
export async function atCompany<Output>(
    context: ActionContext<typeof settings>,
    entity: Entity,
    run: (company: Company, toRecord: ToRecord) => Promise<Output>
): Promise<Output> {
    const { customFields } = settingsFor(entity.model, await context.getMetadata());
    return reportFaults(async () => run(await companyOf(context), ({ object }) => entity.toRecord(object, customFields)));
}

export interface Version {
    id: string;
    sync_token?: string | undefined;
}

/**
 * Writes to an object that is there.
 * @param send makes the request of the version that QuickBooks wants to see
 * @throws {ActionError} a conflict, with the current version, where it has changed since
 */
export async function writeVersion<Value>(
    { company, entity, toRecord }: { company: Company; entity: Entity; toRecord: ToRecord },
    { id, sync_token }: Version,
    send: (version: { Id: string; SyncToken: string }) => Promise<Value>
): Promise<Value> {
    const token = sync_token ?? tokenOf(await company.read(entity, id));
    try {
        return await send({ Id: id, SyncToken: token });
    } catch (error) {
        if (!(error instanceof HttpError)) throw error;
        const fault = faultOf(error);
        if (fault.type !== 'conflict') throw error;
        const current = await company.read(entity, id);
        throw faultError({ ...fault, current: { sync_token: tokenOf(current), record: toRecord(current) } });
    }
}

const tokenOf = ({ object }: Sent) => parseResponse(objectGuard, object).SyncToken;
