import type { ActionOutcome, OnEventOutcome, RunError, SyncOutcome } from '@patchbay/functions';
import type { WatchedLimits } from '../protocol.ts';
import { base64 } from './base64.ts';
import { send } from './door.ts';

/** Of an error; the third party's response in it is cut. */
const ERROR_CHARACTERS = 512 * 1024;
const BODY_CHARACTERS = 64 * 1024;

/** Tells the child how a run has ended, without anything that the function may have replaced. */
export function sendUndescribed(run: number): void {
    send('done', run, undescribed, null, false);
}

/** What a bundle has to have for each kind of run. */
export const definitionTypes = {
    action: 'action',
    renew: 'action',
    sync: 'sync',
    webhook: 'sync',
    onEvent: 'onEvent'
} as const;
const makers = {
    action: 'action, which createAction makes',
    sync: 'sync, which createSync makes',
    onEvent: 'on-event, which createOnEvent makes'
};

const undescribed =
    '{"status":"failed","error":{"type":"internal_error","name":"Error","message":"The function ended with something that is not JSON.","stack":null}}';

/**
 * Tells the child how a run has ended. What is in an outcome can be anything.
 * @throws {Error} what the function may have put in its way
 */
export function sendOutcome(
    run: number,
    kind: keyof typeof definitionTypes | 'describe',
    outcome: ActionOutcome | SyncOutcome | OnEventOutcome | undefined,
    /** Whose runs may follow. */
    reuse: { isClean: boolean; isOfConnection: boolean },
    { outputBytes }: WatchedLimits
): void {
    if (!outcome) {
        send('invalid', run, `its default export is no ${kind === 'describe' ? 'function' : makers[definitionTypes[kind]]}`, null);
        return;
    }
    const { output, ...rest } = { output: null, ...outcome };
    const outputText = outcome.status === 'succeeded' && 'output' in outcome ? JSON.stringify(output) : null;
    const text = JSON.stringify(rest.status === 'failed' ? { ...rest, error: errorOf(rest.error) } : rest);
    // A byte or more each.
    const size = Math.max(outputText?.length ?? 0, text.length);
    if (size > outputBytes) send('limit', run, 'script_output_too_large', size);
    else send('done', run, text, outputText, reuse.isClean, reuse.isOfConnection);
}

function errorOf(error: RunError): unknown {
    if (error.type !== 'http_error') return error;
    const { body, ...response } = error.response;
    const text = typeof body === 'string' ? body : base64().toBase64(body);
    const isLong = text.length > ERROR_CHARACTERS;
    return {
        ...error,
        response: {
            ...response,
            body: typeof body === 'string' ? (isLong ? text.slice(0, BODY_CHARACTERS) : text) : { base64: isLong ? '' : text }
        }
    };
}
