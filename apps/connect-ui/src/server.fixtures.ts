import { ApiError } from '@patchbay/api-client';
import {
    acceptAccount,
    cancelAttempt,
    createAttempt,
    declaredErrors,
    deleteOwnConnection,
    getAttempt,
    listOwnConnections,
    openConnectSession,
    relaunchAttempt,
    reportClientStep,
    selectAccount,
    type EndpointShape,
    type SuccessOut
} from '@patchbay/contracts';

/** What the widget calls with its session's token. */
const endpoints = [
    acceptAccount,
    cancelAttempt,
    createAttempt,
    deleteOwnConnection,
    getAttempt,
    listOwnConnections,
    openConnectSession,
    relaunchAttempt,
    reportClientStep,
    selectAccount
];
type Endpoint = (typeof endpoints)[number];
type Data<E extends Endpoint> = SuccessOut<E> extends { data: infer D } ? D : SuccessOut<E>;

/** Path → what the server returns, or throws, in turn; the last one stays. */
export type Responses = { [E in Endpoint as E['path']]?: readonly (Data<E> | Error)[] };

/**
 * The responses as their endpoints send them.
 * @throws where the contract has no such response
 */
export function sendable(responses: Responses): Record<string, unknown[]> {
    return Object.fromEntries(
        endpoints.map((endpoint) => [endpoint.path, (responses[endpoint.path] ?? []).map((response) => parsed(endpoint, response))])
    );
}

function parsed(endpoint: EndpointShape, response: unknown): unknown {
    if (response instanceof ApiError && !isDeclared(endpoint, response))
        throw new Error(`${endpoint.path} does not respond with ${response.status} ${response.code}`);
    if (response instanceof Error || endpoint.success.body === undefined) return response;
    // A deletion tells its outcome beside `data`, not in it.
    const body = endpoint === deleteOwnConnection ? response : { data: response };
    const { data, error } = endpoint.success.body.safeParse(body);
    if (error) throw new Error(error.issues.map(({ path, message }) => `${endpoint.path} ${path.join('.')}: ${message}`).join('\n'));
    return data;
}

/** A `server_error` has any status: a gateway in front of the server may have sent it. */
function isDeclared(endpoint: EndpointShape, { code, status }: ApiError): boolean {
    return code === 'server_error' || declaredErrors(endpoint).some((declared) => declared.code === code && declared.status === status);
}
