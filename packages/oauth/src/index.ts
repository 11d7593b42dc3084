export { authorizationUrl, reservedAuthorizationParams } from './authorization-url.ts';
export { readCallback } from './callback.ts';
export type { AuthorizationResponse } from './callback.ts';
export {
    authenticationOf,
    chooseAuthMethod,
    clientMetadata,
    readChallenge,
    readRegistration,
    readResourceMetadata,
    readServerMetadata,
    resourceMetadataUrls,
    resourceOf,
    serverMetadataUrls
} from './mcp-discovery.ts';
export type { AuthorizationServerMetadata, Challenge, ProtectedResource, RegisteredClient } from './mcp-discovery.ts';
export { pkce } from './pkce.ts';
export { readableText } from './readable-text.ts';
export { authorizationCodeRequest, clientCredentialsRequest, refreshRequest, revocationRequest } from './token-request.ts';
export type { ClientAuthentication, TokenRequest } from './token-request.ts';
export { readTokenResponse } from './token-response.ts';
export type { Token, TokenResponse } from './token-response.ts';
export { utcTime } from './utc-time.ts';
