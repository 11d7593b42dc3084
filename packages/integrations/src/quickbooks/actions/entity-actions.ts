import { type AnyAction, createAction, type Endpoint } from '@patchbay/functions';
import { z } from 'zod';
import { Removed, RemoveInput, SendInput } from '../../models/accounting-parts.ts';
import { getInput } from '../../models/get-input.ts';
import { type Entity, groupOf, type Writer } from '../entity.ts';
import { isBefore } from '../../settings.ts';
import { settings, settingsFor } from '../settings.ts';
import { atCompany, writeVersion } from './write.ts';

const scopes = ['com.intuit.quickbooks.accounting'];

/** Where an action is called, and what it leaves in the records. */
function placeOf(entity: Entity, method: Endpoint['method'], suffix: string, kind: 'saved' | 'deleted' | null) {
    const { path, group } = groupOf(entity);
    return {
        scopes,
        endpoint: { method, path: path + suffix, group },
        metadata: settings,
        ...(kind === 'saved' && {
            result: {
                model: entity.model,
                kind,
                isGone: (record: Readonly<Record<string, unknown>>, metadata: unknown) => isLeftOut(entity, record, metadata)
            }
        }),
        ...(kind === 'deleted' && { result: { model: entity.model, kind } })
    };
}

const states = z.object({ active: z.boolean().optional(), voided: z.boolean().optional() });

function isLeftOut(entity: Entity, record: Readonly<Record<string, unknown>>, metadata: unknown): boolean {
    const { active = true, voided = false } = states.parse(record);
    const { deleteVoided, keepInactive, since } = settingsFor(entity.model, settings.parse(metadata));
    if (entity.isNameList) return !active && !keepInactive;
    return (voided && deleteVoided) || isBefore(since, record);
}

export function getAction(entity: Entity): AnyAction {
    return createAction({
        ...placeOf(entity, 'GET', '/{id}', null),
        description: `Reads one of the ${groupOf(entity).many}`,
        input: getInput,
        output: entity.schema,
        exec: (context, { id }) => atCompany(context, entity, async (company, toRecord) => toRecord(await company.read(entity, id)))
    });
}

export function createEntityAction<Input extends z.ZodType>(entity: Entity, { input, toVendor, complete }: Writer<Input>): AnyAction {
    return createAction({
        ...placeOf(entity, 'POST', '', 'saved'),
        description: `Creates one of the ${groupOf(entity).many}`,
        input,
        output: entity.schema,
        exec: (context, given) =>
            atCompany(context, entity, async (company, toRecord) => {
                const body = toVendor(given);
                return company.write(entity, { body: complete ? await complete(body, company) : body }, toRecord);
            })
    });
}

/** Changes only the fields that are given; lines that are given replace all lines. */
export function updateAction<Shape extends z.ZodType<{ id: string; sync_token?: string | undefined }>>(
    entity: Entity,
    { input, toVendor }: Writer<Shape>
): AnyAction {
    return createAction({
        ...placeOf(entity, 'PUT', '', 'saved'),
        description: `Updates one of the ${groupOf(entity).many}`,
        input,
        output: entity.schema,
        exec: (context, given) =>
            atCompany(context, entity, (company, toRecord) =>
                writeVersion({ company, entity, toRecord }, given, (version) =>
                    company.write(entity, { body: { ...toVendor(given), ...version, sparse: true } }, toRecord)
                )
            )
    });
}

/** Deletes a transaction, and makes inactive what QuickBooks never deletes. */
export function removeAction(entity: Entity): AnyAction {
    const { many } = groupOf(entity);
    return createAction({
        ...placeOf(entity, 'DELETE', '', 'deleted'),
        description: entity.isNameList ? `Makes one of the ${many} inactive` : `Deletes one of the ${many}`,
        input: RemoveInput,
        output: Removed,
        exec: (context, given) =>
            atCompany(context, entity, async (company, toRecord) => {
                const removed = () => ({ id: given.id, success: true as const });
                return writeVersion({ company, entity, toRecord }, given, (version) =>
                    entity.isNameList
                        ? company.write(entity, { body: { ...version, sparse: true, Active: false } }, removed)
                        : company.write(entity, { parameters: { operation: 'delete' }, body: version }, removed)
                );
            })
    });
}

/** The record stays, with amounts of 0. */
export function voidAction(entity: Entity, parameters: Readonly<Record<string, string>>): AnyAction {
    return createAction({
        ...placeOf(entity, 'POST', '/void', 'saved'),
        description: `Voids one of the ${groupOf(entity).many}`,
        input: RemoveInput,
        output: entity.schema,
        exec: (context, given) =>
            atCompany(context, entity, (company, toRecord) =>
                writeVersion({ company, entity, toRecord }, given, (version) =>
                    company.write(entity, { parameters, body: { ...version, sparse: true } }, toRecord)
                )
            )
    });
}

export function sendAction(entity: Entity): AnyAction {
    return createAction({
        ...placeOf(entity, 'POST', '/send', 'saved'),
        description: `Sends one of the ${groupOf(entity).many} by email`,
        input: SendInput,
        output: entity.schema,
        exec: (context, { id, send_to }) =>
            atCompany(context, entity, async (company, toRecord) => {
                const suffix = `/${encodeURIComponent(id)}/send`;
                return company.write(entity, { suffix, ...(send_to && { parameters: { sendTo: send_to } }), body: null }, toRecord);
            })
    });
}
