/** All accounts and keys of the sandbox. Fixed, because users copy them and tests import them. */

export { AWS_ROLES, AWS_USER } from './aws/roles.ts';
export { CLIENT as OAUTH1_CLIENT } from './oauth1/store.ts';
export { CONSUMER as NETSUITE_CONSUMER, TOKENS as NETSUITE_TOKENS } from './netsuite/tokens.ts';

export interface Company {
    id: string;
    name: string;
}

export interface Person {
    id: string;
    name: string;
    givenName: string;
    familyName: string;
    email: string;
    /** What `GET /api/tenants` lists: none, one or several, for each case of a tenant choice. */
    tenants: Company[];
    contacts: { id: string; name: string; email: string }[];
}

export const PEOPLE: readonly Person[] = [
    {
        id: 'ada',
        name: 'Ada Lovelace',
        givenName: 'Ada',
        familyName: 'Lovelace',
        email: 'ada@sandbox.example',
        tenants: [
            { id: 'tenant-analytical', name: 'Analytical Engines Ltd' },
            { id: 'tenant-bernoulli', name: 'Bernoulli & Co' }
        ],
        contacts: [
            { id: 'contact-1', name: 'Charles Babbage', email: 'charles@sandbox.example' },
            { id: 'contact-2', name: 'Mary Somerville', email: 'mary@sandbox.example' }
        ]
    },
    {
        id: 'grace',
        name: 'Grace Hopper',
        givenName: 'Grace',
        familyName: 'Hopper',
        email: 'grace@sandbox.example',
        tenants: [{ id: 'tenant-flowmatic', name: 'Flow-Matic Inc' }],
        contacts: [{ id: 'contact-3', name: 'Howard Aiken', email: 'howard@sandbox.example' }]
    },
    {
        id: 'linus',
        name: 'Linus Torvalds',
        givenName: 'Linus',
        familyName: 'Torvalds',
        email: 'linus@sandbox.example',
        tenants: [
            { id: 'tenant-kernel', name: 'Kernel Works' },
            { id: 'tenant-divers', name: 'Divers’ Log Oy' },
            { id: 'tenant-penguin', name: 'Penguin Rescue' }
        ],
        contacts: []
    },
    {
        id: 'katherine',
        name: 'Katherine Johnson',
        givenName: 'Katherine',
        familyName: 'Johnson',
        email: 'kate@sandbox.example',
        tenants: [],
        contacts: [{ id: 'contact-4', name: 'Dorothy Vaughan', email: 'dorothy@sandbox.example' }]
    }
];

export function findPerson(id: string): Person | undefined {
    return PEOPLE.find((person) => person.id === id);
}

/** The customers of the key APIs: `GET /keyed/v0/users`, `GET /bearer/v1/candidates`. */
export const COMPANIES: readonly (Company & Record<'users' | 'candidates', { id: string; name: string; email: string }[]>)[] = [
    {
        id: 'acme',
        name: 'Acme Ltd',
        users: [
            { id: 'user-a1', name: 'Wile Coyote', email: 'wile@acme.example' },
            { id: 'user-a2', name: 'Rosa Runner', email: 'rosa@acme.example' }
        ],
        candidates: [
            { id: 'candidate-1', name: 'Amara Okafor', email: 'amara@sandbox.example' },
            { id: 'candidate-2', name: 'Tomás Rivera', email: 'tomas@sandbox.example' }
        ]
    },
    {
        id: 'globex',
        name: 'Globex GmbH',
        users: [{ id: 'user-g1', name: 'Hanna Scorpio', email: 'hanna@globex.example' }],
        candidates: [{ id: 'candidate-3', name: 'Lena Vogt', email: 'lena@sandbox.example' }]
    },
    {
        id: 'initech',
        name: 'Initech SARL',
        users: [{ id: 'user-i1', name: 'Pierre Gibbons', email: 'pierre@initech.example' }],
        candidates: []
    }
];

/** Keys of `/keyed`, 40 characters as API gateways issue them. */
export const KEYED_API_KEYS = {
    acme: 'sandboxkeyacme01234567890123456789012345',
    globex: 'sandboxkeyglobex012345678901234567890123',
    initech: 'sandboxkeyinitech01234567890123456789012'
} as const;

/** The second key of `/keyed`: given to the integration's vendor, the same for all customers. */
export const APPLICATION_SECRET = 'sandbox-application-secret';

/** Keys of `/bearer`. */
export const BEARER_API_KEYS = {
    acme: 'sandboxbeareracme01234567890123456789012',
    globex: 'sandboxbearerglobex012345678901234567890'
} as const;

/** Users of `/basic`; `user` is also the id of the person. */
export const BASIC_USERS: readonly { user: string; password: string }[] = [
    { user: 'ada', password: 'lovelace' },
    { user: 'grace', password: 'hopper' }
];

/** The key of the developer at `/bill`, the same for all organizations. */
export const BILL_DEV_KEY = 'sandboxdevkey0123456789';

/** What each user of `/basic` has on loan: `GET /basic/v1/loans`. */
export const LOANS: Readonly<Record<string, { id: string; title: string; author: string }[]>> = {
    ada: [
        { id: 'loan-1', title: 'On the Economy of Machinery', author: 'Charles Babbage' },
        { id: 'loan-2', title: 'On the Connexion of the Physical Sciences', author: 'Mary Somerville' }
    ],
    grace: [{ id: 'loan-3', title: 'A Manual of Operation', author: 'Howard Aiken' }]
};

export const OAUTH_CLIENT = { id: 'patchbay-sandbox', secret: 'patchbay-sandbox-secret', name: 'Your app' } as const;
/** The app of an operator at the authorization server of the MCP server. */
export const MCP_CLIENT = { id: 'sandbox-notes-app', secret: 'sandbox-notes-app-secret' } as const;
export const OAUTH_CC_CLIENT = { id: 'patchbay-sandbox-cc', secret: 'patchbay-sandbox-cc-secret', name: 'Patchbay service' } as const;

/** Each scope in the words of the consent page. */
export const SCOPES: Readonly<Record<string, string>> = {
    openid: 'Know that it is you',
    profile: 'See your name',
    email: 'See your e-mail address',
    offline_access: 'Keep access while you are away',
    'contacts.read': 'Read your contacts',
    'contacts.write': 'Add and change your contacts'
};
