import { ActionError, type HostResponse, HttpError, type RunError } from '@patchbay/functions';
import type { Integration } from './integration.ts';
import { faultError } from './vendor-fault.ts';

/** What a list ends with that is none. */
const unusableCodes: readonly string[] = ['invalid_page', 'pagination_stuck'];

/**
 * The error of a run as an action tells it, in the one shape of all vendors, where the vendor is
 * the reason. Others are returned as they are.
 * @param last of the vendor's responses
 */
export async function faultOfRun(
    { reportFaults }: Pick<Integration, 'reportFaults'>,
    error: RunError,
    last: HostResponse | undefined
): Promise<RunError> {
    const fault = error.type === 'http_error' ? await refusalOf(reportFaults, error.response) : unusable(error, last);
    return fault instanceof ActionError ? { type: 'action_error', payload: fault.payload } : error;
}

const refusalOf = (reportFaults: Integration['reportFaults'], response: HostResponse): Promise<unknown> =>
    reportFaults(() => Promise.reject(new HttpError(response))).catch((fault: unknown) => fault);

function unusable(error: RunError, last: HostResponse | undefined): ActionError | undefined {
    const messages = messagesOf(error);
    if (messages.length === 0) return undefined;
    return faultError({
        type: 'unknown',
        errors: messages.map(({ field, message }) => ({ field, code: null, message })),
        vendor: last ? { status: last.status, body: bodyOf(last) } : null
    });
}

function messagesOf(error: RunError): { field: string | null; message: string }[] {
    if (error.type === 'validation_error' && error.validated === 'response')
        return error.issues.map(({ path, message }) => ({ field: path || null, message }));
    if (error.type === 'host_error' && unusableCodes.includes(error.code)) return [{ field: null, message: error.message }];
    return [];
}

function bodyOf({ body }: HostResponse): unknown {
    const text = typeof body === 'string' ? body : new TextDecoder().decode(body);
    try {
        return JSON.parse(text);
    } catch {
        return text;
    }
}
