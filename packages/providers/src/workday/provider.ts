import { defineProvider } from '../provider.ts';

/** Reports as a service and SOAP, as an integration system user. Its REST API needs OAuth. */
export default defineProvider({
    id: 'workday',
    display_name: 'Workday',
    certainty: { level: 'assumed', checked_on: '2026-11-28' },
    categories: ['hr', 'accounting', 'ats'],
    aliases: ['hcm', 'employees', 'hris', 'raas'],
    auth_mode: 'BASIC',
    docs: 'https://community.workday.com/sites/default/files/file-hosting/restapi/index.html',
    docs_connect: 'https://doc.workday.com/admin-guide/en-us/authentication-and-security/user-accounts/integration-system-users.html',
    // Not documented in public: as integrators describe it.
    guide: [
        'In Workday, search for the task “Create Integration System User” and create one.',
        'Put it into a security group whose policies allow the data that is needed.',
        'Enter its username, its password, the host of your Workday services and your tenant here.'
    ],
    setup: {
        url: 'https://community.workday.com/sites/default/files/file-hosting/restapi/index.html',
        text: 'Nothing to register. An administrator of Workday creates an integration system user in a security group; tell them which reports and web services your calls need.'
    },
    credentials: {
        username: { type: 'string', title: 'Username', example: 'ISU_Acme', order: 1 },
        password: { type: 'string', title: 'Password', secret: true, order: 2 }
    },
    connection_config: {
        hostname: {
            type: 'string',
            title: 'Host of the services',
            example: 'wd2-impl-services1.workday.com',
            pattern: '^[a-z0-9-]{1,63}\\.(?:workday|myworkday)\\.com$',
            prefix: 'https://',
            order: 1
        },
        tenant: { type: 'string', title: 'Tenant', example: 'acme', pattern: '^[A-Za-z0-9_]{1,64}$', order: 2 }
    },
    no_check: 'What a user may call depends on its tenant: there is no address that is open to all.',
    proxy: {
        // Not documented in public: as programs that call it use it.
        base_url: 'https://${connectionConfig.hostname}/ccx/service',
        headers: { authorization: 'Basic ${base64(${username}@${connectionConfig.tenant}:${password})}' }
    },
    untranslated: [
        'Tenant',
        'In Workday, search for the task “Create Integration System User” and create one.',
        'Put it into a security group whose policies allow the data that is needed.',
        'Enter its username, its password, the host of your Workday services and your tenant here.'
    ]
});
