import { isRecord } from '../check-fields.ts';
import { sendJson } from '../exchange.ts';
import type { Exchange } from '../exchange.ts';
import type { Side } from './side.ts';

/** RFC 7591 §3, and of OpenID Connect Registration §2 which redirect URIs are allowed. */
export function register({ clients, modes }: Side, { body, request, response }: Exchange): void {
    const refuse = (error: string, description: string) => sendJson(response, 400, { error, error_description: description });
    if (!request.headers['content-type']?.startsWith('application/json')) return sendJson(response, 415, { error: 'invalid_request' });
    const asked = parse(body);
    if (!isRecord(asked)) return refuse('invalid_client_metadata', 'The client metadata is no JSON object.');
    const {
        client_name: name,
        redirect_uris: uris,
        token_endpoint_auth_method: method,
        application_type: type = 'web',
        grant_types: grants
    } = asked;
    const redirectUris = Array.isArray(uris) ? uris.filter((uri) => typeof uri === 'string') : [];
    if (redirectUris.length === 0) return refuse('invalid_redirect_uri', 'redirect_uris is missing.');
    const isLocal = (uri: string) => ['localhost', '127.0.0.1'].includes(URL.parse(uri)?.hostname ?? '');
    const isAllowed = (uri: string) => (type === 'native' ? isLocal(uri) : uri.startsWith('https://') && !isLocal(uri));
    if (!redirectUris.every(isAllowed)) return refuse('invalid_redirect_uri', `An application of the type ${String(type)} cannot use it.`);
    const authMethod = modes.auth_methods.find((one) => one === (method ?? 'client_secret_basic'));
    if (!authMethod) return refuse('invalid_client_metadata', 'This token_endpoint_auth_method is not supported.');
    if (!Array.isArray(grants) || !grants.includes('refresh_token'))
        return refuse('invalid_client_metadata', 'grant_types lacks refresh_token.');
    const client = clients.register({ name: typeof name === 'string' ? name : 'An app', redirectUris, authMethod }, modes.client_id);
    sendJson(response, 201, {
        ...asked,
        client_id: client.id,
        token_endpoint_auth_method: authMethod,
        ...(client.secret === undefined ? {} : { client_secret: client.secret, client_secret_expires_at: 0 })
    });
}

function parse(body: Buffer): unknown {
    try {
        return JSON.parse(body.toString());
    } catch {
        return undefined;
    }
}
