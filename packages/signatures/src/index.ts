export { awsHeaders, takesUnsignedBody } from './aws-v4.ts';
export type { AwsCredentials, AwsRequest } from './aws-v4.ts';
export { oauth1Authorization, UnusableKeyError } from './oauth1.ts';
export type { OAuth1Method, OAuth1Request, OAuth1Signer } from './oauth1.ts';
export { usernameToken } from './wsse.ts';
export type { WsseEncoding } from './wsse.ts';
