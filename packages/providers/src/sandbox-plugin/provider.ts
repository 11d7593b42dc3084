import { defineProvider } from '../provider.ts';
import { checkPassword, deletePasswordInUse, findUser } from '../wordpress-site/application-passwords.ts';

/** The sandbox's WordPress site, whose users approve a password for the application. */
export default defineProvider({
    id: 'sandbox-plugin',
    display_name: 'Sandbox (application password)',
    categories: ['sandbox'],
    aliases: ['test', 'demo', 'wordpress'],
    auth_mode: 'INSTALL_PLUGIN',
    sandbox: true,
    docs: 'https://make.wordpress.org/core/2020/11/05/application-passwords-integration-guide/',
    credentials: {
        username: { type: 'string', title: 'Username', automated: true },
        password: { type: 'string', title: 'Application password', secret: true, automated: true }
    },
    proxy: {
        base_url: '${sandboxUrl}/wordpress/wp-json',
        headers: { authorization: 'Basic ${base64(${username}:${password})}' }
    },
    checkCredentials: ({ request }) => checkPassword(request),
    identify: ({ request }) => findUser(request, 'sandbox'),
    revoke: ({ request }) => deletePasswordInUse(request)
});
