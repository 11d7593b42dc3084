import { z } from 'zod';
import { optional, required, templates, text } from './defined-field.ts';

/** How sure the facts of a definition are. */
export const certainty = z.object({
    level: required(
        z.enum(['verified', 'documented', 'assumed']),
        '`verified`: called with a real account; `documented`: the definition names a page of the provider for each fact; `assumed`: some fact has none.',
        'documented'
    ),
    checked_on: required(text, 'Day on which that was found.', '2026-11-28')
});

/** What a definition says of OAuth 1.0a alone. */
export const oauth1Fields = {
    request_url: optional(
        text,
        'Address that issues temporary credentials (RFC 5849 §2.1); a template.',
        'https://api.example.com/request'
    ),
    request_params: optional(templates, 'Further parameters of that request, as templates.', { x_app_name: 'Acme' }),
    request_http_method: optional(z.enum(['GET', 'POST']), 'Method of that request. Absent: `POST`.', 'GET'),
    token_http_method: optional(z.enum(['GET', 'POST']), 'Method of the token request of OAUTH1. Absent: `POST`.', 'GET'),
    signature_method: optional(
        z.enum(['HMAC-SHA1', 'PLAINTEXT']),
        'How requests of OAUTH1 are signed (RFC 5849 §3.4). Absent: `HMAC-SHA1`.',
        'PLAINTEXT'
    )
};
