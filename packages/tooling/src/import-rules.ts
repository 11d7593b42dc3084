/** Who may import whom, as data. `boundaries.ts` checks it; ARCHITECTURE.md explains it. */
export interface PackageRule {
    /** Our packages it may import; tests may import `packagesForTests` on top. */
    ours: readonly string[] | 'any';
    /** Of these packages only these entries. */
    entries?: Readonly<Record<string, readonly string[]>>;
    /** Third-party packages that its product code may import; default: all that it declares. */
    others?: readonly string[];
    /**
     * Runs in browsers: no modules of Node, only contracts' entries without zod, bundled
     * devDependencies.
     */
    runsInBrowsers?: true;
    /**
     * Published without the packages that it is made of: bundled devDependencies, and only
     * contracts' entries without zod.
     */
    isBundled?: true;
    /** Completes "… because …" in the message. */
    because: string;
}

const testRule: PackageRule = { ours: 'any', because: 'only tests use it' };
const exampleRule: PackageRule = {
    ours: ['@patchbay/connect', '@patchbay/react'],
    others: ['react', 'react-dom'],
    because: 'it shows what a page of a customer can do, with what a customer has. Use or extend the SDKs'
};

export const packageRules: Readonly<Record<string, PackageRule>> = {
    'packages/contracts': {
        ours: ['@patchbay/integrations'],
        // The unified models are what the unified endpoints take and return. The rest of that
        // package is the code of vendors, which would come with every contract.
        entries: { '@patchbay/integrations': ['@patchbay/integrations/models'] },
        others: ['zod'],
        because: 'everything else imports it. Move the code to the package that needs it'
    },
    'packages/oauth': {
        ours: [],
        others: ['oauth4webapi', 'zod'],
        because: 'it is pure functions. Take what it needs as an argument'
    },
    'packages/providers': {
        ours: [],
        others: ['zod'],
        because: 'a provider is data with hooks. Give the hook what it needs as an argument'
    },
    'packages/signatures': {
        ours: [],
        others: ['aws4fetch', 'oauth-sign'],
        because: 'it is pure functions. Take what it needs as an argument'
    },
    'packages/functions': {
        ours: [],
        others: ['zod'],
        because: 'customers write against it, and it runs behind a wall. Let the Host do what reaches outside'
    },
    'packages/runner': {
        ours: ['@patchbay/functions'],
        others: [
            '@exodus/bytes',
            '@ungap/structured-clone',
            'core-js-pure',
            'dequal',
            'event-target-shim',
            'headers-polyfill',
            'isolated-vm',
            'unenv',
            'zod'
        ],
        because: 'it runs the code of customers, and holds nothing that they could take. Let the Host do what reaches outside'
    },
    'packages/compiler': {
        ours: ['@patchbay/functions', '@patchbay/runner'],
        others: ['rolldown', 'zod'],
        because: 'the server and the CLI both compile with it. Give it what it needs as an argument'
    },
    'packages/cli': {
        ours: ['@patchbay/compiler', '@patchbay/functions', '@patchbay/node', '@patchbay/runner'],
        because: 'developers install it. Ask the server through the SDK instead'
    },
    'packages/integrations': {
        ours: ['@patchbay/functions'],
        others: ['big.js', 'zod'],
        because: 'it is what a customer could write. Give its functions what they need through their context'
    },
    'packages/db': {
        ours: [],
        others: ['kysely', 'pg', 'pg-protocol', 'zod'],
        because: 'it knows tables, not what they mean. Put the meaning into a room of apps/server'
    },
    'packages/tokens': {
        ours: [],
        others: [],
        because: 'it is colours and sizes. Put code into the app that uses them'
    },
    'packages/api-client': {
        ours: ['@patchbay/contracts'],
        others: [],
        runsInBrowsers: true,
        because: 'it runs wherever fetch does, in the widget too. Put the code into the SDK that needs it'
    },
    'packages/node-sdk': {
        ours: ['@patchbay/api-client', '@patchbay/contracts'],
        others: [],
        isBundled: true,
        because: 'customers install it. Ask the server through an endpoint instead'
    },
    'packages/browser-sdk': {
        ours: ['@patchbay/contracts'],
        others: [],
        runsInBrowsers: true,
        because: "it runs in our customers' pages. Leave the work to the Connect UI or to the server"
    },
    'packages/react-sdk': {
        ours: ['@patchbay/connect'],
        others: ['react'],
        runsInBrowsers: true,
        because: 'it is the browser SDK for React and nothing more. Put the work into @patchbay/connect'
    },
    'packages/test-kit': testRule,
    'packages/conformance': {
        ours: [
            '@patchbay/db',
            '@patchbay/functions',
            '@patchbay/integrations',
            '@patchbay/node',
            '@patchbay/providers',
            '@patchbay/test-kit'
        ],
        // What a model is, and never how a vendor is read.
        entries: { '@patchbay/db': ['@patchbay/db/testing'], '@patchbay/integrations': ['@patchbay/integrations/models'] },
        because: 'it holds a running Patchbay to what is documented. Ask the server through the SDK'
    },
    'packages/tooling': {
        ours: ['@patchbay/compiler', '@patchbay/contracts', '@patchbay/integrations', '@patchbay/providers', '@patchbay/runner'],
        // What is documented of them.
        entries: {
            '@patchbay/compiler': ['@patchbay/compiler/apart'],
            '@patchbay/runner': ['@patchbay/runner/bundle-format', '@patchbay/runner/errors', '@patchbay/runner/limits']
        },
        because: 'it looks at sources, not at a running product'
    },
    'apps/server': {
        ours: [
            '@patchbay/compiler',
            '@patchbay/contracts',
            '@patchbay/db',
            '@patchbay/functions',
            '@patchbay/integrations',
            '@patchbay/oauth',
            '@patchbay/providers',
            '@patchbay/runner',
            '@patchbay/signatures',
            '@patchbay/tokens'
        ],
        because: 'the SDKs and the front ends sit on top of it. Move what both need into packages/contracts'
    },
    'apps/connect-ui': {
        ours: ['@patchbay/api-client', '@patchbay/contracts', '@patchbay/tokens'],
        others: ['@tanstack/react-query', 'react', 'react-dom'],
        runsInBrowsers: true,
        because: 'end users download it. Let the server answer what the widget wants to know'
    },
    'apps/dashboard': {
        ours: ['@patchbay/api-client', '@patchbay/connect', '@patchbay/contracts', '@patchbay/tokens'],
        runsInBrowsers: true,
        because: 'admins’ browsers download it. Let the server answer what the dashboard wants to know'
    },
    'apps/sandbox': {
        ours: [],
        because: 'fake third parties written with our own code would share its mistakes. Write it from the vendor’s documentation'
    },
    'apps/playground': {
        ours: ['@patchbay/connect', '@patchbay/node'],
        because: 'it shows what a customer can do, with what a customer has. Use or extend the SDKs'
    },
    // The same page on another React.
    'examples/react-18': { ...exampleRule, ours: ['@patchbay/example-react-19'] },
    'examples/react-19': exampleRule,
    'examples/functions': {
        ours: ['@patchbay/functions', 'patchbay'],
        others: ['zod'],
        because: 'it shows what a project of a customer can do, with what a customer has. Use or extend the package'
    },
    e2e: testRule
};

/** Not declared by tests: the test kit starts the server, which would make a cycle of packages. */
export const packagesForTests: readonly string[] = ['@patchbay/sandbox', '@patchbay/test-kit'];

/** Entries of `@patchbay/contracts` without zod; types may come from any. */
export const contractsWithoutZod: readonly string[] = [
    '@patchbay/contracts/browser',
    '@patchbay/contracts/dashboard',
    '@patchbay/contracts/issue',
    '@patchbay/contracts/secret-key',
    '@patchbay/contracts/widget-message'
];

/**
 * What the server's own files, which are above the rooms, import of a room beside its manifest, and
 * why it is nothing that a manifest could carry.
 */
export const importsFromAboveRooms: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    'app.ts': {
        'compat/reference-callback.ts': 'its script is a file, and no endpoint',
        'connect/connect-sessions/authenticate-session.ts': 'every route is served with it',
        'connect/sign-in-pages/pages.ts': 'its script is a file, and its page is for addresses that there are not',
        'connect/widget/connect-ui.ts': 'it is files, and no endpoints',
        'management/audit-log/record-change.ts': 'every route is served with it',
        'management/dashboard/dashboard-page.ts': 'it is files, and no endpoints',
        'management/members/dashboard-session.ts': 'every route is served with it',
        'platform/environments/authenticate-secret-key.ts': 'every route is served with it'
    },
    'commands/backup.ts': { 'platform/environments/key-files.ts': 'the key ring is written into a file of its own' },
    'commands/restore.ts': {
        'connections/credentials/mark-restored.ts': 'it changes rows without a server',
        'connections/credentials/refresh.sql.ts': 'it lists those rows',
        'platform/environments/bootstrap.ts': 'it compares the key ring with the backup',
        'platform/environments/key-files.ts': 'it opens the key ring without a server'
    },
    'commands/freeze.ts': {
        'management/freezes/freeze.ts': 'it changes rows when the API cannot be reached',
        'management/freezes/freezes.sql.ts': 'it finds what to freeze without a key'
    },
    'commands/invite.ts': {
        'management/members/invitations.ts': 'it makes a link without a server',
        'platform/environments/bootstrap.ts': 'it hashes without a server',
        'platform/environments/key-files.ts': 'it opens the key ring without a server'
    },
    'commands/keys.ts': {
        'platform/environments/account-keys.sql.ts': 'it lists and revokes keys without a server',
        'platform/environments/bootstrap.ts': 'it makes a key without a server',
        'platform/environments/key-files.ts': 'it opens the key ring without a server'
    },
    'commands/make-key.ts': { 'platform/environments/secret-key.ts': 'it makes a key without a server' },
    'commands/rotate-keys.ts': {
        'platform/environments/key-files.ts': 'it opens the key ring without a server',
        'platform/environments/rotate-data-keys.ts': 'it rotates keys beside servers'
    },
    'commands/restored.ts': { 'connections/credentials/mark-restored.ts': 'it changes rows without a server' },
    'config.ts': { 'platform/environments/secret-key.ts': 'a preset key is a setting, and checked like the others' },
    'index.ts': {
        'connect/widget/connect-ui.ts': 'tests say where the builds are',
        'platform/environments/bootstrap.ts': 'tests make a key of the account'
    },
    'listen.ts': { 'platform/about/liveness.ts': 'a process is alive before its rooms are open' },
    'commands/program.ts': { 'platform/environments/bootstrap.ts': 'its error ends a command with one sentence' },
    'run.ts': {
        'management/dashboard/ensure-owner.ts': 'it is done once, when the server is ready',
        'platform/environments/bootstrap.ts': 'its error ends the process with a code of its own'
    },
    'start.ts': {
        'compat/popup-sockets.ts': 'a WebSocket is no endpoint',
        'connect/widget/connect-ui.ts': 'where the builds are is decided at the start',
        'platform/environments/bootstrap.ts': 'rooms are opened with the keys',
        'platform/environments/key-files.ts': 'rooms are opened with the keys',
        'platform/environments/watch-data-keys.ts': 'rooms are opened with the keys',
        'platform/providers/read-own-definitions.ts': 'rooms are opened with all providers'
    }
};

/**
 * Code that handles secrets or addresses from outside: it reaches the network only through egress.
 */
export const guardedFolders: readonly string[] = [
    'apps/server',
    'packages/functions',
    'packages/integrations',
    'packages/oauth',
    'packages/providers',
    'packages/signatures'
];
/** The egress module, and its parts, which only it imports. */
export const egressModule = 'apps/server/src/kernel/egress/egress.ts';
export const egressInternals = /^apps\/server\/src\/kernel\/egress\/egress-[\w-]+\.ts$/;

/** Packages that make outgoing calls, and the callers in Node's own modules. */
export const callers: readonly string[] = ['axios', 'got', 'ky', 'node-fetch', 'superagent', 'undici'];
const resolving = ['Resolver', 'lookup', 'promises', 'resolve', 'resolve4', 'resolve6', 'reverse'];
export const callersOfNode: Readonly<Record<string, readonly string[]>> = {
    dgram: ['Socket', 'createSocket'],
    dns: resolving,
    'dns/promises': resolving,
    http: ['Agent', 'ClientRequest', 'get', 'request'],
    https: ['Agent', 'get', 'request'],
    http2: ['connect'],
    net: ['Socket', 'connect', 'createConnection'],
    tls: ['TLSSocket', 'connect'],
    ws: ['WebSocket', 'default']
};
/** Classes that every program has, and whose objects call out. */
export const callersByClass: readonly string[] = ['EventSource', 'WebSocket'];

/** The widget's flow is one recursive type: its union of states is made from the states' files. */
export const mayShareTypesInCycles = /^apps\/connect-ui\/src\/(?:flow|screens)\//;

/** Folders whose settings are arguments, from `config.ts`. */
export const configuredFolders: readonly string[] = ['apps/server', 'packages/db'];
/** The files there that read `process.env`, and why. */
export const readsEnvironment: Readonly<Record<string, string>> = {
    'apps/server/src/config.ts': 'it parses the settings',
    'packages/db/src/postgres-cluster.ts': 'Windows starts no program without some variables of its own'
};

/** Files of the server that send a status which may be an error, and why. */
export const mayRespondWithErrors: Readonly<Record<string, string>> = {
    'apps/server/src/kernel/http/admission.ts': 'it refuses with one response that is made once, because refusing must cost little',
    'apps/server/src/kernel/http/error-response.ts': 'it makes responses of the error catalogue',
    'apps/server/src/kernel/http/mount.ts': 'it sends pages, and the statuses that contracts state',
    'apps/server/src/kernel/http/send-json.ts': 'it sends what those two give it',
    'apps/server/src/kernel/telemetry/prometheus-page.ts': 'it answers Prometheus in its text format, on a port of its own',
    'apps/server/src/rooms/traffic/proxy/send-response.ts': 'it passes on the responses of providers'
};

/** Folders whose statements stand in `*.sql.ts`. */
export const foldersWithSql: readonly string[] = ['apps/server', 'packages/db'];
/** The other files there that have statements, and why. */
export const holdsStatements: Readonly<Record<string, string>> = {
    'packages/db/src/migrate.ts': 'its statements are the lock, the limits and the list of the migrations that it runs',
    'packages/db/src/pool/prepare.ts': 'it runs the statements that others have written'
};

/** Files that may post messages to `'*'`, and why; listed in `SECURITY.md` too. */
export const mayPostToAnyOrigin: Readonly<Record<string, string>> = {
    'apps/connect-ui/src/host/inline.ts':
        'the word `close` to the reference’s client, which has not been heard before its handshake is loaded',
    'apps/connect-ui/src/host/legacy-parent.ts': 'the reference’s client sends nothing before `ready`',
    'apps/connect-ui/src/host/parent.ts': 'a hello, a nonce and a version: who embeds the frame is known when the hello is answered',
    'apps/server/src/rooms/compat/reference-callback.ts':
        'the reference’s client waits in a page of an unknown origin for the bare word of success'
};

/** Where a provider may be named: in its package, and in demo code. */
export const mayNameProviders: readonly string[] = ['packages/providers', 'apps/playground', 'apps/sandbox'];

/** Tests, their fixtures, examples, and configuration of tools: no package has them in it. */
export const developmentFile =
    /\.(test|test-d|spec|fixtures|bench|config)\.[cm]?[jt]sx?$|\/test\/|^packages\/node-sdk\/examples\/webhooks\/|\/(testing|test-[\w-]+|vitest-[\w-]+)\.tsx?$|^e2e\/|^packages\/(conformance|test-kit|tooling)\//;
