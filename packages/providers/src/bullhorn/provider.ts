import { defineProvider } from '../provider.ts';

/** Of https://bullhorn.github.io/Data-Center-URLs, with the clusters that each one has. */
const dataCenters = {
    east: 'CLS40 to CLS44 (US East)',
    west: 'CLS30 to CLS35 (US West)',
    west50: 'CLS50 (US West)',
    emea: 'CLS20 to CLS23 (United Kingdom)',
    ger: 'CLS70 (Germany)',
    fra: 'CLS71 (France)',
    apac: 'CLS60 (Singapore)',
    aus: 'CLS66 (Australia)',
    west9: 'CLS91 and CLS99 (sandbox)'
};

export default defineProvider({
    id: 'bullhorn',
    display_name: 'Bullhorn',
    certainty: { level: 'documented', checked_on: '2026-11-29' },
    categories: ['ats', 'crm'],
    aliases: ['recruiting', 'staffing', 'candidates'],
    auth_mode: 'OAUTH2',
    docs: 'https://bullhorn.github.io/rest-api-docs/',
    docs_connect: 'https://bullhorn.github.io/Data-Center-URLs',
    // https://bullhorn.github.io/Data-Center-URLs
    guide: [
        'Sign in to Bullhorn, and look at the beginning of the address in your browser, such as “cls21.bullhornstaffing.com”.',
        'Choose the data center that has this cluster: for “cls21” it is CLS20 to CLS23.'
    ],
    setup: {
        url: 'https://bullhorn.github.io/Getting-Started-with-REST',
        text: 'Ask Bullhorn, by a support ticket, for OAuth keys of the REST API with the redirect URI and with refresh tokens. They send the client ID and the client secret.'
    },
    // https://bullhorn.github.io/Getting-Started-with-REST
    authorization_url: 'https://auth-${connectionConfig.dataCenter}.bullhornstaffing.com/oauth/authorize',
    token_url: 'https://auth-${connectionConfig.dataCenter}.bullhornstaffing.com/oauth/token',
    // The pages name no parameter of PKCE. Same page.
    disable_pkce: true,
    // A refresh token can be used once: https://bullhorn.github.io/docs/oauth. An access token is
    // good for ten minutes: https://bullhorn.github.io/Getting-Started-with-REST
    refresh: { rotation: 'strict' },
    usual_lifetime_seconds: 600,
    // https://bullhorn.github.io/rest-api-docs/#login
    token_step: {
        // `ttl` is in minutes: https://bullhorn.github.io/rest-api-docs/#login. Names of an error:
        // https://github.com/bullhorn/rest-api-docs/blob/master/openapi/components/responses/errors.yaml
        token_url: 'https://rest-${connectionConfig.dataCenter}.bullhornstaffing.com/rest-services/login',
        token_request_method: 'GET',
        token_params: { version: '*', access_token: '${accessToken}', ttl: '60' },
        token_response: { token: 'BhRestToken' },
        token_expires_in_ms: 3_300_000,
        connection_config: { restUrl: 'restUrl' },
        error: { code: 'errorCode', message: 'errorMessage' }
    },
    connection_config: {
        dataCenter: {
            type: 'string',
            title: 'Data center',
            description: 'By the beginning of the address that you have when you are signed in.',
            enum: Object.keys(dataCenters),
            enum_labels: dataCenters
        },
        restUrl: {
            type: 'string',
            title: 'REST URL',
            example: 'https://rest21.bullhornstaffing.com/rest-services/e999/',
            pattern: '^https://[a-z0-9-]{1,40}\\.bullhornstaffing\\.com/rest-services/[A-Za-z0-9]{1,40}/?$',
            automated: true
        }
    },
    proxy: {
        // https://bullhorn.github.io/rest-api-docs/#login
        base_url: '${connectionConfig.restUrl}',
        headers: { bhresttoken: '${accessToken}' },
        // It tests whether a session is valid, and responds with its end:
        // https://bullhorn.github.io/rest-api-docs/#ping
        verification: { method: 'GET', endpoints: ['/ping'] },
        // https://bullhorn.github.io/rest-api-docs/#search
        paginate: {
            type: 'offset',
            response_path: 'data',
            offset_name_in_request: 'start',
            limit_name_in_request: 'count',
            limit: 500
        }
    },
    untranslated: [
        'Data center',
        'By the beginning of the address that you have when you are signed in.',
        'Sign in to Bullhorn, and look at the beginning of the address in your browser, such as “cls21.bullhornstaffing.com”.',
        'Choose the data center that has this cluster: for “cls21” it is CLS20 to CLS23.',
        ...Object.values(dataCenters)
    ]
});
