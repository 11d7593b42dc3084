import type { IncomingMessage, ServerResponse } from 'node:http';
import { callerRequestId } from '@patchbay/contracts';
import type { Ids } from '../crypto/ids.ts';

/**
 * Gives a request its id and its response the headers that tell it: the caller's own from
 * `patchbay-request-id`, or a new one where there is none or it is malformed.
 */
export function setRequestId({ headers }: IncomingMessage, response: ServerResponse, ids: Ids): string {
    const { 'patchbay-request-id': given } = headers;
    const id = given === undefined ? undefined : callerRequestId.safeParse(given).data;
    const requestId = id ?? ids.uuid();
    response.setHeader('x-request-id', requestId);
    response.setHeader('patchbay-request-id', requestId);
    return requestId;
}
