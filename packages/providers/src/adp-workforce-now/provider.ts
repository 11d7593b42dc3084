import { defineProvider } from '../provider.ts';

/** ADP's own pages are made by scripts, so that no search has their text. */
export default defineProvider({
    id: 'adp-workforce-now',
    display_name: 'ADP Workforce Now',
    certainty: { level: 'assumed', checked_on: '2026-11-29' },
    categories: ['hr'],
    aliases: ['adp', 'payroll', 'hris', 'wfn', 'employees'],
    auth_mode: 'OAUTH2_CC',
    docs: 'https://developers.adp.com/',
    docs_connect: 'https://developers.adp.com/guides',
    // Not documented on a page that could be read: as Make describes ADP API Central,
    // https://apps.make.com/adp-workforce-now
    guide: [
        'In ADP API Central, open “Projects” and your project, or create one.',
        'In “Credentials”, copy the client ID and the client secret.',
        'In “Credentials → Manage certificate”, request a certificate. Keep the private key that it makes.',
        'Paste the certificate, once ADP has signed it, and its private key.'
    ],
    setup: {
        url: 'https://developers.adp.com/guides',
        text: 'Nothing to register. Each end user brings the client of a project in their ADP API Central, and the certificate that ADP has signed for it. A certificate ends: the connection says when.'
    },
    // Not documented on a page that could be read: as programs that call it do.
    token_url: 'https://accounts.adp.com/auth/oauth/v2/token',
    usual_lifetime_seconds: 3600,
    // In each handshake, as ADP's own library does:
    // https://github.com/adplabs/adp-connection-ruby/blob/master/lib/adp/api_connection.rb
    client_certificate: {
        certificate: '${credentials.client_certificate}',
        private_key: '${credentials.client_private_key}'
    },
    credentials: {
        client_id: { type: 'string', title: 'Client ID', order: 1 },
        client_secret: { type: 'string', title: 'Client secret', secret: true, order: 2 },
        // Not documented on a page that could be read: the names are those of an import's.
        client_certificate: {
            type: 'string',
            title: 'Certificate',
            description: 'All of the file, with the lines that say BEGIN and END.',
            secret: true,
            multiline: true,
            accept: '.pem,.crt,.cer',
            order: 3
        },
        client_private_key: {
            type: 'string',
            title: 'Private key',
            description: 'All of the file, with the lines that say BEGIN and END.',
            secret: true,
            multiline: true,
            accept: '.pem,.key',
            order: 4
        }
    },
    proxy: {
        // Not documented on a page that could be read: as programs that call it do. After the last
        // page comes a 204 without a list, so that pages are left to the caller.
        base_url: 'https://api.adp.com',
        headers: { authorization: 'Bearer ${accessToken}' },
        verification: { method: 'GET', endpoints: ['/hr/v2/workers?$top=1'] }
    },
    untranslated: [
        'Certificate',
        'Private key',
        'All of the file, with the lines that say BEGIN and END.',
        'In ADP API Central, open “Projects” and your project, or create one.',
        'In “Credentials”, copy the client ID and the client secret.',
        'In “Credentials → Manage certificate”, request a certificate. Keep the private key that it makes.',
        'Paste the certificate, once ADP has signed it, and its private key.'
    ]
});
