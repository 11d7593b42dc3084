import { accountingEndpoints, atsEndpoints, resumeForm, type UnifiedEndpoint, type UnifiedOf } from '@patchbay/integrations/models';
import { z } from 'zod';
import { defineEndpoint, type EndpointShape } from './endpoint.ts';
import { recordHeaders, recordHeadersExample, recordMetadataExample, syncStateHeaders } from './record.ts';
import { onlyStored } from './unified-examples-ats.ts';
import { inputExampleOf, outputExampleOf, recordExampleOf } from './unified-examples.ts';
import {
    actionErrors,
    functionErrors,
    getQuery,
    listQuery,
    MAX_CALL_BYTES,
    storedRecord,
    writeAlternatives,
    writeErrors,
    writeHeaders,
    writeQuery,
    writeResponseHeaders
} from './unified-parts.ts';

const shared = ({ id, method, path, summary }: UnifiedEndpoint) =>
    ({ id, method, path: path.replaceAll(/\{(\w+)\}/g, ':$1'), summary: `${summary}.`, auth: ['secret_key'] }) as const;

const read = { scope: 'environment:records:read', headers: recordHeaders } as const;
const idParams = z.object({ id: z.string().min(1).max(256).describe('Id of the record at the provider.') });
const exampleId = (unified: UnifiedEndpoint) => ({ id: z.string().parse(recordExampleOf(unified)['id']) });

function listContract(unified: UnifiedOf<'list'>) {
    return defineEndpoint({
        ...shared(unified),
        ...read,
        query: listQuery,
        repeatedQuery: ['ids'],
        success: {
            status: 200,
            body: z.object({
                records: z
                    .array(storedRecord(unified.record))
                    .describe(
                        'The records, in the order of their changes. One that was pruned (`pruned_at`) has only `id` of the fields of its model.'
                    ),
                next_cursor: z.string().nullable().describe('For the next page; null when there is none.')
            }),
            example: { records: [{ ...recordExampleOf(unified), ...recordMetadataExample }], next_cursor: null }
        },
        responseHeaders: syncStateHeaders,
        errors: { ...functionErrors, invalid_cursor: true },
        example: { headers: recordHeadersExample, query: { limit: '100' } }
    });
}

function getContract(unified: UnifiedOf<'get'>) {
    return defineEndpoint({
        ...shared(unified),
        ...read,
        params: idParams,
        query: getQuery,
        success: {
            status: 200,
            body: storedRecord(unified.record),
            example: { ...recordExampleOf(unified), ...recordMetadataExample }
        },
        errors: { ...actionErrors, not_found: true },
        example: {
            params: exampleId(unified),
            headers: recordHeadersExample,
            ...(!onlyStored.has(unified.model) && { query: { live: 'true' } })
        }
    });
}

function readContract(unified: UnifiedOf<'read'>) {
    return defineEndpoint({
        ...shared(unified),
        ...read,
        query: unified.input,
        success: { status: 200, body: unified.output, example: outputExampleOf(unified) },
        errors: actionErrors,
        example: { headers: recordHeadersExample, query: z.record(z.string(), z.string()).parse(inputExampleOf(unified)) }
    });
}

const write = {
    scope: 'environment:actions:execute',
    query: writeQuery,
    headers: writeHeaders,
    parsedByFunction: true,
    maxBodyBytes: MAX_CALL_BYTES,
    alternatives: writeAlternatives,
    responseHeaders: writeResponseHeaders,
    errors: writeErrors
} as const;

/** Money is never rounded. */
const numbersOf = (unified: UnifiedEndpoint) => (accountingEndpoints.includes(unified) ? 'required' : undefined);

function writeContract(unified: UnifiedOf<'write'>) {
    return defineEndpoint({
        ...shared(unified),
        ...write,
        exactNumbers: numbersOf(unified),
        body: unified.input,
        success: { status: 200, body: unified.output, example: outputExampleOf(unified) },
        example: { headers: recordHeadersExample, body: inputExampleOf(unified) }
    });
}

/** Of a write to what the path names. */
function writeByIdContract(unified: UnifiedOf<'write'>) {
    return defineEndpoint({
        ...shared(unified),
        ...write,
        exactNumbers: numbersOf(unified),
        params: idParams,
        body: unified.input,
        success: { status: 200, body: unified.output, example: outputExampleOf(unified) },
        example: { params: exampleId(unified), headers: recordHeadersExample, body: inputExampleOf(unified) }
    });
}

const categories = [...atsEndpoints, ...accountingEndpoints];
const isOf =
    <Kind extends UnifiedEndpoint['kind']>(kind: Kind) =>
    (unified: UnifiedEndpoint): unified is UnifiedOf<Kind> =>
        unified.kind === kind;
const hasId = ({ path }: UnifiedEndpoint) => path.includes('{id}');
const isUpload = ({ id }: UnifiedEndpoint) => id === 'uploadResume';
const writes = categories.filter(isOf('write'));

/** The unified API with its contracts. Those of a list can have one handler. */
export const unifiedLists = categories.filter(isOf('list')).map((unified) => ({ unified, contract: listContract(unified) }));
export const unifiedGets = categories.filter(isOf('get')).map((unified) => ({ unified, contract: getContract(unified) }));
export const unifiedReads = categories.filter(isOf('read')).map((unified) => ({ unified, contract: readContract(unified) }));
export const unifiedWrites = writes
    .filter((unified) => !isUpload(unified) && !hasId(unified))
    .map((unified) => ({ unified, contract: writeContract(unified) }));
/** Their input is the body with the id of the path. */
export const unifiedWritesById = writes.filter(hasId).map((unified) => ({ unified, contract: writeByIdContract(unified) }));
/** The body may be a form. */
export const unifiedUploads = writes
    .filter(isUpload)
    .map((unified) => ({ unified, contract: defineEndpoint({ ...writeContract(unified), form: resumeForm }) }));

const contracts: ReadonlyMap<UnifiedEndpoint, EndpointShape> = new Map(
    [unifiedLists, unifiedGets, unifiedReads, unifiedWrites, unifiedWritesById, unifiedUploads].flatMap((pairs) =>
        pairs.map(({ unified, contract }) => [unified, contract])
    )
);
const contractsOf = (category: readonly UnifiedEndpoint[]) => category.flatMap((unified) => contracts.get(unified) ?? []);

export const applicantTrackingContracts: readonly EndpointShape[] = contractsOf(atsEndpoints);
export const accountingContracts: readonly EndpointShape[] = contractsOf(accountingEndpoints);
export const unifiedContracts: readonly EndpointShape[] = [...applicantTrackingContracts, ...accountingContracts];
