import { type ActionContext, HttpError } from '@patchbay/functions';
import { faultError } from '../../vendor-fault.ts';
import { type Company, companyOf, type Sent } from '../company.ts';
import type { Entity } from '../entity.ts';
import { faultOf, reportFaults } from '../errors.ts';
import { objectGuard } from '../guards.ts';
import { parseResponse } from '../../parse-response.ts';

/**
 * Runs an action against the company.
 * @throws {ActionError} for a refusal, in the one shape of all vendors
 */
export async function atCompany<Output>(context: ActionContext, run: (company: Company) => Promise<Output>): Promise<Output> {
    return reportFaults(async () => run(await companyOf(context)));
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
export async function writeVersion(
    company: Company,
    entity: Entity,
    { id, sync_token }: Version,
    send: (version: { Id: string; SyncToken: string }) => Promise<Sent>
): Promise<Sent> {
    const token = sync_token ?? tokenOf(await company.read(entity, id));
    try {
        return await send({ Id: id, SyncToken: token });
    } catch (error) {
        if (!(error instanceof HttpError)) throw error;
        const fault = faultOf(error);
        if (fault.type !== 'conflict') throw error;
        const current = await company.read(entity, id);
        throw faultError({ ...fault, current: { sync_token: tokenOf(current), record: entity.toRecord(current.object) } });
    }
}

const tokenOf = ({ object }: Sent) => parseResponse(objectGuard, object).SyncToken;
