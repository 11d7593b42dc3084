import { defineProvider } from '../provider.ts';
import { checkPassword, deletePasswordInUse, findUser } from './application-passwords.ts';
import mark from './mark.ts';

/** Sites of one's own, not WordPress.com. */
export default defineProvider({
    id: 'wordpress-site',
    display_name: 'WordPress',
    mark,
    certainty: { level: 'documented', checked_on: '2026-11-29' },
    categories: ['productivity'],
    aliases: ['wordpress', 'blog', 'cms', 'website', 'posts', 'pages'],
    // https://make.wordpress.org/core/2020/11/05/application-passwords-integration-guide/,
    // https://github.com/WordPress/WordPress, wp-admin/authorize-application.php
    auth_mode: 'INSTALL_PLUGIN',
    docs: 'https://developer.wordpress.org/rest-api/',
    docs_connect: 'https://make.wordpress.org/core/2020/11/05/application-passwords-integration-guide/',
    // https://make.wordpress.org/core/2020/11/05/application-passwords-integration-guide/
    guide: [
        'Enter the address of your site. You sign in to WordPress next.',
        'Click “Yes, I approve of this connection”. WordPress then creates a password for this connection alone.'
    ],
    setup: {
        url: 'https://make.wordpress.org/core/2020/11/05/application-passwords-integration-guide/',
        text: 'Nothing to register. End users approve on their own site, which needs WordPress 5.6 or later, https and permalinks other than “Plain”; the address of your server has to be https too.'
    },
    credentials: {
        username: { type: 'string', title: 'Username', automated: true },
        password: { type: 'string', title: 'Application password', secret: true, automated: true }
    },
    connection_config: {
        siteURL: {
            type: 'string',
            title: 'Site address',
            description: 'Where your site is reached.',
            example: 'https://blog.example.com',
            format: 'uri'
        }
    },
    untranslated: [
        'Enter the address of your site. You sign in to WordPress next.',
        'Click “Yes, I approve of this connection”. WordPress then creates a password for this connection alone.',
        'Site address',
        'Where your site is reached.'
    ],
    proxy: {
        // https://developer.wordpress.org/rest-api/extending-the-rest-api/routes-and-endpoints/
        base_url: '${connectionConfig.siteURL}/wp-json',
        // https://developer.wordpress.org/rest-api/using-the-rest-api/authentication/#basic-authentication-with-application-passwords
        headers: { authorization: 'Basic ${base64(${username}:${password})}' },
        // https://developer.wordpress.org/rest-api/using-the-rest-api/pagination/
        paginate: { type: 'link', link_rel_in_response_header: 'next', limit_name_in_request: 'per_page', limit: 100 }
    },
    // https://developer.wordpress.org/rest-api/reference/users/#retrieve-a-user
    checkCredentials: ({ request }) => checkPassword(request),
    // Same page.
    async identify({ connectionConfig: { siteURL }, request }) {
        const { host, pathname } = new URL(String(siteURL));
        return findUser(request, `${host}${pathname.replace(/\/$/, '')}`);
    },
    // https://developer.wordpress.org/rest-api/reference/application-passwords/
    revoke: ({ request }) => deletePasswordInUse(request)
});
