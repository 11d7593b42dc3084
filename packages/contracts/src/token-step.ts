import { z } from 'zod';
import { optional, required, templates, text } from './defined-field.ts';

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
