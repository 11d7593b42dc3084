import type { IncomingMessage } from 'node:http';
import type { EndpointShape, SuccessIn } from '@patchbay/contracts';
import type { z } from 'zod';
import type { HandlerDeps, HandlerInput, Route } from './mount.ts';
import { isForm, readJson } from './read-request.ts';
import type { SerialisedJson } from './send-json.ts';

/** A body that has not been read yet. */
export interface UnreadBody {
    request: IncomingMessage;
    isForm: boolean;
    /** @throws {AppError} as {@link readJson} */
    readJson(): Promise<unknown>;
}

/**
 * Binds a handler of an endpoint whose body may be a form: it decides when the body is read, which
 * `input` lacks.
 */
export function jsonOrForm<const E extends EndpointShape & { form: z.ZodObject }>(
    endpoint: E,
    handler: (deps: HandlerDeps, input: HandlerInput<E>, body: UnreadBody) => Promise<SuccessIn<E> | SerialisedJson>
): Route {
    return {
        endpoint,
        handle(deps, input, request) {
            return handler(deps, input, { request, isForm: isForm(request), readJson: () => readJson(endpoint, request) });
        }
    };
}
