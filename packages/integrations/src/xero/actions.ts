import {
    type ActionContext,
    ActionError,
    type AnyAction,
    createAction,
    type Endpoint,
    HostError,
    ValidationError
} from '@patchbay/functions';
import type { z } from 'zod';
import { accountingGroups } from '../models/accounting-endpoints.ts';
import { Removed, RemoveInput, SendInput } from '../models/accounting-parts.ts';
import { getInput } from '../models/get-input.ts';
import type { VendorBody } from './convert.ts';
import type { Entity } from './entities.ts';
import { faultError, newerVersionError } from '../vendor-fault.ts';
import { isBefore } from '../settings.ts';
import { withFaults } from './errors.ts';
import { readList, remove, type Sent, write } from './organisation.ts';
import { settings } from './settings.ts';

interface Writer<Input extends z.ZodType> {
    input: Input;
    toVendor(input: z.output<Input>): VendorBody;
    /** Of an update: adds what Xero would drop otherwise. */
    complete?(body: VendorBody, current: unknown): VendorBody;
}

function placeOf({ model, dated }: Entity, method: Endpoint['method'], suffix: string, kind: 'saved' | 'deleted' | null) {
    const { path, group } = accountingGroups[model];
    return {
        endpoint: { method, path: path + suffix, group },
        ...(kind === 'saved' && dated !== null && { metadata: settings, result: { model, kind, isGone: isTooEarly } }),
        ...(kind && (kind === 'deleted' || dated === null) && { result: { model, kind } })
    };
}

/** As the sync leaves it out. */
const isTooEarly = (record: Readonly<Record<string, unknown>>, metadata: unknown) =>
    isBefore(settings.parse(metadata).sync?.filters?.transactions_since, record);

const nameOf = ({ model }: Entity) => accountingGroups[model].many;

/** @throws {ActionError} where the response has no object */
function recordOf(entity: Entity, sent: Sent | undefined) {
    if (!sent)
        throw faultError({
            type: 'not_found',
            errors: [{ field: null, code: null, message: 'Xero has no such object.' }],
            vendor: null
        });
    return entity.toRecord(sent.object);
}

/** @throws {ValidationError} where the response to a write has no object */
function writtenOf(entity: Entity, sent: Sent | undefined) {
    if (!sent)
        throw new ValidationError('response', [
            { path: entity.collection, message: 'Xero responded without the object.', code: 'invalid_type' }
        ]);
    return entity.toRecord(sent.object);
}

async function read(context: ActionContext, { collection, precision }: Entity, id: string) {
    const { objects } = await readList(context, collection, { suffix: `/${encodeURIComponent(id)}`, parameters: precision });
    return objects[0];
}

interface Version {
    id: string;
    sync_token?: string | undefined;
}

/**
 * Reads what is written to, where its version is to be compared. Xero takes no condition with a
 * write, so two changes escape: one between this look and the write, and one that has the time of
 * the version to the millisecond.
 * @param isRead in any case
 * @throws {ActionError} a conflict, with the current version, where it has another
 * @throws {HostError} `outcome_unknown` where an earlier attempt may have made the change
 */
async function readVersion(context: ActionContext, entity: Entity, { id, sync_token }: Version, isRead = false): Promise<Sent | undefined> {
    if (sync_token === undefined && !isRead) return undefined;
    const sent = await read(context, entity, id);
    if (sync_token === undefined) return sent;
    const record = recordOf(entity, sent);
    const current = { sync_token: record['sync_token'], record };
    if (current.sync_token === sync_token) return sent;
    if (context.attempt > 1)
        throw new HostError(
            'outcome_unknown',
            'An earlier attempt may have reached Xero, where the object has changed since. Read it before you repeat the request.'
        );
    throw newerVersionError('Xero', current);
}

export const getAction = (entity: Entity): AnyAction =>
    createAction({
        ...placeOf(entity, 'GET', '/{id}', null),
        description: `Reads one of the ${nameOf(entity)}`,
        input: getInput,
        output: entity.schema,
        exec: (context, { id }) => withFaults(async () => recordOf(entity, await read(context, entity, id)))
    });

export const createEntityAction = <Input extends z.ZodType>(entity: Entity, { input, toVendor }: Writer<Input>): AnyAction =>
    createAction({
        ...placeOf(entity, 'POST', '', 'saved'),
        description: `Creates one of the ${nameOf(entity)}`,
        input,
        output: entity.schema,
        exec: (context, given) =>
            withFaults(async () => {
                const { collection, precision: parameters } = entity;
                const body = { [collection]: [toVendor(given)] };
                return write(context, collection, body, { method: 'PUT', parameters }, (sent) => writtenOf(entity, sent));
            })
    });

/** Changes only the fields that are given; lines that are given replace all lines. */
export const updateAction = <Input extends z.ZodType<Version>>(entity: Entity, { input, toVendor, complete }: Writer<Input>): AnyAction =>
    createAction({
        ...placeOf(entity, 'PUT', '', 'saved'),
        description: `Updates one of the ${nameOf(entity)}`,
        input,
        output: entity.schema,
        exec: (context, given) =>
            withFaults(() => change(context, entity, given, { body: toVendor(given), complete }, (sent) => writtenOf(entity, sent)))
    });

async function change<Value>(
    context: ActionContext,
    entity: Entity,
    version: Version,
    { body, complete }: { body: VendorBody; complete?: Writer<z.ZodType>['complete'] },
    readSent: (sent: Sent | undefined) => Value
): Promise<Value> {
    const known = await readVersion(context, entity, version, complete !== undefined);
    const { collection, idName, precision: parameters } = entity;
    const changed = { ...(complete ? complete(body, known?.object) : body), [idName]: version.id };
    const suffix = `/${encodeURIComponent(version.id)}`;
    return write(context, collection, { [collection]: [changed] }, { method: 'POST', suffix, parameters }, readSent);
}

/** @param gone how an object looks then; absent where Xero deletes it for good */
export const removeAction = (entity: Entity, gone?: VendorBody): AnyAction =>
    createAction({
        ...placeOf(entity, 'DELETE', '', 'deleted'),
        description: `Removes one of the ${nameOf(entity)}`,
        input: RemoveInput,
        output: Removed,
        exec: (context, given) =>
            withFaults(async () => {
                const removed = { id: given.id, success: true as const };
                if (gone) return change(context, entity, given, { body: gone }, () => removed);
                await readVersion(context, entity, given);
                await remove(context, entity.collection, given.id);
                return removed;
            })
    });

export const voidAction = (entity: Entity): AnyAction =>
    createAction({
        ...placeOf(entity, 'POST', '/void', 'deleted'),
        description: `Voids one of the ${nameOf(entity)}`,
        input: RemoveInput,
        output: entity.schema,
        exec: (context, given) =>
            withFaults(() => change(context, entity, given, { body: { Status: 'VOIDED' } }, (sent) => writtenOf(entity, sent)))
    });

export const sendAction = (entity: Entity): AnyAction =>
    createAction({
        ...placeOf(entity, 'POST', '/send', 'saved'),
        description: `Sends one of the ${nameOf(entity)} by email`,
        input: SendInput,
        output: entity.schema,
        exec: (context, { id, send_to }) =>
            withFaults(async () => {
                if (send_to)
                    throw new ActionError({ code: 'invalid_input', message: 'Xero sends to the contact’s own address.', status: 400 });
                await write(context, entity.collection, {}, { method: 'POST', suffix: `/${encodeURIComponent(id)}/Email` }, () => null);
                const sent = await read(context, entity, id).catch(() => undefined);
                if (!sent)
                    throw new HostError('outcome_unknown', 'Xero has sent it by email, and did not show it then. Do not send it again.');
                return entity.toRecord(sent.object);
            })
    });
