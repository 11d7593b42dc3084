import { ApiError, faultOf, missingParameter, unsupportedProperty } from './api-error.ts';
import { executeQuery } from './execute-query.ts';
import type { QueryOptions } from './execute-query.ts';
import { findKind } from './kinds.ts';
import { parseQuery } from './query-parser.ts';
import { isRow, rowsOf, textOf } from './row.ts';
import type { Row } from './row.ts';
import type { WriteContext } from './store-row.ts';
import { writeEntity } from './write.ts';

const MAX_ITEMS = 30;

/** Up to 30 operations, each for itself. @throws {ApiError} for the batch as a whole */
export function runBatch(context: WriteContext, body: Row, options: QueryOptions): Row {
    const items = rowsOf(body['BatchItemRequest']);
    if (items.length === 0) throw missingParameter('BatchItemRequest');
    if (items.length > MAX_ITEMS) {
        const detail = `The maximum number of batch items is ${MAX_ITEMS}, and the request has ${items.length}`;
        throw new ApiError('1040', 'Batch size exceeds the limit', detail);
    }
    const ids = items.map((item) => textOf(item['bId']));
    if (new Set(ids).size < ids.length) throw unsupportedProperty('Each bId must be there once', 'bId');
    return { BatchItemResponse: items.map((item) => ({ bId: item['bId'], ...runItem(context, item, options) })) };
}

function runItem(context: WriteContext, item: Row, options: QueryOptions): Row {
    try {
        const query = textOf(item['Query']);
        if (query !== undefined) return { QueryResponse: executeQuery(context.company.books, parseQuery(query), options) };
        const [name, given] = Object.entries(item).find(([key, value]) => findKind(key) && isRow(value)) ?? [];
        const kind = findKind(name ?? '');
        if (!kind || !isRow(given)) throw unsupportedProperty('The batch item has no entity', textOf(item['bId']));
        const include = (textOf(item['optionsData']) ?? '').toLowerCase().split(',');
        const isVoid = include.includes('void') && kind.voiding === 'operation';
        const operation = isVoid ? 'void' : (textOf(item['operation']) ?? '');
        return { [kind.name]: writeEntity(context, kind, given, { operation, include }) };
    } catch (error) {
        if (error instanceof ApiError) return { Fault: faultOf(error) };
        throw error;
    }
}
