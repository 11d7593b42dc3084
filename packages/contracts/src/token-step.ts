import { z } from 'zod';
import { always, number, optional, required, templates, text, texts } from './defined-field.ts';

/** A request on the way to a token. */
export const tokenStep = {
    token_url: required(text, 'Address; a template.', 'https://api.example.com/token'),
    token_request_method: optional(z.enum(['GET', 'POST']), 'Method; with `GET` the parameters are in the query. Absent: `POST`.', 'GET'),
    token_params: optional(templates, 'Parameters, as templates; `${step1.path}` is from the response to the first request.', {
        ticket: '${step1.ticket}'
    }),
    token_headers: optional(templates, 'Headers, as templates.', { 'x-api-version': '2' }),
    body_format: optional(z.enum(['form', 'json', 'xml']), 'Media type. Absent: `form`.', 'xml')
};

/** Where the response has what a token is made of. */
export const tokenResponse = z.object({
    token: required(text, 'Where the token is.', 'session.token'),
    refresh_token: optional(text, 'Where the refresh token is. Absent: there is none.', 'session.refresh'),
    token_expiration: optional(text, 'Where the end of the token is. Absent: it is not stated.', 'session.expires_in'),
    token_expiration_strategy: optional(
        z.enum(['expireAt', 'expireIn']),
        'Whether that is a time, or a number of seconds. Absent: `expireIn`.',
        'expireAt'
    )
});

/** A request after each token response, whose own response has the token that calls carry. */
export const exchangeStep = z.object({
    ...tokenStep,
    token_response: required(tokenResponse.omit({ refresh_token: true }), 'Where its response has the token; dotted paths.', {
        token: 'session.token'
    }),
    token_expires_in_ms: optional(
        number,
        'Lifetime in milliseconds of a token whose response states none. Absent: that of the access token.',
        600_000
    ),
    connection_config: optional(templates, 'Fields of the connection config, with the path of their value in its response.', {
        restUrl: 'restUrl'
    }),
    error: optional(
        z.object({
            code: required(text, 'Where the code is: a path with dots.', 'error.code'),
            message: optional(text, 'Where the words are.', 'error.message')
        }),
        'Where its refusals have a code. Absent: as in RFC 6749 §5.2.',
        { code: 'error.code', message: 'error.message' }
    ),
    renews: optional(always, 'Whether the token is renewed by this same request, before its end, as there is no refresh token.', true)
});

/** How refresh tokens behave. */
export const refresh = z.object({
    rotation: optional(
        z.enum(['none', 'grace', 'strict']),
        'Whether the old refresh token stays valid, stays so for `grace_seconds`, or ends at once. Absent: not known.',
        'strict'
    ),
    grace_seconds: optional(number, 'Seconds for which the old refresh token stays valid.', 1800),
    idle_hours: optional(number, 'Hours without use after which the refresh token expires.', 2400),
    grant_hours: optional(number, 'Hours after the sign-in at which the refresh token expires.', 8760),
    expiry: optional(
        z.enum(['rolling', 'hard']),
        '`rolling`: a refresh moves the expiry of the refresh token; `hard`: it does not. Absent: `rolling`.',
        'hard'
    ),
    min_interval_seconds: optional(number, 'Seconds between two refreshes that the provider demands.', 60),
    permanent_errors: optional(texts, 'Error codes that mean, besides `invalid_grant`, that the grant has ended.', ['bad_refresh_token'])
});

export const clientCertificate = optional(
    z.object({
        certificate: required(text, 'The certificate, as PEM; a template.', '${credentials.certificate}'),
        private_key: required(text, 'Its private key, as PEM; a template.', '${credentials.privateKey}')
    }),
    'For OAUTH2_CC: what the token endpoint and the API demand in the TLS handshake (mutual TLS).',
    { certificate: '${credentials.certificate}', private_key: '${credentials.privateKey}' }
);
