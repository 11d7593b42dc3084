export { authorizationUrl, reservedAuthorizationParams } from './authorization-url.ts';
export { readCallback } from './callback.ts';
export type { CallbackReading } from './callback.ts';
export { pkce } from './pkce.ts';
export { authorizationCodeRequest, clientCredentialsRequest, refreshRequest, revocationRequest } from './token-request.ts';
export type { ClientAuthentication, TokenRequest } from './token-request.ts';
export { readTokenAnswer } from './token-answer.ts';
export type { Token, TokenAnswer } from './token-answer.ts';
export { utcTime } from './utc-time.ts';
