import type { IncomingMessage } from 'node:http';
import type { EndpointShape, SuccessIn } from '@patchbay/contracts';
import type { z } from 'zod';
import type { HandlerDeps, HandlerInput, Route } from './mount.ts';
import { isForm } from './read-request.ts';
import type { SerialisedJson } from './send-json.ts';

/**
 * Binds a handler of an endpoint whose body may be a form: it is given the request then, to read
 * the form from, and `body` is undefined.
 */
export function jsonOrForm<const E extends EndpointShape & { form: z.ZodObject }>(
    endpoint: E,
    handler: (deps: HandlerDeps, input: HandlerInput<E>, form: IncomingMessage | undefined) => Promise<SuccessIn<E> | SerialisedJson>
): Route {
    return { endpoint, handle: (deps, input, request) => handler(deps, input, isForm(endpoint, request) ? request : undefined) };
}
