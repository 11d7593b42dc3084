import type { UnifiedEndpoint } from '@patchbay/integrations/models';
import { accountingExamples } from './unified-examples-accounting.ts';
import { atsInputs, atsRecords } from './unified-examples-ats.ts';

type JsonObject = Readonly<Record<string, unknown>>;

interface AccountingExample {
    record: JsonObject;
    create: JsonObject;
    update: JsonObject | null;
    /** What a record has after it was voided. */
    voided?: JsonObject;
}

const accounting: Readonly<Record<string, AccountingExample>> = accountingExamples;
const ats: Readonly<Record<string, JsonObject>> = atsRecords;

/** A record as its model has it. */
export function recordExampleOf({ model }: UnifiedEndpoint): JsonObject {
    return need(ats[model] ?? accounting[model]?.record, model);
}

/** What an action is sent. */
export function inputExampleOf({ id, model, method, path }: UnifiedEndpoint): JsonObject {
    const own = atsInputs[id];
    if (own) return own;
    const { record, create, update } = need(accounting[model], model);
    const version = { id: record['id'], sync_token: record['sync_token'] };
    if (path.endsWith('/send')) return { id: record['id'], send_to: 'accounts@example.com' };
    if (path.endsWith('/void') || method === 'DELETE') return version;
    return method === 'PUT' ? { ...version, ...update } : create;
}

/** What an action responds with. */
export function outputExampleOf(unified: UnifiedEndpoint): JsonObject | readonly JsonObject[] {
    const record = recordExampleOf(unified);
    if (unified.kind === 'read') return [record];
    if (unified.method === 'DELETE') return { id: record['id'], success: true };
    return unified.path.endsWith('/void') ? { ...record, ...accounting[unified.model]?.voided } : record;
}

function need<Value>(value: Value | undefined, model: string): Value {
    if (value === undefined) throw new Error(`The model ${model} has no example.`);
    return value;
}
