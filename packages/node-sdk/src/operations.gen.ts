// Written by `npm run gen` from packages/contracts. Do not edit.
export const routes = {
    callCustomEndpoint: { method: 'ANY', path: '/v1/*path' },
    callMcp: { method: 'POST', path: '/mcp' },
    cancelFunctionRun: { method: 'POST', path: '/functions/runs/:id/cancel' },
    checkConnection: { method: 'POST', path: '/connections/:connection_id/check' },
    compileFunction: { method: 'POST', path: '/functions/compile' },
    confirmConnection: { method: 'POST', path: '/connections/:connection_id/confirm' },
    confirmDeploy: { method: 'POST', path: '/sync/deploy/confirmation' },
    countConnections: { method: 'GET', path: '/health/connections/counts' },
    createAccount: { method: 'POST', path: '/accounts' },
    createAlertChannel: { method: 'POST', path: '/alert-channels' },
    createBill: { method: 'POST', path: '/bills' },
    createBillPayment: { method: 'POST', path: '/bill-payments' },
    createCandidate: { method: 'POST', path: '/candidates' },
    createCandidateNote: { method: 'POST', path: '/candidate-notes' },
    createConnectLink: { method: 'POST', path: '/connect/links' },
    createConnectSession: { method: 'POST', path: '/connect/sessions' },
    createCreditMemo: { method: 'POST', path: '/credit-memos' },
    createCustomer: { method: 'POST', path: '/customers' },
    createDeposit: { method: 'POST', path: '/deposits' },
    createDryRun: { method: 'POST', path: '/functions/dryruns' },
    createEnvironment: { method: 'POST', path: '/environments' },
    createFreeze: { method: 'POST', path: '/freezes' },
    createFunctionDeployment: { method: 'POST', path: '/functions/deployments' },
    createFunctionInvocation: { method: 'POST', path: '/functions/invocations' },
    createIntegration: { method: 'POST', path: '/integrations' },
    createInvoice: { method: 'POST', path: '/invoices' },
    createItem: { method: 'POST', path: '/items' },
    createJournalEntry: { method: 'POST', path: '/journal-entries' },
    createPayment: { method: 'POST', path: '/payments' },
    createPurchase: { method: 'POST', path: '/purchases' },
    createPurchaseOrder: { method: 'POST', path: '/purchase-orders' },
    createReconnectLinks: { method: 'POST', path: '/connect/links/reconnect' },
    createReconnectSession: { method: 'POST', path: '/connect/sessions/reconnect' },
    createSecretKey: { method: 'POST', path: '/environment/api-keys' },
    createSyncVariant: { method: 'POST', path: '/sync/:name/variant/:variant' },
    createTransfer: { method: 'POST', path: '/transfers' },
    createWebhookEndpoint: { method: 'POST', path: '/webhook-endpoints' },
    deleteAccount: { method: 'DELETE', path: '/accounts' },
    deleteAlertChannel: { method: 'DELETE', path: '/alert-channels/:channel_id' },
    deleteBill: { method: 'DELETE', path: '/bills' },
    deleteBillPayment: { method: 'DELETE', path: '/bill-payments' },
    deleteConnectLink: { method: 'DELETE', path: '/connect/links/:link_id' },
    deleteConnectSessions: { method: 'DELETE', path: '/connect/sessions' },
    deleteConnection: { method: 'DELETE', path: '/connections/:connection_id' },
    deleteCreditMemo: { method: 'DELETE', path: '/credit-memos' },
    deleteCustomer: { method: 'DELETE', path: '/customers' },
    deleteDeposit: { method: 'DELETE', path: '/deposits' },
    deleteEnvironment: { method: 'DELETE', path: '/environments/:environment_id' },
    deleteEnvironmentVariable: { method: 'DELETE', path: '/environment-variables/:name' },
    deleteIntegration: { method: 'DELETE', path: '/integrations/:id' },
    deleteInvoice: { method: 'DELETE', path: '/invoices' },
    deleteItem: { method: 'DELETE', path: '/items' },
    deleteJournalEntry: { method: 'DELETE', path: '/journal-entries' },
    deletePayment: { method: 'DELETE', path: '/payments' },
    deletePurchase: { method: 'DELETE', path: '/purchases' },
    deletePurchaseOrder: { method: 'DELETE', path: '/purchase-orders' },
    deleteSyncVariant: { method: 'DELETE', path: '/sync/:name/variant/:variant' },
    deleteTransfer: { method: 'DELETE', path: '/transfers' },
    deleteWebhookEndpoint: { method: 'DELETE', path: '/webhook-endpoints/:endpoint_id' },
    deployBundle: { method: 'POST', path: '/functions/deployments/bundle' },
    deployFunctions: { method: 'POST', path: '/sync/deploy' },
    diagnose: { method: 'GET', path: '/doctor' },
    extendSecretKey: { method: 'POST', path: '/environment/api-keys/:key_id/extend' },
    getAccount: { method: 'GET', path: '/accounts/:id' },
    getActionResult: { method: 'GET', path: '/action/:id' },
    getApplication: { method: 'GET', path: '/applications/:id' },
    getBill: { method: 'GET', path: '/bills/:id' },
    getBillPayment: { method: 'GET', path: '/bill-payments/:id' },
    getCandidate: { method: 'GET', path: '/candidates/:id' },
    getCollector: { method: 'GET', path: '/environment/collector' },
    getConnectSettings: { method: 'GET', path: '/environment/connect-ui' },
    getConnection: { method: 'GET', path: '/connections/:connection_id' },
    getConnectionWebhook: { method: 'GET', path: '/connections/:connection_id/webhook' },
    getCreditMemo: { method: 'GET', path: '/credit-memos/:id' },
    getCustomer: { method: 'GET', path: '/customers/:id' },
    getDeposit: { method: 'GET', path: '/deposits/:id' },
    getDryRun: { method: 'GET', path: '/functions/dryruns/:id' },
    getFreeze: { method: 'GET', path: '/freezes/:freeze_id' },
    getFunctionCode: { method: 'GET', path: '/integrations/:id/functions/:type/:name/code' },
    getFunctionDeployment: { method: 'GET', path: '/functions/deployments/:id' },
    getFunctionRun: { method: 'GET', path: '/functions/runs/:id' },
    getFunctionSettings: { method: 'GET', path: '/environment/functions' },
    getHealthDetail: { method: 'GET', path: '/health/detail' },
    getIntegration: { method: 'GET', path: '/integrations/:id' },
    getIntegrationStatus: { method: 'GET', path: '/integrations/:id/status' },
    getInvoice: { method: 'GET', path: '/invoices/:id' },
    getIssue: { method: 'GET', path: '/issues/:issue_id' },
    getItem: { method: 'GET', path: '/items/:id' },
    getJob: { method: 'GET', path: '/jobs/:id' },
    getJobPost: { method: 'GET', path: '/job-posts/:id' },
    getJobStage: { method: 'GET', path: '/job-stages/:id' },
    getJournalEntry: { method: 'GET', path: '/journal-entries/:id' },
    getLocation: { method: 'GET', path: '/locations/:id' },
    getLog: { method: 'GET', path: '/logs/:log_id' },
    getPayment: { method: 'GET', path: '/payments/:id' },
    getProvider: { method: 'GET', path: '/providers/:provider' },
    getPurchase: { method: 'GET', path: '/purchases/:id' },
    getPurchaseOrder: { method: 'GET', path: '/purchase-orders/:id' },
    getRequestLogSettings: { method: 'GET', path: '/environment/request-log' },
    getScriptsConfig: { method: 'GET', path: '/scripts/config' },
    getSyncStatus: { method: 'GET', path: '/sync/status' },
    getTransfer: { method: 'GET', path: '/transfers/:id' },
    getUser: { method: 'GET', path: '/users/:id' },
    getWebhookEndpoint: { method: 'GET', path: '/webhook-endpoints/:endpoint_id' },
    importConnection: { method: 'POST', path: '/connections' },
    liftFreeze: { method: 'DELETE', path: '/freezes/:freeze_id' },
    listAccounts: { method: 'GET', path: '/accounts' },
    listAlertChannels: { method: 'GET', path: '/alert-channels' },
    listApplications: { method: 'GET', path: '/applications' },
    listAttempts: { method: 'GET', path: '/connect/attempts' },
    listBillPayments: { method: 'GET', path: '/bill-payments' },
    listBills: { method: 'GET', path: '/bills' },
    listCandidateNotes: { method: 'GET', path: '/candidate-notes' },
    listCandidates: { method: 'GET', path: '/candidates' },
    listCapabilities: { method: 'GET', path: '/integrations/:id/capabilities' },
    listConnectLinks: { method: 'GET', path: '/connect/links' },
    listConnections: { method: 'GET', path: '/connections' },
    listCreditMemos: { method: 'GET', path: '/credit-memos' },
    listCustomers: { method: 'GET', path: '/customers' },
    listDeposits: { method: 'GET', path: '/deposits' },
    listEnvironmentVariables: { method: 'GET', path: '/environment-variables' },
    listEnvironments: { method: 'GET', path: '/environments' },
    listEvents: { method: 'GET', path: '/events' },
    listFreezes: { method: 'GET', path: '/freezes' },
    listFrozenGrants: { method: 'GET', path: '/freezes/:freeze_id/grants' },
    listFunctionRuns: { method: 'GET', path: '/functions/runs' },
    listFunctions: { method: 'GET', path: '/functions' },
    listIntegrationStatus: { method: 'GET', path: '/integrations/status' },
    listIntegrations: { method: 'GET', path: '/integrations' },
    listInvoices: { method: 'GET', path: '/invoices' },
    listIssues: { method: 'GET', path: '/issues' },
    listItems: { method: 'GET', path: '/items' },
    listJobPosts: { method: 'GET', path: '/job-posts' },
    listJobStages: { method: 'GET', path: '/job-stages' },
    listJobs: { method: 'GET', path: '/jobs' },
    listJournalEntries: { method: 'GET', path: '/journal-entries' },
    listLocations: { method: 'GET', path: '/locations' },
    listLogs: { method: 'GET', path: '/logs' },
    listPayments: { method: 'GET', path: '/payments' },
    listProviders: { method: 'GET', path: '/providers' },
    listPurchaseOrders: { method: 'GET', path: '/purchase-orders' },
    listPurchases: { method: 'GET', path: '/purchases' },
    listRecords: { method: 'GET', path: '/records' },
    listSecretKeys: { method: 'GET', path: '/environment/api-keys' },
    listTransfers: { method: 'GET', path: '/transfers' },
    listUsers: { method: 'GET', path: '/users' },
    listWebhookDeliveries: { method: 'GET', path: '/webhook-deliveries' },
    listWebhookEndpoints: { method: 'GET', path: '/webhook-endpoints' },
    muteIssue: { method: 'POST', path: '/issues/:issue_id/mute' },
    pauseFunctions: { method: 'POST', path: '/functions/pause' },
    pauseSync: { method: 'POST', path: '/sync/pause' },
    previewBundle: { method: 'POST', path: '/functions/deployments/bundle/preview' },
    pruneRecords: { method: 'PATCH', path: '/records/prune' },
    replayWebhookDeliveries: { method: 'POST', path: '/webhook-deliveries/replay' },
    resolveIssue: { method: 'POST', path: '/issues/:issue_id/resolve' },
    retryFunctionRun: { method: 'POST', path: '/functions/runs/:id/retry' },
    revokeFrozen: { method: 'POST', path: '/freezes/:freeze_id/revocation' },
    revokeSecretKey: { method: 'DELETE', path: '/environment/api-keys' },
    revokeSecretKeyById: { method: 'DELETE', path: '/environment/api-keys/:key_id' },
    rotateSecretKey: { method: 'POST', path: '/environment/api-keys/:key_id/rotate' },
    rotateWebhookEndpointKey: { method: 'POST', path: '/webhook-endpoints/:endpoint_id/rotate-key' },
    rotateWebhookSigningKey: { method: 'POST', path: '/environment/webhook-signing-key/rotate' },
    sendInvoice: { method: 'POST', path: '/invoices/send' },
    setConnectionWebhookSecret: { method: 'PUT', path: '/connections/:connection_id/webhook' },
    setEnvironmentVariable: { method: 'PUT', path: '/environment-variables/:name' },
    setMetadata: { method: 'POST', path: '/connections/metadata' },
    startFunctions: { method: 'POST', path: '/functions/start' },
    startSync: { method: 'POST', path: '/sync/start' },
    summarizeHealth: { method: 'GET', path: '/health/connections' },
    tailLogs: { method: 'GET', path: '/logs/tail' },
    testAlertChannel: { method: 'POST', path: '/alert-channels/:channel_id/test' },
    testCollector: { method: 'POST', path: '/environment/collector/test' },
    testWebhookEndpoint: { method: 'POST', path: '/webhook-endpoints/:endpoint_id/test' },
    triggerAction: { method: 'POST', path: '/action/trigger' },
    triggerSync: { method: 'POST', path: '/sync/trigger' },
    unmuteIssue: { method: 'POST', path: '/issues/:issue_id/unmute' },
    updateAccount: { method: 'PUT', path: '/accounts' },
    updateAlertChannel: { method: 'PATCH', path: '/alert-channels/:channel_id' },
    updateApplication: { method: 'PATCH', path: '/applications/:id' },
    updateBill: { method: 'PUT', path: '/bills' },
    updateCollector: { method: 'PATCH', path: '/environment/collector' },
    updateConnectSettings: { method: 'PATCH', path: '/environment/connect-ui' },
    updateConnection: { method: 'PATCH', path: '/connections/:connection_id' },
    updateCreditMemo: { method: 'PUT', path: '/credit-memos' },
    updateCustomer: { method: 'PUT', path: '/customers' },
    updateDeposit: { method: 'PUT', path: '/deposits' },
    updateFunction: { method: 'PATCH', path: '/integrations/:id/functions/:type/:name' },
    updateFunctionSettings: { method: 'PATCH', path: '/environment/functions' },
    updateIntegration: { method: 'PATCH', path: '/integrations/:id' },
    updateInvoice: { method: 'PUT', path: '/invoices' },
    updateItem: { method: 'PUT', path: '/items' },
    updateJournalEntry: { method: 'PUT', path: '/journal-entries' },
    updateMetadata: { method: 'PATCH', path: '/connections/metadata' },
    updateNamedApplication: { method: 'PATCH', path: '/application' },
    updatePayment: { method: 'PUT', path: '/payments' },
    updatePurchaseOrder: { method: 'PUT', path: '/purchase-orders' },
    updateRequestLogSettings: { method: 'PATCH', path: '/environment/request-log' },
    updateSyncFrequency: { method: 'PUT', path: '/sync/update-connection-frequency' },
    updateWebhookEndpoint: { method: 'PATCH', path: '/webhook-endpoints/:endpoint_id' },
    uploadResume: { method: 'POST', path: '/candidate-upload-resume' },
    voidBillPayment: { method: 'POST', path: '/bill-payments/void' },
    voidInvoice: { method: 'POST', path: '/invoices/void' },
    voidPayment: { method: 'POST', path: '/payments/void' }
} as const;

export type AcceptLanguage = {
    /** Languages that the end user reads (RFC 9110 §12.5.4); English by default. */
    "accept-language"?: string | undefined;
};

export type Account = {
    /** Id at the provider. */
    id: string;
    /** Version that an update or removal may name; null where the provider counts none. */
    sync_token: (string | null);
    /** ISO 4217 code of the currency; null where the provider names none. */
    currency: (string | null);
    /**
     * When it was created at the provider, ISO 8601 in UTC; null where the provider does not say.
     */
    created_at: (string | null);
    /**
     * When it was last changed at the provider, ISO 8601 in UTC; null where the provider does not
     * say.
     */
    updated_at: (string | null);
    /** Name of the account. */
    name: string;
    /** Name with those of the accounts above it, from the top, separated by colons. */
    fully_qualified_name: string;
    /** Type of the account as the provider names it, such as `Bank` or `Expense`. */
    account_type: (string | null);
    /** Finer type as the provider names it; null where it has none. */
    account_sub_type: (string | null);
    /**
     * `Asset`, `Liability`, `Equity`, `Revenue` or `Expense`; null where the provider gives none.
     */
    classification: (string | null);
    /**
     * Balance of the account alone, in hundredths of the currency; null where the provider gives
     * none.
     */
    current_balance_cents: (number | null);
    /**
     * Balance with the accounts below it, in hundredths of the currency; null where the provider
     * gives none.
     */
    current_balance_with_sub_accounts_cents: (number | null);
    /** Whether the account is in use. */
    active: boolean;
    /** Description of the account; null for none. */
    description: (string | null);
    /** Number or code of the account in the chart of accounts; null for none. */
    acct_num: (string | null);
    /** Whether the account is below another one. */
    sub_account: boolean;
    /** Account above it; null at the top. */
    parent_ref: (Ref | null);
    /** Tax code that its transactions have by default; null for none. */
    tax_code_ref: (Ref | null);
};

export type Address = {
    /** Id of the address; null where the provider counts none. */
    id: (string | null);
    /** First line of the street address. */
    line1: (string | null);
    /** Second line of the street address. */
    line2: (string | null);
    /** Third line of the street address. */
    line3: (string | null);
    /** Fourth line of the street address. */
    line4: (string | null);
    /** Fifth line of the street address. */
    line5: (string | null);
    /** City. */
    city: (string | null);
    /** State, province or region as the provider spells it. */
    country_sub_division_code: (string | null);
    /** Postal code. */
    postal_code: (string | null);
    /** Country as the provider spells it: a name or a code. */
    country: (string | null);
};

export type AddressInput = {
    /** First line of the street address. */
    line1?: (string | null) | undefined;
    /** Second line of the street address. */
    line2?: (string | null) | undefined;
    /** Third line of the street address. */
    line3?: (string | null) | undefined;
    /** Fourth line of the street address. */
    line4?: (string | null) | undefined;
    /** Fifth line of the street address. */
    line5?: (string | null) | undefined;
    /** City. */
    city?: (string | null) | undefined;
    /** State, province or region as the provider spells it. */
    country_sub_division_code?: (string | null) | undefined;
    /** Postal code. */
    postal_code?: (string | null) | undefined;
    /** Country as the provider spells it: a name or a code. */
    country?: (string | null) | undefined;
    /** Latitude in decimal degrees. */
    lat?: (string | null) | undefined;
    /** Longitude in decimal degrees. */
    long?: (string | null) | undefined;
};

export type AlertThresholds = Record<string, number>;

export type ApiProvider = {
    /** Id of the provider. */
    name: string;
    /** Name of the provider. */
    display_name: string;
    /**
     * How to authenticate to it: by a sign-in of OAuth 2 or OAuth 1.0a, by client credentials, by a
     * login that brings a token, with a key that signs tokens, with a password that signs requests,
     * by a session of an organization, with an API key, with a user name and a password, with a
     * token or the credentials of an AWS role, which sign each request, not at all, as an app that
     * is installed there, as one on behalf of who installs it, by a password that the end user
     * approves on a site of their own, or by a sign-in for an MCP server, whose address the
     * definition or the end user gives.
     */
    auth_mode: ("OAUTH2" | "OAUTH1" | "OAUTH2_CC" | "TWO_STEP" | "JWT" | "SIGNATURE" | "BILL" | "API_KEY" | "BASIC" | "TBA" | "AWS_SIGV4" | "NONE" | "APP" | "CUSTOM" | "INSTALL_PLUGIN" | "MCP_OAUTH2" | "MCP_OAUTH2_GENERIC");
    /** Address of its mark, an SVG image. */
    logo_url: string;
    /** Ids of its categories. */
    categories: Array<string>;
    /** Documentation of the provider's API. */
    docs: string;
    /** Page that tells an end user where to find what the form asks for. */
    docs_connect?: string | undefined;
    /** The same in steps, for end users. Absent where the form asks for nothing. */
    guide?: Array<string> | undefined;
    /** How you get what an integration needs. Absent for sandboxes. */
    setup?: {
        /** Page of the provider about it. */
        url?: string | undefined;
        /** What to do, in English. */
        text: string;
    } | undefined;
    /** Further words that a search should find it by. */
    aliases?: Array<string> | undefined;
    /** Further ids that it can be named by. */
    other_ids?: Array<string> | undefined;
    /** How sure the facts of the definition are. Absent for sandboxes and private APIs. */
    certainty?: {
        /**
         * `verified`: called with a real account; `documented`: the definition names a page of the
         * provider for each fact; `assumed`: some fact has none.
         */
        level: ("verified" | "documented" | "assumed");
        /** Day on which that was found. */
        checked_on: string;
    } | undefined;
    /** Request that tells who signed in. */
    identity?: {
        /** Path below `proxy.base_url`, or an address on a host of the provider; a template. */
        url: string;
        /** Method of the request. Absent: `GET`. */
        method?: ("GET" | "POST") | undefined;
        /** Headers of this request besides those of `proxy.headers`. */
        headers?: Record<string, string> | undefined;
        /** JSON body of the request. */
        data?: Record<string, unknown> | undefined;
        /**
         * Where the list of accounts is, `*` for the whole body. Absent: the body is one account.
         */
        list?: string | undefined;
        /** Where the id of an account is, within it. */
        id: string;
        /** Where its name is; the first that has a text. None has: the id. */
        label: Array<string>;
        /** Fields of the connection config, with the path of their value. */
        connection_config?: Record<string, string> | undefined;
    } | undefined;
    /** Fields of the credentials that an end user types, by name. */
    credentials?: Record<string, {
        /** Always `string`. */
        type: "string";
        /** Label of the field. */
        title: string;
        /** Help for the end user. */
        description?: string | undefined;
        /** A value that looks like a real one. */
        example?: string | undefined;
        /** Regular expression that the whole value has to match. */
        pattern?: string | undefined;
        /**
         * `warn`: a value that does not match `pattern` only gets a warning. Absent: it is refused.
         */
        pattern_level?: "warn" | undefined;
        /** Kind of value. Absent: text of every form. */
        format?: ("hostname" | "uri" | "uuid" | "email") | undefined;
        /** Values to choose from. Absent: not limited. */
        enum?: Array<string> | undefined;
        /**
         * Labels of the values of `enum`; that of the empty value is for leaving an optional field
         * out. Absent: the values themselves.
         */
        enum_labels?: Record<string, string> | undefined;
        /** Whether the field may stay empty. Absent: no. */
        optional?: boolean | undefined;
        /** Place of the field in the form, from the lowest. */
        order?: number | undefined;
        /** Value that the field begins with. */
        default_value?: string | undefined;
        /**
         * Whether the end user is not asked, because the integration, the session or an import
         * brings the value.
         */
        hidden?: boolean | undefined;
        /**
         * Whether the end user is not asked, because the provider brings the value when connecting.
         */
        automated?: boolean | undefined;
        /** Text shown before the field; it is not part of the value. */
        prefix?: string | undefined;
        /** Text shown after the field; it is not part of the value. */
        suffix?: string | undefined;
        /** Fragment of `docs_connect` that explains this field. */
        doc_section?: string | undefined;
        /** Whether the value is stored encrypted, and hidden while it is typed. Absent: no. */
        secret?: boolean | undefined;
        /** Whether the value has several lines, such as a PEM key. */
        multiline?: boolean | undefined;
        /** Kinds of file that may be dropped on the field, as in `<input accept>`. */
        accept?: string | undefined;
        /** Asks for the field only while another one has this value. */
        visible_when?: {
            /** Name of the other field, of the same object. */
            field: string;
            /** Value of the other field with which this one is asked for. */
            equals: string;
        } | undefined;
    }> | undefined;
    /** Fields of the connection config, by name. */
    connection_config?: Record<string, {
        /** Always `string`. */
        type: "string";
        /** Label of the field. */
        title: string;
        /** Help for the end user. */
        description?: string | undefined;
        /** A value that looks like a real one. */
        example?: string | undefined;
        /** Regular expression that the whole value has to match. */
        pattern?: string | undefined;
        /**
         * `warn`: a value that does not match `pattern` only gets a warning. Absent: it is refused.
         */
        pattern_level?: "warn" | undefined;
        /** Kind of value. Absent: text of every form. */
        format?: ("hostname" | "uri" | "uuid" | "email") | undefined;
        /** Values to choose from. Absent: not limited. */
        enum?: Array<string> | undefined;
        /**
         * Labels of the values of `enum`; that of the empty value is for leaving an optional field
         * out. Absent: the values themselves.
         */
        enum_labels?: Record<string, string> | undefined;
        /** Whether the field may stay empty. Absent: no. */
        optional?: boolean | undefined;
        /** Place of the field in the form, from the lowest. */
        order?: number | undefined;
        /** Value that the field begins with. */
        default_value?: string | undefined;
        /**
         * Whether the end user is not asked, because the integration, the session or an import
         * brings the value.
         */
        hidden?: boolean | undefined;
        /**
         * Whether the end user is not asked, because the provider brings the value when connecting.
         */
        automated?: boolean | undefined;
        /** Text shown before the field; it is not part of the value. */
        prefix?: string | undefined;
        /** Text shown after the field; it is not part of the value. */
        suffix?: string | undefined;
        /** Fragment of `docs_connect` that explains this field. */
        doc_section?: string | undefined;
        /** Whether the value is stored encrypted, and hidden while it is typed. Absent: no. */
        secret?: boolean | undefined;
        /** Whether the value has several lines, such as a PEM key. */
        multiline?: boolean | undefined;
        /** Kinds of file that may be dropped on the field, as in `<input accept>`. */
        accept?: string | undefined;
        /** Asks for the field only while another one has this value. */
        visible_when?: {
            /** Name of the other field, of the same object. */
            field: string;
            /** Value of the other field with which this one is asked for. */
            equals: string;
        } | undefined;
    }> | undefined;
    /**
     * How its webhooks are signed, and what in them names the connection. Absent: it sends none to
     * Patchbay.
     */
    webhooks?: Record<string, unknown> | undefined;
    /** Why credentials are not checked before they are saved. */
    no_check?: string | undefined;
    /** Whether it is part of the sandbox, and only there where one is configured. */
    sandbox?: true | undefined;
    /** How to reach the provider's API. */
    proxy?: {
        /** Address that paths of proxied requests are appended to; a template. */
        base_url: string;
        /**
         * Further hosts that may receive credentials; one that begins with a dot stands for all
         * below it.
         */
        hosts?: Array<string> | undefined;
        /** Headers of each request, as templates; one that cannot be filled in is left out. */
        headers?: Record<string, string> | undefined;
        /** Query parameters of each request, as templates. */
        query?: Record<string, string> | undefined;
        /** Request that tells whether credentials are valid. */
        verification?: {
            /** Method of the request. */
            method: ("GET" | "POST");
            /** Paths below `base_url`, tried in order until one accepts. */
            endpoints: Array<string>;
            /** Headers of this request besides those of `proxy.headers`. */
            headers?: Record<string, string> | undefined;
            /** JSON body of the request. */
            data?: Record<string, unknown> | undefined;
        } | undefined;
        /** How many requests the provider takes, and whose it counts together. */
        rate_limits?: {
            /**
             * `credentials`: each API key or user has a budget; `client`: all connections of one
             * OAuth app share it; else a template, and connections with the same value share it.
             */
            per: string;
            /** Limits that hold at the same time. */
            windows: Array<{
                /** Requests that the provider takes. */
                requests: number;
                /** Seconds in which it takes them. */
                per_seconds: number;
            }>;
            /**
             * Seconds to wait after a 429 that does not say how long. Absent: 1, doubled each time,
             * at most 30.
             */
            wait_seconds?: number | undefined;
        } | undefined;
        /** How the provider says when to try again. */
        retry?: {
            /** Response headers that say when to try again, as epoch time or date. */
            at?: (string | Array<string>) | undefined;
            /** Response headers that say how long to wait, in seconds, as date or duration. */
            after?: (string | Array<string>) | undefined;
            /** Response header with the number of requests left. */
            remaining?: string | undefined;
            /** The only statuses that are retried, besides those that the request names. */
            error_code?: Array<string> | undefined;
            /** What the provider sends where others send a 429. */
            rate_limited?: {
                /** Status of the response. */
                status: number;
                /**
                 * Where the text is in the JSON body: a path with dots. Absent: the headers tell,
                 * by `Retry-After` or no requests left.
                 */
                path?: string | undefined;
                /** The text. */
                value?: string | undefined;
            } | undefined;
        } | undefined;
        /**
         * What the provider sends, besides 401, when it refuses the credentials, which are then
         * checked at once.
         */
        credentials_refused?: {
            /** Status of the response. */
            status: number;
            /** Header that has the value. */
            header?: string | undefined;
            /** Its value. */
            value?: string | undefined;
            /** Instead of a header: what the body does not say then. */
            unless?: {
                /** Where the text is in the JSON body: a path with dots. */
                path: string;
                /** The text. */
                value: string;
            } | undefined;
        } | undefined;
        /** How the provider tells errors in responses with status 200. */
        errors_in_success?: {
            /**
             * Where the code is in the JSON body: a path with dots. Absent there: the call
             * succeeded.
             */
            code: string;
            /** Codes that mean a rate limit. */
            rate_limited?: Array<string> | undefined;
            /** Codes that mean refused credentials. */
            credentials_refused?: Array<string> | undefined;
        } | undefined;
        /** How to get the next page of a list. */
        paginate?: {
            /** How a page names the next one. */
            type: ("cursor" | "link" | "offset");
            /**
             * Where the items are: a path with dots; `*` for the only list of the body; of `A || B`
             * the first that is a list. Absent: the whole body.
             */
            response_path?: string | undefined;
            /** Whether the list is absent from a page without items. */
            omits_empty_list?: true | undefined;
            /** Parameter for the size of a page. */
            limit_name_in_request?: string | undefined;
            /** Size of a page unless the request names one. */
            limit?: number | undefined;
            /** Whether the parameters go into the JSON body. Absent: where there is one. */
            in_body?: boolean | undefined;
            /** For `cursor`: where the cursor is in the body. */
            cursor_path_in_response?: string | undefined;
            /** For `cursor`: parameter that takes it. */
            cursor_name_in_request?: string | undefined;
            /** For `link`: relation type in the `Link` header. */
            link_rel_in_response_header?: string | undefined;
            /** For `link`: where the address is in the body. */
            link_path_in_response_body?: string | undefined;
            /** For `offset`: parameter that takes it. */
            offset_name_in_request?: string | undefined;
            /** For `offset`: its first value. Absent: 0. */
            offset_start_value?: number | undefined;
            /**
             * For `offset`: whether it grows by the number of items received, or by one. Absent:
             * `by-response-size`.
             */
            offset_calculation_method?: ("by-response-size" | "per-page") | undefined;
        } | undefined;
        /** Where a write carries its idempotency key. */
        idempotency?: {
            /** Header with the key. */
            header?: string | undefined;
            /** Query parameter with the key, where it is not in a header. */
            query?: string | undefined;
        } | undefined;
        /** Whether responses are decompressed unless the request says otherwise. */
        decompress?: boolean | undefined;
        /**
         * Whether a redirect to another host of the provider keeps the request's headers,
         * credentials excepted.
         */
        forward_headers_on_redirect?: boolean | undefined;
    } | undefined;
    /**
     * Authorization endpoint (RFC 6749 §3.1); a template. For `CUSTOM` an object with that of each
     * half.
     */
    authorization_url?: (string | {
        /** Of the sign-in of people. */
        OAUTH2: string;
        /** Of the app that is installed. */
        APP: string;
    }) | undefined;
    /** Further parameters of the authorization request, as templates. */
    authorization_params?: Record<string, string> | undefined;
    /** Parameters added so that the end user chooses an account. */
    select_account_params?: Record<string, string> | undefined;
    /** Whether the provider does not take PKCE (RFC 7636). Absent: it does. */
    disable_pkce?: boolean | undefined;
    /** Whether the sign-in refuses to run in a web view of another app. */
    refuses_webviews?: true | undefined;
    /** Scope → its name in the token response, where they differ. */
    granted_scope_names?: Record<string, string> | undefined;
    /** Query parameters of the callback that are copied to the connection config. */
    redirect_uri_metadata?: Array<string> | undefined;
    /** Query parameter of the callback that is the code. Absent: `code`. */
    authorization_code_param_in_callback?: string | undefined;
    /** Value that `iss` has to have in the callback (RFC 9207). */
    issuer?: string | undefined;
    /**
     * For `MCP_OAUTH2`: `dynamic`: Patchbay registers itself (RFC 7591); `cimd`: it serves a client
     * ID metadata document; `static`: an integration has an OAuth app.
     */
    client_registration?: ("dynamic" | "static" | "cimd") | undefined;
    /** For `MCP_OAUTH2`: registration endpoint, where its metadata names none. */
    registration_url?: string | undefined;
    /** For MCP servers: further members of what a client registers (RFC 7591 §2). */
    registration_params?: Record<string, string> | undefined;
    /** For `APP` and `CUSTOM`: how the provider tells of an installation. */
    installation?: {
        /** Address that tells of an installation; a template. */
        url: string;
        /** Where the id of its account is: a path with dots. */
        id: string;
        /** Where the name of its account is; the first that has a text. */
        label: Array<string>;
        /** Where the time of its last change is; the first that is there. */
        changed_at: Array<string>;
        /** Where the time is at which it was suspended. */
        suspended_at: string;
        /** Beginnings of error messages that mean that the app is unknown. */
        app_errors: Array<string>;
        /** Beginnings of error messages that mean that it is suspended. */
        suspended_errors: Array<string>;
        /** How people who install the app are asked to sign in. */
        user: {
            /** Token endpoint for the people who install the app. */
            token_url: string;
            /** Address of the installations that they reach. */
            installations_url: string;
            /** Where the list is. */
            list: string;
            /** Setting of the app by which they sign in while they install it. */
            setting: string;
        };
    } | undefined;
    /** Address that issues temporary credentials (RFC 5849 §2.1); a template. */
    request_url?: string | undefined;
    /** Further parameters of that request, as templates. */
    request_params?: Record<string, string> | undefined;
    /** Method of that request. Absent: `POST`. */
    request_http_method?: ("GET" | "POST") | undefined;
    /** Method of the token request of OAUTH1. Absent: `POST`. */
    token_http_method?: ("GET" | "POST") | undefined;
    /** How requests of OAUTH1 are signed (RFC 5849 §3.4). Absent: `HMAC-SHA1`. */
    signature_method?: ("HMAC-SHA1" | "PLAINTEXT") | undefined;
    /** Service of AWS, as signatures name it. */
    service?: string | undefined;
    /**
     * Token endpoint (RFC 6749 §3.2); a template. For `CUSTOM` an object with that of each half.
     */
    token_url?: (string | {
        /** Of the sign-in of people. */
        OAUTH2: string;
        /** Of the app that is installed. */
        APP: string;
    }) | undefined;
    /** Address of the refresh request. Absent: `token_url`. */
    refresh_url?: string | undefined;
    /** Parameters of the refresh request, instead of `token_params`. */
    refresh_params?: Record<string, string> | undefined;
    /** Seconds before its expiry at which a token is renewed. Absent: 900. */
    token_expiration_buffer?: number | undefined;
    /** Lifetime of a token whose response states none. Absent: it does not expire. */
    usual_lifetime_seconds?: number | undefined;
    /** How refresh tokens of the provider behave. */
    refresh?: {
        /**
         * Whether the old refresh token stays valid, stays so for `grace_seconds`, or ends at once.
         * Absent: not known.
         */
        rotation?: ("none" | "grace" | "strict") | undefined;
        /** Seconds for which the old refresh token stays valid. */
        grace_seconds?: number | undefined;
        /** Hours without use after which the refresh token expires. */
        idle_hours?: number | undefined;
        /** Hours after the sign-in at which the refresh token expires. */
        grant_hours?: number | undefined;
        /**
         * `rolling`: a refresh moves the expiry of the refresh token; `hard`: it does not. Absent:
         * `rolling`.
         */
        expiry?: ("rolling" | "hard") | undefined;
        /** Seconds between two refreshes that the provider demands. */
        min_interval_seconds?: number | undefined;
        /** Error codes that mean, besides `invalid_grant`, that the grant has ended. */
        permanent_errors?: Array<string> | undefined;
    } | undefined;
    /** Why there is no refresh token. */
    no_refresh?: string | undefined;
    /** Revocation endpoint (RFC 7009); a template. */
    revocation_url?: string | undefined;
    /** `json`: the revocation request is JSON with the token alone. Absent: `form`. */
    revocation_body_format?: ("form" | "json") | undefined;
    /**
     * What a revocation ends: the grant of one sign-in, or all that the account has granted to the
     * OAuth app. Absent: `account`.
     */
    revocation_ends?: ("grant" | "account") | undefined;
    /** Further parameters of the token request, as templates. */
    token_params?: Record<string, string> | undefined;
    /** Headers of the token request, as templates. */
    token_headers?: Record<string, string> | undefined;
    /**
     * Where the token request carries the client credentials: HTTP Basic, or the body. Absent:
     * `body`.
     */
    authorization_method?: ("header" | "body") | undefined;
    /** Media type of the token request. Absent: `form`. */
    body_format?: ("form" | "json" | "xml") | undefined;
    /** What stands between scopes. Absent: a space. */
    scope_separator?: string | undefined;
    /** Scopes of an integration that names none. */
    default_scopes?: Array<string> | undefined;
    /** Scope → what it allows, in words for the end user. */
    scope_descriptions?: Record<string, string> | undefined;
    /** Paths in the token response that are copied to the connection config. */
    token_response_metadata?: Array<string> | undefined;
    /** Unit of `expires_in` in the token response. Absent: `seconds`. */
    expires_in_unit?: ("seconds" | "milliseconds") | undefined;
    /** Values of `token_type` that mean a bearer token, besides `bearer`. */
    token_types?: Array<string> | undefined;
    /**
     * For OAUTH2_CC: what the token endpoint and the API demand in the TLS handshake (mutual TLS).
     */
    client_certificate?: {
        /** The certificate, as PEM; a template. */
        certificate: string;
        /** Its private key, as PEM; a template. */
        private_key: string;
    } | undefined;
    /**
     * Request after each token response of OAUTH2. Its own response has the token that calls carry;
     * templates have the one before as `${accessToken}`.
     */
    token_step?: {
        /** Address; a template. */
        token_url: string;
        /** Method; with `GET` the parameters are in the query. Absent: `POST`. */
        token_request_method?: ("GET" | "POST") | undefined;
        /** Parameters, as templates; `${step1.path}` is from the response to the first request. */
        token_params?: Record<string, string> | undefined;
        /** Headers, as templates. */
        token_headers?: Record<string, string> | undefined;
        /** Media type. Absent: `form`. */
        body_format?: ("form" | "json" | "xml") | undefined;
        /** Where its response has the token; dotted paths. */
        token_response: {
            /** Where the token is. */
            token: string;
            /** Where the end of the token is. Absent: it is not stated. */
            token_expiration?: string | undefined;
            /** Whether that is a time, or a number of seconds. Absent: `expireIn`. */
            token_expiration_strategy?: ("expireAt" | "expireIn") | undefined;
        };
        /**
         * Lifetime in milliseconds of a token whose response states none. Absent: that of the
         * access token.
         */
        token_expires_in_ms?: number | undefined;
        /** Fields of the connection config, with the path of their value in its response. */
        connection_config?: Record<string, string> | undefined;
        /** Where its refusals have a code. Absent: as in RFC 6749 §5.2. */
        error?: {
            /** Where the code is: a path with dots. */
            code: string;
            /** Where the words are. */
            message?: string | undefined;
        } | undefined;
        /**
         * Whether the token is renewed by this same request, before its end, as there is no refresh
         * token.
         */
        renews?: true | undefined;
    } | undefined;
    /** Method of the token request of TWO_STEP. Absent: `POST`. */
    token_request_method?: ("GET" | "POST") | undefined;
    /** Where the response of TWO_STEP has the token; dotted paths. */
    token_response?: {
        /** Where the token is. */
        token: string;
        /** Where the refresh token is. Absent: there is none. */
        refresh_token?: string | undefined;
        /** Where the end of the token is. Absent: it is not stated. */
        token_expiration?: string | undefined;
        /** Whether that is a time, or a number of seconds. Absent: `expireIn`. */
        token_expiration_strategy?: ("expireAt" | "expireIn") | undefined;
    } | undefined;
    /** Lifetime in milliseconds of a token whose response states none. */
    token_expires_in_ms?: number | undefined;
    /** Further requests of TWO_STEP; the last response has the token. */
    additional_steps?: Array<{
        /** Address; a template. */
        token_url: string;
        /** Method; with `GET` the parameters are in the query. Absent: `POST`. */
        token_request_method?: ("GET" | "POST") | undefined;
        /** Parameters, as templates; `${step1.path}` is from the response to the first request. */
        token_params?: Record<string, string> | undefined;
        /** Headers, as templates. */
        token_headers?: Record<string, string> | undefined;
        /** Media type. Absent: `form`. */
        body_format?: ("form" | "json" | "xml") | undefined;
    }> | undefined;
    /** How tokens of JWT and requests of SIGNATURE are signed. */
    signature?: {
        /** Kind of the key of JWT; for SIGNATURE always `WSSE`. */
        protocol: ("RSA" | "EC" | "HMAC" | "WSSE");
        /** `alg` of the tokens of JWT (RFC 7518 §3.1). */
        algorithm?: string | undefined;
        /** How the secret of `HMAC` is written. Absent: `utf8`. */
        hmac_secret_encoding?: ("utf8" | "hex" | "base64") | undefined;
        /**
         * How the digest of `WSSE` is encoded: as in the UsernameToken Profile, or as Base64 of its
         * hexadecimal digits. Absent: `base64`.
         */
        digest_encoding?: ("base64" | "hex") | undefined;
    } | undefined;
    /** What tokens of JWT and SIGNATURE are made of. */
    token?: {
        /** The key of JWT; a template. */
        signing_key?: string | undefined;
        /** Lifetime in milliseconds. */
        expires_in_ms: number;
        /** Header of a JWT besides `alg` and `typ`, as templates. */
        header?: Record<string, string> | undefined;
        /** Claims of a JWT besides `iat` and `exp`, as templates. */
        payload?: Record<string, string> | undefined;
    } | undefined;
    /** Request that trades the refresh token of TWO_STEP. */
    refresh_step?: {
        /** Address; a template. */
        token_url: string;
        /** Method; with `GET` the parameters are in the query. Absent: `POST`. */
        token_request_method?: ("GET" | "POST") | undefined;
        /** Parameters, as templates; `${step1.path}` is from the response to the first request. */
        token_params?: Record<string, string> | undefined;
        /** Headers, as templates. */
        token_headers?: Record<string, string> | undefined;
        /** Media type. Absent: `form`. */
        body_format?: ("form" | "json" | "xml") | undefined;
    } | undefined;
};

export type Appearance = {
    /** Colours, font and sizes; what is absent keeps its default. */
    variables?: AppearanceVariables | undefined;
    /** The same for the dark theme alone, on top of `variables`. */
    dark?: AppearanceVariables | undefined;
    /** Your logo in the header of the Connect UI; none by default. */
    logo?: {
        /** The picture as a `data:` URL in base64: PNG, JPEG, WebP, or an SVG that only draws. */
        src: string;
        /** Text for those who cannot see the picture. */
        alt: string;
    } | undefined;
    /**
     * Your own wording, by the key of the text in the catalogue of the Connect UI, up to 500
     * characters, of at most 300 texts; keep the gaps such as `{provider}`. It is shown in every
     * language: for more than one, use `texts`.
     */
    text?: Record<string, string> | undefined;
    /**
     * The same by language, a BCP 47 tag such as `de` or `de-AT`, on top of `text`: shown where the
     * Connect UI speaks that language. Of several regions of a language, that of the end user
     * counts.
     */
    texts?: Record<string, Record<string, string>> | undefined;
};

export type AppearanceVariables = {
    /** Colour of buttons and links, as `#rgb` or `#rrggbb`. */
    colorPrimary?: string | undefined;
    /** Colour of the background, as `#rgb` or `#rrggbb`. */
    colorBackground?: string | undefined;
    /** Colour of text, as `#rgb` or `#rrggbb`; changed where its contrast is too low. */
    colorText?: string | undefined;
    /** Colour of errors, as `#rgb` or `#rrggbb`; changed where its contrast is too low. */
    colorDanger?: string | undefined;
    /** Fonts that the device has, separated by commas; nothing is downloaded. */
    fontFamily?: string | undefined;
    /** Size of text in pixels. */
    fontSizeBase?: number | undefined;
    /** Radius of corners in pixels. */
    borderRadius?: number | undefined;
    /** Space between elements; `normal` by default. */
    density?: ("normal" | "compact") | undefined;
};

export type Application = {
    /** Id at the provider. */
    id: string;
    /** Id of the candidate who applies. */
    candidate_id: string;
    /** When the candidate applied, ISO 8601 in UTC; null where the provider does not say. */
    applied_at: (string | null);
    /** When it was rejected, ISO 8601 in UTC; null if it was not. */
    rejected_at: (string | null);
    /**
     * When something last happened to it, ISO 8601 in UTC; null where the provider does not say.
     */
    last_activity_at: (string | null);
    /** Where the candidate comes from; null for none. */
    source: ({
        /** Id of the source. */
        id: string;
        /** Name of the source. */
        public_name: string;
    } | null);
    /** Id of the user who is credited with it; null for none. */
    credited_to: (string | null);
    /** Why it was rejected; null if it was not, or where the provider does not say. */
    rejection_reason: ({
        /** Id at the provider. */
        id: string;
        /** Its name. */
        name: string;
        /** Kind of the reason; null for none. */
        type: ({
            /** Id at the provider. */
            id: string;
            /** Its name. */
            name: string;
        } | null);
    } | null);
    /** Jobs that it is for. */
    jobs: Array<{
        /** Id at the provider. */
        id: string;
        /** Its name. */
        name: string;
    }>;
    /** Id of the job post that the candidate applied to; null for none. */
    job_post_id: (string | null);
    /** `active`, `rejected` or `hired`; others pass as the provider names them. */
    status: string;
    /**
     * Stage that it is in; null for none, with some providers also once the candidate is hired or
     * rejected.
     */
    current_stage: ({
        /** Id at the provider. */
        id: string;
        /** Its name. */
        name: string;
    } | null);
    /** Version that an update may name; null where the provider counts none. */
    sync_token: (string | null);
    /** When it was deleted at the provider, ISO 8601 in UTC; null if it was not. */
    deleted_at: (string | null);
    /**
     * The provider's own fields, under the names that the settings of the connection give them;
     * empty for none.
     */
    custom_fields: Record<string, unknown>;
};

export type ApplicationChange = {
    /** Id of the new source. */
    source_id: string;
    /** Version it is based on; absent: the one in the records. */
    sync_token?: string | undefined;
};

export type AttemptRecord = {
    /** Id of the attempt. */
    attempt_id: string;
    /** What the end user quotes to support. */
    ref: string;
    /** Id of the integration. */
    integration_id: string;
    /** Id of the provider. */
    provider: string;
    /** Id of the connection that was made or was to be renewed; null where there is none. */
    connection_id: (string | null);
    /** How far it is. `succeeded`, `failed`, `cancelled` and `expired` are final. */
    status: ("created" | "awaiting_user" | "pending_approval" | "exchanging" | "verifying" | "needs_choice" | "account_mismatch" | "succeeded" | "failed" | "cancelled" | "expired");
    /** Why it ended without a connection; null where it did not. */
    code: (("validation" | "credentials_rejected" | "connection_rejected" | "consent_denied" | "missing_permissions" | "provider_error" | "provider_down" | "state_mismatch" | "timeout" | "cancelled" | "integration_misconfigured" | "unexpected") | null);
    /**
     * Where `status` is `pending_approval`: whose sign-in it is, and how long it waits; null
     * otherwise.
     */
    approval: ({
        /** Id of the end user in your product; null where the session has none. */
        end_user_id: (string | null);
        /** Since when it waits. ISO 8601. */
        since: string;
        /** Until when it can be continued, then it expires. ISO 8601. */
        until: string;
    } | null);
    /** Whether it was to renew a connection. */
    is_reconnect: boolean;
    /** One English sentence: how far it came, and what most likely went wrong. */
    summary: string;
    /**
     * Why it failed, in the words of the provider or ours: one line of at most 300 characters,
     * without secrets. End users do not see what is about the OAuth app. Null where nothing is
     * known, and a day after the attempt expired.
     */
    provider_text: (string | null);
    /** What happened, in order. */
    timeline: Array<{
        /** When it happened. ISO 8601. */
        at: string;
        /** What happened, as a stable code; new ones may be added. */
        step: string;
        /** What happened, as an English sentence for support. */
        text: string;
    }>;
    /** When it was started. ISO 8601. */
    created_at: string;
    /** When it last changed. ISO 8601. */
    updated_at: string;
};

export type AuthEvent = (({
    from: "patchbay";
    type: "auth";
    providerConfigKey: string;
    provider: string;
    authMode: string;
    environment: string;
    tags: Record<string, string>;
    operation: "creation";
    success: true;
    connectionId: string;
    endUser?: {
        endUserId: string;
        endUserEmail: (string | null);
        organizationId: (string | null);
        tags: Record<string, string>;
    } | undefined;
} | {
    from: "patchbay";
    type: "auth";
    providerConfigKey: string;
    provider: string;
    authMode: string;
    environment: string;
    tags: Record<string, string>;
    operation: "creation";
    success: false;
    connectionId: string;
    error: {
        type: ("validation" | "credentials_rejected" | "connection_rejected" | "consent_denied" | "missing_permissions" | "provider_error" | "provider_down" | "state_mismatch" | "timeout" | "cancelled" | "integration_misconfigured" | "unexpected");
        description: string;
    };
}) | ({
    from: "patchbay";
    type: "auth";
    providerConfigKey: string;
    provider: string;
    authMode: string;
    environment: string;
    tags: Record<string, string>;
    operation: "override";
    success: true;
    connectionId: string;
    endUser?: {
        endUserId: string;
        endUserEmail: (string | null);
        organizationId: (string | null);
        tags: Record<string, string>;
    } | undefined;
} | {
    from: "patchbay";
    type: "auth";
    providerConfigKey: string;
    provider: string;
    authMode: string;
    environment: string;
    tags: Record<string, string>;
    operation: "override";
    success: false;
    connectionId: string;
    error: {
        type: ("validation" | "credentials_rejected" | "connection_rejected" | "consent_denied" | "missing_permissions" | "provider_error" | "provider_down" | "state_mismatch" | "timeout" | "cancelled" | "integration_misconfigured" | "unexpected");
        description: string;
    };
}) | ({
    from: "patchbay";
    type: "auth";
    providerConfigKey: string;
    provider: string;
    authMode: string;
    environment: string;
    tags: Record<string, string>;
    operation: "refresh";
    success: true;
    connectionId?: string | undefined;
    endUser?: {
        endUserId: string;
        endUserEmail: (string | null);
        organizationId: (string | null);
        tags: Record<string, string>;
    } | undefined;
} | {
    from: "patchbay";
    type: "auth";
    providerConfigKey: string;
    provider: string;
    authMode: string;
    environment: string;
    tags: Record<string, string>;
    operation: "refresh";
    success: false;
    connectionId?: string | undefined;
    endUser?: {
        endUserId: string;
        endUserEmail: (string | null);
        organizationId: (string | null);
        tags: Record<string, string>;
    } | undefined;
    error: {
        type: ("refresh_token_external_error" | "connection_refresh_exhausted");
        description: string;
    };
}) | {
    from: "patchbay";
    type: "auth";
    providerConfigKey: string;
    provider: string;
    authMode: string;
    environment: string;
    tags: Record<string, string>;
    operation: "deletion";
    success: true;
    connectionId: string;
    initiator: "end_user";
    endUser: {
        endUserId: string;
        endUserEmail: (string | null);
        organizationId: (string | null);
        tags: Record<string, string>;
    };
});

export type Bill = {
    /** Id at the provider. */
    id: string;
    /** Version that an update or removal may name; null where the provider counts none. */
    sync_token: (string | null);
    /** ISO 4217 code of the currency; null where the provider names none. */
    currency: (string | null);
    /**
     * When it was created at the provider, ISO 8601 in UTC; null where the provider does not say.
     */
    created_at: (string | null);
    /**
     * When it was last changed at the provider, ISO 8601 in UTC; null where the provider does not
     * say.
     */
    updated_at: (string | null);
    /** Number of the bill; null for none. */
    doc_number: (string | null);
    /** Id of the vendor that asks to be paid. */
    vendor_id: string;
    /** Name of the vendor that asks to be paid; null where the provider gives none. */
    vendor_name: (string | null);
    /** Id of the account of payables; null where the provider names none. */
    ap_account_id: (string | null);
    /** Name of the account of payables; null where the provider names none. */
    ap_account_name: (string | null);
    /** Date of the bill, YYYY-MM-DD. */
    txn_date: string;
    /** Date when it is due, YYYY-MM-DD; null for none. */
    due_date: (string | null);
    /** What is still to be paid, in the currency. */
    balance: number;
    /** What is still to be paid, in the home currency; null where the provider does not say. */
    home_balance: (number | null);
    /** Total amount in the currency. */
    total_amount: number;
    /**
     * Exchange rate: units of the home currency for one of `currency`; null where the provider
     * gives none.
     */
    exchange_rate: (number | null);
    /** Id of the terms of payment; null for none. */
    sales_term_id: (string | null);
    /** Note or reference that the company keeps; null for none. */
    private_note: (string | null);
    /** Department, or location, that it belongs to; null for none. */
    department_ref: (Ref | null);
    /** Transactions linked to it, such as its payments. */
    linked_txn: Array<LinkedTxn>;
    /** Lines of the bill. */
    lines: Array<{
        /** Id of the line; null where the provider gives none. */
        id: (string | null);
        /** Place of the line, from 1; null where the provider gives none. */
        line_num: (number | null);
        /** Description of the line; null for none. */
        description: (string | null);
        /** `AccountBasedExpenseLineDetail` or `ItemBasedExpenseLineDetail`; others pass. */
        detail_type: string;
        /** Amount of the line in the currency. */
        amount: number;
        /** Id or code of the account that the expense goes to; null for none. */
        account_id: (string | null);
        /** Name of that account; null where the provider gives none. */
        account_name: (string | null);
        /** Id or code of the item; null for none. */
        item_id: (string | null);
        /** Name of the item; null where the provider gives none. */
        item_name: (string | null);
        /** Quantity of the item; null for none. */
        qty: (number | null);
        /** Price of one unit in the currency; null for none. */
        unit_price: (number | null);
        /** Id of the customer that the line is bought for; null for none. */
        customer_id: (string | null);
        /** Id of the class of the line; null for none. */
        class_id: (string | null);
        /** Id or code of the tax code of the line; null for none. */
        tax_code: (string | null);
        /** `Billable`, `NotBillable` or `HasBeenBilled`; null where the provider does not say. */
        billable_status: (string | null);
    }>;
};

export type BillPayment = {
    /** Id at the provider. */
    id: string;
    /** Version that an update or removal may name; null where the provider counts none. */
    sync_token: (string | null);
    /** ISO 4217 code of the currency; null where the provider names none. */
    currency: (string | null);
    /**
     * When it was created at the provider, ISO 8601 in UTC; null where the provider does not say.
     */
    created_at: (string | null);
    /**
     * When it was last changed at the provider, ISO 8601 in UTC; null where the provider does not
     * say.
     */
    updated_at: (string | null);
    /** Id of the vendor that was paid. */
    vendor_id: string;
    /** Name of the vendor that was paid; null where the provider gives none. */
    vendor_name: (string | null);
    /** Date of the payment, YYYY-MM-DD. */
    txn_date: string;
    /** Total amount in the currency. */
    total_amount: number;
    /** Note that the vendor does not see; null for none. */
    private_note: (string | null);
    /** Number of the payment, such as that of the check; null for none. */
    doc_number: (string | null);
    /** `Check` or `CreditCard`. */
    pay_type: (string | null);
    /** Id of the account of payables; null where the provider names none. */
    ap_account_id: (string | null);
    /** Name of the account of payables; null where the provider names none. */
    ap_account_name: (string | null);
    /** Id of the bank account that a check was drawn on; null for other payments. */
    bank_account_id: (string | null);
    /** Name of the bank account that a check was drawn on; null for other payments. */
    bank_account_name: (string | null);
    /**
     * Whether the check is printed, as the provider names it: `NotSet`, `NeedToPrint` or
     * `PrintComplete`.
     */
    print_status: (string | null);
    /** Id of the account of the credit card; null for other payments. */
    credit_card_account_id: (string | null);
    /** Name of the account of the credit card; null for other payments. */
    credit_card_account_name: (string | null);
    /**
     * Exchange rate: units of the home currency for one of `currency`; null where the provider
     * gives none.
     */
    exchange_rate: (number | null);
    /** Whether it was voided, and its amounts are 0. */
    voided: boolean;
    /** What it pays. */
    lines: Array<{
        /** Amount that the line pays, in the currency. */
        amount: number;
        /** Bills, or other transactions, that the line pays. */
        linked_txn: Array<LinkedTxn>;
        /** The same as `linked_txn`, under its older name. */
        linkedTxn: Array<LinkedTxn>;
    }>;
};

/** Input of an action. */
export type CallCustomEndpointBody = unknown;

/** A message of JSON-RPC, as the protocol has it. */
export type CallMcpBody = unknown;

export type CallerRequestId = string;

export type Candidate = {
    /** Id at the provider. */
    id: string;
    /** Full name; null for none. */
    name: (string | null);
    /** First name, guessed where the provider has the full name only; null for none. */
    first_name: (string | null);
    /** Last name, guessed where the provider has the full name only; null for none. */
    last_name: (string | null);
    /** Company that the candidate works at; null for none. */
    company: (string | null);
    /** Title of the current position; null for none. */
    title: (string | null);
    /** Files attached to the candidate. */
    attachments: Array<{
        /** Name of the file. */
        filename: string;
        /**
         * Address of the file, signed and short-lived: another one each time; null where the
         * provider lists none.
         */
        url: (string | null);
        /** `resume` or `cover_letter`; others pass as the provider names them. */
        type: string;
        /** When it was attached, ISO 8601 in UTC; null where the provider does not say. */
        created_at: (string | null);
    }>;
    /** Phone numbers. */
    phone_numbers: Array<{
        /** Kind of the number as the provider names it, such as `mobile`; null for none. */
        type: (string | null);
        /** Phone number as the provider has it. */
        value: string;
    }>;
    /** Email addresses. */
    email_addresses: Array<{
        /** Kind of the address as the provider names it, such as `work`; null for none. */
        type: (string | null);
        /** Email address. */
        value: string;
        /** Whether it is the primary one. */
        is_primary: boolean;
    }>;
    /** Profiles on social media. */
    social_media_addresses: Array<{
        /** Address of the profile. */
        value: string;
    }>;
    /** Names of the tags of the candidate. */
    tags: Array<string>;
    /** Where the candidate studied. */
    educations: Array<{
        /** Id of the education; that of the candidate where the provider has only one. */
        id: string;
        /** Name of the school; null for none. */
        school_name: (string | null);
        /** Degree; null for none. */
        degree: (string | null);
        /** Field of study; null for none. */
        discipline: (string | null);
        /** Date or year of the start as the provider has it; null for none. */
        start_date: (string | null);
        /** Date or year of the end as the provider has it; null for none. */
        end_date: (string | null);
    }>;
    /** Where the candidate worked. */
    employments: Array<{
        /** Id of the employment. */
        id: string;
        /** Name of the company; null for none. */
        company_name: (string | null);
        /** Title of the position; null for none. */
        title: (string | null);
        /** Date or year of the start as the provider has it; null for none. */
        start_date: (string | null);
        /** Date or year of the end as the provider has it; null for none. */
        end_date: (string | null);
    }>;
    /** Ids of the users that are the same person. */
    linked_user_ids: Array<string>;
    /** When it was created at the provider, ISO 8601 in UTC. */
    created_at: string;
    /**
     * When it was last changed at the provider, ISO 8601 in UTC; null where the provider does not
     * say.
     */
    updated_at: (string | null);
    /**
     * When something last happened to it, ISO 8601 in UTC; null where the provider does not say.
     */
    last_activity: (string | null);
    /** When it was deleted at the provider, ISO 8601 in UTC; null if it was not. */
    deleted_at: (string | null);
    /** Whether only some users see it at the provider. */
    is_private: boolean;
    /**
     * Applications of the candidate; empty with providers that list them apart, whose ids
     * `application_ids` has.
     */
    applications: Array<Application>;
    /** Ids of all applications of the candidate. */
    application_ids: Array<string>;
    /**
     * The provider's own fields, under the names that the settings of the connection give them;
     * empty for none.
     */
    custom_fields: Record<string, unknown>;
};

export type CollectorHeaderName = string;

export type CollectorHeaderValue = string;

/**
 * Base address of an OTLP/HTTP collector, to which `/v1/traces` and so on are added: https and
 * public, unless the operator has listed its host and port.
 */
export type CollectorUrl = string;

export type CompileFunctionBody = {
    /** TypeScript of one function, which is its default export; up to 1 MiB. */
    code: string;
};

export type ConfirmConnectionBody = {
    /** Id of the integration: its `unique_key`, also called `provider_config_key`. */
    provider_config_key: string;
    /** Id of the end user that is signed in at your product. */
    end_user_id: string;
};

export type ConfirmDeployBody = {
    /** Syncs and actions. */
    flowConfigs: Array<{
        /** What it is. */
        type: ("sync" | "action");
        /** Name of the function: letters, digits, `_` and `-`. */
        syncName: FunctionName;
        /** Id of the integration: its `unique_key`, also called `provider_config_key`. */
        providerConfigKey: string;
        /** Models of a sync: what its records are called. */
        models: Array<string>;
        /** How often a sync runs, such as `every hour`; null of an action. */
        runs: (string | null);
        /**
         * Whether a sync starts with the connection; `true` by default.
         *
         * @default true
         */
        auto_start?: boolean | undefined;
        /**
         * Whether the sync deletes what a run has not saved; `false` by default.
         *
         * @default false
         */
        track_deletes?: boolean | undefined;
        /** Name of the schema of the input. */
        input?: (string | null) | undefined;
        /** Where its records are listed, or it is called, beside its name. */
        endpoints?: (Array<{
            /** Its method. */
            method: ("GET" | "POST" | "PUT" | "PATCH" | "DELETE");
            /** Its path, such as `/contacts`. */
            path: string;
            /** Under which heading documentation lists it. */
            group?: (string | null) | undefined;
        }> | null) | undefined;
        /** What people should know of it. */
        metadata?: ({
            /** OAuth scopes that it needs. */
            scopes?: (Array<string> | null) | undefined;
            /** What it does, in words. */
            description?: (string | null) | undefined;
        } | null) | undefined;
        /** Its code. */
        fileBody: {
            /** The bundle: CommonJS in one file. */
            js: string;
            /** The source, as its author wrote it. */
            ts: string;
            /**
             * The source map of the bundle, as JSON. Absent: the one in its last comment, if any;
             * else errors name lines of the bundle.
             */
            map?: string | undefined;
        };
        /** Its version, as its author counts. */
        version?: (string | null) | undefined;
        /** Types of incoming webhooks that it handles. */
        webhookSubscriptions?: (Array<string> | null) | undefined;
        /** JSON Schema of its models, input and output, in `definitions`. */
        models_json_schema?: (Record<string, unknown> | null) | undefined;
        /** What it uses, such as `checkpoints`. */
        features?: (Array<string> | null) | undefined;
        /** Deprecated, and ignored. */
        sync_type?: (("full" | "incremental") | null) | undefined;
        /** Anything else of it; kept, and not used. */
        attributes?: (Record<string, unknown> | null) | undefined;
    }>;
    /** Handlers of events, by integration. Absent: none. */
    onEventScriptsByProvider?: Array<{
        /** Id of the integration: its `unique_key`, also called `provider_config_key`. */
        providerConfigKey: string;
        /** The handlers. */
        scripts: Array<{
            /** Name of the function: letters, digits, `_` and `-`. */
            name: FunctionName;
            /** Its code. */
            fileBody: {
                /** The bundle: CommonJS in one file. */
                js: string;
                /** The source, as its author wrote it. */
                ts: string;
                /**
                 * The source map of the bundle, as JSON. Absent: the one in its last comment, if
                 * any; else errors name lines of the bundle.
                 */
                map?: string | undefined;
            };
            /** Its version, as its author counts. */
            version?: (string | null) | undefined;
            /** What it is run on. */
            event: ("post-connection-creation" | "pre-connection-deletion" | "validate-connection");
        }>;
    }> | undefined;
    /**
     * Whether functions are deleted that are deployed and not in the request; `true` by default.
     * Otherwise they stay.
     *
     * @default true
     */
    reconcile?: boolean | undefined;
    /** Ignored. */
    debug?: boolean | undefined;
    /**
     * `single` deletes nothing; `integration` only in the integrations that the request names;
     * `all` everywhere.
     *
     * @default "all"
     */
    deployMode?: ("all" | "single" | "integration") | undefined;
    /** Deprecated: `deployMode` is `single`. */
    singleDeployMode?: boolean | undefined;
    /** Deprecated: a JSON Schema for all; `models_json_schema` of each function wins. */
    jsonSchema?: (Record<string, unknown> | null) | undefined;
    /** Version of the tool that compiled them. */
    sdkVersion?: string | undefined;
    /** Where they come from; kept, and not used. */
    source?: string | undefined;
    /**
     * Whether functions may be deleted, a sync with its records; `true` by default. Otherwise the
     * request is refused.
     *
     * @default true
     */
    allowDestructive?: boolean | undefined;
    /** Ignored. */
    nangoYamlBody?: string | undefined;
};

export type ConnectSettings = {
    /** Name of your product in sentences; null: that of `PATCHBAY_APP_NAME`. */
    app_name: (string | null);
    /** Theme where the page names none; `system` follows the device, and is the default. */
    default_theme: ("light" | "dark" | "system");
    /** Colours, font, logo and wording; `{}` by default. */
    appearance: Appearance;
    /** Whether a line "Powered by Patchbay" is shown; `false` by default. */
    show_watermark: boolean;
    /** Your privacy policy, which the Connect UI links to; https. Null, the default: no link. */
    privacy_url: (string | null);
    /** Your terms, which the Connect UI links to; https. Null, the default: no link. */
    terms_url: (string | null);
    /**
     * Your page with help, which the Connect UI links to where something has gone wrong; https.
     * Null, the default: no link.
     */
    support_url: (string | null);
    /**
     * Where end users may write to when something has gone wrong; the subject has the code for
     * support. Null, the default: nowhere.
     */
    support_email: (string | null);
    /**
     * Origins of the pages that a sign-in in the same tab, or a share link, may return to; none by
     * default.
     */
    allowed_return_origins: Array<string>;
};

export type ConnectionAuth = {
    /**
     * `failing`: the last refresh failed and is retried automatically; `broken`: only a reconnect,
     * or a change of the integration, helps.
     */
    state: ("ok" | "failing" | "broken");
    /** What fails; null when `ok`. */
    failure: ({
        /**
         * `revoked`: the access was ended; `transient`: the provider fails; `configuration`: the
         * OAuth app or the integration is wrong; `unknown`: anything else.
         */
        kind: ("revoked" | "transient" | "configuration" | "unknown");
        /** What happened and what to do. */
        message: string;
        /** When it first failed. ISO 8601. */
        since: string;
        /** When it is retried; null: it is not. ISO 8601. */
        retry_at: (string | null);
    } | null);
    /**
     * When the provider last gave the credentials; null: not since they were imported. ISO 8601.
     */
    refreshed_at: (string | null);
    /**
     * When the end user has to connect again, however often the token is refreshed; null: never, as
     * far as the provider states. ISO 8601.
     */
    grant_ends_at: (string | null);
    /** Scopes that were asked for; null where that is not known. */
    asked_scopes: (Array<string> | null);
    /** Scopes that were granted; null where the provider does not tell. */
    granted_scopes: (Array<string> | null);
    /** Scopes that were asked for and not granted. */
    missing_scopes: Array<string>;
};

export type ConnectionHealth = {
    /**
     * `healthy`; `unverified`: not checked yet; `degraded`: temporary trouble, nothing to do;
     * `needs_attention`: an admin has to act; `needs_reconnect`: the end user has to reconnect;
     * `paused`: its integration is switched off or frozen.
     */
    status: ("healthy" | "unverified" | "degraded" | "needs_attention" | "needs_reconnect" | "paused");
    /** When the trouble began; null when healthy, and where it is not known. ISO 8601. */
    since: (string | null);
    /** Why; null when healthy. */
    cause: ({
        /** Why, from a closed list. */
        code: ("access_revoked" | "access_expired" | "credentials_refused" | "responses_unusable" | "app_refused" | "address_unusable" | "database_outdated" | "provider_unavailable" | "response_unexpected" | "refused_once" | "database_restored" | "not_checked" | "frozen" | "integration_disabled");
        /** The same in words, without text of the provider. */
        message: string;
    } | null);
    /** What to do; null when healthy. */
    action: ({
        /** What is to be done, from a closed list. */
        code: ("wait" | "reconnect" | "fix_integration" | "fix_configuration" | "lift_freeze" | "enable_integration" | "restore_database");
        /** Who has to do it; `patchbay`: it happens by itself. */
        by: ("end_user" | "admin" | "patchbay");
        /** The same in words. */
        message: string;
    } | null);
};

/**
 * Id of the connection, unique within its integration: a UUID, or the id that you imported it with.
 */
export type ConnectionId = string;

export type ConnectionSummary = {
    /**
     * Number of the connection, rising with each one that is made. Use `connection_id` to address
     * it.
     */
    id: number;
    /** Id of the connection, unique within its integration. */
    connection_id: string;
    /** Id of the integration. */
    provider_config_key: string;
    /** Id of the provider. */
    provider: string;
    /** What fails at present; `auth.failure` of the full form says more. Empty when all is well. */
    errors: Array<{
        /** What fails; so far always `auth`. */
        type: ("auth" | "sync");
        /** Id of the event that reported it. */
        log_id: string;
    }>;
    /** How it is, why, since when, and what to do. */
    health: ConnectionHealth;
    /** The connection's own copy of the end user; null where none was given. */
    end_user: (EndUserView | null);
    /** Tags of the connection; keys are in lower case. */
    tags: Record<string, string>;
    /** Your own data; null where none was set. */
    metadata: (Record<string, unknown> | null);
    /** When it was made. ISO 8601. */
    created: string;
    /**
     * When its credentials were last returned or used; null: never. Reading it in the dashboard
     * does not count. Written every two seconds, so it may be late by as much. ISO 8601.
     */
    last_fetched_at: (string | null);
};

export type ConnectionView = {
    /**
     * Number of the connection, rising with each one that is made. Use `connection_id` to address
     * it.
     */
    id: number;
    /** Id of the connection, unique within its integration. */
    connection_id: string;
    /** Id of the integration. */
    provider_config_key: string;
    /** Id of the provider. */
    provider: string;
    /** What fails at present; `auth.failure` of the full form says more. Empty when all is well. */
    errors: Array<{
        /** What fails; so far always `auth`. */
        type: ("auth" | "sync");
        /** Id of the event that reported it. */
        log_id: string;
    }>;
    /** How it is, why, since when, and what to do. */
    health: ConnectionHealth;
    /** The connection's own copy of the end user; null where none was given. */
    end_user: (EndUserView | null);
    /** Tags of the connection; keys are in lower case. */
    tags: Record<string, string>;
    /** Your own data; null where none was set. */
    metadata: (Record<string, unknown> | null);
    /** Values of this connection that are not credentials, such as `realmId`. */
    connection_config: Record<string, unknown>;
    /** Address for webhooks about this connection; null where none was given. */
    webhook_url_override: (string | null);
    /** When the provider last accepted these credentials; null: not checked yet. ISO 8601. */
    verified_at: (string | null);
    /** Whether the credentials can be refreshed. */
    auth: ConnectionAuth;
    /** When it was made. ISO 8601. */
    created_at: string;
    /** When it last changed. ISO 8601. */
    updated_at: string;
    /**
     * When its credentials were last returned or used; null: never. Reading it in the dashboard
     * does not count. Written every two seconds, so it may be late by as much. ISO 8601.
     */
    last_fetched_at: (string | null);
    /** Actions and handlers of events that are switched off for this connection alone. */
    paused_functions: Array<{
        /** What it is. */
        type: ("action" | "on-event");
        /** Its name. */
        name: string;
    }>;
    /**
     * The credentials, by the type of the connection; `{}` for keys that may not read them. Refresh
     * tokens only where asked for.
     */
    credentials: Record<string, unknown>;
    /** Why `credentials` is empty; present only for keys that may not read them. */
    credentials_withheld?: string | undefined;
};

export type CreateAccount = {
    /** Name of the account, unique in the company, without colons, quotation marks and tabs. */
    name: string;
    /**
     * Type of the account as the provider names it; QuickBooks needs it without `account_sub_type`.
     */
    account_type?: (string | null) | undefined;
    /** Finer type as the provider names it. */
    account_sub_type?: (string | null) | undefined;
    /** Description of the account. */
    description?: (string | null) | undefined;
    /** Number or code of the account in the chart of accounts. */
    acct_num?: (string | null) | undefined;
    /** Account to put it below; none in a new one by default. */
    parent_ref?: (RefInput | null) | undefined;
    /** Currency of the account, by its ISO 4217 code; the home currency in a new one by default. */
    currency_ref?: (RefInput | null) | undefined;
    /** Tax code that its transactions have by default. */
    tax_code_ref?: (RefInput | null) | undefined;
};

export type CreateAlertChannelBody = {
    /** `slack`: incoming webhooks of Slack, Mattermost or Discord; `generic`: signed JSON. */
    kind: ("slack" | "generic");
    /** What it is called, for people. */
    name: string;
    /**
     * Address that messages are sent to: public, unless the operator has listed its host and port.
     * It is kept sealed.
     */
    url: string;
    /** The rules whose issues it is told. Empty: all, those of later releases too. */
    rules?: Array<("connection_broken" | "app_refused" | "delivery_exhausted" | "endpoint_disabled" | "sync_failing" | "error_rate" | "rate_limit_starved" | "integration_frozen" | "many_credentials_read")> | undefined;
    /**
     * By rule: it is told only of issues whose `count` is at least this. 1 where nothing is given.
     *
     * @default {}
     */
    thresholds?: AlertThresholds | undefined;
};

export type CreateBill = {
    /** Id of the vendor that asks to be paid. */
    vendor_id: string;
    /** Name of the vendor; `vendor_id` alone identifies it. */
    vendor_name?: (string | null) | undefined;
    /** ISO 4217 code of the currency; needed where the company has several. */
    currency?: (string | null) | undefined;
    /** Lines of the bill; those of an update replace the ones before. */
    line: Array<PurchaseLineInput>;
    /** Date of the bill, YYYY-MM-DD; the provider's current date in a new one by default. */
    txn_date?: (string | null) | undefined;
    /** Date when it is due, YYYY-MM-DD. */
    due_date?: (string | null) | undefined;
    /** Number of the bill. */
    doc_number?: (string | null) | undefined;
    /** Note or reference that the company keeps. */
    private_note?: (string | null) | undefined;
    /** Id of the account of payables; the company's own in a new one by default. */
    ap_account_id?: (string | null) | undefined;
    /** Id of the terms of payment. */
    sales_term_id?: (string | null) | undefined;
    /** Department, or location, that it belongs to. */
    department_ref?: (RefInput | null) | undefined;
    /**
     * Exchange rate: units of the home currency for one of `currency`; absent in a new one: the
     * provider's own.
     */
    exchange_rate?: (number | null) | undefined;
};

export type CreateBillPayment = {
    /** Id of the vendor to pay. */
    vendor_id: string;
    /** Name of the vendor; `vendor_id` alone identifies it. */
    vendor_name?: (string | null) | undefined;
    /** How it is paid. */
    pay_type: ("Check" | "CreditCard");
    /** Id of the bank account that the check is drawn on; only with `pay_type` `Check`. */
    bank_account_id?: (string | null) | undefined;
    /** Id of the account of the credit card; only with `pay_type` `CreditCard`. */
    credit_card_account_id?: (string | null) | undefined;
    /** Id of the account of payables; the company's own by default. */
    ap_account_id?: (string | null) | undefined;
    /** Total amount in the currency. */
    total_amount: number;
    /** ISO 4217 code of the currency; needed where the company has several. */
    currency?: (string | null) | undefined;
    /**
     * Exchange rate: units of the home currency for one of `currency`; absent in a new one: the
     * provider's own.
     */
    exchange_rate?: (number | null) | undefined;
    /** Date of the payment, YYYY-MM-DD; the provider's current date by default. */
    txn_date?: (string | null) | undefined;
    /** Number of the payment, such as that of the check. */
    doc_number?: (string | null) | undefined;
    /** Note that the vendor does not see. */
    private_note?: (string | null) | undefined;
    /** What it pays. */
    lines: Array<{
        /** Amount that the line pays, in the currency. */
        amount: number;
        /** Bills, or other transactions, that the line pays. */
        linked_txn?: Array<LinkedTxnInput> | undefined;
        /** The same as `linked_txn`, under its older name; `linked_txn` wins. */
        linkedTxn?: Array<LinkedTxnInput> | undefined;
    }>;
};

export type CreateCandidate = {
    /** Id of the user who creates it. */
    created_by: string;
    /** First name. */
    first_name?: (string | null) | undefined;
    /** Last name. */
    last_name?: (string | null) | undefined;
    /** Nickname. */
    nickname?: (string | null) | undefined;
    /** Email addresses, of which at most one is primary. */
    emails?: (Array<{
        /** Email address. */
        email_address: string;
        /**
         * Whether it is the primary one; the first is where none is marked.
         *
         * @default false
         */
        is_primary?: boolean | undefined;
    }> | null) | undefined;
    /** Name at LinkedIn, the end of the address of the profile. */
    linked_in_handle?: (string | null) | undefined;
    /** Title of the current position. */
    title?: (string | null) | undefined;
    /** Company that the candidate works at. */
    company?: (string | null) | undefined;
    /** Place where the candidate lives. */
    location?: (string | null) | undefined;
    /** Name of the last school. */
    school?: (string | null) | undefined;
    /** Where the candidate studied. */
    education_info?: (Array<{
        /** Name of the school; null for none. */
        school?: (string | null) | undefined;
        /** University that the provider reads from it; null for none. */
        parsed_university?: (string | null) | undefined;
        /** School of the university that the provider reads from it; null for none. */
        parsed_school?: (string | null) | undefined;
        /** Date or year of the start as the provider has it; null for none. */
        start_date?: (string | null) | undefined;
        /** Date or year of the end as the provider has it; null for none. */
        end_date?: (string | null) | undefined;
        /** Field of study; null for none. */
        field_of_study?: (string | null) | undefined;
        /** First major that the provider reads from it; null for none. */
        parsed_major_1?: (string | null) | undefined;
        /** Second major that the provider reads from it; null for none. */
        parsed_major_2?: (string | null) | undefined;
        /** Degree; null for none. */
        degree?: (string | null) | undefined;
    }> | null) | undefined;
    /** Where the candidate worked. */
    work_info?: (Array<{
        /** Name of the company; null for none. */
        company?: (string | null) | undefined;
        /** Title of the position; null for none. */
        title?: (string | null) | undefined;
        /** Date or year of the start as the provider has it; null for none. */
        work_start_date?: (string | null) | undefined;
        /** Date or year of the end as the provider has it; null for none. */
        work_end_date?: (string | null) | undefined;
        /** Whether the candidate still works there; null where that is not known. */
        is_current?: (boolean | null) | undefined;
    }> | null) | undefined;
    /** Addresses of profiles in networks. */
    profile_urls?: (Array<string> | null) | undefined;
    /** Values of the provider's own fields. */
    custom_fields?: (Array<{
        /** Id of the field. */
        custom_field_id: string;
        /**
         * Value: text, a date as YYYY-MM-DD, or a list of texts where several options can be
         * chosen.
         */
        value: (string | Array<string>);
    }> | null) | undefined;
    /** Phone number. */
    phone_number?: (string | null) | undefined;
    /** Ids of the projects to put the candidate in. */
    project_ids?: (Array<string> | null) | undefined;
    /**
     * Tool that the candidate was found with, such as `SeekOut`, `hireEZ`, `Starcircle`, `Censia`
     * or `Consider`.
     */
    sourced_from?: (string | null) | undefined;
    /**
     * Whether the provider fills in what `linked_in_handle` leads to, which is needed then.
     *
     * @default false
     */
    autofill?: boolean | undefined;
    /** Id of the job to make an application for too; null or absent: no application. */
    job_id?: (string | null) | undefined;
    /** Id of the stage that the application starts in. Only with `job_id`. */
    initial_stage_id?: (string | null) | undefined;
    /** Id of the source of the application. Only with `job_id`. */
    source_id?: (string | null) | undefined;
    /** Id of the user who is the recruiter. Only with `job_id`. */
    recruiter_id?: (string | null) | undefined;
    /** Id of the user who is the coordinator. Only with `job_id`. */
    coordinator_id?: (string | null) | undefined;
    /** Id of the user who is the sourcer. Only with `job_id`. */
    sourcer_id?: (string | null) | undefined;
    /** Files to attach to the application. Only with `job_id`. */
    attachments?: (Array<{
        /** Name of the file. */
        filename: string;
        /** Kind of the file as the provider names it, such as `resume`. */
        type: string;
        /** The file in base64. */
        content: string;
        /** Media type of the file. */
        content_type?: string | undefined;
    }> | null) | undefined;
};

export type CreateConnectLinkBody = {
    /**
     * Your user whose account is connected; each connection keeps its own copy. Required unless
     * `tags` are given.
     */
    end_user?: EndUser | undefined;
    /** Organization of the end user. Deprecated: use `tags`. */
    organization?: Organization | undefined;
    /**
     * Ids of the integrations that may be connected, in the order of the Connect UI. Absent: all of
     * the environment.
     */
    allowed_integrations?: Array<string> | undefined;
    /** Values that your backend sets, by the id of the integration. */
    integrations_config_defaults?: Record<string, IntegrationDefaults> | undefined;
    /** What the Connect UI shows instead of its own, by the id of the integration. */
    overrides?: Record<string, {
        /**
         * Page that explains to end users how to connect, https; empty hides the link. Absent: the
         * provider's page.
         */
        docs_connect?: (string | "") | undefined;
    }> | undefined;
    /**
     * Address that events about this connection go to instead of the endpoints, http or https;
     * empty for none.
     */
    webhook_url_override?: WebhookUrl | undefined;
    /**
     * Tags of the connection: at most 10. Keys have 1 to 64 characters and are stored in lower
     * case, values 1 to 255. Those that follow from the end user, such as `end_user_id`, are added.
     */
    tags?: Record<string, string> | undefined;
    /**
     * Origins of pages that may open the Connect UI with it. Absent or empty: those of
     * `PATCHBAY_EMBED_ORIGINS`.
     */
    allowed_origins?: Array<string> | undefined;
    /** Colours, font, logo and wording, on top of those of the environment. */
    appearance?: Appearance | undefined;
    /**
     * Language of the end user, as BCP 47. Used where the page says `auto`; absent: the language of
     * the browser.
     */
    locale?: string | undefined;
    /**
     * What the Connect UI shows once an account is connected or reconnected, besides its own words.
     * Absent: nothing.
     */
    success?: {
        /** What you add to the news, in one line of plain text, in the language of the end user. */
        text?: string | undefined;
        /** Your next step, as the main button. */
        next?: {
            /** Text of the button, in the language of the end user. */
            label: string;
            /**
             * Where it leads: https, or http on loopback. A page of its own goes there; in a page
             * of yours, a new tab opens.
             */
            url: string;
        } | undefined;
    } | undefined;
    /** Seconds until the link stops working; 7 days at most and by default. */
    expires_in?: ExpiresIn | undefined;
    /**
     * Whether what is connected stays unusable until your backend confirms whose it is
     * (`POST /connections/:connection_id/confirm`). A link can be forwarded, and then the account
     * of another person would be stored under this end user.
     *
     * @default true
     */
    require_confirmation?: boolean | undefined;
    /**
     * Whether the link stops working once an end user has connected by it; others who have opened
     * it cannot connect then.
     *
     * @default false
     */
    single_use?: boolean | undefined;
    /**
     * Page that the end user goes on to, with `?connection_id=…&integration_id=…`; on one of
     * `allowed_return_origins`. Absent: the end user stays on the page of the link;
     * `GET /connections?unconfirmed=true` lists what to confirm.
     */
    return_to?: string | undefined;
};

export type CreateConnectSessionBody = {
    /**
     * Your user whose account is connected; each connection keeps its own copy. Required unless
     * `tags` are given.
     */
    end_user?: EndUser | undefined;
    /** Organization of the end user. Deprecated: use `tags`. */
    organization?: Organization | undefined;
    /**
     * Ids of the integrations that may be connected, in the order of the Connect UI. Absent: all of
     * the environment.
     */
    allowed_integrations?: Array<string> | undefined;
    /** Values that your backend sets, by the id of the integration. */
    integrations_config_defaults?: Record<string, IntegrationDefaults> | undefined;
    /** What the Connect UI shows instead of its own, by the id of the integration. */
    overrides?: Record<string, {
        /**
         * Page that explains to end users how to connect, https; empty hides the link. Absent: the
         * provider's page.
         */
        docs_connect?: (string | "") | undefined;
    }> | undefined;
    /**
     * Address that events about this connection go to instead of the endpoints, http or https;
     * empty for none.
     */
    webhook_url_override?: WebhookUrl | undefined;
    /**
     * Tags of the connection: at most 10. Keys have 1 to 64 characters and are stored in lower
     * case, values 1 to 255. Those that follow from the end user, such as `end_user_id`, are added.
     */
    tags?: Record<string, string> | undefined;
    /**
     * Origins of pages that may open the Connect UI with it. Absent or empty: those of
     * `PATCHBAY_EMBED_ORIGINS`.
     */
    allowed_origins?: Array<string> | undefined;
    /** Colours, font, logo and wording, on top of those of the environment. */
    appearance?: Appearance | undefined;
    /**
     * Language of the end user, as BCP 47. Used where the page says `auto`; absent: the language of
     * the browser.
     */
    locale?: string | undefined;
    /**
     * What the Connect UI shows once an account is connected or reconnected, besides its own words.
     * Absent: nothing.
     */
    success?: {
        /** What you add to the news, in one line of plain text, in the language of the end user. */
        text?: string | undefined;
        /** Your next step, as the main button. */
        next?: {
            /** Text of the button, in the language of the end user. */
            label: string;
            /**
             * Where it leads: https, or http on loopback. A page of its own goes there; in a page
             * of yours, a new tab opens.
             */
            url: string;
        } | undefined;
    } | undefined;
    /**
     * Whether the end user may see the details of what they have connected, and disconnect it;
     * `false` by default. Opening `connect_link` ends it. Needs `end_user`, and a key that has
     * `environment:connections:write`.
     */
    manage_connections?: boolean | undefined;
};

export type CreateCreditMemo = {
    /** Customer that it is for. */
    customer_ref: RefInput;
    /** Lines of the document; those of an update replace the ones before. */
    line: Array<{
        /** Id of the line, for an update to keep it; absent: a new line. */
        id?: (string | null) | undefined;
        /** `SalesItemLineDetail`, `DiscountLineDetail` or another of the provider's. */
        detail_type: string;
        /** Amount of the line in hundredths of the currency. */
        amount_cents: number;
        /** What a line with `detail_type` `SalesItemLineDetail` sells. */
        sales_item_line_detail?: ({
            /** Item that is sold. */
            item_ref?: (RefInput | null) | undefined;
            /** Tax code of the line. */
            tax_code_ref?: (RefInput | null) | undefined;
        } | null) | undefined;
        /** Quantity. */
        quantity?: (number | null) | undefined;
        /** Price of one unit in hundredths of the currency. */
        unit_price_cents?: (number | null) | undefined;
        /** Discount in percent. */
        discount_rate?: (number | null) | undefined;
        /** Description of the line. */
        description?: (string | null) | undefined;
    }>;
    /** Date of the document, YYYY-MM-DD; the provider's current date in a new one by default. */
    txn_date?: (string | null) | undefined;
    /** Number of the document. */
    doc_number?: (string | null) | undefined;
    /** Currency, by its ISO 4217 code; needed where the company has several. */
    currency_ref?: (RefInput | null) | undefined;
    /**
     * Exchange rate: units of the home currency for one of `currency`; absent in a new one: the
     * provider's own.
     */
    exchange_rate?: (number | null) | undefined;
    /** Project that it belongs to. */
    project_ref?: (RefInput | null) | undefined;
    /** Address for bills. */
    bill_address?: (AddressInput | null) | undefined;
    /** Address for deliveries. */
    ship_address?: (AddressInput | null) | undefined;
    /** Email address to send it to. */
    email?: (string | null) | undefined;
    /** Note or reference that the company keeps. */
    private_note?: (string | null) | undefined;
    /** Message to the customer. */
    customer_memo?: (string | null) | undefined;
};

export type CreateCustomer = {
    /**
     * Name to list the customer under, unique among customers, vendors and employees, without
     * colons.
     */
    display_name?: (string | null) | undefined;
    /** Title before the name, such as `Dr.`. */
    title?: (string | null) | undefined;
    /** First name. */
    given_name?: (string | null) | undefined;
    /** Middle name. */
    middle_name?: (string | null) | undefined;
    /** Last name. */
    family_name?: (string | null) | undefined;
    /** Suffix of the name, such as `Jr.`. */
    suffix?: (string | null) | undefined;
    /** Name of the company of the customer. */
    company_name?: (string | null) | undefined;
    /** Notes about the customer. */
    notes?: (string | null) | undefined;
    /** Email address. */
    primary_email?: (string | null) | undefined;
    /** Phone number. */
    primary_phone?: (string | null) | undefined;
    /** Number of the mobile phone. */
    mobile?: (string | null) | undefined;
    /** Address of the website. */
    website?: (string | null) | undefined;
    /** Address for bills. */
    bill_address?: (AddressInput | null) | undefined;
    /** Address for deliveries. */
    ship_address?: (AddressInput | null) | undefined;
    /** Whether sales to the customer are taxed. */
    taxable?: (boolean | null) | undefined;
    /** Customer to put it below, as a job. */
    parent_ref?: (RefInput | null) | undefined;
    /**
     * Currency of the customer, by its ISO 4217 code; the home currency in a new one by default.
     */
    currency_ref?: (RefInput | null) | undefined;
    /** Method by which the customer pays by default. */
    payment_method_ref?: (RefInput | null) | undefined;
    /** Terms of payment by default. */
    sales_term_ref?: (RefInput | null) | undefined;
    /** How documents are delivered, as the provider names it: `Print`, `Email` or `None`. */
    preferred_delivery_method?: (string | null) | undefined;
};

export type CreateDeposit = {
    /** Id of the account that the money is brought to. */
    account_id: string;
    /** Date of the deposit, YYYY-MM-DD; the provider's current date in a new one by default. */
    txn_date?: (string | null) | undefined;
    /** ISO 4217 code of the currency; needed where the company has several. */
    currency?: (string | null) | undefined;
    /**
     * Exchange rate: units of the home currency for one of `currency`; absent in a new one: the
     * provider's own.
     */
    exchange_rate?: (number | null) | undefined;
    /** Note that the company keeps. */
    private_note?: (string | null) | undefined;
    /** Cash taken from what is deposited. */
    cash_back?: ({
        /** Id of the account that the cash goes to. */
        account_id: string;
        /** Amount of the cash in the currency. */
        amount: number;
        /** Note about the cash. */
        memo?: (string | null) | undefined;
    } | null) | undefined;
    /** Where the money comes from; the lines of an update replace the ones before. */
    lines: Array<{
        /** Id of the line, for an update to keep it; absent: a new line. */
        id?: (string | null) | undefined;
        /** Amount of the line in the currency. */
        amount: number;
        /** Id of the account that the money comes from. */
        deposit_account_id?: (string | null) | undefined;
        /** Description of the line. */
        description?: (string | null) | undefined;
        /** Customer, vendor or employee that the money comes from. */
        entity_ref?: (RefInput | null) | undefined;
        /** Method by which it was paid. */
        payment_method_ref?: (RefInput | null) | undefined;
        /** Number of the check. */
        check_num?: (string | null) | undefined;
        /** Payments that wait to be deposited. */
        linked_txn?: Array<LinkedTxnInput> | undefined;
    }>;
};

export type CreateDryRunBody = {
    /** Id of the integration: its `unique_key`, also called `provider_config_key`. */
    integration_id: string;
    /** What the code is. */
    function_type: ("sync" | "action");
    /** TypeScript of one function, which is its default export; up to 1 MiB. Or `js`. */
    code?: string | undefined;
    /** A bundle in place of `code`: CommonJS, as the CLI makes it; up to 5 MiB. */
    js?: string | undefined;
    /** The source map of the bundle, as JSON. */
    map?: string | undefined;
    /**
     * Id of the connection, unique within its integration: a UUID, or the id that you imported it
     * with.
     */
    connection_id: ConnectionId;
    /** Input of an action. */
    input?: unknown | undefined;
    /** Instead of the metadata of the connection. */
    metadata?: Record<string, unknown> | undefined;
    /** Where a sync resumes. Absent: at the beginning. */
    checkpoint?: Record<string, unknown> | undefined;
    /** When the sync is told that it ran before. ISO 8601. */
    last_sync_date?: string | undefined;
};

export type CreateEnvironmentBody = {
    /** Its name: 1 to 32 lower-case letters and digits. It is part of the secret keys. */
    name: EnvironmentName;
    /**
     * Whether it is only deleted when that is confirmed; `false` by default.
     *
     * @default false
     */
    is_production?: boolean | undefined;
    /** Not used: one address serves all environments. */
    callback_url?: ("" | null) | undefined;
    /** Not used: there are no public keys. */
    hmac_key?: ("" | null) | undefined;
    /** Not used: there are no public keys. */
    hmac_enabled?: false | undefined;
    /** Not used: `POST /alert-channels` makes a channel. */
    slack_notifications?: false | undefined;
    /** Base address of its collector, as for `PATCH /environment/collector`. */
    otlp_endpoint?: CollectorUrl | undefined;
    /** Headers of each export to the collector. */
    otlp_headers?: Array<{
        /** Name of the header. */
        name: CollectorHeaderName;
        /** Its value. */
        value: CollectorHeaderValue;
    }> | undefined;
};

export type CreateFreezeBody = {
    /** The integration to freeze. Absent: the whole environment. */
    integration_id?: string | undefined;
    /** Why, for those who find it frozen. */
    reason: string;
};

export type CreateFunctionDeploymentBody = ({
    /** Code of your own. */
    type: "function";
    /** Id of the integration: its `unique_key`, also called `provider_config_key`. */
    integration_id: string;
    /** Name of the function: letters, digits, `_` and `-`. */
    function_name: FunctionName;
    /** What the code is. */
    function_type: ("sync" | "action");
    /** TypeScript of one function, which is its default export; up to 1 MiB. */
    code: string;
    /** Its version, as you count. */
    version?: string | undefined;
    /** Whether models of a sync may go with their records; `false` by default. */
    allow_destructive?: boolean | undefined;
} | {
    /** A built-in function. */
    type: "template";
    /** Id of the integration: its `unique_key`, also called `provider_config_key`. */
    integration_id: string;
    /** Name of the function: letters, digits, `_` and `-`. */
    template: FunctionName;
    /** What it is; a sync, where both have the name. */
    function_type?: ("sync" | "action") | undefined;
});

export type CreateFunctionInvocationBody = {
    /**
     * Id of the connection, unique within its integration: a UUID, or the id that you imported it
     * with.
     */
    connection_id: ConnectionId;
    /** Id of the integration: its `unique_key`, also called `provider_config_key`. */
    integration_id: string;
    /** Name of the function: letters, digits, `_` and `-`. */
    name: FunctionName;
    /** Input of an action. */
    input?: unknown | undefined;
    /** Whether the response has the result. */
    invocation_type: ("wait" | "no_wait");
    /** Not used. */
    options?: Record<string, unknown> | undefined;
};

export type CreateIntegrationBody = {
    /** Id of the provider: its `name` in `GET /providers`. */
    provider: string;
    /** Id of your choice, unique in the environment: letters, digits and `~:.@ _-`. */
    unique_key: string;
    /**
     * Your app at the provider. Needed for providers with `auth_mode` OAUTH2, OAUTH1, TBA,
     * AWS_SIGV4, APP and CUSTOM, and MCP_OAUTH2 with `client_registration` static, and for no
     * other.
     */
    credentials?: ({
        /** Kind of credentials: the `auth_mode` of the provider. */
        type: ("OAUTH2" | "OAUTH1" | "TBA" | "AWS_SIGV4" | "MCP_OAUTH2");
        /**
         * Client id of your OAuth app; for OAUTH1 and TBA its consumer key, for AWS_SIGV4 the
         * access key id of your IAM user.
         */
        client_id: string;
        /** Client secret of your OAuth app. Stored encrypted. */
        client_secret: string;
        /**
         * Scopes to ask the provider for: a list, or one text with commas. Absent: those that the
         * provider needs, or on a change those that it has.
         */
        scopes?: (string | Array<string>) | undefined;
        /** The same as `webhook_secret` beside it, which wins. */
        webhook_secret?: string | undefined;
    } | {
        /** Kind of credentials. */
        type: "APP";
        /** Id of your app, or its client id. */
        app_id: string;
        /** Public page of your app, such as `https://github.com/apps/your-app`. */
        app_link: string;
        /** A private key of your app: RSA, as PEM, without a passphrase. Stored encrypted. */
        private_key: string;
        /**
         * Client id of your app, where it asks people to sign in while they install it; then an
         * installation is connected only by people who reach it. Absent: by people who make or
         * change it during the sign-in.
         */
        client_id?: string | undefined;
        /** Client secret that goes with the client id. Stored encrypted. */
        client_secret?: string | undefined;
        /** The same as `webhook_secret` beside it, which wins. */
        webhook_secret?: string | undefined;
    } | {
        /** Kind of credentials. */
        type: "CUSTOM";
        /** Id of your app, or its client id. */
        app_id: string;
        /** Public page of your app, such as `https://github.com/apps/your-app`. */
        app_link: string;
        /** A private key of your app: RSA, as PEM, without a passphrase. Stored encrypted. */
        private_key: string;
        /** Client id of your app, by which people sign in while they install it. */
        client_id: string;
        /** Client secret that goes with the client id. Stored encrypted. */
        client_secret: string;
        /** The same as `webhook_secret` beside it, which wins. */
        webhook_secret?: string | undefined;
    }) | undefined;
    /** Name in the Connect UI; the provider's name by default. */
    display_name?: string | undefined;
    /**
     * Mark in the Connect UI, a `data:` URL in base64 of at most 32 KiB: an SVG that only draws, or
     * a PNG of up to 512 × 512 pixels. Null or absent in a new one: the provider's own mark.
     */
    logo?: (string | null) | undefined;
    /**
     * What your product does with the account, for the Connect UI to tell end users: up to 10
     * sentences of at most 200 characters, plain text in one line. Empty, as by default: what the
     * scopes allow.
     */
    access?: Array<string> | undefined;
    /**
     * Where end users find what the form asks for, in your words: up to 6 steps of at most 200
     * characters, plain text in one line. Empty, as by default: the provider's `guide`, in their
     * language.
     */
    guide?: Array<string> | undefined;
    /**
     * Whether each end user connects one account, within the organization of the session where it
     * names one: another account asks whether to replace it; `false` by default. It concerns what
     * end users connect; imports are not restricted, and what there is stays.
     */
    single_account?: boolean | undefined;
    /**
     * Whether webhooks of the provider are forwarded to you; `true` by default. While it is
     * `false`, they are verified and stored.
     */
    forward_webhooks?: boolean | undefined;
    /**
     * Secret that the provider signs its webhooks with. Stored encrypted. Null takes it away at
     * once; a new one replaces it, and the one before stays valid for
     * `webhook_secret_overlap_seconds`. Absent in a new one: none, or the client secret where the
     * provider signs with that.
     */
    webhook_secret?: (string | null) | undefined;
    /**
     * How long the webhook secret before a new one stays valid, in seconds; a day by default, 0:
     * not at all.
     */
    webhook_secret_overlap_seconds?: number | undefined;
    /**
     * Scopes to ask the provider for: a list, or one text with commas. Absent: those that the
     * provider needs, or on a change those that it has. The same as `credentials.scopes`, which
     * wins.
     */
    scopes?: (string | Array<string>) | undefined;
    /**
     * Values of the provider's connection config that are the same for all connections; end users
     * are not asked for them.
     */
    integration_config?: Record<string, string> | undefined;
    /** Your own values. Stored encrypted; no response has them. */
    custom?: Record<string, string> | undefined;
    /**
     * Whether the integration is in use; `true` by default. While it is `false`, nothing can be
     * connected, credentials are neither returned nor refreshed, and the proxy refuses requests.
     */
    enabled?: boolean | undefined;
    /**
     * Base addresses, besides those of the provider, that `Base-Url-Override` may name: https,
     * without query. None by default. Credentials are sent there, so the key needs
     * `environment:connections:read_credentials`.
     */
    allowed_base_urls?: Array<string> | undefined;
};

export type CreateInvoice = {
    /** Customer that it is for. */
    customer_ref: RefInput;
    /** Lines of the document; those of an update replace the ones before. */
    line: Array<{
        /** Id of the line, for an update to keep it; absent: a new line. */
        id?: (string | null) | undefined;
        /** `SalesItemLineDetail`, `DiscountLineDetail` or another of the provider's. */
        detail_type: string;
        /** Amount of the line in hundredths of the currency. */
        amount_cents: number;
        /** What a line with `detail_type` `SalesItemLineDetail` sells. */
        sales_item_line_detail?: ({
            /** Item that is sold. */
            item_ref?: (RefInput | null) | undefined;
            /** Tax code of the line. */
            tax_code_ref?: (RefInput | null) | undefined;
        } | null) | undefined;
        /** Quantity. */
        quantity?: (number | null) | undefined;
        /** Price of one unit in hundredths of the currency. */
        unit_price_cents?: (number | null) | undefined;
        /** Discount in percent. */
        discount_rate?: (number | null) | undefined;
        /** Description of the line. */
        description?: (string | null) | undefined;
    }>;
    /** Date of the document, YYYY-MM-DD; the provider's current date in a new one by default. */
    txn_date?: (string | null) | undefined;
    /** Number of the document. */
    doc_number?: (string | null) | undefined;
    /** Currency, by its ISO 4217 code; needed where the company has several. */
    currency_ref?: (RefInput | null) | undefined;
    /**
     * Exchange rate: units of the home currency for one of `currency`; absent in a new one: the
     * provider's own.
     */
    exchange_rate?: (number | null) | undefined;
    /** Project that it belongs to. */
    project_ref?: (RefInput | null) | undefined;
    /** Address for bills. */
    bill_address?: (AddressInput | null) | undefined;
    /** Address for deliveries. */
    ship_address?: (AddressInput | null) | undefined;
    /** Email address to send it to. */
    email?: (string | null) | undefined;
    /** Note or reference that the company keeps. */
    private_note?: (string | null) | undefined;
    /** Message to the customer. */
    customer_memo?: (string | null) | undefined;
    /** Date when it is due, YYYY-MM-DD. */
    due_date?: (string | null) | undefined;
    /** Terms of payment. */
    sales_term_ref?: (RefInput | null) | undefined;
};

export type CreateItem = {
    /** Name of the item, unique in the company. */
    name: string;
    /** Code of the item; at Xero the name in a new one by default. */
    sku?: (string | null) | undefined;
    /** `Service`, `Inventory` or `NonInventory`, or another one of the provider. */
    type?: (string | null) | undefined;
    /** Description on sales. */
    description?: (string | null) | undefined;
    /** Description on purchases. */
    purchase_description?: (string | null) | undefined;
    /** Account that its sales go to; needed with `type` `Inventory`. */
    income_account_ref?: (RefInput | null) | undefined;
    /** The same as `income_account_ref`, under its older name; `income_account_ref` wins. */
    income_accountRef?: (RefInput | null) | undefined;
    /**
     * Account that its purchases, or the cost of what is sold, go to; needed with `type`
     * `Inventory`.
     */
    expense_account_ref?: (RefInput | null) | undefined;
    /** The same as `expense_account_ref`, under its older name; `expense_account_ref` wins. */
    expense_accountRef?: (RefInput | null) | undefined;
    /** Account of the inventory; needed with `type` `Inventory`. */
    asset_account_ref?: (RefInput | null) | undefined;
    /** The same as `asset_account_ref`, under its older name; `asset_account_ref` wins. */
    asset_accountRef?: (RefInput | null) | undefined;
    /** Whether to track the quantity on hand. */
    track_qty_on_hand?: (boolean | null) | undefined;
    /** The same as `track_qty_on_hand`, under its older name; `track_qty_on_hand` wins. */
    track_qty_onHand?: (boolean | null) | undefined;
    /** Quantity on hand; needed with `type` `Inventory`. */
    qty_on_hand?: (number | null) | undefined;
    /** Date from which the quantity is tracked, YYYY-MM-DD; needed with `type` `Inventory`. */
    inv_start_date?: (string | null) | undefined;
    /** Price of one unit when it is sold, in hundredths of the currency. */
    unit_price_cents?: (number | null) | undefined;
    /** Price of one unit when it is bought, in hundredths of the currency. */
    purchase_cost_cents?: (number | null) | undefined;
    /** Whether its sales are taxed. */
    taxable?: (boolean | null) | undefined;
    /** Item or category to put it below. */
    parent_ref?: (RefInput | null) | undefined;
};

export type CreateJournalEntry = {
    /**
     * Lines of the entry, with as much debit as credit; those of an update replace the ones before.
     */
    line_items: Array<{
        /** Id of the line, for an update to keep it; absent: a new line. */
        id?: (string | null) | undefined;
        /**
         * Kind of the line as the provider names it.
         *
         * @default "JournalEntryLineDetail"
         */
        detail_type?: string | undefined;
        /** Amount in the currency, without a sign: `posting_type` tells the side. */
        amount: number;
        /** Description of the line. */
        description?: (string | null) | undefined;
        /** Place of the line, from 1. */
        line_num?: (number | null) | undefined;
        /** Project that the line belongs to. */
        project_ref?: (RefInput | null) | undefined;
        /** What the line books. */
        journal_entry_line_detail: {
            /** Side of the ledger. */
            posting_type: ("Debit" | "Credit");
            /** Account that is debited or credited. */
            account_ref: RefInput;
            /** Who a line of receivables (a customer) or payables (a vendor) is about. */
            entity?: ({
                /** Kind of the one that it is about. */
                type: ("Customer" | "Vendor" | "Employee");
                /** Customer, vendor or employee that it is about. */
                entity_ref: RefInput;
            } | null) | undefined;
            /** Class of the line. */
            class_ref?: (RefInput | null) | undefined;
            /** Department, or location, of the line. */
            department_ref?: (RefInput | null) | undefined;
            /** Tax code of the line. */
            tax_code_ref?: (RefInput | null) | undefined;
            /** Whether the tax is one on sales or on purchases. */
            tax_applicable_on?: (("Sales" | "Purchase") | null) | undefined;
            /** Tax of the line in the currency. */
            tax_amount?: (number | null) | undefined;
            /** Whether a customer is billed for the line. */
            billable_status?: (("Billable" | "NotBillable" | "HasBeenBilled") | null) | undefined;
            /** Journal that the line belongs to, where the country has such codes. */
            journal_code_ref?: (RefInput | null) | undefined;
        };
    }>;
    /** Date of the entry, YYYY-MM-DD; the provider's current date in a new one by default. */
    date?: (string | null) | undefined;
    /** Number of the entry. */
    doc_number?: (string | null) | undefined;
    /** Note about the entry. */
    note?: (string | null) | undefined;
    /** Whether it is an adjustment. */
    adjustment?: (boolean | null) | undefined;
    /**
     * Exchange rate: units of the home currency for one of `currency`; absent in a new one: the
     * provider's own.
     */
    exchange_rate?: (number | null) | undefined;
    /** Currency, by its ISO 4217 code; needed where the company has several. */
    currency_ref?: (RefInput | null) | undefined;
    /** Journal that the entry belongs to, where the country has such codes. */
    journal_code_ref?: (RefInput | null) | undefined;
};

export type CreateNote = {
    /** Id of the candidate. */
    candidate_id: string;
    /** Id of the user who writes it. */
    user_id: string;
    /** Text of the note, of at most 10,000 characters. */
    body: string;
    /**
     * Who sees it at the provider: only some users, or all.
     *
     * @default "private"
     */
    visibility?: ("private" | "public") | undefined;
};

export type CreatePayment = {
    /** Total amount in hundredths of the currency. */
    total_amount_cents: number;
    /** Customer who paid. */
    customer_ref: RefInput;
    /** Date of the payment, YYYY-MM-DD; the provider's current date in a new one by default. */
    txn_date?: (string | null) | undefined;
    /** Currency, by its ISO 4217 code; needed where the company has several. */
    currency_ref?: (RefInput | null) | undefined;
    /**
     * Exchange rate: units of the home currency for one of `currency`; absent in a new one: the
     * provider's own.
     */
    exchange_rate?: (number | null) | undefined;
    /** Project that it belongs to. */
    project_ref?: (RefInput | null) | undefined;
    /** Number or reference of the payment, such as that of the check. */
    payment_ref_num?: (string | null) | undefined;
    /** Method by which it was paid. */
    payment_method_ref?: (RefInput | null) | undefined;
    /** Account that the money went to; Xero needs it. */
    deposit_to_account_ref?: (RefInput | null) | undefined;
    /** Note that the customer does not see. */
    private_note?: (string | null) | undefined;
    /** Which invoices it pays; absent in a new one: none yet. Xero needs exactly one. */
    lines?: Array<{
        /** Amount that the line pays, in hundredths of the currency. */
        amount_cents: number;
        /** Invoices, or other transactions, that the line pays. */
        linked_txn: Array<LinkedTxnInput>;
    }> | undefined;
};

export type CreatePurchase = {
    /** Id of the account that it is paid from. */
    account_id: string;
    /** How it is paid. */
    payment_type: ("Cash" | "Check" | "CreditCard");
    /** Kind of the one that is paid; goes with `entity_id`. */
    entity_type?: (("Vendor" | "Customer" | "Employee") | null) | undefined;
    /** Id of the vendor, customer or employee that is paid. */
    entity_id?: (string | null) | undefined;
    /** Whether it is a refund; `false` by default. */
    credit?: (boolean | null) | undefined;
    /** Number of the purchase, such as that of the check. */
    doc_number?: (string | null) | undefined;
    /** Date of the purchase, YYYY-MM-DD; the provider's current date by default. */
    txn_date?: (string | null) | undefined;
    /** ISO 4217 code of the currency; needed where the company has several. */
    currency?: (string | null) | undefined;
    /**
     * Exchange rate: units of the home currency for one of `currency`; absent in a new one: the
     * provider's own.
     */
    exchange_rate?: (number | null) | undefined;
    /** Note that the company keeps. */
    private_note?: (string | null) | undefined;
    /** Department, or location, that it belongs to. */
    department_ref?: (RefInput | null) | undefined;
    /** What is bought. */
    lines: Array<PurchaseLineInput>;
};

export type CreatePurchaseOrder = {
    /** Vendor to order from. */
    vendor_ref: RefInput;
    /** Lines of the order; those of an update replace the ones before. */
    line: Array<{
        /** Id of the line, for an update to keep it; absent: a new line. */
        id?: (string | null) | undefined;
        /** Amount of the line in hundredths of the currency. */
        amount_cents: number;
        /** Kind of the line. */
        detail_type: ("ItemBasedExpenseLineDetail" | "AccountBasedExpenseLineDetail");
        /** What a line by item orders. */
        item_based_expense_line_detail?: ({
            /** Item to order. */
            item_ref?: (RefInput | null) | undefined;
            /** Price level of the item. */
            price_level_ref?: (RefInput | null) | undefined;
            /** Quantity. */
            qty?: (number | null) | undefined;
            /** Price of one unit in hundredths of the currency. */
            unit_price_cents?: (number | null) | undefined;
            /** Amount with tax in the currency. */
            tax_inclusive_amt?: (number | null) | undefined;
            /** Customer that the line is ordered for. */
            customer_ref?: (RefInput | null) | undefined;
            /** Class of the line. */
            class_ref?: (RefInput | null) | undefined;
            /** Tax code of the line. */
            tax_code_ref?: (RefInput | null) | undefined;
            /** Markup when the customer is billed. */
            markup_info?: ({
                /** Price level of the markup. */
                price_level_ref?: (RefInput | null) | undefined;
                /** Markup in percent. */
                percent?: (number | null) | undefined;
                /** Account that the markup goes to. */
                mark_up_income_account_ref?: (RefInput | null) | undefined;
            } | null) | undefined;
            /** Whether the customer is billed for the line. */
            billable_status?: (("Billable" | "NotBillable" | "HasBeenBilled") | null) | undefined;
        } | null) | undefined;
        /** What a line by account orders. */
        account_based_expense_line_detail?: ({
            /** Account that the expense goes to. */
            account_ref?: (RefInput | null) | undefined;
            /** Customer that the line is ordered for. */
            customer_ref?: (RefInput | null) | undefined;
            /** Class of the line. */
            class_ref?: (RefInput | null) | undefined;
            /** Tax code of the line. */
            tax_code_ref?: (RefInput | null) | undefined;
            /** Whether the customer is billed for the line. */
            billable_status?: (("Billable" | "NotBillable" | "HasBeenBilled") | null) | undefined;
        } | null) | undefined;
        /** Description of the line. */
        description?: (string | null) | undefined;
        /** Place of the line, from 1. */
        line_num?: (number | null) | undefined;
        /** Transactions to link to the line. */
        linked_txn?: (Array<LinkedTxnInput> | null) | undefined;
        /** Project that the line belongs to. */
        project_ref?: (RefInput | null) | undefined;
    }>;
    /** Account of payables; the company's own in a new one by default. */
    ap_account_ref?: (RefInput | null) | undefined;
    /** Currency, by its ISO 4217 code; needed where the company has several. */
    currency_ref?: (RefInput | null) | undefined;
    /** Whether the amounts of the lines are with tax. */
    global_tax_calculation?: (("TaxExcluded" | "TaxInclusive" | "NotApplicable") | null) | undefined;
    /** Date of the order, YYYY-MM-DD; the provider's current date in a new one by default. */
    txn_date?: (string | null) | undefined;
    /** The company's own fields. */
    custom_field?: (Array<{
        /** Id of the definition of the field. */
        definition_id: string;
        /** Name of the field; `definition_id` alone identifies it. */
        name?: (string | null) | undefined;
        /** Type of the field as the provider names it, such as `StringType`. */
        type?: (string | null) | undefined;
        /** Value of the field. */
        string_value?: (string | null) | undefined;
    }> | null) | undefined;
    /** Email address of the vendor to send it to. */
    po_email?: (string | null) | undefined;
    /** Class of the order. */
    class_ref?: (RefInput | null) | undefined;
    /** Terms of payment. */
    sales_term_ref?: (RefInput | null) | undefined;
    /** Transactions to link to the order. */
    linked_txn?: (Array<LinkedTxnInput> | null) | undefined;
    /** Message to the vendor. */
    memo?: (string | null) | undefined;
    /** Whether more is expected from the order. */
    po_status?: (("Open" | "Closed") | null) | undefined;
    /** Place of the transaction for tax, as the provider names it. */
    transaction_location_type?: (string | null) | undefined;
    /** Date when it is due, at Xero that of the delivery, YYYY-MM-DD. */
    due_date?: (string | null) | undefined;
    /** Number of the order. */
    doc_number?: (string | null) | undefined;
    /** Note or reference that the company keeps. */
    private_note?: (string | null) | undefined;
    /** Method of shipping. */
    ship_method_ref?: (RefInput | null) | undefined;
    /** Tax of the order, which the provider works out itself from `txn_tax_code_ref`. */
    txn_tax_detail?: ({
        /** Tax code of the order. */
        txn_tax_code_ref?: (RefInput | null) | undefined;
        /** Tax in the total, in hundredths of the currency; the provider works it out itself. */
        total_tax_cents?: (number | null) | undefined;
    } | null) | undefined;
    /** Customer to deliver to. */
    ship_to?: (RefInput | null) | undefined;
    /**
     * Exchange rate: units of the home currency for one of `currency`; absent in a new one: the
     * provider's own.
     */
    exchange_rate?: (number | null) | undefined;
    /** Address for the delivery. */
    ship_addr?: (AddressInput | null) | undefined;
    /** Address of the vendor. */
    vendor_addr?: (AddressInput | null) | undefined;
    /** Whether to send it by email: `NotSet` or `NeedToSend`. */
    email_status?: (string | null) | undefined;
    /** Total amount in hundredths of the currency; the provider adds the lines up itself. */
    total_amt_cents?: (number | null) | undefined;
    /** Recurring transaction that it belongs to. */
    recur_data_ref?: (RefInput | null) | undefined;
};

export type CreateReconnectLinksBody = {
    /** Only connections of this integration. Absent: of all that are switched on. */
    integration_id?: string | undefined;
    /** Only connections with these ids; needs `integration_id`. Absent: all. */
    connection_ids?: Array<ConnectionId> | undefined;
    /**
     * Also those of `connection_ids` that work, such as to be given further permissions; their
     * links work once. Absent: no.
     */
    include_healthy?: boolean | undefined;
    /** Only connections whose `health.cause` has this code. Absent: all. */
    cause?: ("access_revoked" | "access_expired" | "credentials_refused" | "responses_unusable") | undefined;
    /** Only those whose trouble began at this time or later, ISO 8601. Absent: all. */
    since?: string | undefined;
    /** Only those whose trouble began at this time or earlier, ISO 8601. Absent: all. */
    until?: string | undefined;
    /**
     * How many connections at most; 1,000 at most and by default.
     *
     * @default 1000
     */
    limit?: number | undefined;
    /** `next` of the response before: goes on from there. Absent: from the newest connection. */
    before?: number | undefined;
    /** Seconds until the link stops working; 7 days at most and by default. */
    expires_in?: ExpiresIn | undefined;
    /**
     * Page that the end user goes on to; on one of `allowed_return_origins`. Absent: the page of
     * the link.
     */
    return_to?: string | undefined;
    /** Further origins for `return_to`. Absent: none. */
    allowed_origins?: Array<string> | undefined;
    /** Language of the end users, as BCP 47. Absent: that of their browser. */
    locale?: string | undefined;
    /**
     * What the Connect UI shows once an account is connected or reconnected, besides its own words.
     * Absent: nothing.
     */
    success?: {
        /** What you add to the news, in one line of plain text, in the language of the end user. */
        text?: string | undefined;
        /** Your next step, as the main button. */
        next?: {
            /** Text of the button, in the language of the end user. */
            label: string;
            /**
             * Where it leads: https, or http on loopback. A page of its own goes there; in a page
             * of yours, a new tab opens.
             */
            url: string;
        } | undefined;
    } | undefined;
};

export type CreateReconnectSessionBody = {
    /**
     * Id of the connection, unique within its integration: a UUID, or the id that you imported it
     * with.
     */
    connection_id: ConnectionId;
    /** Id of the integration: its `unique_key`, also called `provider_config_key`. */
    integration_id: string;
    /**
     * The end user that is signed in. Always send `id`: another than that of the connection is
     * refused. Known fields of the right type are used, the rest is ignored.
     */
    end_user?: Record<string, unknown> | undefined;
    /** Organization of the end user, with `id` and `display_name`. Deprecated: use `tags`. */
    organization?: Record<string, unknown> | undefined;
    /** Values that your backend sets, by the id of the integration. */
    integrations_config_defaults?: Record<string, IntegrationDefaults> | undefined;
    /** What the Connect UI shows instead of its own, by the id of the integration. */
    overrides?: Record<string, {
        /**
         * Page that explains to end users how to connect, https; empty hides the link. Absent: the
         * provider's page.
         */
        docs_connect?: (string | "") | undefined;
    }> | undefined;
    /**
     * Address that events about this connection go to instead of the endpoints, http or https;
     * empty for none.
     */
    webhook_url_override?: WebhookUrl | undefined;
    /** Tags to add to those of the connection; one with the same key is replaced. Absent: none. */
    tags?: Record<string, string> | undefined;
    /**
     * Origins of pages that may open the Connect UI with it. Absent or empty: those of
     * `PATCHBAY_EMBED_ORIGINS`.
     */
    allowed_origins?: Array<string> | undefined;
    /** Colours, font, logo and wording, on top of those of the environment. */
    appearance?: Appearance | undefined;
    /**
     * Language of the end user, as BCP 47. Used where the page says `auto`; absent: the language of
     * the browser.
     */
    locale?: string | undefined;
    /**
     * What the Connect UI shows once an account is connected or reconnected, besides its own words.
     * Absent: nothing.
     */
    success?: {
        /** What you add to the news, in one line of plain text, in the language of the end user. */
        text?: string | undefined;
        /** Your next step, as the main button. */
        next?: {
            /** Text of the button, in the language of the end user. */
            label: string;
            /**
             * Where it leads: https, or http on loopback. A page of its own goes there; in a page
             * of yours, a new tab opens.
             */
            url: string;
        } | undefined;
    } | undefined;
};

export type CreateSecretKeyBody = {
    /**
     * Id of the environment: needed with an account key. Another key is of one environment already.
     */
    environment_id?: EnvironmentId | undefined;
    /** Name of the key, for people. */
    display_name: string;
    /**
     * What the key is allowed to do. Absent: everything but reading raw credentials, managing keys
     * and changing settings; with an account key, everything. A key of the environment cannot give
     * more than it has.
     */
    scopes?: Array<Scope> | undefined;
};

export type CreateSyncVariantBody = {
    /** Id of the integration: its `unique_key`, also called `provider_config_key`. */
    provider_config_key: string;
    /**
     * Id of the connection, unique within its integration: a UUID, or the id that you imported it
     * with.
     */
    connection_id: ConnectionId;
};

export type CreateTransfer = {
    /** Id of the account that the money leaves. */
    from_account_id: string;
    /** Id of the account that the money goes to. */
    to_account_id: string;
    /** Amount in the currency. */
    amount: number;
    /** ISO 4217 code of the currency; needed where the company has several. */
    currency?: (string | null) | undefined;
    /** Date of the transfer, YYYY-MM-DD; the provider's current date by default. */
    txn_date?: (string | null) | undefined;
    /** Note that the company keeps. */
    private_note?: (string | null) | undefined;
    /**
     * Exchange rate: units of the home currency for one of `currency`; absent in a new one: the
     * provider's own.
     */
    exchange_rate?: (number | null) | undefined;
};

export type CreateWebhookEndpointBody = {
    /**
     * Address that events are sent to: https and public, unless the operator has listed its host
     * and port.
     */
    url: string;
    /** What it is for, for people. */
    description?: string | undefined;
    /**
     * The events that it gets, by type (`auth`) or type and operation (`auth.creation`). Empty: all
     * but `record.changed` and `connection.reconnect_link`, which have to be named.
     */
    event_types?: Array<("auth" | "auth.creation" | "auth.override" | "auth.refresh" | "auth.deletion" | "sync" | "record.changed" | "async_action" | "function.failed" | "forward" | "connection.broken" | "connection.healed" | "connection.deleted" | "connection.reconnect_link" | "alert")> | undefined;
};

export type CreatedCandidate = {
    /** Id at the provider. */
    id: string;
    /** When it was created at the provider, ISO 8601 in UTC. */
    created_at: string;
    /** Id of the user who created it. */
    created_by: string;
    /**
     * When it was last changed at the provider, ISO 8601 in UTC; null where the provider does not
     * say.
     */
    last_updated_at: (string | null);
    /** Id of the candidate at Greenhouse; null for none. */
    candidate_greenhouse_id: (string | null);
    /** First name; null for none. */
    first_name: (string | null);
    /** Last name; null for none. */
    last_name: (string | null);
    /** Nickname; null for none. */
    nickname: (string | null);
    /** Address of its page at the provider; null for none. */
    weblink: (string | null);
    /** Email addresses. */
    emails: Array<{
        /** Email address. */
        email_address: string;
        /** Whether it is the primary one. */
        is_primary: boolean;
    }>;
    /** Phone number as the provider has it; null for none. */
    phone_number: (string | null);
    /** Place where the candidate lives; null for none. */
    location: (string | null);
    /** Name at LinkedIn, the end of the address of the profile; null for none. */
    linked_in_handle: (string | null);
    /** Profiles in networks. */
    profiles: Array<{
        /** Network as the provider names it, such as `linkedin`; null for none. */
        network: (string | null);
        /** Address of the profile; null for none. */
        url: (string | null);
        /** Name of the candidate in the network; null for none. */
        username: (string | null);
    }>;
    /** Company that the candidate works at; null for none. */
    company: (string | null);
    /** Title of the current position; null for none. */
    title: (string | null);
    /** Name of the last school; null for none. */
    school: (string | null);
    /** Where the candidate studied. */
    education_info: Array<{
        /** Name of the school; null for none. */
        school: (string | null);
        /** University that the provider reads from it; null for none. */
        parsed_university: (string | null);
        /** School of the university that the provider reads from it; null for none. */
        parsed_school: (string | null);
        /** Date or year of the start as the provider has it; null for none. */
        start_date: (string | null);
        /** Date or year of the end as the provider has it; null for none. */
        end_date: (string | null);
        /** Field of study; null for none. */
        field_of_study: (string | null);
        /** First major that the provider reads from it; null for none. */
        parsed_major_1: (string | null);
        /** Second major that the provider reads from it; null for none. */
        parsed_major_2: (string | null);
        /** Degree; null for none. */
        degree: (string | null);
    }>;
    /** Where the candidate worked. */
    work_info: Array<{
        /** Name of the company; null for none. */
        company: (string | null);
        /** Title of the position; null for none. */
        title: (string | null);
        /** Date or year of the start as the provider has it; null for none. */
        work_start_date: (string | null);
        /** Date or year of the end as the provider has it; null for none. */
        work_end_date: (string | null);
        /** Whether the candidate still works there; null where that is not known. */
        is_current: (boolean | null);
    }>;
    /** The provider's own fields. */
    custom_fields: Array<{
        /** Id of the field. */
        id: string;
        /** Name of the field. */
        name: string;
        /**
         * `team`: a field of all candidates, or `project`: of those in a project; null where the
         * provider does not say.
         */
        scope: (string | null);
        /** Id of the project that the field belongs to; null for none. */
        project_id: (string | null);
        /**
         * Value: text, a date as YYYY-MM-DD, or a list of texts with `value_type` `multi_select`;
         * null for none.
         */
        value: ((string | Array<string>) | null);
        /**
         * `date`, `text`, `single_select` or `multi_select`; others pass as the provider names
         * them.
         */
        value_type: (string | null);
        /** Ids of the options that are chosen; null for fields without options. */
        value_option_ids: (Array<string> | null);
    }>;
    /** What is to be done about the candidate, and when; null for nothing. */
    due_date: ({
        /** Date when it is due, YYYY-MM-DD; null for none. */
        date: (string | null);
        /** Id of the user who is to do it; null for none. */
        user_id: (string | null);
        /** What is to be done; null for none. */
        note: (string | null);
    } | null);
    /** Ids of the projects that the candidate is in; null where the provider has none. */
    project_ids: (Array<string> | null);
    /** Tool that the candidate was found with; null for none. */
    sourced_from: (string | null);
    /** How the candidate came to Gem, as Gem names it; null for none, and at other providers. */
    gem_source: (string | null);
};

export type CreditMemo = {
    /** Id at the provider. */
    id: string;
    /** Version that an update or removal may name; null where the provider counts none. */
    sync_token: (string | null);
    /** ISO 4217 code of the currency; null where the provider names none. */
    currency: (string | null);
    /**
     * When it was created at the provider, ISO 8601 in UTC; null where the provider does not say.
     */
    created_at: (string | null);
    /**
     * When it was last changed at the provider, ISO 8601 in UTC; null where the provider does not
     * say.
     */
    updated_at: (string | null);
    /** Number of the document; null for none. */
    doc_number: (string | null);
    /** Date of the document, YYYY-MM-DD. */
    txn_date: string;
    /** Id of the customer; null where the provider names none. */
    customer_id: (string | null);
    /** Name of the customer; null where the provider gives none. */
    customer_name: (string | null);
    /** What is still open, in hundredths of the currency. */
    balance_cents: number;
    /** Total amount with tax, in hundredths of the currency. */
    total_amt_cents: number;
    /** Address for bills; null for none. */
    bill_address: (Address | null);
    /** Address for deliveries; null for none. */
    ship_address: (Address | null);
    /** Email address that it is sent to; null for none. */
    email: (string | null);
    /** Note or reference that the company keeps; null for none. */
    private_note: (string | null);
    /** Message to the customer; null for none. */
    customer_memo: (string | null);
    /** Whether it was voided. */
    voided: boolean;
    /** What is sold. */
    items: Array<{
        /** Id of the line; null where the provider gives none. */
        id: (string | null);
        /** Description of the line; null for none. */
        description: (string | null);
        /** Quantity; null for none. */
        qty: (number | null);
        /** Price of one unit, in hundredths of the currency; null for none. */
        unit_price_cents: (number | null);
        /** Amount of the line in hundredths of the currency. */
        amount_cents: number;
        /** Id or code of the item; null for none. */
        item_id: (string | null);
        /** Name of the item; null where the provider gives none. */
        item_name: (string | null);
        /** Id or code of the tax code of the line; null for none. */
        tax_code: (string | null);
    }>;
    /** Subtotals, discounts and the like. */
    other_lines: Array<{
        /** Kind of the line as the provider names it, such as `SubTotalLineDetail`. */
        detail_type: string;
        /** Amount of the line in hundredths of the currency; null for none. */
        amount_cents: (number | null);
    }>;
    /** The company's own fields. */
    custom_field: Array<{
        /** Id of the definition of the field; null where the provider gives none. */
        definition_id: (string | null);
        /** Name of the field; null where the provider gives none. */
        name: (string | null);
        /**
         * Type of the field as the provider names it, such as `StringType`; null where it gives
         * none.
         */
        type: (string | null);
        /** Value of the field; null for none. */
        string_value: (string | null);
    }>;
    /**
     * The provider's own fields, under the names that the settings of the connection give them;
     * empty for none.
     */
    custom_fields: Record<string, unknown>;
    /** Credit that is not used yet, in the currency. */
    remaining_credit: number;
};

export type Customer = {
    /** Id at the provider. */
    id: string;
    /** Version that an update or removal may name; null where the provider counts none. */
    sync_token: (string | null);
    /** ISO 4217 code of the currency; null where the provider names none. */
    currency: (string | null);
    /**
     * When it was created at the provider, ISO 8601 in UTC; null where the provider does not say.
     */
    created_at: (string | null);
    /**
     * When it was last changed at the provider, ISO 8601 in UTC; null where the provider does not
     * say.
     */
    updated_at: (string | null);
    /** First name; null for none. */
    given_name: (string | null);
    /** Middle name; null for none. */
    middle_name: (string | null);
    /** Last name; null for none. */
    family_name: (string | null);
    /** Name that the customer is listed under; null for none. */
    display_name: (string | null);
    /** Name of the company of the customer; null for none. */
    company_name: (string | null);
    /**
     * Name with those of the customers above it, from the top, separated by colons; null for none.
     */
    fully_qualified_name: (string | null);
    /** Title before the name, such as `Dr.`; null for none. */
    title: (string | null);
    /** Suffix of the name, such as `Jr.`; null for none. */
    suffix: (string | null);
    /** Whether the customer is in use. */
    active: boolean;
    /** What the customer owes, in hundredths of the currency. */
    balance_cents: number;
    /** What the customer owes with the jobs below it, in hundredths of the currency. */
    balance_with_jobs_cents: number;
    /** Whether sales to the customer are taxed; null where the provider does not say. */
    taxable: (boolean | null);
    /** Email address; null for none. */
    primary_email: (string | null);
    /** Phone number as the provider has it; null for none. */
    primary_phone: (string | null);
    /** Number of the mobile phone as the provider has it; null for none. */
    mobile: (string | null);
    /** Address of the website; null for none. */
    website: (string | null);
    /** Notes about the customer; null for none. */
    notes: (string | null);
    /** Address for bills; null for none. */
    bill_address: (Address | null);
    /** Address for deliveries; null for none. */
    ship_address: (Address | null);
    /** Customer above it; null at the top. */
    parent_ref: (Ref | null);
    /** Whether it is a job of the customer above it. */
    job: boolean;
    /** Whether it is a project. */
    is_project: boolean;
    /** How many customers are above it; 0 at the top. */
    level: number;
    /** Method by which the customer pays by default; null for none. */
    payment_method_ref: (Ref | null);
    /** Terms of payment by default; null for none. */
    sales_term_ref: (Ref | null);
    /** How documents are delivered, as the provider names it: `Print`, `Email` or `None`. */
    preferred_delivery_method: (string | null);
};

export type Department = {
    /** Id of the department. */
    id: string;
    /** Name of the department. */
    name: string;
    /** Id of the department above it; null at the top. */
    parent_id: (string | null);
    /** Ids of the departments directly below it. */
    child_ids: Array<string>;
    /** Id of the department above it in a system outside the provider; null for none. */
    parent_department_external_id: (string | null);
    /** Ids of the departments directly below it in a system outside the provider. */
    child_department_external_ids: Array<string>;
    /** When it was deleted at the provider, ISO 8601 in UTC; null if it was not. */
    deleted_at: (string | null);
};

export type DeployBundleBody = {
    /** Where deployed functions are deleted that the request does not have. */
    reconciliationScope: ({
        /** All integrations. */
        kind: "environment";
    } | {
        /** One integration. */
        kind: "integration";
        /** Id of the integration: its `unique_key`, also called `provider_config_key`. */
        integrationId: string;
    });
    /** The functions. */
    functions: Array<{
        /** Id of the integration: its `unique_key`, also called `provider_config_key`. */
        integrationId: string;
        /** Name of the function: letters, digits, `_` and `-`. */
        name: FunctionName;
        /** What it is. */
        type: FunctionType;
        /** The bundle: CommonJS in one file. What it declares is read from it. */
        js: string;
        /** The source, as its author wrote it. */
        ts?: string | undefined;
        /** The source map of the bundle, as JSON. */
        map?: string | undefined;
    }>;
};

export type DeployFunctionsBody = {
    /** Syncs and actions. */
    flowConfigs: Array<{
        /** What it is. */
        type: ("sync" | "action");
        /** Name of the function: letters, digits, `_` and `-`. */
        syncName: FunctionName;
        /** Id of the integration: its `unique_key`, also called `provider_config_key`. */
        providerConfigKey: string;
        /** Models of a sync: what its records are called. */
        models: Array<string>;
        /** How often a sync runs, such as `every hour`; null of an action. */
        runs: (string | null);
        /**
         * Whether a sync starts with the connection; `true` by default.
         *
         * @default true
         */
        auto_start?: boolean | undefined;
        /**
         * Whether the sync deletes what a run has not saved; `false` by default.
         *
         * @default false
         */
        track_deletes?: boolean | undefined;
        /** Name of the schema of the input. */
        input?: (string | null) | undefined;
        /** Where its records are listed, or it is called, beside its name. */
        endpoints?: (Array<{
            /** Its method. */
            method: ("GET" | "POST" | "PUT" | "PATCH" | "DELETE");
            /** Its path, such as `/contacts`. */
            path: string;
            /** Under which heading documentation lists it. */
            group?: (string | null) | undefined;
        }> | null) | undefined;
        /** What people should know of it. */
        metadata?: ({
            /** OAuth scopes that it needs. */
            scopes?: (Array<string> | null) | undefined;
            /** What it does, in words. */
            description?: (string | null) | undefined;
        } | null) | undefined;
        /** Its code. */
        fileBody: {
            /** The bundle: CommonJS in one file. */
            js: string;
            /** The source, as its author wrote it. */
            ts: string;
            /**
             * The source map of the bundle, as JSON. Absent: the one in its last comment, if any;
             * else errors name lines of the bundle.
             */
            map?: string | undefined;
        };
        /** Its version, as its author counts. */
        version?: (string | null) | undefined;
        /** Types of incoming webhooks that it handles. */
        webhookSubscriptions?: (Array<string> | null) | undefined;
        /** JSON Schema of its models, input and output, in `definitions`. */
        models_json_schema?: (Record<string, unknown> | null) | undefined;
        /** What it uses, such as `checkpoints`. */
        features?: (Array<string> | null) | undefined;
        /** Deprecated, and ignored. */
        sync_type?: (("full" | "incremental") | null) | undefined;
        /** Anything else of it; kept, and not used. */
        attributes?: (Record<string, unknown> | null) | undefined;
    }>;
    /** Handlers of events, by integration. Absent: none. */
    onEventScriptsByProvider?: Array<{
        /** Id of the integration: its `unique_key`, also called `provider_config_key`. */
        providerConfigKey: string;
        /** The handlers. */
        scripts: Array<{
            /** Name of the function: letters, digits, `_` and `-`. */
            name: FunctionName;
            /** Its code. */
            fileBody: {
                /** The bundle: CommonJS in one file. */
                js: string;
                /** The source, as its author wrote it. */
                ts: string;
                /**
                 * The source map of the bundle, as JSON. Absent: the one in its last comment, if
                 * any; else errors name lines of the bundle.
                 */
                map?: string | undefined;
            };
            /** Its version, as its author counts. */
            version?: (string | null) | undefined;
            /** What it is run on. */
            event: ("post-connection-creation" | "pre-connection-deletion" | "validate-connection");
        }>;
    }> | undefined;
    /**
     * Whether functions are deleted that are deployed and not in the request; `true` by default.
     * Otherwise they stay.
     *
     * @default true
     */
    reconcile?: boolean | undefined;
    /** Ignored. */
    debug?: boolean | undefined;
    /**
     * `single` deletes nothing; `integration` only in the integrations that the request names;
     * `all` everywhere.
     *
     * @default "all"
     */
    deployMode?: ("all" | "single" | "integration") | undefined;
    /** Deprecated: `deployMode` is `single`. */
    singleDeployMode?: boolean | undefined;
    /** Deprecated: a JSON Schema for all; `models_json_schema` of each function wins. */
    jsonSchema?: (Record<string, unknown> | null) | undefined;
    /** Version of the tool that compiled them. */
    sdkVersion?: string | undefined;
    /** Where they come from; kept, and not used. */
    source?: string | undefined;
    /**
     * Whether functions may be deleted, a sync with its records; `true` by default. Otherwise the
     * request is refused.
     *
     * @default true
     */
    allowDestructive?: boolean | undefined;
    /** Ignored. */
    nangoYamlBody?: string | undefined;
};

export type Deposit = {
    /** Id at the provider. */
    id: string;
    /** Version that an update or removal may name; null where the provider counts none. */
    sync_token: (string | null);
    /** ISO 4217 code of the currency; null where the provider names none. */
    currency: (string | null);
    /**
     * When it was created at the provider, ISO 8601 in UTC; null where the provider does not say.
     */
    created_at: (string | null);
    /**
     * When it was last changed at the provider, ISO 8601 in UTC; null where the provider does not
     * say.
     */
    updated_at: (string | null);
    /** Id of the account that the money was brought to; null where the provider names none. */
    account_id: (string | null);
    /** Name of that account; null where the provider gives none. */
    account_name: (string | null);
    /** Date of the deposit, YYYY-MM-DD. */
    txn_date: string;
    /** Total amount in the currency. */
    total_amount: number;
    /** Note that the company keeps; null for none. */
    private_note: (string | null);
    /**
     * Exchange rate: units of the home currency for one of `currency`; null where the provider
     * gives none.
     */
    exchange_rate: (number | null);
    /** Cash taken from what was deposited; null for none. */
    cash_back: ({
        /** Id of the account that the cash goes to; null where the provider names none. */
        account_id: (string | null);
        /** Amount of the cash in the currency; null where the provider does not say. */
        amount: (number | null);
        /** Note about the cash; null for none. */
        memo: (string | null);
    } | null);
    /** Where the money comes from. */
    lines: Array<{
        /** Id of the line; null where the provider gives none. */
        id: (string | null);
        /** Amount of the line in the currency. */
        amount: number;
        /**
         * Kind of the line as the provider names it: `DepositLineDetail`; null where it gives none.
         */
        detail_type: (string | null);
        /**
         * Id of the account that the money comes from; null for none, as where a payment is
         * deposited.
         */
        deposit_account_id: (string | null);
        /** Name of that account; null where the provider gives none. */
        deposit_account_name: (string | null);
        /** Description of the line; null for none. */
        description: (string | null);
        /** Customer, vendor or employee that the money comes from; null for none. */
        entity_ref: (Ref | null);
        /** Method by which it was paid; null for none. */
        payment_method_ref: (Ref | null);
        /** Number of the check; null for none. */
        check_num: (string | null);
        /** Payments that the line deposits. */
        linked_txn: Array<LinkedTxn>;
    }>;
};

export type DryRun = {
    /** Always `true`: nothing was written. */
    dry_run: true;
    /**
     * The requests that would be sent to the provider, as far as they do not depend on its
     * responses.
     */
    requests: Array<{
        /** Its method. */
        method: ("GET" | "POST" | "PUT" | "PATCH" | "DELETE");
        /** Its path, below the address of the API of the provider. */
        endpoint: string;
        /** Its query, encoded and without `?`; empty for none. */
        query: string;
        /** Its body: JSON, or text; null for none. */
        body: unknown;
    }>;
};

/** Your user whose account is connected. Each connection keeps its own copy. */
export type EndUser = {
    /** Id of the end user in your product. */
    id: string;
    /** E-mail address, for display and search. */
    email?: string | undefined;
    /** Name, for display and search. */
    display_name?: string | undefined;
    /**
     * Your own labels of the end user: at most 10, keys of 1 to 64 characters, values of at most
     * 255.
     */
    tags?: Record<string, string> | undefined;
};

export type EndUserView = {
    /** Id of the end user in your product. */
    id: string;
    /** E-mail address; null where none was given. */
    email: (string | null);
    /** Name; null where none was given. */
    display_name: (string | null);
    /** Your own labels of the end user; null where none were given. */
    tags: (Record<string, string> | null);
    /** Organization of the end user; null where none was given. */
    organization: ({
        /** Id of the organization in your product. */
        id: string;
        /** Name of the organization; null where none was given. */
        display_name: (string | null);
    } | null);
};

/** Id of the environment, from `GET /environments`. */
export type EnvironmentId = string;

/** Its name: 1 to 32 lower-case letters and digits. It is part of the secret keys. */
export type EnvironmentName = string;

/**
 * Seconds until the link stops working; 7 days at most and by default.
 *
 * @default 604800
 */
export type ExpiresIn = number;

/**
 * When the token expires: ISO 8601, in UTC unless it names a zone, or milliseconds since 1970. Null
 * or absent: it does not expire.
 */
export type ExpiryTime = (string | number | null);

export type ExtendSecretKeyBody = {
    /**
     * Id of the environment: needed with an account key. Another key is of one environment already.
     */
    environment_id?: EnvironmentId | undefined;
    /**
     * Its new end: later than `expires_at` of the key, and not after `extendable_until`. ISO 8601.
     */
    expires_at: string;
};

export type FreezeView = {
    /** Id of the freeze. */
    id: string;
    /** The integration that is frozen; null: the whole environment. */
    integration_id: (string | null);
    /** Why, as given when it began. */
    reason: string;
    /** When it began. ISO 8601. */
    created_at: string;
    /** When it ended; null: it holds. ISO 8601. */
    lifted_at: (string | null);
    /** What became of its grants; null: they were not to be revoked. */
    revocation: ({
        /** When it was asked for. ISO 8601. */
        started_at: string;
        /** Whether every grant is accounted for. */
        is_finished: boolean;
        /** Grants that are still to be revoked, or tried again. */
        pending: number;
        /** Grants that the provider has ended. */
        revoked: number;
        /** Grants that the provider has no way to end, such as API keys. */
        revocation_unsupported: number;
        /** Grants that had ended before, or whose connection was deleted meanwhile. */
        already_gone: number;
        /** Grants that could not be revoked; `GET /freezes/:freeze_id/grants` says why. */
        failed: number;
    } | null);
};

export type FunctionLimitChanges = {
    /** Of actions, handlers of events, and webhooks. Absent: they stay. */
    actions?: {
        /** Seconds that a run may take. Null: the default. Absent: it stays. */
        time_s?: (number | null) | undefined;
        /** Seconds of the processor that it may use in all. Null: the default. Absent: it stays. */
        cpu_s?: (number | null) | undefined;
        /**
         * Seconds of the processor from one call of its context to the next. Null: the default.
         * Absent: it stays.
         */
        cpu_slice_s?: (number | null) | undefined;
        /** Megabytes of its objects. Null: the default. Absent: it stays. */
        heap_mb?: (number | null) | undefined;
        /** Megabytes of all that its process holds. Null: the default. Absent: it stays. */
        process_mb?: (number | null) | undefined;
    } | undefined;
    /** Of syncs. Absent: they stay. */
    syncs?: {
        /** Seconds that a run may take. Null: the default. Absent: it stays. */
        time_s?: (number | null) | undefined;
        /** Seconds of the processor that it may use in all. Null: the default. Absent: it stays. */
        cpu_s?: (number | null) | undefined;
        /**
         * Seconds of the processor from one call of its context to the next. Null: the default.
         * Absent: it stays.
         */
        cpu_slice_s?: (number | null) | undefined;
        /** Megabytes of its objects. Null: the default. Absent: it stays. */
        heap_mb?: (number | null) | undefined;
        /** Megabytes of all that its process holds. Null: the default. Absent: it stays. */
        process_mb?: (number | null) | undefined;
    } | undefined;
};

export type FunctionLimits = {
    /** Of actions, handlers of events, and webhooks. */
    actions: {
        /** Seconds that a run may take. */
        time_s: number;
        /** Seconds of the processor that it may use in all. */
        cpu_s: number;
        /** Seconds of the processor from one call of its context to the next. */
        cpu_slice_s: number;
        /** Megabytes of its objects. */
        heap_mb: number;
        /** Megabytes of all that its process holds. */
        process_mb: number;
    };
    /** Of syncs. */
    syncs: {
        /** Seconds that a run may take. */
        time_s: number;
        /** Seconds of the processor that it may use in all. */
        cpu_s: number;
        /** Seconds of the processor from one call of its context to the next. */
        cpu_slice_s: number;
        /** Megabytes of its objects. */
        heap_mb: number;
        /** Megabytes of all that its process holds. */
        process_mb: number;
    };
};

/** Name of the function: letters, digits, `_` and `-`. */
export type FunctionName = string;

export type FunctionType = ("sync" | "action" | "on-event");

export type IdempotencyHeader = {
    /**
     * Makes it safe to repeat the request: the same key with the same body gets the same response,
     * for 30 minutes.
     */
    "idempotency-key"?: string | undefined;
};

export type ImportConnectionBody = {
    /** Id of the integration: its `unique_key`, also called `provider_config_key`. */
    provider_config_key: string;
    /** Id of your choice, unique within the integration. Absent: a UUID is made. */
    connection_id?: ConnectionId | undefined;
    /** The credentials, by the type that the provider has. */
    credentials: ImportedCredentials;
    /**
     * Values of this connection that are not credentials: at most 16 KiB of JSON, 5 levels and 64
     * keys. Absent: none.
     */
    connection_config?: Record<string, unknown> | undefined;
    /** QuickBooks' company id, where `connection_config` does not have it. */
    realmId?: string | undefined;
    /** Your own data, kept as it is: at most 16 KiB of JSON, 5 levels and 64 keys. */
    metadata?: Record<string, unknown> | undefined;
    /** Your user whose account is connected. Each connection keeps its own copy. */
    end_user?: EndUser | undefined;
    /**
     * Tags of the connection: at most 10. Keys have 1 to 64 characters and are stored in lower
     * case, values 1 to 255. Those that follow from the end user, such as `end_user_id`, are added.
     */
    tags?: Record<string, string> | undefined;
    /**
     * Address that events about this connection go to instead of the endpoints, http or https;
     * empty for none.
     */
    webhook_url_override?: WebhookUrl | undefined;
};

export type ImportedCredentials = ({
    /** Tokens of a sign-in. */
    type: "OAUTH2";
    /** The access token. */
    access_token: string;
    /** The refresh token. Absent: the token is not refreshed. */
    refresh_token?: string | undefined;
    /**
     * When the token expires: ISO 8601, in UTC unless it names a zone, or milliseconds since 1970.
     * Null or absent: it does not expire.
     */
    expires_at?: ExpiryTime | undefined;
    /** The OAuth app that the tokens were given to, where it is not that of the integration. */
    config_override?: {
        /** Client id of the other OAuth app. */
        client_id?: string | undefined;
        /** Client secret of the other OAuth app. */
        client_secret?: string | undefined;
    } | undefined;
} | {
    /** A token of a sign-in by OAuth 1.0a, whose secret signs each request. */
    type: "OAUTH1";
    /** The token. */
    oauth_token: string;
    /** Secret of the token. */
    oauth_token_secret: string;
    /** The app that the token was given to, where it is not that of the integration. */
    config_override?: {
        /** Client id of the other OAuth app. */
        client_id?: string | undefined;
        /** Client secret of the other OAuth app. */
        client_secret?: string | undefined;
    } | undefined;
} | {
    /** Client credentials. */
    type: "OAUTH2_CC";
    /** The access token. */
    token: string;
    /** The client id. */
    client_id: string;
    /** The client secret. */
    client_secret: string;
    /** The client certificate, as PEM, where the provider asks for one. */
    client_certificate?: string | undefined;
    /** The private key of the certificate, as PEM. */
    client_private_key?: string | undefined;
    /**
     * When the token expires: ISO 8601, in UTC unless it names a zone, or milliseconds since 1970.
     * Null or absent: it does not expire.
     */
    expires_at?: ExpiryTime | undefined;
} | {
    /** A login of the provider's own. Further members: the fields of its form. */
    type: "TWO_STEP";
    /** The token that the login brought. */
    token: string;
    /** The refresh token, where the provider has one. */
    refresh_token?: string | undefined;
    /**
     * When the token expires: ISO 8601, in UTC unless it names a zone, or milliseconds since 1970.
     * Null or absent: it does not expire.
     */
    expires_at?: ExpiryTime | undefined;
    [name: string]: unknown;
} | {
    /** A key that signs tokens. Further members: the fields of the form of the provider. */
    type: "JWT";
    [name: string]: unknown;
} | {
    /** A user whose password signs each request. */
    type: "SIGNATURE";
    /** The user name. */
    username: string;
    /** The password. */
    password: string;
} | {
    /** A user of an organization, with the key of a developer. */
    type: "BILL";
    /** The user name. */
    username: string;
    /** The password. */
    password: string;
    /** Id of the organization. */
    organization_id: string;
    /** The developer key. */
    dev_key: string;
} | {
    /** Username and password. */
    type: "BASIC";
    /** The user name. */
    username: string;
    /** The password; may be empty. */
    password: string;
} | {
    /** An API key. */
    type: "API_KEY";
    /** The API key. */
    apiKey: string;
} | {
    /** A token whose secret signs each request; `connection_config.accountId` names its account. */
    type: "TBA";
    /** Id of the token. */
    token_id: string;
    /** Secret of the token. */
    token_secret: string;
    /** The app that the token was made for, where it is not that of the integration. */
    config_override?: {
        /** Client id of the other OAuth app. */
        client_id?: string | undefined;
        /** Client secret of the other OAuth app. */
        client_secret?: string | undefined;
    } | undefined;
} | {
    /** An installation of your app; its token is requested from the provider. */
    type: "APP";
    /** Id of the app, as the integration has it. */
    app_id: string;
    /** Id of the installation. */
    installation_id: string;
} | {
    /**
     * An installation of your app, whose token is requested from the provider, and the token of who
     * installed it.
     */
    type: "CUSTOM";
    /** Id of the app, as the integration has it. */
    app_id: string;
    /** Id of the installation. */
    installation_id: string;
    /**
     * Tokens of the person who installed the app. Absent: they are not known, and no call can be
     * made for them.
     */
    user?: {
        /** The access token. */
        access_token: string;
        /** The refresh token. Absent: the access token does not end. */
        refresh_token?: string | undefined;
        /**
         * When the token expires: ISO 8601, in UTC unless it names a zone, or milliseconds since
         * 1970. Null or absent: it does not expire.
         */
        expires_at?: ExpiryTime | undefined;
    } | undefined;
} | {
    /** The provider needs no credentials. */
    type: "NONE";
});

export type IntegrationDefaults = {
    /**
     * Scopes of the user token, separated by commas, for providers that have them apart. Absent:
     * none.
     */
    user_scopes?: string | undefined;
    /**
     * Further query parameters of the authorization request. Those that Patchbay sets itself are
     * refused.
     */
    authorization_params?: Record<string, string> | undefined;
    /**
     * Values of the connection config. The end user is not asked for them and cannot change them.
     */
    connection_config?: Record<string, unknown> | undefined;
    /**
     * Metadata of the connection, such as the settings of its syncs in `sync`: at most 16 KiB of
     * JSON, 5 levels and 64 keys. A connection that exists keeps what it has, and gets the keys
     * that it lacks, unless all of it would be larger.
     */
    metadata?: Record<string, unknown> | undefined;
};

export type IntegrationView = {
    /** Id of the integration, also called `provider_config_key`. */
    unique_key: string;
    /** Id of the provider. */
    provider: string;
    /** Name in the Connect UI. */
    display_name: string;
    /** Address of its mark, an SVG or PNG image: the one given, or the provider's. */
    logo: string;
    /**
     * What end users are told that your product does with the account; empty where none was given.
     */
    access: Array<string>;
    /**
     * Your steps to what the form asks for; empty where none were given, and the provider's are
     * shown.
     */
    guide: Array<string>;
    /** Whether each end user connects one account. */
    single_account: boolean;
    /** Whether webhooks of the provider are forwarded to you. */
    forward_webhooks: boolean;
    /** Whether the integration is in use. Only for secret keys. */
    enabled?: boolean | undefined;
    /** Further base addresses that `Base-Url-Override` may name. Only for secret keys. */
    allowed_base_urls?: Array<string> | undefined;
    /**
     * State of your app at the provider; present for providers that need one. Only for secret keys.
     */
    oauth_app?: {
        /**
         * `refused`: the provider refuses the OAuth app, so connections are not refreshed until it
         * is replaced or accepted again.
         */
        state: ("ok" | "refused");
        /** Null when `ok`. */
        failure: ({
            /** What happened and what to do. */
            message: string;
            /** When the provider first refused it. ISO 8601. */
            since: string;
            /** When it is tried again. ISO 8601. */
            retry_at: string;
        } | null);
        /** Client id of the OAuth app, or the id of the app; null: none was given. */
        client_id: (string | null);
    } | undefined;
    /**
     * How many connections it has, counted up to 10,000; present with `include=connections`. Only
     * for secret keys.
     */
    connections?: number | undefined;
    /** When the integration was made. ISO 8601. */
    created_at: string;
    /** When the integration was last changed. ISO 8601. */
    updated_at: string;
    /**
     * Redirect URI to register at the provider; present for providers at which you register an app
     * that people sign in to.
     */
    redirect_uri?: string | undefined;
    /**
     * Scopes that the provider is asked for; present for `auth_mode` OAUTH2, MCP_OAUTH2 and
     * MCP_OAUTH2_GENERIC.
     */
    scopes?: Array<string> | undefined;
    /**
     * Address for webhooks of the provider; present with `include=webhook`. Null: the provider
     * sends none to Patchbay.
     */
    webhook_url?: (string | null) | undefined;
    /**
     * The state of incoming webhooks; present with `include=webhook`, null where the provider sends
     * none to Patchbay.
     */
    webhooks?: ({
        /** Whether there is a secret that verifies webhooks; without one, all are refused. */
        has_secret: boolean;
        /** Until when the secret before this one verifies too; null: there is none. ISO 8601. */
        previous_secret_until: (string | null);
        /**
         * How many requests of the last 7 days had which outcome; a server adds its own every two
         * seconds. `accepted` ones were stored, of a `duplicate` nothing was new, and the others
         * were refused. What is absent is 0.
         */
        last_days: Record<string, number>;
    } | null) | undefined;
    /**
     * Secret that webhooks of the provider are signed with; present with `include=credentials`,
     * null where none was given.
     */
    webhook_secret?: (string | null) | undefined;
    /**
     * Your app at the provider; present with `include=credentials`, null for providers without one.
     */
    credentials?: (({
        /** Kind of credentials. */
        type: ("APP" | "CUSTOM");
        /** Id of the app. */
        app_id: (string | null);
        /** Public page of the app. */
        app_link: (string | null);
        /** Private key of the app, as PEM. */
        private_key: (string | null);
        /** Client id of the app; null where none was given. */
        client_id: (string | null);
        /** Client secret of the app; null where none was given. */
        client_secret: (string | null);
        /** Secret that webhooks of the provider are signed with; null where none was given. */
        webhook_secret: (string | null);
    } | {
        /** Kind of credentials. */
        type: string;
        /** Client id of the OAuth app. */
        client_id: (string | null);
        /** Client secret of the OAuth app. */
        client_secret: (string | null);
        /** Scopes, separated by commas. */
        scopes: (string | null);
        /** Secret that webhooks of the provider are signed with; null where none was given. */
        webhook_secret: (string | null);
    }) | null) | undefined;
};

export type Invoice = {
    /** Id at the provider. */
    id: string;
    /** Version that an update or removal may name; null where the provider counts none. */
    sync_token: (string | null);
    /** ISO 4217 code of the currency; null where the provider names none. */
    currency: (string | null);
    /**
     * When it was created at the provider, ISO 8601 in UTC; null where the provider does not say.
     */
    created_at: (string | null);
    /**
     * When it was last changed at the provider, ISO 8601 in UTC; null where the provider does not
     * say.
     */
    updated_at: (string | null);
    /** Number of the document; null for none. */
    doc_number: (string | null);
    /** Date of the document, YYYY-MM-DD. */
    txn_date: string;
    /** Id of the customer; null where the provider names none. */
    customer_id: (string | null);
    /** Name of the customer; null where the provider gives none. */
    customer_name: (string | null);
    /** What is still open, in hundredths of the currency. */
    balance_cents: number;
    /** Total amount with tax, in hundredths of the currency. */
    total_amt_cents: number;
    /** Address for bills; null for none. */
    bill_address: (Address | null);
    /** Address for deliveries; null for none. */
    ship_address: (Address | null);
    /** Email address that it is sent to; null for none. */
    email: (string | null);
    /** Note or reference that the company keeps; null for none. */
    private_note: (string | null);
    /** Message to the customer; null for none. */
    customer_memo: (string | null);
    /** Whether it was voided. */
    voided: boolean;
    /** What is sold. */
    items: Array<{
        /** Id of the line; null where the provider gives none. */
        id: (string | null);
        /** Description of the line; null for none. */
        description: (string | null);
        /** Quantity; null for none. */
        qty: (number | null);
        /** Price of one unit, in hundredths of the currency; null for none. */
        unit_price_cents: (number | null);
        /** Amount of the line in hundredths of the currency. */
        amount_cents: number;
        /** Id or code of the item; null for none. */
        item_id: (string | null);
        /** Name of the item; null where the provider gives none. */
        item_name: (string | null);
        /** Id or code of the tax code of the line; null for none. */
        tax_code: (string | null);
    }>;
    /** Subtotals, discounts and the like. */
    other_lines: Array<{
        /** Kind of the line as the provider names it, such as `SubTotalLineDetail`. */
        detail_type: string;
        /** Amount of the line in hundredths of the currency; null for none. */
        amount_cents: (number | null);
    }>;
    /** The company's own fields. */
    custom_field: Array<{
        /** Id of the definition of the field; null where the provider gives none. */
        definition_id: (string | null);
        /** Name of the field; null where the provider gives none. */
        name: (string | null);
        /**
         * Type of the field as the provider names it, such as `StringType`; null where it gives
         * none.
         */
        type: (string | null);
        /** Value of the field; null for none. */
        string_value: (string | null);
    }>;
    /**
     * The provider's own fields, under the names that the settings of the connection give them;
     * empty for none.
     */
    custom_fields: Record<string, unknown>;
    /** Date when it is due, YYYY-MM-DD; null for none. */
    due_date: (string | null);
    /** What was paid in advance, in hundredths of the currency. */
    deposit_cents: number;
    /** Tax in the total, in hundredths of the currency. */
    total_tax_cents: number;
    /**
     * Whether it is sent by email: `NotSet`, `NeedToSend` or `EmailSent`; null where the provider
     * does not say.
     */
    email_status: (string | null);
    /**
     * Whether it is printed: `NotSet`, `NeedToPrint` or `PrintComplete`; null where the provider
     * does not say.
     */
    print_status: (string | null);
    /** Terms of payment; null for none. */
    sales_term_ref: (Ref | null);
    /** Transactions linked to it, such as its payments. */
    linked_txn: Array<LinkedTxn>;
    /**
     * Exchange rate: units of the home currency for one of `currency`; null where the provider
     * gives none.
     */
    exchange_rate: (number | null);
};

export type IssueView = {
    /** Id of the issue. */
    id: string;
    /** What kind of problem it is; `GET /docs/alerts` lists them. */
    rule: string;
    /** `muted`: no channel is told of it for now. */
    status: ("open" | "muted" | "resolved");
    /** What happened, in words, without text of a provider. */
    title: string;
    /** What it is about. */
    subject: {
        /**
         * What it is about: `integration`, `sync`, `webhook_endpoint`, `freeze` or `secret_key`.
         */
        type: string;
        /** Id of that; of a sync `<integration>/<sync>`. */
        id: string;
    };
    /** The integration that it is about; null: none alone. */
    integration_id: (string | null);
    /** How much of it there is now, or was at last: what the rule counts. */
    count: number;
    /**
     * How many connections are affected, about, where calls fail or are refused; null: not known.
     */
    affected_connections: (number | null);
    /** Some of the connections that are affected, the newest first, at most 5. */
    connection_ids: Array<string>;
    /** When the oldest of what is counted happened. ISO 8601. */
    since: string;
    /** When Patchbay noticed it; of an issue that was resolved, for the last time. ISO 8601. */
    opened_at: string;
    /** When it was last looked at and still there, to the minute. ISO 8601. */
    last_seen_at: string;
    /** Until when no channel is told of it; null: it is not muted. ISO 8601. */
    muted_until: (string | null);
    /** When it was resolved; null: it is not. ISO 8601. */
    resolved_at: (string | null);
    /** `patchbay`: the cause is gone. `request`: it was resolved by a call. */
    resolved_by: (("patchbay" | "request") | null);
    /** What to do about it. */
    remedy: string;
    /** The call of this API that repairs it or shows more. */
    repair: string;
    /** Page that explains the rule. */
    docs_url: string;
};

export type Item = {
    /** Id at the provider. */
    id: string;
    /** Version that an update or removal may name; null where the provider counts none. */
    sync_token: (string | null);
    /** ISO 4217 code of the currency; null where the provider names none. */
    currency: (string | null);
    /**
     * When it was created at the provider, ISO 8601 in UTC; null where the provider does not say.
     */
    created_at: (string | null);
    /**
     * When it was last changed at the provider, ISO 8601 in UTC; null where the provider does not
     * say.
     */
    updated_at: (string | null);
    /** Name of the item. */
    name: string;
    /** Code of the item; null for none. */
    sku: (string | null);
    /**
     * Name with those of the categories above it, from the top, separated by colons; null for none.
     */
    fully_qualified_name: (string | null);
    /** Whether the item is in use. */
    active: boolean;
    /** `Service`, `Inventory`, `NonInventory`, `Group` or `Category`; others pass. */
    type: (string | null);
    /** Description on sales; null for none. */
    description: (string | null);
    /** Description on purchases; null for none. */
    purchase_description: (string | null);
    /** Price of one unit when it is sold, in hundredths of the currency. */
    unit_price_cents: number;
    /** Price of one unit when it is bought, in hundredths of the currency. */
    purchase_cost_cents: number;
    /** Quantity on hand; null where it is not tracked. */
    qty_on_hand: (number | null);
    /**
     * Date from which the quantity is tracked, YYYY-MM-DD; null where the provider does not say.
     */
    inv_start_date: (string | null);
    /** Whether the quantity on hand is tracked. */
    track_qty_on_hand: boolean;
    /** The same as `track_qty_on_hand`, under its older name. */
    track_qty_onHand: boolean;
    /** Whether its sales are taxed; null where the provider does not say. */
    taxable: (boolean | null);
    /** Account that its sales go to; null for none. */
    income_account_ref: (Ref | null);
    /** Account that its purchases, or the cost of what is sold, go to; null for none. */
    expense_account_ref: (Ref | null);
    /** Account of the inventory; null for none. */
    asset_account_ref: (Ref | null);
    /** Item or category above it; null at the top. */
    parent_ref: (Ref | null);
};

export type Job = {
    /** Id at the provider. */
    id: string;
    /** Name of the job. */
    name: string;
    /** Number of the requisition at the company; null for none. */
    requisition_id: (string | null);
    /** Whether only some users see it at the provider. */
    confidential: boolean;
    /**
     * `open`, `closed`, `draft`, `pending_approval` or `approved`; others pass as the provider
     * names them.
     */
    status: string;
    /** When it was created at the provider, ISO 8601 in UTC. */
    created_at: string;
    /** When it was opened, ISO 8601 in UTC; null if it was not. */
    opened_at: (string | null);
    /** When it was closed, ISO 8601 in UTC; null if it was not. */
    closed_at: (string | null);
    /** When it was deleted at the provider, ISO 8601 in UTC; null if it was not. */
    deleted_at: (string | null);
    /**
     * When it was last changed at the provider, ISO 8601 in UTC; null where the provider does not
     * say.
     */
    updated_at: (string | null);
    /** Whether it is a template for other jobs. */
    is_template: boolean;
    /** Departments that it belongs to. */
    departments: Array<Department>;
    /** Locations that it belongs to. */
    offices: Array<Location>;
    /** Who hires for it. */
    hiring_team: {
        /** Hiring managers; null where the provider does not say. */
        hiring_managers: (Array<UserLite> | null);
        /** Recruiters; null where the provider does not say. */
        recruiters: (Array<UserLite> | null);
        /** Coordinators; null where the provider does not say. */
        coordinators: (Array<UserLite> | null);
        /** Sourcers; null where the provider does not say. */
        sourcers: (Array<UserLite> | null);
    };
    /**
     * The provider's own fields, under the names that the settings of the connection give them;
     * empty for none.
     */
    custom_fields: Record<string, unknown>;
};

export type JobPost = {
    /** Id at the provider. */
    id: string;
    /** Title that candidates see. */
    title: string;
    /** Whether it is in use. */
    active: boolean;
    /** Whether it is published. */
    live: boolean;
    /**
     * When it was first published, ISO 8601 in UTC; null if it was not, or where the provider does
     * not say.
     */
    first_published_at: (string | null);
    /** Id of the job that it advertises; null for none. */
    job_id: (string | null);
    /** Text that candidates see: HTML, of any length; null for none. */
    content: (string | null);
    /** When it was created at the provider, ISO 8601 in UTC. */
    created_at: string;
    /**
     * When it was last changed at the provider, ISO 8601 in UTC; null where the provider does not
     * say.
     */
    updated_at: (string | null);
    /** When it was deleted at the provider, ISO 8601 in UTC; null if it was not. */
    deleted_at: (string | null);
};

export type JobStage = {
    /** Id at the provider. */
    id: string;
    /** Name of the stage. */
    name: string;
    /**
     * When it was created at the provider, ISO 8601 in UTC; null where the provider does not say.
     */
    created_at: (string | null);
    /**
     * When it was last changed at the provider, ISO 8601 in UTC; null where the provider does not
     * say.
     */
    updated_at: (string | null);
    /** When it was deleted at the provider, ISO 8601 in UTC; null if it was not. */
    deleted_at: (string | null);
    /** Whether it is in use. */
    active: boolean;
    /**
     * Id of the job that it belongs to; null where the provider shares stages between jobs, which
     * `job_ids` has.
     */
    job_id: (string | null);
    /** Ids of all jobs that it belongs to. */
    job_ids: Array<string>;
    /** Place among the stages of the job; lower is earlier. */
    priority: number;
    /** Interviews of the stage. */
    interviews: Array<{
        /** Id of the interview. */
        id: string;
        /** Name of the interview. */
        name: string;
        /** Whether it can be scheduled. */
        schedulable: boolean;
        /** How long it takes, in minutes; null where the provider does not say. */
        estimated_minutes: (number | null);
        /** Who interviews by default. */
        default_interviewer_users: Array<UserLite>;
        /** What the interviewers are given; null for none. */
        interview_kit: ({
            /** Id of the interview kit. */
            id: string;
            /** Instructions for the interviewers; null for none. */
            content: (string | null);
            /** Questions to ask. */
            questions: Array<{
                /** Id of the question. */
                id: string;
                /** Text of the question. */
                name: string;
            }>;
        } | null);
        /** When it was deleted at the provider, ISO 8601 in UTC; null if it was not. */
        deleted_at: (string | null);
        /** Id of the place of the interview in the stage; null where the provider gives none. */
        job_stage_interview_item_id: (string | null);
    }>;
};

export type JournalEntry = {
    /** Id at the provider. */
    id: string;
    /** Version that an update or removal may name; null where the provider counts none. */
    sync_token: (string | null);
    /** ISO 4217 code of the currency; null where the provider names none. */
    currency: (string | null);
    /**
     * When it was created at the provider, ISO 8601 in UTC; null where the provider does not say.
     */
    created_at: (string | null);
    /**
     * When it was last changed at the provider, ISO 8601 in UTC; null where the provider does not
     * say.
     */
    updated_at: (string | null);
    /** Date of the entry, YYYY-MM-DD; null where the provider gives none. */
    date: (string | null);
    /** Number of the entry; null for none. */
    doc_number: (string | null);
    /** Note about the entry; null for none. */
    note: (string | null);
    /** Whether it is an adjustment. */
    adjustment: boolean;
    /**
     * Exchange rate: units of the home currency for one of `currency`; null where the provider
     * gives none.
     */
    exchange_rate: (number | null);
    /** Sum of the debits in the currency; null where the provider does not say. */
    total_amount: (number | null);
    /** Lines of the entry. */
    lines: Array<{
        /** Id of the line; null where the provider gives none. */
        id: (string | null);
        /**
         * Kind of the line as the provider names it: `JournalEntryLineDetail` for those with an
         * account.
         */
        type: string;
        /** Id or code of the account; null for none. */
        account_id: (string | null);
        /** Name of the account; null where the provider gives none. */
        account_name: (string | null);
        /** Amount in the currency, without a sign: `posting_type` tells the side. */
        net_amount: number;
        /** `Debit` or `Credit`; null for lines without an account. */
        posting_type: (string | null);
        /** Description of the line; null for none. */
        description: (string | null);
        /** `Customer`, `Vendor` or `Employee`, of whom the line is about; null for none. */
        entity_type: (string | null);
        /** Id of whom the line is about; null for none. */
        entity_type_id: (string | null);
        /** Name of whom the line is about; null for none. */
        entity_type_name: (string | null);
        /** Id of the department, or location, of the line; null for none. */
        department_id: (string | null);
        /** Name of the department, or location, of the line; null for none. */
        department_name: (string | null);
        /** Id of the class of the line; null for none. */
        class_id: (string | null);
        /** Name of the class of the line; null for none. */
        class_name: (string | null);
        /** Id or code of the tax code of the line; null for none. */
        tax_code: (string | null);
    }>;
};

export type LinkView = {
    /** Id of the link. */
    id: string;
    /** The link to send. Present only in the response that made it. */
    url?: string | undefined;
    /**
     * The link as a QR code: a `data:` URL of an SVG, black on white, with the margin that scanners
     * need. Present where `url` is.
     */
    qr_code?: string | undefined;
    /** Id of the end user that the link is for; null where none was given. */
    end_user_id: (string | null);
    /** When the link stops working. ISO 8601. */
    expires_at: string;
    /**
     * Whether what is connected stays unusable until your backend confirms it
     * (`POST /connections/:connection_id/confirm`).
     */
    requires_confirmation: boolean;
    /** Whether it stops working once an end user has connected by it. */
    single_use: boolean;
    /** How often the link was opened. */
    opened_count: number;
    /** The connection that the link reconnects; null where it connects. */
    reconnects: ({
        /** Id of the connection. */
        connection_id: string;
        /** Id of its integration. */
        integration_id: string;
    } | null);
    /** When the link was made. ISO 8601. */
    created_at: string;
    /**
     * Why the link may not work as expected, for developers. Present only in the response that made
     * it, and only where there is a reason.
     */
    warning?: string | undefined;
};

export type LinkedTxn = {
    /** Id of the linked transaction. */
    txn_id: string;
    /** Type of the linked transaction as the provider names it, such as `Invoice` or `Bill`. */
    txn_type: string;
};

export type LinkedTxnInput = {
    /** Id of the transaction to link. */
    txn_id: string;
    /** Type of the transaction to link as the provider names it, such as `Invoice` or `Bill`. */
    txn_type: string;
};

export type Location = {
    /** Id of the location. */
    id: string;
    /** Name of the location, such as that of an office. */
    name: string;
    /** Where it is; null where the provider does not say. */
    location: ({
        /** Name of the place, such as a city and a country; null for none. */
        name: (string | null);
    } | null);
    /** Id of the location above it; null at the top. */
    parent_id: (string | null);
    /** Ids of the locations directly below it. */
    child_ids: Array<string>;
    /** Id of the location above it in a system outside the provider; null for none. */
    parent_office_external_id: (string | null);
    /** Ids of the locations directly below it in a system outside the provider. */
    child_office_external_ids: Array<string>;
    /** When it was deleted at the provider, ISO 8601 in UTC; null if it was not. */
    deleted_at: (string | null);
};

export type MetadataBody = {
    /** Id of the connection, or a list of at most 500. */
    connection_id: (ConnectionId | Array<ConnectionId>);
    /** Id of the integration: its `unique_key`, also called `provider_config_key`. */
    provider_config_key: string;
    /** Your own data, kept as it is: at most 16 KiB of JSON, 5 levels and 64 keys. */
    metadata: Record<string, unknown>;
};

export type MintedSession = {
    /** The result. */
    data: {
        /** Connect session token, for the SDK in the page. */
        token: string;
        /** The Connect UI with this session as a page of its own; works as long as the session. */
        connect_link: string;
        /** When the session expires, 30 minutes after it was made. ISO 8601. */
        expires_at: string;
    };
};

export type MuteIssueBody = {
    /** For so many seconds from now. */
    for?: number | undefined;
    /** Until this time, at most 90 days from now. ISO 8601. */
    until?: string | undefined;
};

export type NamedApplicationChange = {
    /** Id of the new source. */
    source_id: string;
    /** Version it is based on; absent: the one in the records. */
    sync_token?: string | undefined;
    /** Id of the application. */
    application_id: string;
};

export type Note = {
    /** Id at the provider. */
    id: string;
    /** When it was written, ISO 8601 in UTC. */
    created_at: string;
    /** Text of the note. */
    body: string;
    /** Who wrote it; null where the provider does not say. */
    user: ({
        /** Id of the user. */
        id: string;
        /** Full name; null where the provider lists notes with the ids of their authors only. */
        name: (string | null);
        /** First name; null where the provider gives none. */
        first_name: (string | null);
        /** Last name; null where the provider gives none. */
        last_name: (string | null);
        /** Number of the employee at the company; null for none. */
        employee_id: (string | null);
    } | null);
    /** Whether `visibility` is `private`. */
    private: boolean;
    /** Who sees it at the provider: only some users, or all. */
    visibility: ("private" | "public");
};

/** Organization of the end user. Deprecated: use `tags`. */
export type Organization = {
    /** Id of the organization in your product. */
    id: string;
    /** Name of the organization, for display. */
    display_name?: string | undefined;
};

export type PatchbayEvent = (AuthEvent | ({
    from: "patchbay";
    type: "sync";
    connectionId: string;
    providerConfigKey: string;
    syncName: string;
    syncVariant: string;
    model: string;
    syncType: ("INITIAL" | "INCREMENTAL" | "WEBHOOK");
    success: true;
    modifiedAfter: string;
    queryTimeStamp: string;
    responseResults: {
        added: number;
        updated: number;
        deleted: number;
    };
    checkpoints?: {
        from: (Record<string, unknown> | null);
        to: (Record<string, unknown> | null);
    } | undefined;
} | {
    from: "patchbay";
    type: "sync";
    connectionId: string;
    providerConfigKey: string;
    syncName: string;
    syncVariant: string;
    model: string;
    syncType: ("INITIAL" | "INCREMENTAL" | "WEBHOOK");
    success: false;
    error: {
        type: string;
        description: string;
    };
    startedAt: string;
    failedAt: string;
}) | {
    from: "patchbay";
    type: "record.changed";
    connectionId: string;
    providerConfigKey: string;
    model: string;
    variant: string;
    recordId: string;
    action: ("added" | "updated" | "deleted");
    origin: ("us" | "vendor");
} | {
    from: "patchbay";
    type: "async_action";
    connectionId: string;
    providerConfigKey: string;
    payload: {
        id: string;
        statusUrl: string;
    };
} | {
    from: "patchbay";
    type: "function.failed";
    connectionId: string;
    providerConfigKey: string;
    functionType: ("on-event" | "webhook");
    functionName: string;
    runId: string;
    error: {
        type: string;
        description: string;
    };
} | {
    from: string;
    type: "forward";
    connectionId?: string | undefined;
    providerConfigKey: string;
    payload: unknown;
} | {
    from: "patchbay";
    environment: string;
    connectionId: string;
    providerConfigKey: string;
    provider: string;
    authMode: string;
    tags: Record<string, string>;
    endUser?: {
        endUserId: string;
        endUserEmail: (string | null);
        organizationId: (string | null);
        tags: Record<string, string>;
    } | undefined;
    type: "connection.broken";
    error: {
        type: ("refresh_token_external_error" | "connection_refresh_exhausted");
        description: string;
    };
} | {
    from: "patchbay";
    environment: string;
    connectionId: string;
    providerConfigKey: string;
    provider: string;
    authMode: string;
    tags: Record<string, string>;
    endUser?: {
        endUserId: string;
        endUserEmail: (string | null);
        organizationId: (string | null);
        tags: Record<string, string>;
    } | undefined;
    type: "connection.healed";
} | {
    from: "patchbay";
    environment: string;
    connectionId: string;
    providerConfigKey: string;
    provider: string;
    authMode: string;
    tags: Record<string, string>;
    endUser?: {
        endUserId: string;
        endUserEmail: (string | null);
        organizationId: (string | null);
        tags: Record<string, string>;
    } | undefined;
    type: "connection.deleted";
    initiator: ("end_user" | "backend");
    connectionCreatedAt?: string | undefined;
} | {
    from: "patchbay";
    environment: string;
    connectionId: string;
    providerConfigKey: string;
    provider: string;
    authMode: string;
    tags: Record<string, string>;
    endUser?: {
        endUserId: string;
        endUserEmail: (string | null);
        organizationId: (string | null);
        tags: Record<string, string>;
    } | undefined;
    type: "connection.reconnect_link";
    link: (string | null);
    linkId: string;
    expiresAt: string;
    brokenSince: (string | null);
    reason: ({
        code: string;
        message: string;
    } | null);
} | {
    from: "patchbay";
    type: "alert";
    environment: string;
    code: string;
    message: string;
    subject: {
        type: string;
        id: string;
    };
});

export type PauseFunctionsBody = {
    /** Id of the integration: its `unique_key`, also called `provider_config_key`. */
    provider_config_key: string;
    /** Id of the connection. */
    connection_id: string;
    /** The functions. None: only tells what is paused. */
    functions: Array<{
        /** What it is. Syncs have `POST /sync/pause`. */
        type: ("action" | "on-event");
        /** Name of the function: letters, digits, `_` and `-`. */
        name: FunctionName;
    }>;
};

export type PauseSyncBody = {
    /**
     * Which syncs: `name`, `name::variant`, or `{"name", "variant"}`; the variant is `base` unless
     * given. Empty: all.
     */
    syncs: Array<(string | {
        /** Name of the sync. */
        name: string;
        /**
         * Variant of the sync; `base` by default.
         *
         * @default "base"
         */
        variant?: VariantName | undefined;
    })>;
    /** Id of the integration: its `unique_key`, also called `provider_config_key`. */
    provider_config_key: string;
    /** Id of the connection. Absent: all connections of the integration. */
    connection_id?: ConnectionId | undefined;
};

export type Payment = {
    /** Id at the provider. */
    id: string;
    /** Version that an update or removal may name; null where the provider counts none. */
    sync_token: (string | null);
    /** ISO 4217 code of the currency; null where the provider names none. */
    currency: (string | null);
    /**
     * When it was created at the provider, ISO 8601 in UTC; null where the provider does not say.
     */
    created_at: (string | null);
    /**
     * When it was last changed at the provider, ISO 8601 in UTC; null where the provider does not
     * say.
     */
    updated_at: (string | null);
    /** Total amount in hundredths of the currency. */
    amount_cents: number;
    /** What is not applied to invoices yet, in hundredths of the currency. */
    unapplied_cents: number;
    /** Id of the customer who paid; null where the provider names none. */
    customer_id: (string | null);
    /** Name of the customer who paid; null where the provider gives none. */
    customer_name: (string | null);
    /** Date of the payment, YYYY-MM-DD. */
    txn_date: string;
    /** Number or reference of the payment, such as that of the check; null for none. */
    payment_ref_num: (string | null);
    /** Method by which it was paid; null for none. */
    payment_method_ref: (Ref | null);
    /** Account that the money went to; null for none. */
    deposit_to_account_ref: (Ref | null);
    /** Note that the customer does not see; null for none. */
    private_note: (string | null);
    /**
     * Exchange rate: units of the home currency for one of `currency`; null where the provider
     * gives none.
     */
    exchange_rate: (number | null);
    /** Whether it was voided. */
    voided: boolean;
    /** What it pays. */
    lines: Array<{
        /** Amount that the line pays, in hundredths of the currency. */
        amount_cents: number;
        /** Invoices, or other transactions, that the line pays. */
        linked_txn: Array<LinkedTxn>;
    }>;
};

export type PruneRecordsBody = {
    /** Name of the model, such as `Candidate`. */
    model: string;
    /** Variant of the sync. Absent: `base`, the usual one. */
    variant?: string | undefined;
    /** The cursor of the last record to prune. */
    until_cursor: string;
    /**
     * How many records to prune at most.
     *
     * @default 1000
     */
    limit?: number | undefined;
};

export type Purchase = {
    /** Id at the provider. */
    id: string;
    /** Version that an update or removal may name; null where the provider counts none. */
    sync_token: (string | null);
    /** ISO 4217 code of the currency; null where the provider names none. */
    currency: (string | null);
    /**
     * When it was created at the provider, ISO 8601 in UTC; null where the provider does not say.
     */
    created_at: (string | null);
    /**
     * When it was last changed at the provider, ISO 8601 in UTC; null where the provider does not
     * say.
     */
    updated_at: (string | null);
    /** Id of the account that it was paid from; null where the provider names none. */
    account_id: (string | null);
    /** Name of the account that it was paid from; null where the provider gives none. */
    account_name: (string | null);
    /** `Cash`, `Check` or `CreditCard`. */
    payment_type: (string | null);
    /** `Vendor`, `Customer` or `Employee`, of the one that was paid; null for none. */
    entity_type: (string | null);
    /** Id of the one that was paid; null for none. */
    entity_id: (string | null);
    /** Name of the one that was paid; null for none. */
    entity_name: (string | null);
    /** Whether it is a refund. */
    credit: boolean;
    /** Total amount in the currency. */
    total_amount: number;
    /**
     * Whether the check is printed: `NotSet`, `NeedToPrint` or `PrintComplete`; null where the
     * provider does not say.
     */
    print_status: (string | null);
    /** Number of the purchase, such as that of the check; null for none. */
    doc_number: (string | null);
    /** Date of the purchase, YYYY-MM-DD. */
    txn_date: string;
    /**
     * Exchange rate: units of the home currency for one of `currency`; null where the provider
     * gives none.
     */
    exchange_rate: (number | null);
    /** Note that the company keeps; null for none. */
    private_note: (string | null);
    /** Department, or location, that it belongs to; null for none. */
    department_ref: (Ref | null);
    /** What was bought. */
    lines: Array<{
        /** Id of the line; null where the provider gives none. */
        id: (string | null);
        /** Description of the line; null for none. */
        description: (string | null);
        /** `AccountBasedExpenseLineDetail` or `ItemBasedExpenseLineDetail`; others pass. */
        detail_type: string;
        /** Amount of the line in the currency. */
        amount: number;
        /** Id or code of the account that the expense goes to; null for none. */
        account_id: (string | null);
        /** Name of that account; null where the provider gives none. */
        account_name: (string | null);
        /** Id or code of the item; null for none. */
        item_id: (string | null);
        /** Name of the item; null where the provider gives none. */
        item_name: (string | null);
        /** Quantity of the item; null for none. */
        qty: (number | null);
        /** Price of one unit in the currency; null for none. */
        unit_price: (number | null);
        /** Id of the customer that the line is bought for; null for none. */
        customer_id: (string | null);
        /** Id or code of the tax code of the line; null for none. */
        tax_code: (string | null);
        /** `Billable`, `NotBillable` or `HasBeenBilled`; null where the provider does not say. */
        billable_status: (string | null);
    }>;
};

export type PurchaseLineInput = {
    /** Id of the line, for an update to keep it; absent: a new line. */
    id?: (string | null) | undefined;
    /** Place of the line, from 1. */
    line_num?: (number | null) | undefined;
    /** Description of the line. */
    description?: (string | null) | undefined;
    /** Kind of the line; by item where `item_id` is given and by account otherwise, by default. */
    detail_type?: ("AccountBasedExpenseLineDetail" | "ItemBasedExpenseLineDetail") | undefined;
    /** Amount of the line in the currency. */
    amount: number;
    /** Id or code of the account that the expense goes to. */
    account_id?: (string | null) | undefined;
    /** Name of that account; `account_id` alone identifies it. */
    account_name?: (string | null) | undefined;
    /** Id or code of the item. */
    item_id?: (string | null) | undefined;
    /** Name of the item; `item_id` alone identifies it. */
    item_name?: (string | null) | undefined;
    /** Quantity of the item. */
    qty?: (number | null) | undefined;
    /** Price of one unit in the currency. */
    unit_price?: (number | null) | undefined;
    /** Id of the customer that the line is bought for. */
    customer_id?: (string | null) | undefined;
    /** Id of the class of the line. */
    class_id?: (string | null) | undefined;
    /** Id or code of the tax code of the line. */
    tax_code?: (string | null) | undefined;
    /** Whether the customer is billed for the line. */
    billable_status?: (("Billable" | "NotBillable" | "HasBeenBilled") | null) | undefined;
};

export type PurchaseOrder = {
    /** Id at the provider. */
    id: string;
    /** Version that an update or removal may name; null where the provider counts none. */
    sync_token: (string | null);
    /** ISO 4217 code of the currency; null where the provider names none. */
    currency: (string | null);
    /**
     * When it was created at the provider, ISO 8601 in UTC; null where the provider does not say.
     */
    created_at: (string | null);
    /**
     * When it was last changed at the provider, ISO 8601 in UTC; null where the provider does not
     * say.
     */
    updated_at: (string | null);
    /** Account of payables; null where the provider names none. */
    ap_account_ref: (Ref | null);
    /** Vendor that it is ordered from. */
    vendor_ref: Ref;
    /** Lines of the order. */
    line: Array<{
        /** Id of the line; null where the provider gives none. */
        id: (string | null);
        /** Amount of the line in hundredths of the currency. */
        amount_cents: number;
        /** `ItemBasedExpenseLineDetail` or `AccountBasedExpenseLineDetail`; others pass. */
        detail_type: string;
        /** What a line by item orders; null for other lines. */
        item_based_expense_line_detail: ({
            /** Item that is ordered; null for none. */
            item_ref: (Ref | null);
            /** Price level of the item; null for none. */
            price_level_ref: (Ref | null);
            /** Quantity; null for none. */
            qty: (number | null);
            /** Price of one unit, in hundredths of the currency; null for none. */
            unit_price_cents: (number | null);
            /** Amount with tax in the currency; null where the provider does not say. */
            tax_inclusive_amt: (number | null);
            /** Customer that the line is ordered for; null for none. */
            customer_ref: (Ref | null);
            /** Class of the line; null for none. */
            class_ref: (Ref | null);
            /** Tax code of the line; null for none. */
            tax_code_ref: (Ref | null);
            /** Markup when the customer is billed; null for none. */
            markup_info: ({
                /** Price level of the markup; null for none. */
                price_level_ref: (Ref | null);
                /** Markup in percent; null for none. */
                percent: (number | null);
                /** Account that the markup goes to; null for none. */
                mark_up_income_account_ref: (Ref | null);
            } | null);
            /**
             * `Billable`, `NotBillable` or `HasBeenBilled`; null where the provider does not say.
             */
            billable_status: (string | null);
        } | null);
        /** What a line by account orders; null for other lines. */
        account_based_expense_line_detail: ({
            /** Account that the expense goes to; null for none. */
            account_ref: (Ref | null);
            /** Customer that the line is ordered for; null for none. */
            customer_ref: (Ref | null);
            /** Class of the line; null for none. */
            class_ref: (Ref | null);
            /** Tax code of the line; null for none. */
            tax_code_ref: (Ref | null);
            /**
             * `Billable`, `NotBillable` or `HasBeenBilled`; null where the provider does not say.
             */
            billable_status: (string | null);
        } | null);
        /** Description of the line; null for none. */
        description: (string | null);
        /** Place of the line, from 1; null where the provider gives none. */
        line_num: (number | null);
        /** Transactions linked to the line, such as bills. */
        linked_txn: Array<LinkedTxn>;
        /** Project that the line belongs to; null for none. */
        project_ref: (Ref | null);
    }>;
    /** Currency, by its ISO 4217 code; null where the provider names none. */
    currency_ref: (Ref | null);
    /** `TaxExcluded`, `TaxInclusive` or `NotApplicable`; null where the provider does not say. */
    global_tax_calculation: (string | null);
    /** Date of the order, YYYY-MM-DD. */
    txn_date: string;
    /** The company's own fields. */
    custom_field: Array<{
        /** Id of the definition of the field; null where the provider gives none. */
        definition_id: (string | null);
        /** Name of the field; null where the provider gives none. */
        name: (string | null);
        /**
         * Type of the field as the provider names it, such as `StringType`; null where it gives
         * none.
         */
        type: (string | null);
        /** Value of the field; null for none. */
        string_value: (string | null);
    }>;
    /**
     * The provider's own fields, under the names that the settings of the connection give them;
     * empty for none.
     */
    custom_fields: Record<string, unknown>;
    /** Email address of the vendor that it is sent to; null for none. */
    po_email: (string | null);
    /** Class of the order; null for none. */
    class_ref: (Ref | null);
    /** Terms of payment; null for none. */
    sales_term_ref: (Ref | null);
    /** Transactions linked to the order, such as bills. */
    linked_txn: Array<LinkedTxn>;
    /** Message to the vendor; null for none. */
    memo: (string | null);
    /** `Open` or `Closed`; null where the provider does not say. */
    po_status: (string | null);
    /** Place of the transaction for tax, as the provider names it; null for none. */
    transaction_location_type: (string | null);
    /** Date when it is due, at Xero that of the delivery, YYYY-MM-DD; null for none. */
    due_date: (string | null);
    /** Number of the order; null for none. */
    doc_number: (string | null);
    /** Note or reference that the company keeps; null for none. */
    private_note: (string | null);
    /** Method of shipping; null for none. */
    ship_method_ref: (Ref | null);
    /** Tax of the order; null for none. */
    txn_tax_detail: ({
        /** Tax code of the order; null for none. */
        txn_tax_code_ref: (Ref | null);
        /**
         * Tax in the total, in hundredths of the currency; null where the provider does not say.
         */
        total_tax_cents: (number | null);
        /** Tax by rate. */
        tax_line: Array<{
            /**
             * Tax of the rate in hundredths of the currency; null where the provider does not say.
             */
            amount_cents: (number | null);
            /** Kind of the line as the provider names it: `TaxLineDetail`. */
            detail_type: (string | null);
            /** Tax rate; null for none. */
            tax_rate_ref: (Ref | null);
            /** Whether the tax is in percent; null where the provider does not say. */
            percent_based: (boolean | null);
            /** Tax rate in percent; null for none. */
            tax_percent: (number | null);
            /**
             * Amount that is taxed, without the tax, in hundredths of the currency; null where the
             * provider does not say.
             */
            net_amount_taxable_cents: (number | null);
        }>;
    } | null);
    /** Customer that it is delivered to; null for none. */
    ship_to: (Ref | null);
    /**
     * Exchange rate: units of the home currency for one of `currency`; null where the provider
     * gives none.
     */
    exchange_rate: (number | null);
    /** Address for the delivery; null for none. */
    ship_addr: (Address | null);
    /** Address of the vendor; null for none. */
    vendor_addr: (Address | null);
    /**
     * Whether it is sent by email: `NotSet`, `NeedToSend` or `EmailSent`; null where the provider
     * does not say.
     */
    email_status: (string | null);
    /** Total amount with tax, in hundredths of the currency. */
    total_amt_cents: number;
    /** Recurring transaction that made it; null for none. */
    recur_data_ref: (Ref | null);
};

export type QueuedRun = {
    /** Id of the run. */
    id: string;
    /** Path of its result, which is 404 until it has ended. */
    statusUrl: string;
};

export type RecordHeaders = {
    /** Id of the integration: its `unique_key`, also called `provider_config_key`. */
    "provider-config-key": string;
    /**
     * Id of the connection, unique within its integration: a UUID, or the id that you imported it
     * with.
     */
    "connection-id": ConnectionId;
};

export type RecordMetadata = {
    /** Its history, as clients of the reference service read it. */
    _nango_metadata: {
        /** When it was first read. ISO 8601. */
        first_seen_at: string;
        /**
         * When it was last read with a change, or found deleted. Records are in this order. ISO
         * 8601.
         */
        last_modified_at: string;
        /** What that change was. */
        last_action: ("ADDED" | "UPDATED" | "DELETED");
        /** When it was found deleted at the provider; null: it is there. ISO 8601. */
        deleted_at: (string | null);
        /** When its fields were removed, all but `id`; null: they are there. ISO 8601. */
        pruned_at: (string | null);
        /** Its place: `cursor` to read on behind it, `until_cursor` to prune up to it. */
        cursor: string;
    };
    /** Where it comes from. */
    _patchbay_metadata: {
        /** Who made the last change: `us`, a write through Patchbay, or `vendor`, all others. */
        origin: ("us" | "vendor");
        /** Id of the run that read or wrote it. */
        run_id: (string | null);
        /** When this version of it was first seen. ISO 8601. */
        seen_at: string;
        /** The version that the provider gives it; null where it gives none. */
        vendor_version: (string | null);
        /** What the provider sent; null where it is not known. */
        raw?: unknown | undefined;
    };
};

export type Ref = {
    /** Id or code that the provider refers to it by. */
    value: string;
    /** Its name; null where the provider gives none. */
    name: (string | null);
};

export type RefInput = {
    /** Id or code that the provider refers to it by. */
    value: string;
    /** Its name; `value` alone identifies it. */
    name?: (string | null) | undefined;
};

export type Removal = {
    /** Id at the provider. */
    id: string;
    /**
     * Version it is based on; absent: the current one is read first, so that a change in between is
     * lost.
     */
    sync_token?: string | undefined;
};

export type Removed = {
    /** Id at the provider. */
    id: string;
    /** Always `true`: the provider has carried it out. */
    success: true;
};

export type ReplayWebhookDeliveriesBody = {
    /** Only to this endpoint. */
    endpoint_id?: string | undefined;
    /** Only these deliveries. */
    delivery_ids?: Array<string> | undefined;
    /** Only these events. */
    event_ids?: Array<string> | undefined;
    /** Only what was first sent at this time or later. ISO 8601. */
    from?: string | undefined;
    /** Only what was first sent before this time. ISO 8601. */
    to?: string | undefined;
    /**
     * Whether to send only what could not be delivered. `false`: also what was, and, to an
     * `endpoint_id`, what it never got, for example while it was disabled. By default `true`, or
     * `false` with ids.
     */
    only_failed?: boolean | undefined;
    /** `next_cursor` of the response before, where that was not null. */
    cursor?: string | undefined;
};

export type Resume = {
    /** Id of the resume. */
    id: string;
    /** Id of the candidate. */
    candidate_id: string;
    /** When it was uploaded, ISO 8601 in UTC. */
    created_at: string;
    /** Id of the user who uploaded it; null where the provider does not say. */
    user_id: (string | null);
    /** Name of the file. */
    filename: string;
    /** Address of the file, signed and short-lived; null where the provider gives none. */
    download_url: (string | null);
};

export type ResumeUpload = {
    /** Id of the candidate. */
    candidate_id: string;
    /** Id of the user who uploads it. */
    user_id: string;
    /** The file, of at most 2 MiB: its base64, or a `data:` URL of it. */
    resume_file: string;
    /**
     * Name of the file, which ends with `.pdf`, `.doc` or `.docx`; absent: named after what the
     * file is.
     */
    filename?: string | undefined;
    /** Media type of the file. */
    content_type?: string | undefined;
};

export type RevokeSecretKeyBody = {
    /**
     * Id of the environment: needed with an account key. Another key is of one environment already.
     */
    environment_id?: EnvironmentId | undefined;
    /** Id of the key, from `GET /environment/api-keys`. */
    key_id: string;
};

export type RotateSecretKeyBody = {
    /**
     * Id of the environment: needed with an account key. Another key is of one environment already.
     */
    environment_id?: EnvironmentId | undefined;
    /**
     * Seconds for which the old key works on; 24 hours by default. `until_used`: until an hour
     * after the first request with the new key, at most 30 days. 0: it was leaked, and is revoked
     * with the sessions and share links that it made. Otherwise those stay.
     *
     * @default 86400
     */
    old_key_valid_for?: (number | "until_used") | undefined;
};

export type RotateWebhookEndpointKeyBody = {
    /**
     * Seconds for which the key before signs too; 0: it was leaked. 24 hours by default.
     *
     * @default 86400
     */
    old_key_valid_for?: number | undefined;
};

export type RotateWebhookSigningKeyBody = RotateWebhookEndpointKeyBody;

export type RunStatus = ("queued" | "running" | "succeeded" | "failed" | "interrupted");

export type RunType = ("sync" | "action" | "on-event" | "webhook");

export type Scope = ("environment:*" | "environment:connect_sessions:write" | "environment:connections:read" | "environment:connections:read_credentials" | "environment:connections:write" | "environment:proxy" | "environment:records:read" | "environment:records:write" | "environment:syncs:read" | "environment:syncs:write" | "environment:actions:execute" | "environment:functions:read" | "environment:functions:write" | "environment:logs:read" | "environment:integrations:read" | "environment:integrations:read_credentials" | "environment:integrations:write" | "environment:providers:read" | "environment:webhooks:read" | "environment:webhooks:write" | "environment:alerts:read" | "environment:alerts:write" | "environment:issues:write" | "environment:api_keys:write" | "environment:freezes:write" | "environment:settings:read" | "environment:settings:write");

export type SecretKeyView = {
    /** Id of the key; it is part of the key itself and not secret. */
    id: string;
    /** Name given when the key was made. */
    display_name: string;
    /** What the key is allowed to do. */
    scopes: Array<Scope>;
    /** When the key was made. ISO 8601. */
    created_at: string;
    /** When the key was last used, to the minute; null: never. ISO 8601. */
    last_used_at: (string | null);
    /** Until when a key that was rotated works; null: until it is revoked. ISO 8601. */
    expires_at: (string | null);
    /** Id of the key that took the place of a rotated one; null: it was not rotated. */
    replaced_by: (string | null);
    /**
     * Id of the key whose first use makes this one end an hour later; `expires_at` is then the
     * latest end. null: it waits for none.
     */
    ends_on_use_of: (string | null);
    /**
     * The latest end that a rotated key can be given, 30 days after its rotation; null: it was not
     * rotated. ISO 8601.
     */
    extendable_until: (string | null);
    /** Who made or rotated it; null: the server or its operator, or an earlier release. */
    made_by: ({
        /** A member in the dashboard, or a key. */
        kind: ("member" | "secret_key" | "account_key");
        /** Id of the member or of the key. */
        id: string;
        /** Name that they had then. */
        name: string;
        /** Whether the member was removed, or the key revoked. What they have made works on. */
        is_gone: boolean;
    } | null);
};

export type SendInput = {
    /** Id at the provider. */
    id: string;
    /** Email address to send it to; null or absent: the document's own. */
    send_to?: (string | null) | undefined;
};

export type SetConnectionWebhookSecretBody = {
    /**
     * Secret that the provider signs the webhooks of this account with. Stored encrypted; no
     * response has it. A new one replaces it; null takes it away at once.
     */
    webhook_secret: (string | null);
    /**
     * How long the webhook secret before a new one stays valid, in seconds; a day by default, 0:
     * not at all.
     */
    webhook_secret_overlap_seconds?: number | undefined;
};

export type SetEnvironmentVariableBody = {
    /** Its value, up to 32 KiB. Stored encrypted. */
    value: string;
    /**
     * `updated_at` that you have read, or null where there was no such variable: where that is no
     * longer so, nothing is changed. Absent: it is not compared. ISO 8601.
     */
    expected_updated_at?: (string | null) | undefined;
};

export type TestWebhookEndpointBody = {
    /**
     * Which event to send the example of.
     *
     * @default "auth.creation"
     */
    type?: ("auth" | "auth.creation" | "auth.override" | "auth.refresh" | "auth.deletion" | "sync" | "record.changed" | "async_action" | "function.failed" | "forward" | "connection.broken" | "connection.healed" | "connection.deleted" | "connection.reconnect_link" | "alert") | undefined;
};

export type Transfer = {
    /** Id at the provider. */
    id: string;
    /** Version that an update or removal may name; null where the provider counts none. */
    sync_token: (string | null);
    /** ISO 4217 code of the currency; null where the provider names none. */
    currency: (string | null);
    /**
     * When it was created at the provider, ISO 8601 in UTC; null where the provider does not say.
     */
    created_at: (string | null);
    /**
     * When it was last changed at the provider, ISO 8601 in UTC; null where the provider does not
     * say.
     */
    updated_at: (string | null);
    /** Id of the account that the money leaves; null where the provider names none. */
    from_account_id: (string | null);
    /** Name of the account that the money leaves; null where the provider gives none. */
    from_account_name: (string | null);
    /** Id of the account that the money goes to; null where the provider names none. */
    to_account_id: (string | null);
    /** Name of the account that the money goes to; null where the provider gives none. */
    to_account_name: (string | null);
    /** Amount in the currency. */
    amount: number;
    /** Date of the transfer, YYYY-MM-DD. */
    txn_date: string;
    /** Note that the company keeps; null for none. */
    private_note: (string | null);
    /**
     * Exchange rate: units of the home currency for one of `currency`; null where the provider
     * gives none.
     */
    exchange_rate: (number | null);
};

export type TriggerActionBody = {
    /** Name of the action. */
    action_name: string;
    /** What the action takes, as its schema says. Absent: nothing. */
    input?: unknown | undefined;
};

export type TriggerSyncBody = {
    /**
     * Which syncs: `name`, `name::variant`, or `{"name", "variant"}`; the variant is `base` unless
     * given. Empty: all.
     */
    syncs: Array<(string | {
        /** Name of the sync. */
        name: string;
        /**
         * Variant of the sync; `base` by default.
         *
         * @default "base"
         */
        variant?: VariantName | undefined;
    })>;
    /** Id of the integration; or as the header `Provider-Config-Key`. */
    provider_config_key?: string | undefined;
    /**
     * Id of the connection; or as the header `Connection-Id`. Absent: all connections of the
     * integration.
     */
    connection_id?: ConnectionId | undefined;
    /** What differs from a scheduled run. Absent: nothing. */
    opts?: {
        /** Whether it begins anew instead of at its checkpoint; `false` by default. */
        reset?: boolean | undefined;
        /** Whether its records are deleted before; `false` by default. */
        emptyCache?: boolean | undefined;
        /**
         * Whether this run may delete more than half of the records, after one that stopped with
         * `suspicious_deletion`; `false` by default.
         */
        allowDeletion?: boolean | undefined;
    } | undefined;
    /** Deprecated: `full_refresh` is `opts.reset`, and the last one `opts.emptyCache` too. */
    sync_mode?: ("incremental" | "full_refresh" | "full_refresh_and_clear_cache") | undefined;
    /** Deprecated name of `opts.reset`. */
    full_resync?: boolean | undefined;
};

export type UnifiedGetQuery = {
    /**
     * Whether to read from the provider now, and not what the last sync has stored; `false` by
     * default.
     */
    live?: string | undefined;
};

export type UnifiedListQuery = {
    /** Variant of the sync. Absent: `base`, the usual one. */
    variant?: string | undefined;
    /**
     * Those that changed at this time or later; ISO 8601 in UTC, at most 12 months ago. Absent:
     * all.
     */
    modified_after?: string | undefined;
    /** Deprecated name of `modified_after`. ISO 8601. */
    delta?: string | undefined;
    /**
     * How many records to return.
     *
     * @default 100
     */
    limit?: number | undefined;
    /**
     * Which last actions: `added`, `updated`, `deleted`, or several of them, separated by commas.
     * Absent: all.
     */
    filter?: string | undefined;
    /** `next_cursor` of the page before, or the cursor of a record. Absent: from the first. */
    cursor?: string | undefined;
    /** Ids of records; may be repeated. Absent: all. */
    ids?: Array<string> | undefined;
    /**
     * Whether `_patchbay_metadata` also has `raw`: what the provider sent, as it was when the
     * record last changed.
     */
    raw?: string | undefined;
    /**
     * Whether to read from the provider now, and not what the last sync has stored; `false` by
     * default.
     */
    live?: string | undefined;
};

export type UnifiedWriteHeaders = {
    /** Id of the integration: its `unique_key`, also called `provider_config_key`. */
    "provider-config-key": string;
    /**
     * Id of the connection, unique within its integration: a UUID, or the id that you imported it
     * with.
     */
    "connection-id": ConnectionId;
    /**
     * Any text of up to 255 visible ASCII characters: a repeated request with it gets the result of
     * the first, for 24 hours, and writes nothing again.
     */
    "idempotency-key"?: string | undefined;
    /**
     * Whether the response is 202 at once, with the id of the run; `false` by default. The result
     * is at `GET /action/:id`.
     */
    "x-async"?: string | undefined;
    /** How often an asynchronous write is repeated where it failed; 0 by default. */
    "x-max-retries"?: number | undefined;
};

export type UnifiedWriteQuery = {
    /**
     * Whether only to check the request, and to return what would be sent to the provider; `false`
     * by default.
     */
    dry_run?: string | undefined;
    /**
     * Whether to write although the provider has a newer version than the one last read; `false` by
     * default.
     */
    overwrite?: string | undefined;
};

export type UpdateAccount = {
    /** Name of the account, unique in the company, without colons, quotation marks and tabs. */
    name?: string | undefined;
    /**
     * Type of the account as the provider names it; QuickBooks needs it without `account_sub_type`.
     */
    account_type?: (string | null) | undefined;
    /** Finer type as the provider names it. */
    account_sub_type?: (string | null) | undefined;
    /** Description of the account. */
    description?: (string | null) | undefined;
    /** Number or code of the account in the chart of accounts. */
    acct_num?: (string | null) | undefined;
    /** Account to put it below; none in a new one by default. */
    parent_ref?: (RefInput | null) | undefined;
    /** Currency of the account, by its ISO 4217 code; the home currency in a new one by default. */
    currency_ref?: (RefInput | null) | undefined;
    /** Tax code that its transactions have by default. */
    tax_code_ref?: (RefInput | null) | undefined;
    /** Id at the provider. */
    id: string;
    /**
     * Version it is based on; absent: the current one is read first, so that a change in between is
     * lost.
     */
    sync_token?: string | undefined;
    /** Whether the account is in use. */
    active?: boolean | undefined;
};

export type UpdateAlertChannelBody = {
    /** What it is called, for people. */
    name?: string | undefined;
    /** Address that messages are sent to from now on. */
    url?: string | undefined;
    /** The rules whose issues it is told. Empty: all, those of later releases too. */
    rules?: Array<("connection_broken" | "app_refused" | "delivery_exhausted" | "endpoint_disabled" | "sync_failing" | "error_rate" | "rate_limit_starved" | "integration_frozen" | "many_credentials_read")> | undefined;
    /**
     * By rule: it is told only of issues whose `count` is at least this. 1 where nothing is given.
     */
    thresholds?: AlertThresholds | undefined;
    /** Whether it is told anything. */
    enabled?: boolean | undefined;
    /**
     * `updated_at` that you have read: where it is another by now, nothing is changed. Absent: it
     * is not compared. ISO 8601.
     */
    expected_updated_at?: string | undefined;
};

export type UpdateBill = {
    /** Id of the vendor that asks to be paid. */
    vendor_id?: string | undefined;
    /** Name of the vendor; `vendor_id` alone identifies it. */
    vendor_name?: (string | null) | undefined;
    /** ISO 4217 code of the currency; needed where the company has several. */
    currency?: (string | null) | undefined;
    /** Lines of the bill; those of an update replace the ones before. */
    line?: Array<PurchaseLineInput> | undefined;
    /** Date of the bill, YYYY-MM-DD; the provider's current date in a new one by default. */
    txn_date?: (string | null) | undefined;
    /** Date when it is due, YYYY-MM-DD. */
    due_date?: (string | null) | undefined;
    /** Number of the bill. */
    doc_number?: (string | null) | undefined;
    /** Note or reference that the company keeps. */
    private_note?: (string | null) | undefined;
    /** Id of the account of payables; the company's own in a new one by default. */
    ap_account_id?: (string | null) | undefined;
    /** Id of the terms of payment. */
    sales_term_id?: (string | null) | undefined;
    /** Department, or location, that it belongs to. */
    department_ref?: (RefInput | null) | undefined;
    /**
     * Exchange rate: units of the home currency for one of `currency`; absent in a new one: the
     * provider's own.
     */
    exchange_rate?: (number | null) | undefined;
    /** Id at the provider. */
    id: string;
    /**
     * Version it is based on; absent: the current one is read first, so that a change in between is
     * lost.
     */
    sync_token?: string | undefined;
};

export type UpdateCollectorBody = {
    /** Base address of the collector; null ends it. Absent: as before. */
    url?: (CollectorUrl | null) | undefined;
    /**
     * Headers of each export, such as an API key; replaces all. Absent: as before, but none after
     * the origin of `url` changed.
     */
    headers?: Record<string, CollectorHeaderValue> | undefined;
    /** How exports are written. Absent: as before; `http/protobuf` at first. */
    encoding?: ("http/protobuf" | "http/json") | undefined;
    /** What is sent. Absent: as before; all three at first. */
    signals?: Array<("traces" | "metrics" | "logs")> | undefined;
};

export type UpdateConnectSettingsBody = {
    /** Name of your product in sentences; null: that of `PATCHBAY_APP_NAME`. */
    app_name?: (string | null) | undefined;
    /** Theme where the page names none; `system` follows the device, and is the default. */
    default_theme?: ("light" | "dark" | "system") | undefined;
    /** Colours, font, logo and wording; `{}` by default. */
    appearance?: Appearance | undefined;
    /** Whether a line "Powered by Patchbay" is shown; `false` by default. */
    show_watermark?: boolean | undefined;
    /** Your privacy policy, which the Connect UI links to; https. Null, the default: no link. */
    privacy_url?: (string | null) | undefined;
    /** Your terms, which the Connect UI links to; https. Null, the default: no link. */
    terms_url?: (string | null) | undefined;
    /**
     * Your page with help, which the Connect UI links to where something has gone wrong; https.
     * Null, the default: no link.
     */
    support_url?: (string | null) | undefined;
    /**
     * Where end users may write to when something has gone wrong; the subject has the code for
     * support. Null, the default: nowhere.
     */
    support_email?: (string | null) | undefined;
    /**
     * Origins of the pages that a sign-in in the same tab, or a share link, may return to; none by
     * default.
     */
    allowed_return_origins?: Array<string> | undefined;
    /**
     * What you have read of some settings: where one is another by now, nothing is changed. Absent:
     * nothing is compared.
     */
    expected?: {
        /** Name of your product in sentences; null: that of `PATCHBAY_APP_NAME`. */
        app_name?: (string | null) | undefined;
        /** Theme where the page names none; `system` follows the device, and is the default. */
        default_theme?: ("light" | "dark" | "system") | undefined;
        /** Colours, font, logo and wording; `{}` by default. */
        appearance?: Appearance | undefined;
        /** Whether a line "Powered by Patchbay" is shown; `false` by default. */
        show_watermark?: boolean | undefined;
        /**
         * Your privacy policy, which the Connect UI links to; https. Null, the default: no link.
         */
        privacy_url?: (string | null) | undefined;
        /** Your terms, which the Connect UI links to; https. Null, the default: no link. */
        terms_url?: (string | null) | undefined;
        /**
         * Your page with help, which the Connect UI links to where something has gone wrong; https.
         * Null, the default: no link.
         */
        support_url?: (string | null) | undefined;
        /**
         * Where end users may write to when something has gone wrong; the subject has the code for
         * support. Null, the default: nowhere.
         */
        support_email?: (string | null) | undefined;
        /**
         * Origins of the pages that a sign-in in the same tab, or a share link, may return to; none
         * by default.
         */
        allowed_return_origins?: Array<string> | undefined;
    } | undefined;
};

export type UpdateConnectionBody = {
    /** The end user as a whole; the organization stays. Absent: nothing changes. */
    end_user?: EndUser | undefined;
    /**
     * Replaces all tags of the connection; those that follow from the end user, such as
     * `end_user_id`, are added. Absent: your own stay.
     */
    tags?: Record<string, string> | undefined;
    /**
     * Address that events about this connection go to instead of the endpoints, http or https;
     * empty for none. Absent: it stays.
     */
    webhook_url_override?: WebhookUrl | undefined;
};

export type UpdateCreditMemo = {
    /** Customer that it is for. */
    customer_ref?: RefInput | undefined;
    /** Lines of the document; those of an update replace the ones before. */
    line?: Array<{
        /** Id of the line, for an update to keep it; absent: a new line. */
        id?: (string | null) | undefined;
        /** `SalesItemLineDetail`, `DiscountLineDetail` or another of the provider's. */
        detail_type: string;
        /** Amount of the line in hundredths of the currency. */
        amount_cents: number;
        /** What a line with `detail_type` `SalesItemLineDetail` sells. */
        sales_item_line_detail?: ({
            /** Item that is sold. */
            item_ref?: (RefInput | null) | undefined;
            /** Tax code of the line. */
            tax_code_ref?: (RefInput | null) | undefined;
        } | null) | undefined;
        /** Quantity. */
        quantity?: (number | null) | undefined;
        /** Price of one unit in hundredths of the currency. */
        unit_price_cents?: (number | null) | undefined;
        /** Discount in percent. */
        discount_rate?: (number | null) | undefined;
        /** Description of the line. */
        description?: (string | null) | undefined;
    }> | undefined;
    /** Date of the document, YYYY-MM-DD; the provider's current date in a new one by default. */
    txn_date?: (string | null) | undefined;
    /** Number of the document. */
    doc_number?: (string | null) | undefined;
    /** Currency, by its ISO 4217 code; needed where the company has several. */
    currency_ref?: (RefInput | null) | undefined;
    /**
     * Exchange rate: units of the home currency for one of `currency`; absent in a new one: the
     * provider's own.
     */
    exchange_rate?: (number | null) | undefined;
    /** Project that it belongs to. */
    project_ref?: (RefInput | null) | undefined;
    /** Address for bills. */
    bill_address?: (AddressInput | null) | undefined;
    /** Address for deliveries. */
    ship_address?: (AddressInput | null) | undefined;
    /** Email address to send it to. */
    email?: (string | null) | undefined;
    /** Note or reference that the company keeps. */
    private_note?: (string | null) | undefined;
    /** Message to the customer. */
    customer_memo?: (string | null) | undefined;
    /** Id at the provider. */
    id: string;
    /**
     * Version it is based on; absent: the current one is read first, so that a change in between is
     * lost.
     */
    sync_token?: string | undefined;
};

export type UpdateCustomer = {
    /**
     * Name to list the customer under, unique among customers, vendors and employees, without
     * colons.
     */
    display_name?: (string | null) | undefined;
    /** Title before the name, such as `Dr.`. */
    title?: (string | null) | undefined;
    /** First name. */
    given_name?: (string | null) | undefined;
    /** Middle name. */
    middle_name?: (string | null) | undefined;
    /** Last name. */
    family_name?: (string | null) | undefined;
    /** Suffix of the name, such as `Jr.`. */
    suffix?: (string | null) | undefined;
    /** Name of the company of the customer. */
    company_name?: (string | null) | undefined;
    /** Notes about the customer. */
    notes?: (string | null) | undefined;
    /** Email address. */
    primary_email?: (string | null) | undefined;
    /** Phone number. */
    primary_phone?: (string | null) | undefined;
    /** Number of the mobile phone. */
    mobile?: (string | null) | undefined;
    /** Address of the website. */
    website?: (string | null) | undefined;
    /** Address for bills. */
    bill_address?: (AddressInput | null) | undefined;
    /** Address for deliveries. */
    ship_address?: (AddressInput | null) | undefined;
    /** Whether sales to the customer are taxed. */
    taxable?: (boolean | null) | undefined;
    /** Customer to put it below, as a job. */
    parent_ref?: (RefInput | null) | undefined;
    /**
     * Currency of the customer, by its ISO 4217 code; the home currency in a new one by default.
     */
    currency_ref?: (RefInput | null) | undefined;
    /** Method by which the customer pays by default. */
    payment_method_ref?: (RefInput | null) | undefined;
    /** Terms of payment by default. */
    sales_term_ref?: (RefInput | null) | undefined;
    /** How documents are delivered, as the provider names it: `Print`, `Email` or `None`. */
    preferred_delivery_method?: (string | null) | undefined;
    /** Id at the provider. */
    id: string;
    /**
     * Version it is based on; absent: the current one is read first, so that a change in between is
     * lost.
     */
    sync_token?: string | undefined;
    /** Whether the customer is in use. */
    active?: boolean | undefined;
};

export type UpdateDeposit = {
    /** Id of the account that the money is brought to. */
    account_id?: string | undefined;
    /** Date of the deposit, YYYY-MM-DD; the provider's current date in a new one by default. */
    txn_date?: (string | null) | undefined;
    /** ISO 4217 code of the currency; needed where the company has several. */
    currency?: (string | null) | undefined;
    /**
     * Exchange rate: units of the home currency for one of `currency`; absent in a new one: the
     * provider's own.
     */
    exchange_rate?: (number | null) | undefined;
    /** Note that the company keeps. */
    private_note?: (string | null) | undefined;
    /** Cash taken from what is deposited. */
    cash_back?: ({
        /** Id of the account that the cash goes to. */
        account_id: string;
        /** Amount of the cash in the currency. */
        amount: number;
        /** Note about the cash. */
        memo?: (string | null) | undefined;
    } | null) | undefined;
    /** Where the money comes from; the lines of an update replace the ones before. */
    lines?: Array<{
        /** Id of the line, for an update to keep it; absent: a new line. */
        id?: (string | null) | undefined;
        /** Amount of the line in the currency. */
        amount: number;
        /** Id of the account that the money comes from. */
        deposit_account_id?: (string | null) | undefined;
        /** Description of the line. */
        description?: (string | null) | undefined;
        /** Customer, vendor or employee that the money comes from. */
        entity_ref?: (RefInput | null) | undefined;
        /** Method by which it was paid. */
        payment_method_ref?: (RefInput | null) | undefined;
        /** Number of the check. */
        check_num?: (string | null) | undefined;
        /** Payments that wait to be deposited. */
        linked_txn?: Array<LinkedTxnInput> | undefined;
    }> | undefined;
    /** Id at the provider. */
    id: string;
    /**
     * Version it is based on; absent: the current one is read first, so that a change in between is
     * lost.
     */
    sync_token?: string | undefined;
};

export type UpdateFunctionBody = {
    /** Whether it is switched on. Absent: it stays. */
    enabled?: boolean | undefined;
    /**
     * How often the sync runs, unless a connection has a frequency of its own; null: as it
     * declares. Absent: it stays.
     */
    frequency?: (string | null) | undefined;
    /**
     * `frequency` as it was read; if it has changed since, the response is 409 `conflict` and
     * nothing is saved.
     */
    expected_frequency?: (string | null) | undefined;
};

export type UpdateFunctionSettingsBody = {
    /** Whether functions may read credentials. Absent: it stays. */
    read_credentials?: boolean | undefined;
    /** What runs that begin from now on may use. Absent: it stays. */
    limits?: FunctionLimitChanges | undefined;
};

export type UpdateIntegrationBody = {
    /** The new id. Refused while the integration has connections. */
    unique_key?: string | undefined;
    /** Changes of your app at the provider; what is absent stays. */
    credentials?: ({
        /** Kind of credentials: the `auth_mode` of the provider. */
        type: ("OAUTH2" | "OAUTH1" | "TBA" | "AWS_SIGV4" | "MCP_OAUTH2");
        /**
         * Client id of your OAuth app; for OAUTH1 and TBA its consumer key, for AWS_SIGV4 the
         * access key id of your IAM user.
         */
        client_id?: string | undefined;
        /** Client secret of your OAuth app. Stored encrypted. */
        client_secret?: string | undefined;
        /**
         * Scopes to ask the provider for: a list, or one text with commas. Absent: those that the
         * provider needs, or on a change those that it has.
         */
        scopes?: (string | Array<string>) | undefined;
        /** The same as `webhook_secret` beside it, which wins. */
        webhook_secret?: string | undefined;
    } | {
        /** Kind of credentials. */
        type: "APP";
        /** Id of your app, or its client id. */
        app_id?: string | undefined;
        /** Public page of your app, such as `https://github.com/apps/your-app`. */
        app_link?: string | undefined;
        /** A private key of your app: RSA, as PEM, without a passphrase. Stored encrypted. */
        private_key?: string | undefined;
        /**
         * Client id of your app, where it asks people to sign in while they install it; then an
         * installation is connected only by people who reach it. Absent: by people who make or
         * change it during the sign-in.
         */
        client_id?: string | undefined;
        /** Client secret that goes with the client id. Stored encrypted. */
        client_secret?: string | undefined;
        /** The same as `webhook_secret` beside it, which wins. */
        webhook_secret?: string | undefined;
    } | {
        /** Kind of credentials. */
        type: "CUSTOM";
        /** Id of your app, or its client id. */
        app_id?: string | undefined;
        /** Public page of your app, such as `https://github.com/apps/your-app`. */
        app_link?: string | undefined;
        /** A private key of your app: RSA, as PEM, without a passphrase. Stored encrypted. */
        private_key?: string | undefined;
        /** Client id of your app, by which people sign in while they install it. */
        client_id?: string | undefined;
        /** Client secret that goes with the client id. Stored encrypted. */
        client_secret?: string | undefined;
        /** The same as `webhook_secret` beside it, which wins. */
        webhook_secret?: string | undefined;
    }) | undefined;
    /**
     * `updated_at` that you have read: where it is another by now, nothing is changed. Absent: it
     * is not compared. ISO 8601.
     */
    expected_updated_at?: string | undefined;
    /** Name in the Connect UI; the provider's name by default. */
    display_name?: string | undefined;
    /**
     * Mark in the Connect UI, a `data:` URL in base64 of at most 32 KiB: an SVG that only draws, or
     * a PNG of up to 512 × 512 pixels. Null or absent in a new one: the provider's own mark.
     */
    logo?: (string | null) | undefined;
    /**
     * What your product does with the account, for the Connect UI to tell end users: up to 10
     * sentences of at most 200 characters, plain text in one line. Empty, as by default: what the
     * scopes allow.
     */
    access?: Array<string> | undefined;
    /**
     * Where end users find what the form asks for, in your words: up to 6 steps of at most 200
     * characters, plain text in one line. Empty, as by default: the provider's `guide`, in their
     * language.
     */
    guide?: Array<string> | undefined;
    /**
     * Whether each end user connects one account, within the organization of the session where it
     * names one: another account asks whether to replace it; `false` by default. It concerns what
     * end users connect; imports are not restricted, and what there is stays.
     */
    single_account?: boolean | undefined;
    /**
     * Whether webhooks of the provider are forwarded to you; `true` by default. While it is
     * `false`, they are verified and stored.
     */
    forward_webhooks?: boolean | undefined;
    /**
     * Secret that the provider signs its webhooks with. Stored encrypted. Null takes it away at
     * once; a new one replaces it, and the one before stays valid for
     * `webhook_secret_overlap_seconds`. Absent in a new one: none, or the client secret where the
     * provider signs with that.
     */
    webhook_secret?: (string | null) | undefined;
    /**
     * How long the webhook secret before a new one stays valid, in seconds; a day by default, 0:
     * not at all.
     */
    webhook_secret_overlap_seconds?: number | undefined;
    /**
     * Scopes to ask the provider for: a list, or one text with commas. Absent: those that the
     * provider needs, or on a change those that it has. The same as `credentials.scopes`, which
     * wins.
     */
    scopes?: (string | Array<string>) | undefined;
    /**
     * Values of the provider's connection config that are the same for all connections; end users
     * are not asked for them.
     */
    integration_config?: Record<string, string> | undefined;
    /** Your own values. Stored encrypted; no response has them. */
    custom?: Record<string, string> | undefined;
    /**
     * Whether the integration is in use; `true` by default. While it is `false`, nothing can be
     * connected, credentials are neither returned nor refreshed, and the proxy refuses requests.
     */
    enabled?: boolean | undefined;
    /**
     * Base addresses, besides those of the provider, that `Base-Url-Override` may name: https,
     * without query. None by default. Credentials are sent there, so the key needs
     * `environment:connections:read_credentials`.
     */
    allowed_base_urls?: Array<string> | undefined;
};

export type UpdateInvoice = {
    /** Customer that it is for. */
    customer_ref?: RefInput | undefined;
    /** Lines of the document; those of an update replace the ones before. */
    line?: Array<{
        /** Id of the line, for an update to keep it; absent: a new line. */
        id?: (string | null) | undefined;
        /** `SalesItemLineDetail`, `DiscountLineDetail` or another of the provider's. */
        detail_type: string;
        /** Amount of the line in hundredths of the currency. */
        amount_cents: number;
        /** What a line with `detail_type` `SalesItemLineDetail` sells. */
        sales_item_line_detail?: ({
            /** Item that is sold. */
            item_ref?: (RefInput | null) | undefined;
            /** Tax code of the line. */
            tax_code_ref?: (RefInput | null) | undefined;
        } | null) | undefined;
        /** Quantity. */
        quantity?: (number | null) | undefined;
        /** Price of one unit in hundredths of the currency. */
        unit_price_cents?: (number | null) | undefined;
        /** Discount in percent. */
        discount_rate?: (number | null) | undefined;
        /** Description of the line. */
        description?: (string | null) | undefined;
    }> | undefined;
    /** Date of the document, YYYY-MM-DD; the provider's current date in a new one by default. */
    txn_date?: (string | null) | undefined;
    /** Number of the document. */
    doc_number?: (string | null) | undefined;
    /** Currency, by its ISO 4217 code; needed where the company has several. */
    currency_ref?: (RefInput | null) | undefined;
    /**
     * Exchange rate: units of the home currency for one of `currency`; absent in a new one: the
     * provider's own.
     */
    exchange_rate?: (number | null) | undefined;
    /** Project that it belongs to. */
    project_ref?: (RefInput | null) | undefined;
    /** Address for bills. */
    bill_address?: (AddressInput | null) | undefined;
    /** Address for deliveries. */
    ship_address?: (AddressInput | null) | undefined;
    /** Email address to send it to. */
    email?: (string | null) | undefined;
    /** Note or reference that the company keeps. */
    private_note?: (string | null) | undefined;
    /** Message to the customer. */
    customer_memo?: (string | null) | undefined;
    /** Date when it is due, YYYY-MM-DD. */
    due_date?: (string | null) | undefined;
    /** Terms of payment. */
    sales_term_ref?: (RefInput | null) | undefined;
    /** Id at the provider. */
    id: string;
    /**
     * Version it is based on; absent: the current one is read first, so that a change in between is
     * lost.
     */
    sync_token?: string | undefined;
};

export type UpdateItem = {
    /** Name of the item, unique in the company. */
    name?: string | undefined;
    /** Code of the item; at Xero the name in a new one by default. */
    sku?: (string | null) | undefined;
    /** `Service`, `Inventory` or `NonInventory`, or another one of the provider. */
    type?: (string | null) | undefined;
    /** Description on sales. */
    description?: (string | null) | undefined;
    /** Description on purchases. */
    purchase_description?: (string | null) | undefined;
    /** Account that its sales go to; needed with `type` `Inventory`. */
    income_account_ref?: (RefInput | null) | undefined;
    /** The same as `income_account_ref`, under its older name; `income_account_ref` wins. */
    income_accountRef?: (RefInput | null) | undefined;
    /**
     * Account that its purchases, or the cost of what is sold, go to; needed with `type`
     * `Inventory`.
     */
    expense_account_ref?: (RefInput | null) | undefined;
    /** The same as `expense_account_ref`, under its older name; `expense_account_ref` wins. */
    expense_accountRef?: (RefInput | null) | undefined;
    /** Account of the inventory; needed with `type` `Inventory`. */
    asset_account_ref?: (RefInput | null) | undefined;
    /** The same as `asset_account_ref`, under its older name; `asset_account_ref` wins. */
    asset_accountRef?: (RefInput | null) | undefined;
    /** Whether to track the quantity on hand. */
    track_qty_on_hand?: (boolean | null) | undefined;
    /** The same as `track_qty_on_hand`, under its older name; `track_qty_on_hand` wins. */
    track_qty_onHand?: (boolean | null) | undefined;
    /** Quantity on hand; needed with `type` `Inventory`. */
    qty_on_hand?: (number | null) | undefined;
    /** Date from which the quantity is tracked, YYYY-MM-DD; needed with `type` `Inventory`. */
    inv_start_date?: (string | null) | undefined;
    /** Price of one unit when it is sold, in hundredths of the currency. */
    unit_price_cents?: (number | null) | undefined;
    /** Price of one unit when it is bought, in hundredths of the currency. */
    purchase_cost_cents?: (number | null) | undefined;
    /** Whether its sales are taxed. */
    taxable?: (boolean | null) | undefined;
    /** Item or category to put it below. */
    parent_ref?: (RefInput | null) | undefined;
    /** Id at the provider. */
    id: string;
    /**
     * Version it is based on; absent: the current one is read first, so that a change in between is
     * lost.
     */
    sync_token?: string | undefined;
    /** Whether the item is in use. */
    active?: boolean | undefined;
};

export type UpdateJournalEntry = {
    /**
     * Lines of the entry, with as much debit as credit; those of an update replace the ones before.
     */
    line_items?: Array<{
        /** Id of the line, for an update to keep it; absent: a new line. */
        id?: (string | null) | undefined;
        /**
         * Kind of the line as the provider names it.
         *
         * @default "JournalEntryLineDetail"
         */
        detail_type?: string | undefined;
        /** Amount in the currency, without a sign: `posting_type` tells the side. */
        amount: number;
        /** Description of the line. */
        description?: (string | null) | undefined;
        /** Place of the line, from 1. */
        line_num?: (number | null) | undefined;
        /** Project that the line belongs to. */
        project_ref?: (RefInput | null) | undefined;
        /** What the line books. */
        journal_entry_line_detail: {
            /** Side of the ledger. */
            posting_type: ("Debit" | "Credit");
            /** Account that is debited or credited. */
            account_ref: RefInput;
            /** Who a line of receivables (a customer) or payables (a vendor) is about. */
            entity?: ({
                /** Kind of the one that it is about. */
                type: ("Customer" | "Vendor" | "Employee");
                /** Customer, vendor or employee that it is about. */
                entity_ref: RefInput;
            } | null) | undefined;
            /** Class of the line. */
            class_ref?: (RefInput | null) | undefined;
            /** Department, or location, of the line. */
            department_ref?: (RefInput | null) | undefined;
            /** Tax code of the line. */
            tax_code_ref?: (RefInput | null) | undefined;
            /** Whether the tax is one on sales or on purchases. */
            tax_applicable_on?: (("Sales" | "Purchase") | null) | undefined;
            /** Tax of the line in the currency. */
            tax_amount?: (number | null) | undefined;
            /** Whether a customer is billed for the line. */
            billable_status?: (("Billable" | "NotBillable" | "HasBeenBilled") | null) | undefined;
            /** Journal that the line belongs to, where the country has such codes. */
            journal_code_ref?: (RefInput | null) | undefined;
        };
    }> | undefined;
    /** Date of the entry, YYYY-MM-DD; the provider's current date in a new one by default. */
    date?: (string | null) | undefined;
    /** Number of the entry. */
    doc_number?: (string | null) | undefined;
    /** Note about the entry. */
    note?: (string | null) | undefined;
    /** Whether it is an adjustment. */
    adjustment?: (boolean | null) | undefined;
    /**
     * Exchange rate: units of the home currency for one of `currency`; absent in a new one: the
     * provider's own.
     */
    exchange_rate?: (number | null) | undefined;
    /** Currency, by its ISO 4217 code; needed where the company has several. */
    currency_ref?: (RefInput | null) | undefined;
    /** Journal that the entry belongs to, where the country has such codes. */
    journal_code_ref?: (RefInput | null) | undefined;
    /** Id at the provider. */
    id: string;
    /**
     * Version it is based on; absent: the current one is read first, so that a change in between is
     * lost.
     */
    sync_token?: string | undefined;
};

export type UpdatePayment = {
    /** Total amount in hundredths of the currency. */
    total_amount_cents?: number | undefined;
    /** Customer who paid. */
    customer_ref?: RefInput | undefined;
    /** Date of the payment, YYYY-MM-DD; the provider's current date in a new one by default. */
    txn_date?: (string | null) | undefined;
    /** Currency, by its ISO 4217 code; needed where the company has several. */
    currency_ref?: (RefInput | null) | undefined;
    /**
     * Exchange rate: units of the home currency for one of `currency`; absent in a new one: the
     * provider's own.
     */
    exchange_rate?: (number | null) | undefined;
    /** Project that it belongs to. */
    project_ref?: (RefInput | null) | undefined;
    /** Number or reference of the payment, such as that of the check. */
    payment_ref_num?: (string | null) | undefined;
    /** Method by which it was paid. */
    payment_method_ref?: (RefInput | null) | undefined;
    /** Account that the money went to; Xero needs it. */
    deposit_to_account_ref?: (RefInput | null) | undefined;
    /** Note that the customer does not see. */
    private_note?: (string | null) | undefined;
    /** Which invoices it pays; absent in a new one: none yet. Xero needs exactly one. */
    lines?: Array<{
        /** Amount that the line pays, in hundredths of the currency. */
        amount_cents: number;
        /** Invoices, or other transactions, that the line pays. */
        linked_txn: Array<LinkedTxnInput>;
    }> | undefined;
    /** Id at the provider. */
    id: string;
    /**
     * Version it is based on; absent: the current one is read first, so that a change in between is
     * lost.
     */
    sync_token?: string | undefined;
};

export type UpdatePurchaseOrder = {
    /** Vendor to order from. */
    vendor_ref?: RefInput | undefined;
    /** Lines of the order; those of an update replace the ones before. */
    line?: Array<{
        /** Id of the line, for an update to keep it; absent: a new line. */
        id?: (string | null) | undefined;
        /** Amount of the line in hundredths of the currency. */
        amount_cents: number;
        /** Kind of the line. */
        detail_type: ("ItemBasedExpenseLineDetail" | "AccountBasedExpenseLineDetail");
        /** What a line by item orders. */
        item_based_expense_line_detail?: ({
            /** Item to order. */
            item_ref?: (RefInput | null) | undefined;
            /** Price level of the item. */
            price_level_ref?: (RefInput | null) | undefined;
            /** Quantity. */
            qty?: (number | null) | undefined;
            /** Price of one unit in hundredths of the currency. */
            unit_price_cents?: (number | null) | undefined;
            /** Amount with tax in the currency. */
            tax_inclusive_amt?: (number | null) | undefined;
            /** Customer that the line is ordered for. */
            customer_ref?: (RefInput | null) | undefined;
            /** Class of the line. */
            class_ref?: (RefInput | null) | undefined;
            /** Tax code of the line. */
            tax_code_ref?: (RefInput | null) | undefined;
            /** Markup when the customer is billed. */
            markup_info?: ({
                /** Price level of the markup. */
                price_level_ref?: (RefInput | null) | undefined;
                /** Markup in percent. */
                percent?: (number | null) | undefined;
                /** Account that the markup goes to. */
                mark_up_income_account_ref?: (RefInput | null) | undefined;
            } | null) | undefined;
            /** Whether the customer is billed for the line. */
            billable_status?: (("Billable" | "NotBillable" | "HasBeenBilled") | null) | undefined;
        } | null) | undefined;
        /** What a line by account orders. */
        account_based_expense_line_detail?: ({
            /** Account that the expense goes to. */
            account_ref?: (RefInput | null) | undefined;
            /** Customer that the line is ordered for. */
            customer_ref?: (RefInput | null) | undefined;
            /** Class of the line. */
            class_ref?: (RefInput | null) | undefined;
            /** Tax code of the line. */
            tax_code_ref?: (RefInput | null) | undefined;
            /** Whether the customer is billed for the line. */
            billable_status?: (("Billable" | "NotBillable" | "HasBeenBilled") | null) | undefined;
        } | null) | undefined;
        /** Description of the line. */
        description?: (string | null) | undefined;
        /** Place of the line, from 1. */
        line_num?: (number | null) | undefined;
        /** Transactions to link to the line. */
        linked_txn?: (Array<LinkedTxnInput> | null) | undefined;
        /** Project that the line belongs to. */
        project_ref?: (RefInput | null) | undefined;
    }> | undefined;
    /** Account of payables; the company's own in a new one by default. */
    ap_account_ref?: (RefInput | null) | undefined;
    /** Currency, by its ISO 4217 code; needed where the company has several. */
    currency_ref?: (RefInput | null) | undefined;
    /** Whether the amounts of the lines are with tax. */
    global_tax_calculation?: (("TaxExcluded" | "TaxInclusive" | "NotApplicable") | null) | undefined;
    /** Date of the order, YYYY-MM-DD; the provider's current date in a new one by default. */
    txn_date?: (string | null) | undefined;
    /** The company's own fields. */
    custom_field?: (Array<{
        /** Id of the definition of the field. */
        definition_id: string;
        /** Name of the field; `definition_id` alone identifies it. */
        name?: (string | null) | undefined;
        /** Type of the field as the provider names it, such as `StringType`. */
        type?: (string | null) | undefined;
        /** Value of the field. */
        string_value?: (string | null) | undefined;
    }> | null) | undefined;
    /** Email address of the vendor to send it to. */
    po_email?: (string | null) | undefined;
    /** Class of the order. */
    class_ref?: (RefInput | null) | undefined;
    /** Terms of payment. */
    sales_term_ref?: (RefInput | null) | undefined;
    /** Transactions to link to the order. */
    linked_txn?: (Array<LinkedTxnInput> | null) | undefined;
    /** Message to the vendor. */
    memo?: (string | null) | undefined;
    /** Whether more is expected from the order. */
    po_status?: (("Open" | "Closed") | null) | undefined;
    /** Place of the transaction for tax, as the provider names it. */
    transaction_location_type?: (string | null) | undefined;
    /** Date when it is due, at Xero that of the delivery, YYYY-MM-DD. */
    due_date?: (string | null) | undefined;
    /** Number of the order. */
    doc_number?: (string | null) | undefined;
    /** Note or reference that the company keeps. */
    private_note?: (string | null) | undefined;
    /** Method of shipping. */
    ship_method_ref?: (RefInput | null) | undefined;
    /** Tax of the order, which the provider works out itself from `txn_tax_code_ref`. */
    txn_tax_detail?: ({
        /** Tax code of the order. */
        txn_tax_code_ref?: (RefInput | null) | undefined;
        /** Tax in the total, in hundredths of the currency; the provider works it out itself. */
        total_tax_cents?: (number | null) | undefined;
    } | null) | undefined;
    /** Customer to deliver to. */
    ship_to?: (RefInput | null) | undefined;
    /**
     * Exchange rate: units of the home currency for one of `currency`; absent in a new one: the
     * provider's own.
     */
    exchange_rate?: (number | null) | undefined;
    /** Address for the delivery. */
    ship_addr?: (AddressInput | null) | undefined;
    /** Address of the vendor. */
    vendor_addr?: (AddressInput | null) | undefined;
    /** Whether to send it by email: `NotSet` or `NeedToSend`. */
    email_status?: (string | null) | undefined;
    /** Total amount in hundredths of the currency; the provider adds the lines up itself. */
    total_amt_cents?: (number | null) | undefined;
    /** Recurring transaction that it belongs to. */
    recur_data_ref?: (RefInput | null) | undefined;
    /** Id at the provider. */
    id: string;
    /**
     * Version it is based on; absent: the current one is read first, so that a change in between is
     * lost.
     */
    sync_token?: string | undefined;
};

export type UpdateRequestLogSettingsBody = {
    /** Bodies to keep: `none`, `errors` or `all`. Absent: as before. */
    bodies?: ("none" | "errors" | "all") | undefined;
};

export type UpdateSyncFrequencyBody = {
    /** Name of the sync. */
    sync_name: string;
    /**
     * Variant of the sync; `base` by default.
     *
     * @default "base"
     */
    sync_variant?: VariantName | undefined;
    /** Id of the integration: its `unique_key`, also called `provider_config_key`. */
    provider_config_key: string;
    /**
     * Id of the connection, unique within its integration: a UUID, or the id that you imported it
     * with.
     */
    connection_id: ConnectionId;
    /**
     * Such as `every 5 minutes`, `every hour` or `every day`: 30 seconds to 31 days. Null: its
     * usual one.
     */
    frequency: (string | null);
    /**
     * How often it ran as it was read; if that has changed since, the response is 409 `conflict`
     * and nothing is saved.
     */
    expected_frequency?: string | undefined;
};

export type UpdateWebhookEndpointBody = {
    /**
     * Address that events are sent to: https and public, unless the operator has listed its host
     * and port.
     */
    url?: string | undefined;
    /** What it is for, for people. */
    description?: (string | null) | undefined;
    /**
     * The events that it gets from now on; empty: all but `record.changed` and
     * `connection.reconnect_link`.
     */
    event_types?: Array<("auth" | "auth.creation" | "auth.override" | "auth.refresh" | "auth.deletion" | "sync" | "record.changed" | "async_action" | "function.failed" | "forward" | "connection.broken" | "connection.healed" | "connection.deleted" | "connection.reconnect_link" | "alert")> | undefined;
    /**
     * `updated_at` that you have read: where it is another by now, nothing is changed. Absent: it
     * is not compared. ISO 8601.
     */
    expected_updated_at?: string | undefined;
    /** Whether to stop sending. `false` also enables what Patchbay has disabled. */
    disabled?: boolean | undefined;
};

export type User = {
    /** Id at the provider, which writes take as `created_by` and `user_id`. */
    id: string;
    /** Full name. */
    name: string;
    /** Primary email address; null for none. */
    email: (string | null);
    /** First name; null where the provider gives none. */
    first_name: (string | null);
    /** Last name; null where the provider gives none. */
    last_name: (string | null);
    /** Number of the employee at the company; null for none. */
    employee_id: (string | null);
    /** All email addresses. */
    emails: Array<string>;
    /** Whether the user can no longer sign in at the provider. */
    disabled: boolean;
    /** Whether the user administers the account at the provider. */
    site_admin: boolean;
    /** Ids of the candidates that are the same person. */
    linked_candidate_ids: Array<string>;
    /** Locations of the user. */
    offices: Array<Location>;
    /** Departments of the user. */
    departments: Array<Department>;
    /**
     * When the user was created at the provider, ISO 8601 in UTC; null where the provider does not
     * say.
     */
    created_at: (string | null);
    /**
     * When the user was last changed at the provider, ISO 8601 in UTC; null where the provider does
     * not say.
     */
    updated_at: (string | null);
    /** When the user was deleted at the provider, ISO 8601 in UTC; null if not. */
    deleted_at: (string | null);
};

export type UserLite = {
    /** Id of the user. */
    id: string;
    /** Full name. */
    name: string;
    /** First name; null where the provider gives none. */
    first_name: (string | null);
    /** Last name; null where the provider gives none. */
    last_name: (string | null);
    /** Number of the employee at the company; null for none. */
    employee_id: (string | null);
};

export type VariantName = string;

/**
 * Address that events about this connection go to instead of the endpoints, http or https; empty
 * for none.
 */
export type WebhookUrl = (string | "");

/**
 * What each endpoint takes and responds with, as JSON on the wire. `Errors` are those of the
 * endpoint itself; `docs/errors.md` has all.
 */
export interface Operations {
    /**
     * A path that a deployed function declares in `endpoints`: an action runs with the body as its
     * input, as by `POST /action/trigger`; a sync lists its records, as `GET /records` with the
     * same query. 404 with `message` where no function has it.
     */
    callCustomEndpoint: {
        query?: {
            /** Variant of the sync. Absent: `base`, the usual one. */
            variant?: string | undefined;
            /**
             * Those that changed at this time or later; ISO 8601 in UTC, at most 12 months ago.
             * Absent: all.
             */
            modified_after?: string | undefined;
            /** Deprecated name of `modified_after`. ISO 8601. */
            delta?: string | undefined;
            /**
             * How many records to return.
             *
             * @default 100
             */
            limit?: number | undefined;
            /**
             * Which last actions: `added`, `updated`, `deleted`, or several of them, separated by
             * commas. Absent: all.
             */
            filter?: string | undefined;
            /**
             * `next_cursor` of the page before, or the cursor of a record. Absent: from the first.
             */
            cursor?: string | undefined;
            /** Ids of records; may be repeated. Absent: all. */
            ids?: Array<string> | undefined;
            /**
             * Whether `_patchbay_metadata` also has `raw`: what the provider sent, as it was when
             * the record last changed.
             */
            raw?: string | undefined;
        };
        headers: UnifiedWriteHeaders;
        body?: CallCustomEndpointBody;
        response: unknown;
        alternatives: {
            async: QueuedRun;
        };
    };
    /**
     * The actions of a connection as tools of an MCP server (Model Context Protocol), over
     * Streamable HTTP without sessions: give clients this address, and the headers of every
     * request. Tools are listed 100 at a time; a name of more than 128 characters is shortened,
     * with a hash at its end.
     *
     * Errors: `unknown_connection` (400), `not_confirmed` (409), `integration_disabled` (400),
     * `frozen` (423).
     */
    callMcp: {
        headers: RecordHeaders;
        body?: CallMcpBody;
        response: unknown;
    };
    /**
     * End a run. One that runs on another server ends within 10 seconds. It fails with
     * `script_aborted`; what it has done stays done.
     *
     * Errors: `conflict` (409), `not_found` (404).
     */
    cancelFunctionRun: {
        params: {
            /** Id of the run. */
            id: string;
        };
        response: {
            /** The result. */
            data: {
                /** Id of the run. */
                id: string;
                /** What ran; `webhook`: a sync on a webhook of the provider. */
                type: RunType;
                /** Name of the function. */
                name: string;
                /** Variant of a sync. */
                variant: (string | null);
                /** Id of the integration. */
                integration_id: string;
                /** Id of the connection; of one that was refused there is none. */
                connection_id: string;
                /**
                 * `interrupted`: of a sync whose server has ended, and which goes on in another
                 * run.
                 */
                status: RunStatus;
                /** Of an action: whether its caller does not wait for it. */
                is_async: boolean;
                /** Which attempt it is. */
                attempt: number;
                /** How many attempts there may be. */
                most_attempts: number;
                /** When it was asked for. ISO 8601. */
                created_at: string;
                /** When its last attempt began. ISO 8601. */
                started_at: (string | null);
                /** When it ended. ISO 8601. */
                finished_at: (string | null);
                /** Milliseconds from `started_at` to `finished_at`. */
                duration_ms: (number | null);
                /** Requests to the provider. */
                calls: number;
                /** What it has changed, by model. */
                records: Record<string, {
                    /** New records. */
                    added: number;
                    /** Changed records. */
                    updated: number;
                    /** Deleted records. */
                    deleted: number;
                }>;
                /** Records of the provider that had not the form of their model, by model. */
                set_aside: Record<string, number>;
                /** Why it failed. */
                error: ({
                    /** Code of the error. */
                    code: string;
                    /** What happened. */
                    message: string;
                } | null);
                /** When its end was asked for. ISO 8601. */
                cancelled_at: (string | null);
            };
        };
    };
    /**
     * Ask the provider now whether it accepts a connection. A token that is about to expire, or
     * that it refuses, is renewed first; a refusal shows in `health`.
     *
     * Errors: `unknown_provider_config` (400), `not_found` (404), `not_confirmed` (409),
     * `integration_disabled` (400), `frozen` (423), `credential_unreadable` (503).
     */
    checkConnection: {
        params: {
            /**
             * Id of the connection, unique within its integration: a UUID, or the id that you
             * imported it with.
             */
            connection_id: ConnectionId;
        };
        query: {
            /** Id of the integration: its `unique_key`, also called `provider_config_key`. */
            provider_config_key: string;
        };
        response: {
            /** The result. */
            data: {
                /**
                 * `refused`: by the provider; `unreachable`: it does not respond; `misconfigured`:
                 * nothing could be asked; `not_checked`: there is no call to ask with.
                 */
                outcome: ("accepted" | "refused" | "unreachable" | "misconfigured" | "not_checked");
                /** Why, in words; null where it was accepted. */
                message: (string | null);
                /** When the provider was asked. ISO 8601. */
                checked_at: string;
            };
        };
    };
    /**
     * Compile the code of one function. Nothing is stored or run.
     *
     * Errors: `overloaded` (503), `compilation_error` (400).
     */
    compileFunction: {
        body: CompileFunctionBody;
        response: {
            /** Size of the bundle in bytes. */
            bundle_size_bytes: number;
            /** The bundle: CommonJS in one file. */
            bundled_js: string;
            /** When it was compiled. ISO 8601. */
            compiled_at: string;
        };
    };
    /**
     * Say whose a connection made by a share link is: the end user that is signed in at your
     * product. Another one than the link was for destroys it.
     *
     * Errors: `conflict` (409), `unknown_connection` (404), `end_user_mismatch` (409).
     */
    confirmConnection: {
        params: {
            /**
             * Id of the connection, unique within its integration: a UUID, or the id that you
             * imported it with.
             */
            connection_id: ConnectionId;
        };
        body: ConfirmConnectionBody;
        response: {
            /** The result. */
            data: {
                /** Always `true`; the connection can be used from now on. */
                confirmed: true;
            };
        };
    };
    /**
     * What a deployment would add, change and delete. Nothing is changed.
     *
     * Errors: `provider_not_on_account` (400), `duplicate_function` (400), `invalid_function`
     * (400), `missing_required_fields_on_deploy` (400), `deploy_missing_json_schema_model` (400).
     */
    confirmDeploy: {
        body: ConfirmDeployBody;
        response: {
            /** Syncs that are added. */
            newSyncs: Array<{
                /** Name of the function. */
                name: string;
                /** Id of the integration. */
                providerConfigKey: string;
                /** Whether a sync starts with the connection. */
                auto_start?: boolean | undefined;
                /** Whether it is switched on. */
                enabled?: boolean | undefined;
                /** Id of the function, once it is deployed. */
                sync_id?: string | undefined;
                /** Of a sync: how many connections have it, or get it. */
                connections?: number | undefined;
            }>;
            /** Syncs that are changed; those whose code is the same are not. */
            updatedSyncs: Array<{
                /** Name of the function. */
                name: string;
                /** Id of the integration. */
                providerConfigKey: string;
                /** Whether a sync starts with the connection. */
                auto_start?: boolean | undefined;
                /** Whether it is switched on. */
                enabled?: boolean | undefined;
                /** Id of the function, once it is deployed. */
                sync_id?: string | undefined;
                /** Of a sync: how many connections have it, or get it. */
                connections?: number | undefined;
            }>;
            /** Syncs that are deleted, with their records. */
            deletedSyncs: Array<{
                /** Name of the function. */
                name: string;
                /** Id of the integration. */
                providerConfigKey: string;
                /** Whether a sync starts with the connection. */
                auto_start?: boolean | undefined;
                /** Whether it is switched on. */
                enabled?: boolean | undefined;
                /** Id of the function, once it is deployed. */
                sync_id?: string | undefined;
                /** Of a sync: how many connections have it, or get it. */
                connections?: number | undefined;
            }>;
            /** Actions that are added. */
            newActions: Array<{
                /** Name of the function. */
                name: string;
                /** Id of the integration. */
                providerConfigKey: string;
                /** Whether a sync starts with the connection. */
                auto_start?: boolean | undefined;
                /** Whether it is switched on. */
                enabled?: boolean | undefined;
                /** Id of the function, once it is deployed. */
                sync_id?: string | undefined;
                /** Of a sync: how many connections have it, or get it. */
                connections?: number | undefined;
            }>;
            /** Actions that are changed. */
            updatedActions: Array<{
                /** Name of the function. */
                name: string;
                /** Id of the integration. */
                providerConfigKey: string;
                /** Whether a sync starts with the connection. */
                auto_start?: boolean | undefined;
                /** Whether it is switched on. */
                enabled?: boolean | undefined;
                /** Id of the function, once it is deployed. */
                sync_id?: string | undefined;
                /** Of a sync: how many connections have it, or get it. */
                connections?: number | undefined;
            }>;
            /** Actions that are deleted. */
            deletedActions: Array<{
                /** Name of the function. */
                name: string;
                /** Id of the integration. */
                providerConfigKey: string;
                /** Whether a sync starts with the connection. */
                auto_start?: boolean | undefined;
                /** Whether it is switched on. */
                enabled?: boolean | undefined;
                /** Id of the function, once it is deployed. */
                sync_id?: string | undefined;
                /** Of a sync: how many connections have it, or get it. */
                connections?: number | undefined;
            }>;
            /** Handlers of events that are added. */
            newOnEventScripts: Array<{
                /** Name of the function. */
                name: string;
                /** Id of the integration. */
                providerConfigKey: string;
                /** Whether a sync starts with the connection. */
                auto_start?: boolean | undefined;
                /** Whether it is switched on. */
                enabled?: boolean | undefined;
                /** Id of the function, once it is deployed. */
                sync_id?: string | undefined;
                /** Of a sync: how many connections have it, or get it. */
                connections?: number | undefined;
            }>;
            /** Handlers that are changed. */
            updatedOnEventScripts: Array<{
                /** Name of the function. */
                name: string;
                /** Id of the integration. */
                providerConfigKey: string;
                /** Whether a sync starts with the connection. */
                auto_start?: boolean | undefined;
                /** Whether it is switched on. */
                enabled?: boolean | undefined;
                /** Id of the function, once it is deployed. */
                sync_id?: string | undefined;
                /** Of a sync: how many connections have it, or get it. */
                connections?: number | undefined;
            }>;
            /** Handlers that are deleted. */
            deletedOnEventScripts: Array<{
                /** Name of the function. */
                name: string;
                /** Id of the integration. */
                providerConfigKey: string;
                /** Whether a sync starts with the connection. */
                auto_start?: boolean | undefined;
                /** Whether it is switched on. */
                enabled?: boolean | undefined;
                /** Id of the function, once it is deployed. */
                sync_id?: string | undefined;
                /** Of a sync: how many connections have it, or get it. */
                connections?: number | undefined;
            }>;
            /** Models of which no sync is left. */
            deletedModels: Array<string>;
        };
    };
    /** How many connections fit, by `health.status`. */
    countConnections: {
        query?: {
            /**
             * Text that the connection's id, or the end user's name or e-mail address contains, in
             * any case. Absent: any.
             */
            search?: string | undefined;
            /** Only connections of the end user with this id. Absent: all. */
            endUserId?: string | undefined;
            /** Only connections of end users of the organization with this id. Absent: all. */
            endUserOrganizationId?: string | undefined;
            /**
             * Only connections of these integrations: one id, or several separated by commas.
             * Absent: all.
             */
            integrationId?: string | undefined;
            /** Only connections with all of these tags, as `tags[key]=value`. Absent: all. */
            tags?: Record<string, string> | undefined;
            /** Only connections with this `health.status`. Absent: all. */
            status?: ("healthy" | "unverified" | "degraded" | "needs_attention" | "needs_reconnect" | "paused") | undefined;
        };
        response: {
            /** The result. */
            data: {
                /** Connections by `health.status`. */
                counts: {
                    /** How many are healthy. */
                    healthy: number;
                    /** How many are not checked yet. */
                    unverified: number;
                    /** How many are in temporary trouble. */
                    degraded: number;
                    /** How many an admin has to act for. */
                    needs_attention: number;
                    /** How many the end user has to reconnect. */
                    needs_reconnect: number;
                    /** How many are of an integration that is switched off or frozen. */
                    paused: number;
                };
                /** `false`: more than 10,000 fit, and the others are not counted. */
                is_complete: boolean;
            };
        };
    };
    /** Create an account. */
    createAccount: {
        query?: UnifiedWriteQuery;
        headers: UnifiedWriteHeaders;
        body: CreateAccount;
        response: Account;
        alternatives: {
            async: QueuedRun;
            dry_run: DryRun;
        };
    };
    /**
     * Send the alerts of this environment to a chat tool or to an address of yours.
     *
     * Errors: `conflict` (409), `credential_unreadable` (503).
     */
    createAlertChannel: {
        body: CreateAlertChannelBody;
        response: {
            /** The result. */
            data: {
                /** Id of the channel. */
                id: string;
                /**
                 * `slack`: incoming webhooks of Slack, Mattermost or Discord; `generic`: signed
                 * JSON.
                 */
                kind: ("slack" | "generic");
                /** What it is called, for people. */
                name: string;
                /**
                 * Host of its address. The address is not shown, since it is all that is needed to
                 * post.
                 */
                host: string;
                /** The rules whose issues it is told; empty: all. */
                rules: Array<string>;
                /** By rule: the smallest `count` of which it is told. */
                thresholds: Record<string, number>;
                /** Whether it is told anything. */
                enabled: boolean;
                /**
                 * The first failure since the last success; null: the last message arrived. ISO
                 * 8601.
                 */
                failing_since: (string | null);
                /** Why the last message failed, for people; null: it did not. */
                failure: (string | null);
                /** When it was made. It is told of what happens later. ISO 8601. */
                created_at: string;
                /** When it was last changed. ISO 8601. */
                updated_at: string;
                /**
                 * Key that signs what a `generic` channel is sent, as Standard Webhooks has it. It
                 * is not shown again.
                 */
                signing_key: (string | null);
            };
        };
    };
    /** Create a bill. */
    createBill: {
        query?: UnifiedWriteQuery;
        headers: UnifiedWriteHeaders;
        body: CreateBill;
        response: Bill;
        alternatives: {
            async: QueuedRun;
            dry_run: DryRun;
        };
    };
    /** Create a bill payment. */
    createBillPayment: {
        query?: UnifiedWriteQuery;
        headers: UnifiedWriteHeaders;
        body: CreateBillPayment;
        response: BillPayment;
        alternatives: {
            async: QueuedRun;
            dry_run: DryRun;
        };
    };
    /** Create a candidate. */
    createCandidate: {
        query?: UnifiedWriteQuery;
        headers: UnifiedWriteHeaders;
        body: CreateCandidate;
        response: CreatedCandidate;
        alternatives: {
            async: QueuedRun;
            dry_run: DryRun;
        };
    };
    /** Add a note to a candidate. */
    createCandidateNote: {
        query?: UnifiedWriteQuery;
        headers: UnifiedWriteHeaders;
        body: CreateNote;
        response: Note;
        alternatives: {
            async: QueuedRun;
            dry_run: DryRun;
        };
    };
    /**
     * Make a link to send to an end user: each opening gets a session of its own.
     *
     * Errors: `credential_unreadable` (503).
     */
    createConnectLink: {
        body: CreateConnectLinkBody;
        response: {
            /** The result. */
            data: {
                /** Id of the link. */
                id: string;
                /** The link to send. Present only in the response that made it. */
                url: string;
                /**
                 * The link as a QR code: a `data:` URL of an SVG, black on white, with the margin
                 * that scanners need. Present where `url` is.
                 */
                qr_code: string;
                /** Id of the end user that the link is for; null where none was given. */
                end_user_id: (string | null);
                /** When the link stops working. ISO 8601. */
                expires_at: string;
                /**
                 * Whether what is connected stays unusable until your backend confirms it
                 * (`POST /connections/:connection_id/confirm`).
                 */
                requires_confirmation: boolean;
                /** Whether it stops working once an end user has connected by it. */
                single_use: boolean;
                /** How often the link was opened. */
                opened_count: number;
                /** The connection that the link reconnects; null where it connects. */
                reconnects: ({
                    /** Id of the connection. */
                    connection_id: string;
                    /** Id of its integration. */
                    integration_id: string;
                } | null);
                /** When the link was made. ISO 8601. */
                created_at: string;
                /**
                 * Why the link may not work as expected, for developers. Present only in the
                 * response that made it, and only where there is a reason.
                 */
                warning?: string | undefined;
            };
        };
    };
    /**
     * Mint a short-lived token that lets one end user connect integrations.
     *
     * Errors: `idempotency_conflict` (409), `idempotency_key_reused` (422), `credential_unreadable`
     * (503).
     */
    createConnectSession: {
        headers?: IdempotencyHeader;
        body: CreateConnectSessionBody;
        response: MintedSession;
    };
    /** Create a credit memo. */
    createCreditMemo: {
        query?: UnifiedWriteQuery;
        headers: UnifiedWriteHeaders;
        body: CreateCreditMemo;
        response: CreditMemo;
        alternatives: {
            async: QueuedRun;
            dry_run: DryRun;
        };
    };
    /** Create a customer. */
    createCustomer: {
        query?: UnifiedWriteQuery;
        headers: UnifiedWriteHeaders;
        body: CreateCustomer;
        response: Customer;
        alternatives: {
            async: QueuedRun;
            dry_run: DryRun;
        };
    };
    /** Create a deposit. */
    createDeposit: {
        query?: UnifiedWriteQuery;
        headers: UnifiedWriteHeaders;
        body: CreateDeposit;
        response: Deposit;
        alternatives: {
            async: QueuedRun;
            dry_run: DryRun;
        };
    };
    /**
     * Run code for a connection without storing what it saves. Its requests do reach the provider,
     * also those that write. The response has the id to ask for.
     *
     * Errors: `overloaded` (503), `connection_not_found` (404), `integration_not_found` (404).
     */
    createDryRun: {
        body: CreateDryRunBody;
        response: {
            /** Id to ask for it with. */
            id: string;
            /** What has become of it. */
            status: ("waiting" | "running" | "success" | "failed");
            /** When it was asked for. ISO 8601. */
            created_at: string;
        };
    };
    /**
     * Make an environment. It has no keys yet: `POST /environment/api-keys` with its
     * `environment_id` makes the first one.
     *
     * Errors: `resource_capped` (400).
     */
    createEnvironment: {
        body: CreateEnvironmentBody;
        response: {
            /** The result. */
            data: {
                /** Id of the environment. */
                id: string;
                /** Its name. */
                name: string;
            };
        };
    };
    /**
     * Stop an integration, or the whole environment, at once and on every server: no credentials
     * are given out, used or renewed.
     *
     * Errors: `not_found` (404).
     */
    createFreeze: {
        body: CreateFreezeBody;
        response: {
            /** The result. */
            data: FreezeView;
        };
    };
    /**
     * Compile and deploy the code of one function, or switch a built-in one on. The response has
     * the id to ask for.
     *
     * Errors: `overloaded` (503), `template_not_found` (404), `template_already_deployed` (409),
     * `integration_not_found` (404).
     */
    createFunctionDeployment: {
        body: CreateFunctionDeploymentBody;
        response: {
            /** Id to ask for it with. */
            id: string;
            /** What has become of it. */
            status: ("waiting" | "running" | "success" | "failed");
            /** When it was asked for. ISO 8601. */
            created_at: string;
        };
    };
    /**
     * As at the reference, a request in the right form gets 501: run actions with
     * `POST /action/trigger`, syncs with `POST /sync/trigger`.
     *
     * Errors: `not_implemented` (501).
     */
    createFunctionInvocation: {
        body: CreateFunctionInvocationBody;
        response: undefined;
    };
    /**
     * Configure a provider in this environment.
     *
     * Errors: `credential_unreadable` (503), `frozen` (423).
     */
    createIntegration: {
        body: CreateIntegrationBody;
        response: {
            /** The result. */
            data: IntegrationView;
        };
    };
    /** Create an invoice. */
    createInvoice: {
        query?: UnifiedWriteQuery;
        headers: UnifiedWriteHeaders;
        body: CreateInvoice;
        response: Invoice;
        alternatives: {
            async: QueuedRun;
            dry_run: DryRun;
        };
    };
    /** Create an item. */
    createItem: {
        query?: UnifiedWriteQuery;
        headers: UnifiedWriteHeaders;
        body: CreateItem;
        response: Item;
        alternatives: {
            async: QueuedRun;
            dry_run: DryRun;
        };
    };
    /** Create a journal entry. */
    createJournalEntry: {
        query?: UnifiedWriteQuery;
        headers: UnifiedWriteHeaders;
        body: CreateJournalEntry;
        response: JournalEntry;
        alternatives: {
            async: QueuedRun;
            dry_run: DryRun;
        };
    };
    /** Create a payment. */
    createPayment: {
        query?: UnifiedWriteQuery;
        headers: UnifiedWriteHeaders;
        body: CreatePayment;
        response: Payment;
        alternatives: {
            async: QueuedRun;
            dry_run: DryRun;
        };
    };
    /** Create a purchase. */
    createPurchase: {
        query?: UnifiedWriteQuery;
        headers: UnifiedWriteHeaders;
        body: CreatePurchase;
        response: Purchase;
        alternatives: {
            async: QueuedRun;
            dry_run: DryRun;
        };
    };
    /** Create a purchase order. */
    createPurchaseOrder: {
        query?: UnifiedWriteQuery;
        headers: UnifiedWriteHeaders;
        body: CreatePurchaseOrder;
        response: PurchaseOrder;
        alternatives: {
            async: QueuedRun;
            dry_run: DryRun;
        };
    };
    /**
     * Make a link for each connection that its end user has to reconnect, such as all that one
     * outage broke.
     *
     * Errors: `integration_disabled` (400), `idempotency_conflict` (409), `idempotency_key_reused`
     * (422), `credential_unreadable` (503).
     */
    createReconnectLinks: {
        headers?: IdempotencyHeader;
        body: CreateReconnectLinksBody;
        response: {
            /** The result. */
            data: {
                /**
                 * One for each connection that has to be reconnected; those that work have none,
                 * unless `include_healthy` asks for it.
                 */
                links: Array<{
                    /** Id of the link, to end it. */
                    id: string;
                    /** The link to send. */
                    url: string;
                    /**
                     * `false`: an earlier call with the same secret key made it, and it still
                     * works; its options stay.
                     */
                    is_new: boolean;
                    /**
                     * When the link stops working, unless the connection works again before. ISO
                     * 8601.
                     */
                    expires_at: string;
                    /** Id of the connection that it reconnects. */
                    connection_id: string;
                    /** Id of its integration. */
                    integration_id: string;
                    /** Why it has to be reconnected, and since when, as in `GET /connections`. */
                    health: ConnectionHealth;
                    /**
                     * Whom to send it to; null where the connection was made without an end user.
                     */
                    end_user: (EndUserView | null);
                    /** Tags of the connection. */
                    tags: Record<string, string>;
                }>;
                /** `before` of the call that goes on; null: these are all. */
                next: (number | null);
            };
        };
    };
    /**
     * Mint a token that lets one end user renew the credentials of one connection.
     *
     * Errors: `end_user_mismatch` (403), `not_confirmed` (409), `integration_disabled` (400),
     * `idempotency_conflict` (409), `idempotency_key_reused` (422), `credential_unreadable` (503).
     */
    createReconnectSession: {
        headers?: IdempotencyHeader;
        body: CreateReconnectSessionBody;
        response: MintedSession;
    };
    /**
     * Make a secret key. Only this response has its secret.
     *
     * Errors: `not_found` (404).
     */
    createSecretKey: {
        body: CreateSecretKeyBody;
        response: {
            /** The result. */
            data: {
                /** Id of the key; it is part of the key itself and not secret. */
                id: string;
                /** Name given when the key was made. */
                display_name: string;
                /** What the key is allowed to do. */
                scopes: Array<Scope>;
                /** When the key was made. ISO 8601. */
                created_at: string;
                /** When the key was last used, to the minute; null: never. ISO 8601. */
                last_used_at: (string | null);
                /** Until when a key that was rotated works; null: until it is revoked. ISO 8601. */
                expires_at: (string | null);
                /** Id of the key that took the place of a rotated one; null: it was not rotated. */
                replaced_by: (string | null);
                /**
                 * Id of the key whose first use makes this one end an hour later; `expires_at` is
                 * then the latest end. null: it waits for none.
                 */
                ends_on_use_of: (string | null);
                /**
                 * The latest end that a rotated key can be given, 30 days after its rotation; null:
                 * it was not rotated. ISO 8601.
                 */
                extendable_until: (string | null);
                /**
                 * Who made or rotated it; null: the server or its operator, or an earlier release.
                 */
                made_by: ({
                    /** A member in the dashboard, or a key. */
                    kind: ("member" | "secret_key" | "account_key");
                    /** Id of the member or of the key. */
                    id: string;
                    /** Name that they had then. */
                    name: string;
                    /**
                     * Whether the member was removed, or the key revoked. What they have made works
                     * on.
                     */
                    is_gone: boolean;
                } | null);
                /** The key itself. It is not shown again. */
                secret: string;
            };
        };
    };
    /**
     * Let a connection run a sync a second time, with records and a schedule of its own.
     *
     * Errors: `sync_variant_already_exists` (400), `invalid_variant` (400), `resource_capped`
     * (400), `unknown_connection` (400), `unknown_provider_config` (400), `unknown_sync` (400),
     * `not_confirmed` (409).
     */
    createSyncVariant: {
        params: {
            /** Name of the sync. */
            name: string;
            /** Name of the variant. */
            variant: VariantName;
        };
        body: CreateSyncVariantBody;
        response: {
            /** Id of the sync of this connection. */
            id: string;
            /** Name of the sync. */
            name: string;
            /** Name of the variant. */
            variant: string;
        };
    };
    /** Create a transfer. */
    createTransfer: {
        query?: UnifiedWriteQuery;
        headers: UnifiedWriteHeaders;
        body: CreateTransfer;
        response: Transfer;
        alternatives: {
            async: QueuedRun;
            dry_run: DryRun;
        };
    };
    /**
     * Send the events of this environment to an address. Only this response has the signing key.
     *
     * Errors: `conflict` (409), `credential_unreadable` (503).
     */
    createWebhookEndpoint: {
        body: CreateWebhookEndpointBody;
        response: {
            /** The result. */
            data: {
                /** Id of the endpoint. */
                id: string;
                /**
                 * Address that events are sent to. Null: the URLs of connections
                 * (`webhook_url_override`).
                 */
                url: (string | null);
                /** What it is for, for people. */
                description: (string | null);
                /**
                 * The events that it gets; empty: all but `record.changed` and
                 * `connection.reconnect_link`.
                 */
                event_types: Array<string>;
                /** When it was made. It gets no events from before. ISO 8601. */
                created_at: string;
                /** When it was last changed. ISO 8601. */
                updated_at: string;
                /**
                 * The first failure since the last success; null: the last delivery succeeded. ISO
                 * 8601.
                 */
                failing_since: (string | null);
                /** Since when nothing is sent to it; null: it is in use. ISO 8601. */
                disabled_at: (string | null);
                /** Why nothing is sent to it, for people. */
                disabled_reason: (string | null);
                /**
                 * Key that signs what is sent, as Standard Webhooks has it: `whsec_` and 32 bytes
                 * in base64. It is not shown again.
                 */
                signing_key: string;
            };
        };
    };
    /** Make an account inactive. */
    deleteAccount: {
        query?: UnifiedWriteQuery;
        headers: UnifiedWriteHeaders;
        body: Removal;
        response: Removed;
        alternatives: {
            async: QueuedRun;
            dry_run: DryRun;
        };
    };
    /**
     * Send nothing more to a channel, and forget its address.
     *
     * Errors: `not_found` (404).
     */
    deleteAlertChannel: {
        params: {
            /** Id of the channel. */
            channel_id: string;
        };
        response: {
            /** Always `true`; a failure has another status. */
            success: true;
        };
    };
    /** Delete a bill. */
    deleteBill: {
        query?: UnifiedWriteQuery;
        headers: UnifiedWriteHeaders;
        body: Removal;
        response: Removed;
        alternatives: {
            async: QueuedRun;
            dry_run: DryRun;
        };
    };
    /** Delete a bill payment. */
    deleteBillPayment: {
        query?: UnifiedWriteQuery;
        headers: UnifiedWriteHeaders;
        body: Removal;
        response: Removed;
        alternatives: {
            async: QueuedRun;
            dry_run: DryRun;
        };
    };
    /**
     * End a link; sessions that it opened end with it.
     *
     * Errors: `not_found` (404).
     */
    deleteConnectLink: {
        params: {
            /** Id of the link. */
            link_id: string;
        };
        response: undefined;
    };
    /** End an end user's sessions, and the attempts of them that run or wait for approval. */
    deleteConnectSessions: {
        query: {
            /** Id of the end user in your product. Share links stay: delete them, too. */
            end_user_id: string;
        };
        response: undefined;
    };
    /**
     * Delete a connection and its credentials, and take the access back at the provider where that
     * is possible.
     *
     * Errors: `unknown_connection` (400).
     */
    deleteConnection: {
        params: {
            /**
             * Id of the connection, unique within its integration: a UUID, or the id that you
             * imported it with.
             */
            connection_id: ConnectionId;
        };
        query: {
            /** Id of the integration: its `unique_key`, also called `provider_config_key`. */
            provider_config_key: string;
        };
        response: {
            /** Always `true`; a failure has another status. */
            success: true;
            /** The access at the provider. The connection is deleted in any case. */
            revocation: {
                /**
                 * What became of the access at the provider. `unsupported`: the provider cannot
                 * revoke it, or another connection of the same account would end too.
                 */
                outcome: ("revoked" | "unsupported" | "failed");
                /** Why it was not revoked; absent where it was. */
                reason?: string | undefined;
            };
        };
    };
    /** Delete a credit memo. */
    deleteCreditMemo: {
        query?: UnifiedWriteQuery;
        headers: UnifiedWriteHeaders;
        body: Removal;
        response: Removed;
        alternatives: {
            async: QueuedRun;
            dry_run: DryRun;
        };
    };
    /** Make a customer inactive. */
    deleteCustomer: {
        query?: UnifiedWriteQuery;
        headers: UnifiedWriteHeaders;
        body: Removal;
        response: Removed;
        alternatives: {
            async: QueuedRun;
            dry_run: DryRun;
        };
    };
    /** Delete a deposit. */
    deleteDeposit: {
        query?: UnifiedWriteQuery;
        headers: UnifiedWriteHeaders;
        body: Removal;
        response: Removed;
        alternatives: {
            async: QueuedRun;
            dry_run: DryRun;
        };
    };
    /**
     * Delete an environment with everything in it. It stops at once, its keys too; revoking grants
     * and removing what is stored go on in the background.
     *
     * Errors: `cannot_delete_prod_environment` (400), `environment_not_empty` (409), `not_found`
     * (404).
     */
    deleteEnvironment: {
        params: {
            /** Id of the environment, from `GET /environments`. */
            environment_id: EnvironmentId;
        };
        query?: {
            /** Name of the environment: needed where it has connections, or is for production. */
            confirm?: string | undefined;
        };
        response: undefined;
    };
    /**
     * Delete a variable.
     *
     * Errors: `not_found` (404).
     */
    deleteEnvironmentVariable: {
        params: {
            /** Name of the variable: letters, digits and `_`. */
            name: string;
        };
        response: {
            /** Always `true`; a failure has another status. */
            success: true;
        };
    };
    /**
     * Delete an integration with all its connections. Once this responds they cannot be used, and
     * the id is free again. Their access is then revoked at the provider and their rows are removed
     * in the background; the log line `integration_removed` counts the outcomes. Delete connections
     * one by one to learn the outcome of each.
     *
     * Errors: `not_found` (404).
     */
    deleteIntegration: {
        params: {
            /** Id of the integration: its `unique_key`, also called `provider_config_key`. */
            id: string;
        };
        response: {
            /** Always `true`; a failure has another status. */
            success: true;
        };
    };
    /** Delete an invoice. */
    deleteInvoice: {
        query?: UnifiedWriteQuery;
        headers: UnifiedWriteHeaders;
        body: Removal;
        response: Removed;
        alternatives: {
            async: QueuedRun;
            dry_run: DryRun;
        };
    };
    /** Make an item inactive. */
    deleteItem: {
        query?: UnifiedWriteQuery;
        headers: UnifiedWriteHeaders;
        body: Removal;
        response: Removed;
        alternatives: {
            async: QueuedRun;
            dry_run: DryRun;
        };
    };
    /** Delete a journal entry. */
    deleteJournalEntry: {
        query?: UnifiedWriteQuery;
        headers: UnifiedWriteHeaders;
        body: Removal;
        response: Removed;
        alternatives: {
            async: QueuedRun;
            dry_run: DryRun;
        };
    };
    /** Delete a payment. */
    deletePayment: {
        query?: UnifiedWriteQuery;
        headers: UnifiedWriteHeaders;
        body: Removal;
        response: Removed;
        alternatives: {
            async: QueuedRun;
            dry_run: DryRun;
        };
    };
    /** Delete a purchase. */
    deletePurchase: {
        query?: UnifiedWriteQuery;
        headers: UnifiedWriteHeaders;
        body: Removal;
        response: Removed;
        alternatives: {
            async: QueuedRun;
            dry_run: DryRun;
        };
    };
    /** Delete a purchase order. */
    deletePurchaseOrder: {
        query?: UnifiedWriteQuery;
        headers: UnifiedWriteHeaders;
        body: Removal;
        response: Removed;
        alternatives: {
            async: QueuedRun;
            dry_run: DryRun;
        };
    };
    /**
     * Delete a variant of a sync with its records.
     *
     * Errors: `invalid_variant` (400), `unknown_connection` (400), `not_found` (404),
     * `not_confirmed` (409).
     */
    deleteSyncVariant: {
        params: {
            /** Name of the sync. */
            name: string;
            /** Name of the variant. */
            variant: VariantName;
        };
        body: CreateSyncVariantBody;
        response: {
            /** Always `true`: an error has another status. */
            success: true;
        };
    };
    /** Delete a transfer. */
    deleteTransfer: {
        query?: UnifiedWriteQuery;
        headers: UnifiedWriteHeaders;
        body: Removal;
        response: Removed;
        alternatives: {
            async: QueuedRun;
            dry_run: DryRun;
        };
    };
    /**
     * Send nothing more to an address; its deliveries are deleted, its events are kept.
     *
     * Errors: `not_found` (404).
     */
    deleteWebhookEndpoint: {
        params: {
            /** Id of the endpoint. */
            endpoint_id: string;
        };
        response: {
            /** Always `true`; a failure has another status. */
            success: true;
        };
    };
    /**
     * Deploy bundles: all of them, or none where one is refused.
     *
     * Errors: `provider_not_on_account` (400), `duplicate_function` (400), `invalid_function`
     * (400), `function_engine_unavailable` (503), `runner_unavailable` (503),
     * `concurrent_deployment` (409).
     */
    deployBundle: {
        body: DeployBundleBody;
        response: {
            /** Functions that are added. */
            created: Array<{
                /** Id of the integration. */
                integrationId: string;
                /** Name of the function. */
                name: string;
            }>;
            /** Functions that are changed. */
            updated: Array<{
                /** Id of the integration. */
                integrationId: string;
                /** Name of the function. */
                name: string;
            }>;
            /** Functions that stay as they are. */
            unchanged: Array<{
                /** Id of the integration. */
                integrationId: string;
                /** Name of the function. */
                name: string;
            }>;
            /** Functions that are deleted, syncs with their records. */
            deleted: Array<{
                /** Id of the integration. */
                integrationId: string;
                /** Name of the function. */
                name: string;
            }>;
        };
    };
    /**
     * Deploy functions: all of them, or none where one is refused.
     *
     * Errors: `destructive_deployment` (409), `provider_not_on_account` (400), `duplicate_function`
     * (400), `invalid_function` (400), `missing_required_fields_on_deploy` (400),
     * `deploy_missing_json_schema_model` (400), `concurrent_deployment` (409).
     */
    deployFunctions: {
        body: DeployFunctionsBody;
        response: Array<{
            /** Id of the function. */
            id: string;
            /** Its name. */
            name: string;
            /** Id of the integration. */
            providerConfigKey: string;
            /** What it is. */
            type: ("sync" | "action" | "on-event");
            /** Its version, as its author counts. */
            version: (string | null);
            /** Models of a sync. */
            models: Array<string>;
            /** Name of the schema of the input. */
            input: (string | null);
            /** How often a sync runs. */
            runs: (string | null);
            /** When it was deployed. ISO 8601. */
            last_deployed: string;
        }>;
    };
    /**
     * What is wrong with the setup, by its configuration, by what went wrong lately, and by asking
     * each provider: by code, with evidence and what to do.
     *
     * Errors: `not_found` (404).
     */
    diagnose: {
        query?: {
            /** Only this integration, besides the server. Absent: all of the environment. */
            integration?: string | undefined;
            /**
             * Origin of a page that is to embed the Connect UI: checks that it may. Absent: not
             * checked.
             */
            origin?: string | undefined;
            /**
             * `false`: sends nothing to providers. By default the authorization and the token
             * endpoint, or else the API, of up to 20 integrations are asked, without effect there.
             */
            probe?: string | undefined;
        };
        response: {
            /** The result. */
            data: {
                /** When it was looked at. ISO 8601. */
                checked_at: string;
                /** What is wrong, errors first; empty: nothing was found. */
                findings: Array<{
                    /** What it is, from a closed list: docs/doctor.md. */
                    code: ("public_url_mismatch" | "not_https" | "proxy_not_trusted" | "embed_origin_refused" | "embed_origins_open" | "clock_skew" | "server_outdated" | "migrations_pending" | "webhook_endpoint_failing" | "encryption_key_missing" | "integration_switched_off" | "integration_frozen" | "integration_not_offered" | "sandbox_in_production" | "egress_blocked" | "provider_unreachable" | "provider_failing" | "client_id_unknown" | "client_secret_refused" | "redirect_uri_mismatch" | "scopes_refused" | "offline_scope_missing" | "refresh_token_missing" | "app_in_test_mode" | "wrong_host" | "rate_limited" | "webhook_secret_missing" | "webhook_signatures_refused" | "sign_in_cookie_lost" | "sign_ins_never_return");
                    /**
                     * `error`: something does not work; `warning`: it works, but should not stay
                     * so.
                     */
                    severity: ("error" | "warning");
                    /**
                     * Id of the integration that it is about; null: the server or the environment.
                     */
                    integration_id: (string | null);
                    /** The same in one sentence. */
                    message: string;
                    /** What it is concluded from, in sentences for people; no secret is in them. */
                    evidence: Array<string>;
                    /** What to do. */
                    remedy: string;
                }>;
                /** What was looked for. */
                checked: Array<("public_url_mismatch" | "not_https" | "proxy_not_trusted" | "embed_origin_refused" | "embed_origins_open" | "clock_skew" | "server_outdated" | "migrations_pending" | "webhook_endpoint_failing" | "encryption_key_missing" | "integration_switched_off" | "integration_frozen" | "integration_not_offered" | "sandbox_in_production" | "egress_blocked" | "provider_unreachable" | "provider_failing" | "client_id_unknown" | "client_secret_refused" | "redirect_uri_mismatch" | "scopes_refused" | "offline_scope_missing" | "refresh_token_missing" | "app_in_test_mode" | "wrong_host" | "rate_limited" | "webhook_secret_missing" | "webhook_signatures_refused" | "sign_in_cookie_lost" | "sign_ins_never_return")>;
                /** Ids of integrations that were not asked: nothing to ask, or too many. */
                unprobed: Array<string>;
            };
        };
    };
    /**
     * Let a key that was rotated work longer, before it has ended.
     *
     * Errors: `conflict` (409), `not_found` (404).
     */
    extendSecretKey: {
        params: {
            /** Id of the key, from `GET /environment/api-keys`. */
            key_id: string;
        };
        body: ExtendSecretKeyBody;
        response: {
            /** The result. */
            data: SecretKeyView;
        };
    };
    /** Get an account. */
    getAccount: {
        params: {
            /** Id of the record at the provider. */
            id: string;
        };
        query?: UnifiedGetQuery;
        headers: RecordHeaders;
        response: Account & RecordMetadata;
    };
    /**
     * Result of an asynchronous action or write: what it returned, or its error as that endpoint
     * tells it. 404 until it has ended.
     */
    getActionResult: {
        params: {
            /** Id that the call responded with. */
            id: string;
        };
        response: unknown;
    };
    /** Get an application. */
    getApplication: {
        params: {
            /** Id of the record at the provider. */
            id: string;
        };
        query?: UnifiedGetQuery;
        headers: RecordHeaders;
        response: Application & RecordMetadata;
    };
    /** Get a bill. */
    getBill: {
        params: {
            /** Id of the record at the provider. */
            id: string;
        };
        query?: UnifiedGetQuery;
        headers: RecordHeaders;
        response: Bill & RecordMetadata;
    };
    /** Get a bill payment. */
    getBillPayment: {
        params: {
            /** Id of the record at the provider. */
            id: string;
        };
        query?: UnifiedGetQuery;
        headers: RecordHeaders;
        response: BillPayment & RecordMetadata;
    };
    /** Get a candidate. */
    getCandidate: {
        params: {
            /** Id of the record at the provider. */
            id: string;
        };
        query?: UnifiedGetQuery;
        headers: RecordHeaders;
        response: Candidate & RecordMetadata;
    };
    /**
     * This environment's own OpenTelemetry collector, and whether it takes what it is sent.
     *
     * Errors: `credential_unreadable` (503).
     */
    getCollector: {
        response: {
            /** The result. */
            data: {
                /** Base address of the collector; null: there is none. */
                url: (string | null);
                /**
                 * Names of the headers that are sent with each export. Their values are not shown.
                 */
                header_names: Array<string>;
                /** How exports are written. */
                encoding: ("http/protobuf" | "http/json");
                /** What is sent. */
                signals: Array<("traces" | "metrics" | "logs")>;
                /** When the collector last took an export; null: it has not yet. ISO 8601. */
                last_success_at: (string | null);
                /** The last export that was dropped; null: none was. */
                last_error: ({
                    /** When it was. ISO 8601. */
                    at: string;
                    /** What went wrong, for people. */
                    message: string;
                } | null);
            };
        };
    };
    /** This environment's settings of the Connect UI. */
    getConnectSettings: {
        response: {
            /** The result. */
            data: ConnectSettings;
        };
    };
    /**
     * One connection with its credentials, for keys that may read them.
     *
     * Errors: `unknown_provider_config` (400), `not_found` (404), `not_confirmed` (409),
     * `integration_disabled` (400), `frozen` (423), `credential_unreadable` (503),
     * `invalid_credentials` (400).
     */
    getConnection: {
        params: {
            /**
             * Id of the connection, unique within its integration: a UUID, or the id that you
             * imported it with.
             */
            connection_id: ConnectionId;
        };
        query: {
            /** Id of the integration: its `unique_key`, also called `provider_config_key`. */
            provider_config_key: string;
            /** Whether to refresh the token although it is still valid; `false` by default. */
            force_refresh?: string | undefined;
            /** Whether to return the refresh token too; `false` by default. */
            refresh_token?: string | undefined;
            /**
             * Whether to add `jwtToken` to the credentials of an installed app, by which it calls
             * the provider as itself; `false` by default.
             */
            refresh_github_app_jwt_token?: string | undefined;
        };
        response: ConnectionView;
    };
    /**
     * The address for webhooks of one connection, where the provider has them set up in each
     * account.
     *
     * Errors: `unknown_provider_config` (400), `not_found` (404), `not_confirmed` (409),
     * `credential_unreadable` (503).
     */
    getConnectionWebhook: {
        params: {
            /**
             * Id of the connection, unique within its integration: a UUID, or the id that you
             * imported it with.
             */
            connection_id: ConnectionId;
        };
        query: {
            /** Id of the integration: its `unique_key`, also called `provider_config_key`. */
            provider_config_key: string;
        };
        response: {
            /** The result. */
            data: {
                /**
                 * Address to enter at the provider, in the account of this connection. Null:
                 * webhooks of this provider come to the address of the integration, if at all.
                 */
                webhook_url: (string | null);
                /**
                 * Whether a secret of this connection verifies its webhooks; without one, the
                 * secret of the integration does.
                 */
                has_own_secret: boolean;
                /**
                 * Until when the secret before this one verifies too; null: there is none. ISO
                 * 8601.
                 */
                previous_secret_until: (string | null);
            };
        };
    };
    /** Get a credit memo. */
    getCreditMemo: {
        params: {
            /** Id of the record at the provider. */
            id: string;
        };
        query?: UnifiedGetQuery;
        headers: RecordHeaders;
        response: CreditMemo & RecordMetadata;
    };
    /** Get a customer. */
    getCustomer: {
        params: {
            /** Id of the record at the provider. */
            id: string;
        };
        query?: UnifiedGetQuery;
        headers: RecordHeaders;
        response: Customer & RecordMetadata;
    };
    /** Get a deposit. */
    getDeposit: {
        params: {
            /** Id of the record at the provider. */
            id: string;
        };
        query?: UnifiedGetQuery;
        headers: RecordHeaders;
        response: Deposit & RecordMetadata;
    };
    /**
     * What has become of a dry run. It is kept for a day.
     *
     * Errors: `dryrun_not_found` (404).
     */
    getDryRun: {
        params: {
            /** Id that the request responded with. */
            id: string;
        };
        response: {
            /** Its id. */
            id: string;
            /** What has become of it. */
            status: ("waiting" | "running" | "success" | "failed");
            /** Id of the integration. */
            integration_id: string;
            /** When it was asked for. ISO 8601. */
            created_at: string;
            /** When its status changed. ISO 8601. */
            updated_at: string;
            /** When it began. ISO 8601. */
            started_at?: string | undefined;
            /** When it ended. ISO 8601. */
            completed_at?: string | undefined;
            /** How long it took, in milliseconds. */
            duration_ms?: number | undefined;
            /** Of one that failed. */
            error?: {
                /** What went wrong. */
                code: string;
                /** The same in words. */
                message: string;
                /** More about it. */
                payload?: unknown | undefined;
            } | undefined;
            /** What the code is. */
            function_type: ("sync" | "action");
            /** What an action has returned. */
            output?: unknown | undefined;
            /**
             * Of a sync: `records`, `deleted` and `set_aside` by model, and the `checkpoint`; of
             * both: `logs`.
             */
            result?: unknown | undefined;
        };
    };
    /**
     * One freeze, and what became of its grants.
     *
     * Errors: `not_found` (404).
     */
    getFreeze: {
        params: {
            /** Id of the freeze. */
            freeze_id: string;
        };
        response: {
            /** The result. */
            data: FreezeView;
        };
    };
    /**
     * The source of a function that was deployed, as its author wrote it.
     *
     * Errors: `unknown_provider_config` (404), `not_found` (404).
     */
    getFunctionCode: {
        params: {
            /** Id of the integration: its `unique_key`, also called `provider_config_key`. */
            id: string;
            /** What the function is. */
            type: FunctionType;
            /** Name of the function: letters, digits, `_` and `-`. */
            name: FunctionName;
        };
        response: {
            /** The result. */
            data: {
                /** TypeScript. */
                source: string;
                /** SHA-256 of the bundle that runs, in hexadecimal. */
                hash: string;
                /** When it was deployed. ISO 8601. */
                last_deployed: (string | null);
            };
        };
    };
    /**
     * What has become of a deployment. It is kept for a day.
     *
     * Errors: `deployment_not_found` (404).
     */
    getFunctionDeployment: {
        params: {
            /** Id that the request responded with. */
            id: string;
        };
        response: {
            /** Its id. */
            id: string;
            /** What has become of it. */
            status: ("waiting" | "running" | "success" | "failed");
            /** Id of the integration. */
            integration_id: string;
            /** When it was asked for. ISO 8601. */
            created_at: string;
            /** When its status changed. ISO 8601. */
            updated_at: string;
            /** When it began. ISO 8601. */
            started_at?: string | undefined;
            /** When it ended. ISO 8601. */
            completed_at?: string | undefined;
            /** How long it took, in milliseconds. */
            duration_ms?: number | undefined;
            /** Of one that failed. */
            error?: {
                /** What went wrong. */
                code: string;
                /** The same in words. */
                message: string;
                /** More about it. */
                payload?: unknown | undefined;
            } | undefined;
            /** Name of the function. */
            function_name: string;
            /** What it is. */
            function_type: (("sync" | "action") | null);
            /** Whether it was deployed. */
            deployed?: boolean | undefined;
            /** What was deployed. */
            deployed_functions?: Array<{
                /** Its name. */
                name: string;
                /** What it is. */
                type: FunctionType;
                /** Its id. */
                id: string;
            }> | undefined;
        };
    };
    /**
     * One run, with its log.
     *
     * Errors: `not_found` (404).
     */
    getFunctionRun: {
        params: {
            /** Id of the run. */
            id: string;
        };
        response: {
            /** The result. */
            data: {
                /** Id of the run. */
                id: string;
                /** What ran; `webhook`: a sync on a webhook of the provider. */
                type: RunType;
                /** Name of the function. */
                name: string;
                /** Variant of a sync. */
                variant: (string | null);
                /** Id of the integration. */
                integration_id: string;
                /** Id of the connection; of one that was refused there is none. */
                connection_id: string;
                /**
                 * `interrupted`: of a sync whose server has ended, and which goes on in another
                 * run.
                 */
                status: RunStatus;
                /** Of an action: whether its caller does not wait for it. */
                is_async: boolean;
                /** Which attempt it is. */
                attempt: number;
                /** How many attempts there may be. */
                most_attempts: number;
                /** When it was asked for. ISO 8601. */
                created_at: string;
                /** When its last attempt began. ISO 8601. */
                started_at: (string | null);
                /** When it ended. ISO 8601. */
                finished_at: (string | null);
                /** Milliseconds from `started_at` to `finished_at`. */
                duration_ms: (number | null);
                /** Requests to the provider. */
                calls: number;
                /** What it has changed, by model. */
                records: Record<string, {
                    /** New records. */
                    added: number;
                    /** Changed records. */
                    updated: number;
                    /** Deleted records. */
                    deleted: number;
                }>;
                /** Records of the provider that had not the form of their model, by model. */
                set_aside: Record<string, number>;
                /** Why it failed. */
                error: ({
                    /** Code of the error. */
                    code: string;
                    /** What happened. */
                    message: string;
                } | null);
                /** When its end was asked for. ISO 8601. */
                cancelled_at: (string | null);
                /** Where it failed, in the lines of its source. */
                stack: (string | null);
                /** What it has logged, up to 64 KiB of it; while it runs, up to a second ago. */
                log: Array<{
                    /** Its level. */
                    level: ("debug" | "info" | "warn" | "error");
                    /** What the function has logged. */
                    message: string;
                    /** What it has logged beside. */
                    meta: unknown;
                    /** When. ISO 8601. */
                    at: string;
                }>;
                /** Lines above that. */
                dropped_log_lines: number;
                /** Null: the key lacks the scope `environment:records:read`. */
                data: ({
                    /** Of an asynchronous action its input; of `webhook` what the provider sent. */
                    input: unknown;
                    /** What it returned. */
                    output: unknown;
                    /** What it threw, or what the provider responded with. */
                    error: unknown;
                } | null);
            };
        };
    };
    /** This environment's settings of functions. */
    getFunctionSettings: {
        response: {
            /** The result. */
            data: {
                /**
                 * Whether deployed functions may read credentials of the environment's connections.
                 * Their requests have them anyway.
                 */
                read_credentials: boolean;
                /** What a run of a deployed function may use. */
                limits: FunctionLimits;
                /** The most that may be set, as the operator of the server allows. */
                most: FunctionLimits;
            };
        };
    };
    /**
     * What the server that responds can do, beside being ready. Other servers of the same database
     * may differ.
     *
     * Errors: `dependency_unavailable` (503).
     */
    getHealthDetail: {
        response: {
            /** Always `ok`; a server that cannot serve responds with another status. */
            result: "ok";
            /** Version of the server. */
            version: string;
            /** Always `ok`; a server that cannot serve responds with another status. */
            database: "ok";
            /** What the server can do with deployed code. */
            functions: {
                /**
                 * What is between deployed code and the machine. `full`: no network, no files, no
                 * sockets and no other process, by the kernel; `permission`: no files and no
                 * programs, by Node; `isolate-only`: V8 alone; `unavailable`: deployed code is not
                 * run.
                 */
                wall: ("full" | "permission" | "isolate-only" | "unavailable");
                /** Why it is not `full`, in a sentence. */
                wall_reason: (string | null);
                /** Whether code that is sent as text can be compiled. */
                compiler: ("available" | "unavailable");
                /** Why it is not available, in a sentence. */
                compiler_reason: (string | null);
            };
        };
    };
    /**
     * One integration; `include=credentials` adds the OAuth app, for keys that may read it.
     *
     * Errors: `not_found` (404), `credential_unreadable` (503), `frozen` (423).
     */
    getIntegration: {
        params: {
            /** Id of the integration: its `unique_key`, also called `provider_config_key`. */
            id: string;
        };
        query?: {
            /**
             * Further fields of the response; may be repeated. `credentials` needs
             * `environment:integrations:read_credentials`. None by default.
             */
            include?: Array<("webhook" | "credentials" | "connections")> | undefined;
        };
        response: {
            /** The result. */
            data: IntegrationView;
        };
    };
    /**
     * How an integration is, and how it was hour by hour.
     *
     * Errors: `not_found` (404).
     */
    getIntegrationStatus: {
        params: {
            /** Id of the integration: its `unique_key`, also called `provider_config_key`. */
            id: string;
        };
        query?: {
            /**
             * How many hours of history to return, this one included; up to 90 days.
             *
             * @default 24
             */
            hours?: number | undefined;
        };
        response: {
            /** The result. */
            data: {
                /** Id of the integration; null: all integrations of the provider together. */
                integration_id: (string | null);
                /** Id of the provider. */
                provider: string;
                /** How many integrations these figures are of. */
                integrations: number;
                /**
                 * `unknown`: there were too few calls to tell. `paused`: switched off or frozen, so
                 * nothing is sent. docs/status.md says when it is which.
                 */
                state: ("operational" | "degraded" | "down" | "unknown" | "paused");
                /**
                 * Since when it has been operational, or has not; null: for all the hours that were
                 * looked at, or not known. ISO 8601.
                 */
                since: (string | null);
                /**
                 * What most failures are due to; null while it is operational, unknown or paused.
                 */
                cause: (("provider" | "credentials" | "rate_limit" | "platform") | null);
                /** What the state is concluded from, in sentences for people. */
                evidence: Array<string>;
                /**
                 * Calls to the provider in the last five minutes. Each attempt counts, and what was
                 * not sent because of earlier failures.
                 */
                calls_5m: number;
                /** How many of them failed, by cause. */
                failures_5m: {
                    /**
                     * Answered with a status from 500, not at all, or unusably; or not sent because
                     * of such failures.
                     */
                    provider: number;
                    /** Answered 401 or 403, or a token refused. */
                    credentials: number;
                    /**
                     * Answered 429, or what this provider sends instead; or not sent because the
                     * rate limit was used up.
                     */
                    rate_limit: number;
                    /**
                     * Refused by Patchbay: a redirect or a destination that is not allowed, a
                     * response that is too large.
                     */
                    platform: number;
                };
                /** The share of them that failed; null: there were too few. */
                error_rate_5m: (number | null);
                /** The same of the seven days before today; null: there were too few calls. */
                usual_error_rate: (number | null);
                /**
                 * 95 % of the proxied calls of the last five minutes were answered in this time;
                 * null: too few.
                 */
                p95_ms: (number | null);
                /** The same of the seven days before today; null: there were too few calls. */
                usual_p95_ms: (number | null);
                /** Renewals of credentials. */
                refreshes: {
                    /** Refreshes in this hour and the one before. */
                    calls: number;
                    /** How many of them failed. */
                    failed: number;
                    /**
                     * The share that failed in the seven days before today; null: there were too
                     * few.
                     */
                    usual_failure_rate: (number | null);
                };
                /**
                 * About how many connections had failed calls in the last five minutes; exact when
                 * few.
                 */
                affected_connections: number;
                /** When it was not operational in the hours that were looked at, newest first. */
                incidents: Array<{
                    /** The worst that it was. */
                    state: ("degraded" | "down");
                    /** When it began: the hour, or the minute where it is recent. ISO 8601. */
                    since: string;
                    /** When it ended; null: it goes on. ISO 8601. */
                    until: (string | null);
                    /** Why most of the calls failed; null: none failed, they were slow. */
                    cause: (("provider" | "credentials" | "rate_limit" | "platform") | null);
                    /** Calls in these hours. */
                    calls: number;
                    /** How many of them failed. */
                    failed: number;
                    /** The same in one sentence. */
                    message: string;
                }>;
                /** Hours with calls, oldest first. */
                history: Array<{
                    /** Beginning of the hour. ISO 8601. */
                    at: string;
                    /** How it was, on the whole. */
                    state: ("operational" | "degraded" | "down" | "unknown");
                    /** Calls to the provider. */
                    calls: number;
                    /** How many of them failed, by cause. */
                    failures: {
                        /**
                         * Answered with a status from 500, not at all, or unusably; or not sent
                         * because of such failures.
                         */
                        provider: number;
                        /** Answered 401 or 403, or a token refused. */
                        credentials: number;
                        /**
                         * Answered 429, or what this provider sends instead; or not sent because
                         * the rate limit was used up.
                         */
                        rate_limit: number;
                        /**
                         * Refused by Patchbay: a redirect or a destination that is not allowed, a
                         * response that is too large.
                         */
                        platform: number;
                    };
                    /** 95 % of the proxied calls were answered in this time; null: too few. */
                    p95_ms: (number | null);
                    /** About how many connections had failed calls. */
                    affected_connections: number;
                }>;
            };
        };
    };
    /** Get an invoice. */
    getInvoice: {
        params: {
            /** Id of the record at the provider. */
            id: string;
        };
        query?: UnifiedGetQuery;
        headers: RecordHeaders;
        response: Invoice & RecordMetadata;
    };
    /**
     * One issue.
     *
     * Errors: `not_found` (404).
     */
    getIssue: {
        params: {
            /** Id of the issue. */
            issue_id: string;
        };
        response: {
            /** The result. */
            data: IssueView;
        };
    };
    /** Get an item. */
    getItem: {
        params: {
            /** Id of the record at the provider. */
            id: string;
        };
        query?: UnifiedGetQuery;
        headers: RecordHeaders;
        response: Item & RecordMetadata;
    };
    /** Get a job. */
    getJob: {
        params: {
            /** Id of the record at the provider. */
            id: string;
        };
        query?: UnifiedGetQuery;
        headers: RecordHeaders;
        response: Job & RecordMetadata;
    };
    /** Get a job post. */
    getJobPost: {
        params: {
            /** Id of the record at the provider. */
            id: string;
        };
        query?: UnifiedGetQuery;
        headers: RecordHeaders;
        response: JobPost & RecordMetadata;
    };
    /** Get a stage of a job. */
    getJobStage: {
        params: {
            /** Id of the record at the provider. */
            id: string;
        };
        query?: UnifiedGetQuery;
        headers: RecordHeaders;
        response: JobStage & RecordMetadata;
    };
    /** Get a journal entry. */
    getJournalEntry: {
        params: {
            /** Id of the record at the provider. */
            id: string;
        };
        query?: UnifiedGetQuery;
        headers: RecordHeaders;
        response: JournalEntry & RecordMetadata;
    };
    /** Get a location. */
    getLocation: {
        params: {
            /** Id of the record at the provider. */
            id: string;
        };
        query?: UnifiedGetQuery;
        headers: RecordHeaders;
        response: Location & RecordMetadata;
    };
    /**
     * One request to a provider, with its headers, and its bodies where they are kept.
     *
     * Errors: `not_found` (404).
     */
    getLog: {
        params: {
            /** Id of the entry. */
            log_id: string;
        };
        response: {
            /** The result. */
            data: {
                /** Id of the entry; entries sort by it. */
                id: string;
                /**
                 * Requests that belong together have the same: retries, redirects, pages. Of a
                 * `webhook_delivery` the id of the delivery.
                 */
                operation_id: string;
                /** Place of the request in its operation, from 1. */
                attempt: number;
                /**
                 * Id of the call of this API that it was made for: the caller’s
                 * `patchbay-request-id`, or ours.
                 */
                request_id: string;
                /**
                 * What it was for: `proxy`, `token` (a sign-in’s code, or a client’s token),
                 * `refresh`, `check` (of credentials), `revocation`, `webhook_delivery`,
                 * `incoming_webhook` (a request from the provider, and our response), `alert` (a
                 * message about an issue).
                 */
                kind: ("proxy" | "token" | "refresh" | "check" | "revocation" | "webhook_delivery" | "incoming_webhook" | "alert");
                /** Id of the provider. */
                provider: (string | null);
                /** Id of the integration. */
                integration_id: (string | null);
                /** Null where there is no connection, or not yet. */
                connection_id: (string | null);
                /** HTTP method. */
                method: string;
                /**
                 * As it was sent, with `[redacted]` and `[secret]` instead of secrets; of a proxied
                 * call that was refused before, the path that was called.
                 */
                url: string;
                /** HTTP status; null when there was no response. */
                status: (number | null);
                /** No complete response, or a status from 400. */
                failed: boolean;
                /**
                 * Why there is no complete response; null when there is one, whatever its status.
                 */
                error: ({
                    /**
                     * What went wrong, such as `timeout`; of a call that was refused before it was
                     * sent, the code of its response.
                     */
                    code: string;
                    /** The same for people. */
                    message: string;
                } | null);
                /** When it began; ISO 8601, UTC. */
                started_at: string;
                /** Where the time went. */
                timings: {
                    /** Milliseconds. Waited for its turn, where the provider’s rate is limited. */
                    queue_ms: number;
                    /**
                     * Milliseconds. Name look-up, connection and TLS; about 0 on a kept connection.
                     * Null: none was made.
                     */
                    connect_ms: (number | null);
                    /**
                     * Milliseconds. From then until the headers of the response. Null: there was
                     * none.
                     */
                    first_byte_ms: (number | null);
                    /** Milliseconds. Until the end of the body, without the queue. */
                    total_ms: number;
                };
                /** Length of the body that was sent. */
                request_bytes: number;
                /** Length of the body that came, compressed where it was. */
                response_bytes: number;
                /** What was sent. */
                request: {
                    /** Names in lower case; `[redacted]` instead of credentials. */
                    headers: Record<string, string>;
                    /** Null: the settings keep none, there was none, or it is no text. */
                    body: ({
                        /** Its beginning, at most 16 KiB, without secrets. */
                        text: string;
                        /** Whether there was more of it. */
                        truncated: boolean;
                    } | null);
                };
                /** What came; without headers when there was no response. */
                response: {
                    /** Names in lower case; `[redacted]` instead of credentials. */
                    headers: Record<string, string>;
                    /** Null: the settings keep none, there was none, or it is no text. */
                    body: ({
                        /** Its beginning, at most 16 KiB, without secrets. */
                        text: string;
                        /** Whether there was more of it. */
                        truncated: boolean;
                    } | null);
                };
            };
        };
    };
    /** Get a payment. */
    getPayment: {
        params: {
            /** Id of the record at the provider. */
            id: string;
        };
        query?: UnifiedGetQuery;
        headers: RecordHeaders;
        response: Payment & RecordMetadata;
    };
    /**
     * One provider: how to authenticate to it, what to ask for.
     *
     * Errors: `not_found` (404).
     */
    getProvider: {
        params: {
            /** Id of the provider: its `name` in `GET /providers`. */
            provider: string;
        };
        headers?: AcceptLanguage;
        response: {
            /** The result. */
            data: ApiProvider;
        };
    };
    /** Get a purchase. */
    getPurchase: {
        params: {
            /** Id of the record at the provider. */
            id: string;
        };
        query?: UnifiedGetQuery;
        headers: RecordHeaders;
        response: Purchase & RecordMetadata;
    };
    /** Get a purchase order. */
    getPurchaseOrder: {
        params: {
            /** Id of the record at the provider. */
            id: string;
        };
        query?: UnifiedGetQuery;
        headers: RecordHeaders;
        response: PurchaseOrder & RecordMetadata;
    };
    /** This environment's settings of the request log. */
    getRequestLogSettings: {
        response: {
            /** The result. */
            data: {
                /**
                 * Bodies that are kept: `none`; `errors`, the default: of responses with a status
                 * from 400; `all`: of requests and responses, other than those of tokens.
                 */
                bodies: ("none" | "errors" | "all");
                /**
                 * For how many days entries are kept; `PATCHBAY_REQUEST_LOG_DAYS` of the server.
                 */
                kept_days: number;
                /**
                 * Entries that this server could not store since it started, because the database
                 * was away or too slow.
                 */
                dropped_entries: number;
            };
        };
    };
    /**
     * The functions of this environment as the reference lists them, or its actions as tools for a
     * language model.
     */
    getScriptsConfig: {
        query?: {
            /**
             * `nango`, as by default: all, by integration. `openai`: the actions that are switched
             * on, as tools.
             *
             * @default "nango"
             */
            format?: ("nango" | "openai") | undefined;
            /** Only those of this integration. */
            provider_config_key?: string | undefined;
        };
        response: (Array<{
            /** Id of the integration. */
            providerConfigKey: string;
            /** Its provider. */
            provider: string;
            /** Its syncs. */
            syncs: Array<{
                /** Id of the function; null: it is built in. */
                id: (string | null);
                /** Its name. */
                name: string;
                /** What it is. */
                type: ("sync" | "action" | "on-event");
                /** How often a sync runs. */
                runs: (string | null);
                /** Whether a sync starts with the connection. */
                auto_start: boolean;
                /** Whether a sync deletes what a run has not saved. */
                track_deletes: boolean;
                /** What it does. */
                description: string;
                /** OAuth scopes that it needs. */
                scopes: Array<string>;
                /** Description and scopes again, as the reference has them. */
                metadata: Record<string, unknown>;
                /** Models of a sync, or the output of an action. */
                returns: Array<string>;
                /** Where its records are listed, or it is called, beside its name. */
                endpoints: Array<{
                    /** Its method. */
                    method: string;
                    /** Its path. */
                    path: string;
                    /** Under which heading documentation lists it. */
                    group: (string | null);
                }>;
                /** Name of the schema of the input. */
                input: (string | null);
                /** Its version, as its author counts. */
                version: (string | null);
                /** When it was deployed; null: it is built in. */
                last_deployed: (string | null);
                /** Whether it is switched on. */
                enabled: boolean;
                /** JSON Schema of its models, input and output, in `definitions`. */
                json_schema: (Record<string, unknown> | null);
                /** Version of the tool that compiled it. */
                sdk_version: (string | null);
                /** `catalog`: it is built in. */
                source: ("repo" | "catalog");
                /** Whether it is built in. */
                is_public: boolean;
                /** Types of incoming webhooks that it handles. */
                webhookSubscriptions: Array<string>;
                /** What it uses, such as `checkpoints`. */
                features: Array<string>;
                /** What a handler of events is run on. */
                event: (string | null);
                /** Deprecated. */
                sync_type: (("full" | "incremental") | null);
                /** Anything else of it. */
                attributes: Record<string, unknown>;
            }>;
            /** Its actions. */
            actions: Array<{
                /** Id of the function; null: it is built in. */
                id: (string | null);
                /** Its name. */
                name: string;
                /** What it is. */
                type: ("sync" | "action" | "on-event");
                /** How often a sync runs. */
                runs: (string | null);
                /** Whether a sync starts with the connection. */
                auto_start: boolean;
                /** Whether a sync deletes what a run has not saved. */
                track_deletes: boolean;
                /** What it does. */
                description: string;
                /** OAuth scopes that it needs. */
                scopes: Array<string>;
                /** Description and scopes again, as the reference has them. */
                metadata: Record<string, unknown>;
                /** Models of a sync, or the output of an action. */
                returns: Array<string>;
                /** Where its records are listed, or it is called, beside its name. */
                endpoints: Array<{
                    /** Its method. */
                    method: string;
                    /** Its path. */
                    path: string;
                    /** Under which heading documentation lists it. */
                    group: (string | null);
                }>;
                /** Name of the schema of the input. */
                input: (string | null);
                /** Its version, as its author counts. */
                version: (string | null);
                /** When it was deployed; null: it is built in. */
                last_deployed: (string | null);
                /** Whether it is switched on. */
                enabled: boolean;
                /** JSON Schema of its models, input and output, in `definitions`. */
                json_schema: (Record<string, unknown> | null);
                /** Version of the tool that compiled it. */
                sdk_version: (string | null);
                /** `catalog`: it is built in. */
                source: ("repo" | "catalog");
                /** Whether it is built in. */
                is_public: boolean;
                /** Types of incoming webhooks that it handles. */
                webhookSubscriptions: Array<string>;
                /** What it uses, such as `checkpoints`. */
                features: Array<string>;
                /** What a handler of events is run on. */
                event: (string | null);
                /** Deprecated. */
                sync_type: (("full" | "incremental") | null);
                /** Anything else of it. */
                attributes: Record<string, unknown>;
            }>;
            /** Its handlers of events. */
            "on-events": Array<{
                /** Id of the function; null: it is built in. */
                id: (string | null);
                /** Its name. */
                name: string;
                /** What it is. */
                type: ("sync" | "action" | "on-event");
                /** How often a sync runs. */
                runs: (string | null);
                /** Whether a sync starts with the connection. */
                auto_start: boolean;
                /** Whether a sync deletes what a run has not saved. */
                track_deletes: boolean;
                /** What it does. */
                description: string;
                /** OAuth scopes that it needs. */
                scopes: Array<string>;
                /** Description and scopes again, as the reference has them. */
                metadata: Record<string, unknown>;
                /** Models of a sync, or the output of an action. */
                returns: Array<string>;
                /** Where its records are listed, or it is called, beside its name. */
                endpoints: Array<{
                    /** Its method. */
                    method: string;
                    /** Its path. */
                    path: string;
                    /** Under which heading documentation lists it. */
                    group: (string | null);
                }>;
                /** Name of the schema of the input. */
                input: (string | null);
                /** Its version, as its author counts. */
                version: (string | null);
                /** When it was deployed; null: it is built in. */
                last_deployed: (string | null);
                /** Whether it is switched on. */
                enabled: boolean;
                /** JSON Schema of its models, input and output, in `definitions`. */
                json_schema: (Record<string, unknown> | null);
                /** Version of the tool that compiled it. */
                sdk_version: (string | null);
                /** `catalog`: it is built in. */
                source: ("repo" | "catalog");
                /** Whether it is built in. */
                is_public: boolean;
                /** Types of incoming webhooks that it handles. */
                webhookSubscriptions: Array<string>;
                /** What it uses, such as `checkpoints`. */
                features: Array<string>;
                /** What a handler of events is run on. */
                event: (string | null);
                /** Deprecated. */
                sync_type: (("full" | "incremental") | null);
                /** Anything else of it. */
                attributes: Record<string, unknown>;
            }>;
        }> | {
            /** The tools. */
            data: Array<{
                /**
                 * Name of the action, with its integration where another one has an action of the
                 * name.
                 */
                name: string;
                /** What it does. */
                description: string;
                /** Its input. */
                parameters: {
                    /** Always `object`. */
                    type: "object";
                    /** The fields of its input, as JSON Schema. */
                    properties: Record<string, unknown>;
                    /** Fields that have to be there. */
                    required: Array<string>;
                };
            }>;
        });
    };
    /**
     * State of syncs: when they ran, what became of it, and when they run next.
     *
     * Errors: `invalid_body` (400).
     */
    getSyncStatus: {
        query: {
            /** Names of syncs, separated by commas, or `*` for all. */
            syncs: string;
            /** Id of the integration: its `unique_key`, also called `provider_config_key`. */
            provider_config_key: string;
            /** Id of the connection. Absent: all connections of the integration. */
            connection_id?: ConnectionId | undefined;
        };
        response: {
            /** One for each sync and connection; at most 1,000. */
            syncs: Array<{
                /** Id of the sync of this connection. */
                id: string;
                /** Id of the connection. */
                connection_id: string;
                /** Name of the sync. */
                name: string;
                /** Variant of the sync; `base` is the usual one. */
                variant: string;
                /** Deprecated: `INITIAL` until a run has succeeded. */
                type: ("INITIAL" | "INCREMENTAL");
                /** `ERROR`: the last run failed. `STOPPED`: the function is gone. */
                status: ("RUNNING" | "PAUSED" | "ERROR" | "SUCCESS" | "STOPPED");
                /** How often it runs, such as `every hour`. */
                frequency: string;
                /** When the last run ended. ISO 8601. */
                finishedAt?: string | undefined;
                /** When the next run is due; null while it is paused. ISO 8601. */
                nextScheduledSyncAt: (string | null);
                /** By model, what the last run has written. */
                latestResult?: Record<string, {
                    /** How many records were added. */
                    added: number;
                    /** How many were changed. */
                    updated: number;
                    /** How many were deleted. */
                    deleted: number;
                }> | undefined;
                /** What became of the last run. */
                latestExecutionStatus?: ("RUNNING" | "SUCCESS" | "ERROR") | undefined;
                /** By model, how many records there are that are not deleted. */
                recordCount: Record<string, number>;
                /** Where it resumes; null: at the beginning. */
                checkpoint: (Record<string, unknown> | null);
                /** Of the last run, where it failed. */
                error: ({
                    /** What went wrong. */
                    code: string;
                    /** The same in words. */
                    message: string;
                } | null);
                /** How many runs in a row have failed. */
                failures: number;
            }>;
        };
    };
    /** Get a transfer. */
    getTransfer: {
        params: {
            /** Id of the record at the provider. */
            id: string;
        };
        query?: UnifiedGetQuery;
        headers: RecordHeaders;
        response: Transfer & RecordMetadata;
    };
    /** Get a user. */
    getUser: {
        params: {
            /** Id of the record at the provider. */
            id: string;
        };
        query?: UnifiedGetQuery;
        headers: RecordHeaders;
        response: User & RecordMetadata;
    };
    /**
     * One endpoint: whether its deliveries succeed, and whether it is in use.
     *
     * Errors: `not_found` (404).
     */
    getWebhookEndpoint: {
        params: {
            /** Id of the endpoint. */
            endpoint_id: string;
        };
        response: {
            /** The result. */
            data: {
                /** Id of the endpoint. */
                id: string;
                /**
                 * Address that events are sent to. Null: the URLs of connections
                 * (`webhook_url_override`).
                 */
                url: (string | null);
                /** What it is for, for people. */
                description: (string | null);
                /**
                 * The events that it gets; empty: all but `record.changed` and
                 * `connection.reconnect_link`.
                 */
                event_types: Array<string>;
                /** When it was made. It gets no events from before. ISO 8601. */
                created_at: string;
                /** When it was last changed. ISO 8601. */
                updated_at: string;
                /**
                 * The first failure since the last success; null: the last delivery succeeded. ISO
                 * 8601.
                 */
                failing_since: (string | null);
                /** Since when nothing is sent to it; null: it is in use. ISO 8601. */
                disabled_at: (string | null);
                /** Why nothing is sent to it, for people. */
                disabled_reason: (string | null);
            };
        };
    };
    /**
     * Import a connection whose credentials you already have. An existing one with the same ids is
     * overwritten.
     *
     * Errors: `credential_unreadable` (503), `not_found` (404), `integration_disabled` (400),
     * `frozen` (423), `connection_test_failed` (400), `connection_validation_failed` (400).
     */
    importConnection: {
        body: ImportConnectionBody;
        response: ConnectionView;
    };
    /**
     * End a freeze. Integrations that were switched off before stay so.
     *
     * Errors: `conflict` (409), `not_found` (404).
     */
    liftFreeze: {
        params: {
            /** Id of the freeze. */
            freeze_id: string;
        };
        response: {
            /** The result. */
            data: FreezeView;
        };
    };
    /** List accounts. */
    listAccounts: {
        query?: UnifiedListQuery;
        headers: RecordHeaders;
        response: {
            /**
             * The records, in the order of their changes. One that was pruned (`pruned_at`) has
             * only `id` of the fields of its model.
             */
            records: Array<Account & RecordMetadata>;
            /** For the next page; null when there is none. */
            next_cursor: (string | null);
        };
    };
    /** Where alerts are sent, oldest first, and whether they arrive. */
    listAlertChannels: {
        response: {
            /** The result. */
            data: Array<{
                /** Id of the channel. */
                id: string;
                /**
                 * `slack`: incoming webhooks of Slack, Mattermost or Discord; `generic`: signed
                 * JSON.
                 */
                kind: ("slack" | "generic");
                /** What it is called, for people. */
                name: string;
                /**
                 * Host of its address. The address is not shown, since it is all that is needed to
                 * post.
                 */
                host: string;
                /** The rules whose issues it is told; empty: all. */
                rules: Array<string>;
                /** By rule: the smallest `count` of which it is told. */
                thresholds: Record<string, number>;
                /** Whether it is told anything. */
                enabled: boolean;
                /**
                 * The first failure since the last success; null: the last message arrived. ISO
                 * 8601.
                 */
                failing_since: (string | null);
                /** Why the last message failed, for people; null: it did not. */
                failure: (string | null);
                /** When it was made. It is told of what happens later. ISO 8601. */
                created_at: string;
                /** When it was last changed. ISO 8601. */
                updated_at: string;
            }>;
        };
    };
    /** List applications. */
    listApplications: {
        query?: UnifiedListQuery;
        headers: RecordHeaders;
        response: {
            /**
             * The records, in the order of their changes. One that was pruned (`pruned_at`) has
             * only `id` of the fields of its model.
             */
            records: Array<Application & RecordMetadata>;
            /** For the next page; null when there is none. */
            next_cursor: (string | null);
        };
    };
    /** Tries at connecting in the last 30 days, newest first, each with its timeline. */
    listAttempts: {
        query?: {
            /**
             * What the end user quoted, such as `C-7F3K2`; in any case, with or without `C-`.
             * Absent: all.
             */
            ref?: string | undefined;
            /** Id of an integration. Absent: all. */
            integration_id?: string | undefined;
            /** Id of an end user in your product. Absent: all. */
            end_user_id?: string | undefined;
            /** Only those that wait for an approval at the provider. Absent: all. */
            status?: "pending_approval" | undefined;
            /** Only those that renew a connection, or only those that make one. Absent: both. */
            is_reconnect?: string | undefined;
            /**
             * How many attempts to return.
             *
             * @default 20
             */
            limit?: number | undefined;
            /**
             * Which page of `limit` attempts, from 0.
             *
             * @default 0
             */
            page?: number | undefined;
        };
        response: {
            /** The result. */
            data: Array<AttemptRecord>;
        };
    };
    /** List bill payments. */
    listBillPayments: {
        query?: UnifiedListQuery;
        headers: RecordHeaders;
        response: {
            /**
             * The records, in the order of their changes. One that was pruned (`pruned_at`) has
             * only `id` of the fields of its model.
             */
            records: Array<BillPayment & RecordMetadata>;
            /** For the next page; null when there is none. */
            next_cursor: (string | null);
        };
    };
    /** List bills. */
    listBills: {
        query?: UnifiedListQuery;
        headers: RecordHeaders;
        response: {
            /**
             * The records, in the order of their changes. One that was pruned (`pruned_at`) has
             * only `id` of the fields of its model.
             */
            records: Array<Bill & RecordMetadata>;
            /** For the next page; null when there is none. */
            next_cursor: (string | null);
        };
    };
    /** List the notes of a candidate. */
    listCandidateNotes: {
        query: {
            /** Id of the candidate. */
            candidate_id: string;
        };
        headers: RecordHeaders;
        response: Array<Note>;
    };
    /** List candidates. */
    listCandidates: {
        query?: UnifiedListQuery;
        headers: RecordHeaders;
        response: {
            /**
             * The records, in the order of their changes. One that was pruned (`pruned_at`) has
             * only `id` of the fields of its model.
             */
            records: Array<Candidate & RecordMetadata>;
            /** For the next page; null when there is none. */
            next_cursor: (string | null);
        };
    };
    /**
     * What the provider of an integration supports of the unified API.
     *
     * Errors: `not_found` (404).
     */
    listCapabilities: {
        params: {
            /** Id of the integration: its `unique_key`, also called `provider_config_key`. */
            id: string;
        };
        response: {
            /** The result. */
            data: Array<{
                /** Method of the unified endpoint. */
                method: ("GET" | "POST" | "PUT" | "PATCH" | "DELETE");
                /** Its path, such as `/candidates/{id}`. */
                path: string;
                /** The group that it belongs to, such as `Candidates`. */
                group: string;
                /** What it does. */
                summary: string;
                /** Name of the model that it lists, reads or writes. */
                model: string;
                /**
                 * Whether the provider has all of it, some of it, or nothing: then the endpoint
                 * responds with `unsupported_by_provider`.
                 */
                support: ("full" | "partial" | "unsupported");
                /** What is missing or different at this provider, in a sentence; null: nothing. */
                note: (string | null);
            }>;
        };
    };
    /** Links that still work, newest first. */
    listConnectLinks: {
        query?: {
            /**
             * How many links to return.
             *
             * @default 50
             */
            limit?: number | undefined;
        };
        response: {
            /** The result. */
            data: Array<LinkView>;
        };
    };
    /** Connections, newest first. */
    listConnections: {
        query?: {
            /** Only connections with this id. Absent: all. */
            connectionId?: ConnectionId | undefined;
            /**
             * Text that the connection's id, or the end user's name or e-mail address contains, in
             * any case. Absent: any.
             */
            search?: string | undefined;
            /** Only connections of the end user with this id. Absent: all. */
            endUserId?: string | undefined;
            /** Only connections of end users of the organization with this id. Absent: all. */
            endUserOrganizationId?: string | undefined;
            /**
             * Only connections of these integrations: one id, or several separated by commas.
             * Absent: all.
             */
            integrationId?: string | undefined;
            /** Only connections with all of these tags, as `tags[key]=value`. Absent: all. */
            tags?: Record<string, string> | undefined;
            /** Only connections with this `health.status`. Absent: all. */
            status?: ("healthy" | "unverified" | "degraded" | "needs_attention" | "needs_reconnect" | "paused") | undefined;
            /** Only connections whose `health.cause` has this code. Absent: all. */
            cause?: ("access_revoked" | "access_expired" | "credentials_refused" | "responses_unusable" | "app_refused" | "address_unusable" | "database_outdated" | "provider_unavailable" | "response_unexpected" | "refused_once" | "database_restored" | "not_checked" | "frozen" | "integration_disabled") | undefined;
            /** Only those whose trouble began at this time or later, ISO 8601. Absent: all. */
            since?: string | undefined;
            /** Only those whose trouble began at this time or earlier, ISO 8601. Absent: all. */
            until?: string | undefined;
            /**
             * `true`: instead those that share links made and that wait for
             * `POST /connections/:connection_id/confirm`; no other list has them. `false` by
             * default.
             */
            unconfirmed?: string | undefined;
            /** How many connections to return. Absent: the first 10,000. */
            limit?: number | undefined;
            /**
             * Page of `limit` connections each, from 0; 0 by default. Pages shift while connections
             * are made and deleted, and far ones are slow: use `before`.
             */
            page?: number | undefined;
            /**
             * `id` of the last connection that you have: returns those that follow it. Instead of
             * `page`.
             */
            before?: number | undefined;
        };
        response: {
            /** The connections, newest first. */
            connections: Array<ConnectionSummary>;
        };
    };
    /** List credit memos. */
    listCreditMemos: {
        query?: UnifiedListQuery;
        headers: RecordHeaders;
        response: {
            /**
             * The records, in the order of their changes. One that was pruned (`pruned_at`) has
             * only `id` of the fields of its model.
             */
            records: Array<CreditMemo & RecordMetadata>;
            /** For the next page; null when there is none. */
            next_cursor: (string | null);
        };
    };
    /** List customers. */
    listCustomers: {
        query?: UnifiedListQuery;
        headers: RecordHeaders;
        response: {
            /**
             * The records, in the order of their changes. One that was pruned (`pruned_at`) has
             * only `id` of the fields of its model.
             */
            records: Array<Customer & RecordMetadata>;
            /** For the next page; null when there is none. */
            next_cursor: (string | null);
        };
    };
    /** List deposits. */
    listDeposits: {
        query?: UnifiedListQuery;
        headers: RecordHeaders;
        response: {
            /**
             * The records, in the order of their changes. One that was pruned (`pruned_at`) has
             * only `id` of the fields of its model.
             */
            records: Array<Deposit & RecordMetadata>;
            /** For the next page; null when there is none. */
            next_cursor: (string | null);
        };
    };
    /** The variables that functions of this environment get, with their values. */
    listEnvironmentVariables: {
        response: Array<{
            /** Name of the variable. */
            name: string;
            /** Its value. */
            value: string;
            /** When its value was last set. ISO 8601. */
            updated_at: string;
        }>;
    };
    /** All environments, and those that are still being removed. */
    listEnvironments: {
        response: {
            /** The result. */
            data: Array<{
                /** Id of the environment. */
                id: string;
                /** Its name, which its secret keys begin with. */
                name: string;
                /** Whether it is only deleted when that is confirmed. */
                is_production: boolean;
                /** When it was made. ISO 8601. */
                created_at: string;
                /** Since when it is being removed; null: it is in use. ISO 8601. */
                deleted_at: (string | null);
            }>;
        };
    };
    /**
     * Everything that happened in this environment in the last 30 days, oldest first, delivered or
     * not.
     *
     * Errors: `invalid_cursor` (400).
     */
    listEvents: {
        query?: {
            /** `next_cursor` of the response before; absent: from the oldest. */
            cursor?: string | undefined;
            /**
             * How many to return at most.
             *
             * @default 100
             */
            limit?: number | undefined;
        };
        response: {
            /** The events. */
            data: Array<{
                /** Id of the event: the header `webhook-id` of its deliveries. */
                id: string;
                /** When it happened. ISO 8601. */
                created_at: string;
                /** The event, as it is delivered. */
                payload: Record<string, unknown>;
            }>;
            /** Give it to get what comes after these events, now or later. */
            next_cursor: string;
        };
    };
    /** Freezes that hold, and those lifted within 90 days, newest first. */
    listFreezes: {
        response: {
            /** The result. */
            data: Array<FreezeView>;
        };
    };
    /**
     * What became of each grant of a freeze whose grants are revoked.
     *
     * Errors: `not_found` (404).
     */
    listFrozenGrants: {
        params: {
            /** Id of the freeze. */
            freeze_id: string;
        };
        query?: {
            /** Only those of which this became. */
            status?: ("pending" | "revoked" | "revocation_unsupported" | "already_gone" | "failed") | undefined;
            /** `next` of the page before. */
            after?: number | undefined;
            /**
             * How many to return.
             *
             * @default 100
             */
            limit?: number | undefined;
        };
        response: {
            /**
             * In the order in which the connections were made; then those of sign-ins that made
             * none.
             */
            data: Array<{
                /** The integration of the connection. */
                integration_id: string;
                /**
                 * Id of the connection; of a sign-in that made none, the id that it would have had.
                 */
                connection_id: string;
                /**
                 * The sign-in that was granted it, and ended or waited for its end user; null: it
                 * is that of a connection.
                 */
                attempt_id: (string | null);
                /** What became of its grant. */
                status: ("pending" | "revoked" | "revocation_unsupported" | "already_gone" | "failed");
                /** Why it could not be revoked, or not yet; null where there is nothing to say. */
                reason: (string | null);
                /** When that was found out. ISO 8601. */
                updated_at: string;
            }>;
            /** For `after`; null: this was the last page. */
            next: (number | null);
        };
    };
    /**
     * Runs of functions, built-in and deployed ones, the newest first. They are kept for 7 days.
     *
     * Errors: `invalid_cursor` (400).
     */
    listFunctionRuns: {
        query?: {
            /** Only those of this integration. */
            integration_id?: string | undefined;
            /** Only those for connections of this id. */
            connection_id?: ConnectionId | undefined;
            /** Only those of this type. */
            type?: RunType | undefined;
            /** Only those of functions of this name. */
            name?: FunctionName | undefined;
            /** Only those that stand so. */
            status?: RunStatus | undefined;
            /**
             * How many at most; 20 by default.
             *
             * @default 20
             */
            limit?: number | undefined;
            /** `next_cursor` of the page before. */
            cursor?: string | undefined;
        };
        response: {
            /** A page of runs. */
            data: Array<{
                /** Id of the run. */
                id: string;
                /** What ran; `webhook`: a sync on a webhook of the provider. */
                type: RunType;
                /** Name of the function. */
                name: string;
                /** Variant of a sync. */
                variant: (string | null);
                /** Id of the integration. */
                integration_id: string;
                /** Id of the connection; of one that was refused there is none. */
                connection_id: string;
                /**
                 * `interrupted`: of a sync whose server has ended, and which goes on in another
                 * run.
                 */
                status: RunStatus;
                /** Of an action: whether its caller does not wait for it. */
                is_async: boolean;
                /** Which attempt it is. */
                attempt: number;
                /** How many attempts there may be. */
                most_attempts: number;
                /** When it was asked for. ISO 8601. */
                created_at: string;
                /** When its last attempt began. ISO 8601. */
                started_at: (string | null);
                /** When it ended. ISO 8601. */
                finished_at: (string | null);
                /** Milliseconds from `started_at` to `finished_at`. */
                duration_ms: (number | null);
                /** Requests to the provider. */
                calls: number;
                /** What it has changed, by model. */
                records: Record<string, {
                    /** New records. */
                    added: number;
                    /** Changed records. */
                    updated: number;
                    /** Deleted records. */
                    deleted: number;
                }>;
                /** Records of the provider that had not the form of their model, by model. */
                set_aside: Record<string, number>;
                /** Why it failed. */
                error: ({
                    /** Code of the error. */
                    code: string;
                    /** What happened. */
                    message: string;
                } | null);
                /** When its end was asked for. ISO 8601. */
                cancelled_at: (string | null);
            }>;
            /** For the next page; null: there is none. */
            next_cursor: (string | null);
        };
    };
    /**
     * The functions of this environment: built-in and deployed ones in one list.
     *
     * Errors: `invalid_cursor` (400).
     */
    listFunctions: {
        query?: {
            /** Only those of this integration. */
            integration_id?: string | undefined;
            /** Only those that are this. */
            type?: FunctionType | undefined;
            /**
             * Only those whose name has this in it, in any case; a cursor goes on with the same
             * search.
             */
            search?: string | undefined;
            /**
             * How many at most; 20 by default.
             *
             * @default 20
             */
            limit?: number | undefined;
            /** `next_cursor` of the page before. */
            cursor?: string | undefined;
        };
        response: {
            /** A page of functions. */
            data: Array<{
                /** Id of the function; null: it is built in, and nothing was changed about it. */
                id: (string | null);
                /** Name of the function. */
                name: string;
                /** What it is. */
                type: FunctionType;
                /** Id of the integration. */
                integration_id: string;
                /** Provider of the integration. */
                provider: string;
                /** Whose code runs: that of this release, or what was deployed. */
                origin: ("built_in" | "deployed");
                /** Whether it was deployed in the place of a built-in function. */
                replaces_built_in: boolean;
                /** Whether it is switched on for the integration. */
                enabled: boolean;
                /**
                 * How often a sync runs, unless a connection has a frequency of its own; null of
                 * others.
                 */
                frequency: (string | null);
                /** How often it runs by itself. */
                declared_frequency: (string | null);
                /** Whether a sync starts with the connection. */
                auto_start: boolean;
                /** Models of a sync. */
                models: Array<string>;
                /** What a handler of events is run on. */
                event: (string | null);
                /** What it does. */
                description: (string | null);
                /** Its version, as its author counts. */
                version: (string | null);
                /** Where its records are listed, or it is called, beside its name. */
                endpoints: Array<{
                    /** Its method. */
                    method: string;
                    /** Its path. */
                    path: string;
                    /** Under which heading documentation lists it. */
                    group: (string | null);
                }>;
                /** Types of incoming webhooks that it handles. */
                webhook_subscriptions: Array<string>;
                /** JSON Schema of its models, input and output, in `definitions`. */
                json_schema: (Record<string, unknown> | null);
                /**
                 * Name of the schema of the input of an action, in `json_schema`; null: it takes
                 * none, or it is not known.
                 */
                input: (string | null);
                /**
                 * Name of the schema of what an action returns, in `json_schema`; null: it is not
                 * known.
                 */
                output: (string | null);
                /** OAuth scopes that it needs. */
                scopes: Array<string>;
                /** What it uses, such as `checkpoints`. */
                features: Array<string>;
                /**
                 * What deployed code runs in: an isolate, or a process with Node's modules, which
                 * needs a `full` wall.
                 */
                engine: ("isolate" | "process");
                /** Whether a sync deletes what a run has not saved. */
                track_deletes: boolean;
                /** Version of the tool that compiled it; null: it is built in, or not known. */
                sdk_version: (string | null);
                /** What it was written from; null: nothing. */
                forked_from: ({
                    /** The built-in function: its provider and its name, with a slash between. */
                    name: string;
                    /** Whether that one has changed since. */
                    is_behind: boolean;
                } | null);
                /** When it was deployed; null: it is built in. ISO 8601. */
                last_deployed: (string | null);
            }>;
            /** For the next page; null: there is none. */
            next_cursor: (string | null);
        };
    };
    /**
     * How each integration is, or each provider, by what the calls of this environment came to:
     * with evidence, and without guesses.
     */
    listIntegrationStatus: {
        query?: {
            /**
             * `provider`: the integrations of a provider together, as far as they are of this
             * environment.
             *
             * @default "integration"
             */
            by?: ("integration" | "provider") | undefined;
            /** Only this provider. */
            provider?: string | undefined;
            /** Adds `history`: so many hours, this one included; up to 7 days. */
            hours?: number | undefined;
            /** `next_cursor` of the page before. Absent: from the first. */
            cursor?: string | undefined;
            /**
             * How many to return.
             *
             * @default 50
             */
            limit?: number | undefined;
        };
        response: {
            /**
             * In the order of their ids. Incidents are those of the last 24 hours, or of `hours`.
             */
            data: Array<{
                /** Id of the integration; null: all integrations of the provider together. */
                integration_id: (string | null);
                /** Id of the provider. */
                provider: string;
                /** How many integrations these figures are of. */
                integrations: number;
                /**
                 * `unknown`: there were too few calls to tell. `paused`: switched off or frozen, so
                 * nothing is sent. docs/status.md says when it is which.
                 */
                state: ("operational" | "degraded" | "down" | "unknown" | "paused");
                /**
                 * Since when it has been operational, or has not; null: for all the hours that were
                 * looked at, or not known. ISO 8601.
                 */
                since: (string | null);
                /**
                 * What most failures are due to; null while it is operational, unknown or paused.
                 */
                cause: (("provider" | "credentials" | "rate_limit" | "platform") | null);
                /** What the state is concluded from, in sentences for people. */
                evidence: Array<string>;
                /**
                 * Calls to the provider in the last five minutes. Each attempt counts, and what was
                 * not sent because of earlier failures.
                 */
                calls_5m: number;
                /** How many of them failed, by cause. */
                failures_5m: {
                    /**
                     * Answered with a status from 500, not at all, or unusably; or not sent because
                     * of such failures.
                     */
                    provider: number;
                    /** Answered 401 or 403, or a token refused. */
                    credentials: number;
                    /**
                     * Answered 429, or what this provider sends instead; or not sent because the
                     * rate limit was used up.
                     */
                    rate_limit: number;
                    /**
                     * Refused by Patchbay: a redirect or a destination that is not allowed, a
                     * response that is too large.
                     */
                    platform: number;
                };
                /** The share of them that failed; null: there were too few. */
                error_rate_5m: (number | null);
                /** The same of the seven days before today; null: there were too few calls. */
                usual_error_rate: (number | null);
                /**
                 * 95 % of the proxied calls of the last five minutes were answered in this time;
                 * null: too few.
                 */
                p95_ms: (number | null);
                /** The same of the seven days before today; null: there were too few calls. */
                usual_p95_ms: (number | null);
                /** Renewals of credentials. */
                refreshes: {
                    /** Refreshes in this hour and the one before. */
                    calls: number;
                    /** How many of them failed. */
                    failed: number;
                    /**
                     * The share that failed in the seven days before today; null: there were too
                     * few.
                     */
                    usual_failure_rate: (number | null);
                };
                /**
                 * About how many connections had failed calls in the last five minutes; exact when
                 * few.
                 */
                affected_connections: number;
                /** When it was not operational in the hours that were looked at, newest first. */
                incidents: Array<{
                    /** The worst that it was. */
                    state: ("degraded" | "down");
                    /** When it began: the hour, or the minute where it is recent. ISO 8601. */
                    since: string;
                    /** When it ended; null: it goes on. ISO 8601. */
                    until: (string | null);
                    /** Why most of the calls failed; null: none failed, they were slow. */
                    cause: (("provider" | "credentials" | "rate_limit" | "platform") | null);
                    /** Calls in these hours. */
                    calls: number;
                    /** How many of them failed. */
                    failed: number;
                    /** The same in one sentence. */
                    message: string;
                }>;
                /** Hours with calls, oldest first. */
                history?: Array<{
                    /** Beginning of the hour. ISO 8601. */
                    at: string;
                    /** How it was, on the whole. */
                    state: ("operational" | "degraded" | "down" | "unknown");
                    /** Calls to the provider. */
                    calls: number;
                    /** How many of them failed, by cause. */
                    failures: {
                        /**
                         * Answered with a status from 500, not at all, or unusably; or not sent
                         * because of such failures.
                         */
                        provider: number;
                        /** Answered 401 or 403, or a token refused. */
                        credentials: number;
                        /**
                         * Answered 429, or what this provider sends instead; or not sent because
                         * the rate limit was used up.
                         */
                        rate_limit: number;
                        /**
                         * Refused by Patchbay: a redirect or a destination that is not allowed, a
                         * response that is too large.
                         */
                        platform: number;
                    };
                    /** 95 % of the proxied calls were answered in this time; null: too few. */
                    p95_ms: (number | null);
                    /** About how many connections had failed calls. */
                    affected_connections: number;
                }> | undefined;
            }>;
            /** For the next page; null when there is none. */
            next_cursor: (string | null);
        };
    };
    /**
     * The integrations of this environment; with a session token, those that the session allows and
     * that are switched on.
     */
    listIntegrations: {
        query?: {
            /** `connections` adds how many connections each has. Absent: it is not counted. */
            include?: Array<"connections"> | undefined;
        };
        response: {
            /** The result. */
            data: Array<IntegrationView>;
        };
    };
    /** List invoices. */
    listInvoices: {
        query?: UnifiedListQuery;
        headers: RecordHeaders;
        response: {
            /**
             * The records, in the order of their changes. One that was pruned (`pruned_at`) has
             * only `id` of the fields of its model.
             */
            records: Array<Invoice & RecordMetadata>;
            /** For the next page; null when there is none. */
            next_cursor: (string | null);
        };
    };
    /**
     * What needs attention, and what was resolved within 30 days, the newest first.
     *
     * Errors: `invalid_cursor` (400).
     */
    listIssues: {
        query?: {
            /** Only those with this status. */
            status?: ("open" | "muted" | "resolved") | undefined;
            /** Only those of this rule. */
            rule?: ("connection_broken" | "app_refused" | "delivery_exhausted" | "endpoint_disabled" | "sync_failing" | "error_rate" | "rate_limit_starved" | "integration_frozen" | "many_credentials_read") | undefined;
            /** `next_cursor` of the response before. */
            cursor?: string | undefined;
            /**
             * How many to return at most.
             *
             * @default 100
             */
            limit?: number | undefined;
        };
        response: {
            /** The issues. */
            data: Array<IssueView>;
            /** For the older ones; null: there are none. */
            next_cursor: (string | null);
        };
    };
    /** List items. */
    listItems: {
        query?: UnifiedListQuery;
        headers: RecordHeaders;
        response: {
            /**
             * The records, in the order of their changes. One that was pruned (`pruned_at`) has
             * only `id` of the fields of its model.
             */
            records: Array<Item & RecordMetadata>;
            /** For the next page; null when there is none. */
            next_cursor: (string | null);
        };
    };
    /** List job posts. */
    listJobPosts: {
        query?: UnifiedListQuery;
        headers: RecordHeaders;
        response: {
            /**
             * The records, in the order of their changes. One that was pruned (`pruned_at`) has
             * only `id` of the fields of its model.
             */
            records: Array<JobPost & RecordMetadata>;
            /** For the next page; null when there is none. */
            next_cursor: (string | null);
        };
    };
    /** List the stages of jobs. */
    listJobStages: {
        query?: UnifiedListQuery;
        headers: RecordHeaders;
        response: {
            /**
             * The records, in the order of their changes. One that was pruned (`pruned_at`) has
             * only `id` of the fields of its model.
             */
            records: Array<JobStage & RecordMetadata>;
            /** For the next page; null when there is none. */
            next_cursor: (string | null);
        };
    };
    /** List jobs. */
    listJobs: {
        query?: UnifiedListQuery;
        headers: RecordHeaders;
        response: {
            /**
             * The records, in the order of their changes. One that was pruned (`pruned_at`) has
             * only `id` of the fields of its model.
             */
            records: Array<Job & RecordMetadata>;
            /** For the next page; null when there is none. */
            next_cursor: (string | null);
        };
    };
    /** List journal entries. */
    listJournalEntries: {
        query?: UnifiedListQuery;
        headers: RecordHeaders;
        response: {
            /**
             * The records, in the order of their changes. One that was pruned (`pruned_at`) has
             * only `id` of the fields of its model.
             */
            records: Array<JournalEntry & RecordMetadata>;
            /** For the next page; null when there is none. */
            next_cursor: (string | null);
        };
    };
    /** List locations. */
    listLocations: {
        query?: UnifiedListQuery;
        headers: RecordHeaders;
        response: {
            /**
             * The records, in the order of their changes. One that was pruned (`pruned_at`) has
             * only `id` of the fields of its model.
             */
            records: Array<Location & RecordMetadata>;
            /** For the next page; null when there is none. */
            next_cursor: (string | null);
        };
    };
    /** Requests to providers and to your webhooks, newest first: those that all filters fit. */
    listLogs: {
        query?: {
            /** Id of a connection. Absent: all. */
            connection_id?: ConnectionId | undefined;
            /** Id of an integration. Absent: all. */
            integration_id?: string | undefined;
            /** What the requests were for. Absent: all. */
            kind?: ("proxy" | "token" | "refresh" | "check" | "revocation" | "webhook_delivery" | "incoming_webhook" | "alert") | undefined;
            /** A status such as `404`, or a class such as `4xx`. Absent: all. */
            status?: string | undefined;
            /**
             * `true`: without a complete response, or with a status from 400; `false`: the others.
             */
            failed?: string | undefined;
            /** Id of one call of this API, as its response has it in `patchbay-request-id`. */
            request_id?: CallerRequestId | undefined;
            /** Id of an operation: all its attempts. */
            operation_id?: string | undefined;
            /** Id of a run of a function: the requests to the provider that it made. */
            run_id?: string | undefined;
            /**
             * Words that URL or error begin with, in any order and case: `invoices 4711` finds
             * `/v1/invoices/47110`.
             */
            search?: string | undefined;
            /** Those that ended at this time or later; ISO 8601. Absent: all that are kept. */
            since?: string | undefined;
            /** Those that ended before this time; ISO 8601. Absent: until now. */
            until?: string | undefined;
            /** `next_cursor` of the page before. Absent: the newest. */
            cursor?: string | undefined;
            /**
             * How many entries to return.
             *
             * @default 50
             */
            limit?: number | undefined;
        };
        response: {
            /** The result. */
            data: Array<{
                /** Id of the entry; entries sort by it. */
                id: string;
                /**
                 * Requests that belong together have the same: retries, redirects, pages. Of a
                 * `webhook_delivery` the id of the delivery.
                 */
                operation_id: string;
                /** Place of the request in its operation, from 1. */
                attempt: number;
                /**
                 * Id of the call of this API that it was made for: the caller’s
                 * `patchbay-request-id`, or ours.
                 */
                request_id: string;
                /**
                 * What it was for: `proxy`, `token` (a sign-in’s code, or a client’s token),
                 * `refresh`, `check` (of credentials), `revocation`, `webhook_delivery`,
                 * `incoming_webhook` (a request from the provider, and our response), `alert` (a
                 * message about an issue).
                 */
                kind: ("proxy" | "token" | "refresh" | "check" | "revocation" | "webhook_delivery" | "incoming_webhook" | "alert");
                /** Id of the provider. */
                provider: (string | null);
                /** Id of the integration. */
                integration_id: (string | null);
                /** Null where there is no connection, or not yet. */
                connection_id: (string | null);
                /** HTTP method. */
                method: string;
                /**
                 * As it was sent, with `[redacted]` and `[secret]` instead of secrets; of a proxied
                 * call that was refused before, the path that was called.
                 */
                url: string;
                /** HTTP status; null when there was no response. */
                status: (number | null);
                /** No complete response, or a status from 400. */
                failed: boolean;
                /**
                 * Why there is no complete response; null when there is one, whatever its status.
                 */
                error: ({
                    /**
                     * What went wrong, such as `timeout`; of a call that was refused before it was
                     * sent, the code of its response.
                     */
                    code: string;
                    /** The same for people. */
                    message: string;
                } | null);
                /** When it began; ISO 8601, UTC. */
                started_at: string;
                /** Where the time went. */
                timings: {
                    /** Milliseconds. Waited for its turn, where the provider’s rate is limited. */
                    queue_ms: number;
                    /**
                     * Milliseconds. Name look-up, connection and TLS; about 0 on a kept connection.
                     * Null: none was made.
                     */
                    connect_ms: (number | null);
                    /**
                     * Milliseconds. From then until the headers of the response. Null: there was
                     * none.
                     */
                    first_byte_ms: (number | null);
                    /** Milliseconds. Until the end of the body, without the queue. */
                    total_ms: number;
                };
                /** Length of the body that was sent. */
                request_bytes: number;
                /** Length of the body that came, compressed where it was. */
                response_bytes: number;
            }>;
            /** For the next page; null when there is none. */
            next_cursor: (string | null);
        };
    };
    /** List payments. */
    listPayments: {
        query?: UnifiedListQuery;
        headers: RecordHeaders;
        response: {
            /**
             * The records, in the order of their changes. One that was pruned (`pruned_at`) has
             * only `id` of the fields of its model.
             */
            records: Array<Payment & RecordMetadata>;
            /** For the next page; null when there is none. */
            next_cursor: (string | null);
        };
    };
    /** The third-party APIs that Patchbay knows. */
    listProviders: {
        query?: {
            /**
             * Text, in any case, that its id, its display name, one of its `aliases` or one of its
             * `other_ids` contains.
             */
            search?: string | undefined;
            /** Only those with this id among their `categories`. */
            category?: string | undefined;
            /** Only those that are authenticated to in this way. */
            auth_mode?: ("OAUTH2" | "OAUTH1" | "OAUTH2_CC" | "TWO_STEP" | "JWT" | "SIGNATURE" | "BILL" | "API_KEY" | "BASIC" | "TBA" | "AWS_SIGV4" | "NONE" | "APP" | "CUSTOM" | "INSTALL_PLUGIN" | "MCP_OAUTH2" | "MCP_OAUTH2_GENERIC") | undefined;
            /** `next_cursor` of the page before. Absent: from the first. */
            cursor?: string | undefined;
            /** How many to return. Absent: all of them, in one response. */
            limit?: number | undefined;
        };
        response: {
            /** In the order of their ids. */
            data: Array<ApiProvider>;
            /**
             * For the next page; null when there is none. Absent without `limit`, as then there is
             * no other page.
             */
            next_cursor?: (string | null) | undefined;
        };
    };
    /** List purchase orders. */
    listPurchaseOrders: {
        query?: UnifiedListQuery;
        headers: RecordHeaders;
        response: {
            /**
             * The records, in the order of their changes. One that was pruned (`pruned_at`) has
             * only `id` of the fields of its model.
             */
            records: Array<PurchaseOrder & RecordMetadata>;
            /** For the next page; null when there is none. */
            next_cursor: (string | null);
        };
    };
    /** List purchases. */
    listPurchases: {
        query?: UnifiedListQuery;
        headers: RecordHeaders;
        response: {
            /**
             * The records, in the order of their changes. One that was pruned (`pruned_at`) has
             * only `id` of the fields of its model.
             */
            records: Array<Purchase & RecordMetadata>;
            /** For the next page; null when there is none. */
            next_cursor: (string | null);
        };
    };
    /**
     * Records of one model that the syncs of a connection have read, in the order of their changes.
     * A reader that goes on at the last `cursor` misses no change.
     *
     * Errors: `unknown_connection` (400), `not_confirmed` (409).
     */
    listRecords: {
        query: {
            /** Name of the model, such as `Candidate`. */
            model: string;
            /** Variant of the sync. Absent: `base`, the usual one. */
            variant?: string | undefined;
            /**
             * Those that changed at this time or later; ISO 8601 in UTC, at most 12 months ago.
             * Absent: all.
             */
            modified_after?: string | undefined;
            /** Deprecated name of `modified_after`. ISO 8601. */
            delta?: string | undefined;
            /**
             * How many records to return.
             *
             * @default 100
             */
            limit?: number | undefined;
            /**
             * Which last actions: `added`, `updated`, `deleted`, or several of them, separated by
             * commas. Absent: all.
             */
            filter?: string | undefined;
            /**
             * `next_cursor` of the page before, or the cursor of a record. Absent: from the first.
             */
            cursor?: string | undefined;
            /** Ids of records; may be repeated. Absent: all. */
            ids?: Array<string> | undefined;
            /**
             * Whether `_patchbay_metadata` also has `raw`: what the provider sent, as it was when
             * the record last changed.
             */
            raw?: string | undefined;
        };
        headers: RecordHeaders;
        response: {
            /** The records, with the fields of their model. */
            records: Array<{
                /** Id of the record at the provider. */
                id: string;
                /** Its history, as clients of the reference service read it. */
                _nango_metadata: {
                    /** When it was first read. ISO 8601. */
                    first_seen_at: string;
                    /**
                     * When it was last read with a change, or found deleted. Records are in this
                     * order. ISO 8601.
                     */
                    last_modified_at: string;
                    /** What that change was. */
                    last_action: ("ADDED" | "UPDATED" | "DELETED");
                    /** When it was found deleted at the provider; null: it is there. ISO 8601. */
                    deleted_at: (string | null);
                    /**
                     * When its fields were removed, all but `id`; null: they are there. ISO 8601.
                     */
                    pruned_at: (string | null);
                    /**
                     * Its place: `cursor` to read on behind it, `until_cursor` to prune up to it.
                     */
                    cursor: string;
                };
                /** Where it comes from. */
                _patchbay_metadata: {
                    /**
                     * Who made the last change: `us`, a write through Patchbay, or `vendor`, all
                     * others.
                     */
                    origin: ("us" | "vendor");
                    /** Id of the run that read or wrote it. */
                    run_id: (string | null);
                    /** When this version of it was first seen. ISO 8601. */
                    seen_at: string;
                    /** The version that the provider gives it; null where it gives none. */
                    vendor_version: (string | null);
                    /** What the provider sent; null where it is not known. */
                    raw?: unknown | undefined;
                };
                [name: string]: unknown;
            }>;
            /** For the next page; null when there is none. */
            next_cursor: (string | null);
        };
    };
    /**
     * This environment's live secret keys, without their secrets.
     *
     * Errors: `not_found` (404).
     */
    listSecretKeys: {
        query?: {
            /**
             * Id of the environment: needed with an account key. Another key is of one environment
             * already.
             */
            environment_id?: EnvironmentId | undefined;
        };
        response: {
            /** The result. */
            data: Array<SecretKeyView>;
        };
    };
    /** List transfers. */
    listTransfers: {
        query?: UnifiedListQuery;
        headers: RecordHeaders;
        response: {
            /**
             * The records, in the order of their changes. One that was pruned (`pruned_at`) has
             * only `id` of the fields of its model.
             */
            records: Array<Transfer & RecordMetadata>;
            /** For the next page; null when there is none. */
            next_cursor: (string | null);
        };
    };
    /** List users. */
    listUsers: {
        query?: UnifiedListQuery;
        headers: RecordHeaders;
        response: {
            /**
             * The records, in the order of their changes. One that was pruned (`pruned_at`) has
             * only `id` of the fields of its model.
             */
            records: Array<User & RecordMetadata>;
            /** For the next page; null when there is none. */
            next_cursor: (string | null);
        };
    };
    /**
     * What was sent to endpoints, newest first. With `status=exhausted`: what could not be
     * delivered.
     *
     * Errors: `invalid_cursor` (400).
     */
    listWebhookDeliveries: {
        query?: {
            /** Only those of this endpoint. */
            endpoint_id?: string | undefined;
            /** Only those of this event. */
            event_id?: string | undefined;
            /** Only those with this status. */
            status?: ("pending" | "delivered" | "exhausted") | undefined;
            /** Only those made at this time or later. ISO 8601. */
            from?: string | undefined;
            /** Only those made before this time. ISO 8601. */
            to?: string | undefined;
            /** `next_cursor` of the response before. */
            cursor?: string | undefined;
            /**
             * How many to return at most.
             *
             * @default 100
             */
            limit?: number | undefined;
        };
        response: {
            /** The deliveries. */
            data: Array<{
                /** Id of the delivery. */
                id: string;
                /** Id of the event: the header `webhook-id` of every attempt and replay. */
                event_id: string;
                /** Type of the event. */
                event_type: string;
                /** Id of the endpoint. */
                endpoint_id: string;
                /**
                 * `exhausted`: every attempt failed, and there are no more, unless you replay it.
                 */
                status: ("pending" | "delivered" | "exhausted");
                /** How often it was begun to be sent. An attempt whose worker was killed counts. */
                attempts: number;
                /** When it is sent next; null: not again. ISO 8601. */
                next_attempt_at: (string | null);
                /** Status of the last response; null: there was none. */
                response_status: (number | null);
                /** Why the last attempt failed, for people; null: it did not. */
                failure: (string | null);
                /** When it was last sent. ISO 8601. */
                attempted_at: (string | null);
                /** When it was made. ISO 8601. */
                created_at: string;
            }>;
            /** For the older ones; null: there are none. */
            next_cursor: (string | null);
        };
    };
    /** The addresses that events are sent to, oldest first. */
    listWebhookEndpoints: {
        response: {
            /** The result. */
            data: Array<{
                /** Id of the endpoint. */
                id: string;
                /**
                 * Address that events are sent to. Null: the URLs of connections
                 * (`webhook_url_override`).
                 */
                url: (string | null);
                /** What it is for, for people. */
                description: (string | null);
                /**
                 * The events that it gets; empty: all but `record.changed` and
                 * `connection.reconnect_link`.
                 */
                event_types: Array<string>;
                /** When it was made. It gets no events from before. ISO 8601. */
                created_at: string;
                /** When it was last changed. ISO 8601. */
                updated_at: string;
                /**
                 * The first failure since the last success; null: the last delivery succeeded. ISO
                 * 8601.
                 */
                failing_since: (string | null);
                /** Since when nothing is sent to it; null: it is in use. ISO 8601. */
                disabled_at: (string | null);
                /** Why nothing is sent to it, for people. */
                disabled_reason: (string | null);
            }>;
        };
    };
    /**
     * Tell no channel of an issue for a time, even if it is resolved and comes again.
     *
     * Errors: `not_found` (404).
     */
    muteIssue: {
        params: {
            /** Id of the issue. */
            issue_id: string;
        };
        body: MuteIssueBody;
        response: {
            /** The result. */
            data: IssueView;
        };
    };
    /**
     * Switch actions and handlers of events off for one connection. Calls of the actions are
     * refused; runs under way go on.
     *
     * Errors: `unknown_connection` (404), `not_confirmed` (409), `not_found` (404).
     */
    pauseFunctions: {
        body: PauseFunctionsBody;
        response: {
            /** The result. */
            data: {
                /** What is paused for the connection now. */
                paused: Array<{
                    /** What it is. Syncs have `POST /sync/pause`. */
                    type: ("action" | "on-event");
                    /** Name of the function: letters, digits, `_` and `-`. */
                    name: FunctionName;
                }>;
            };
        };
    };
    /**
     * Pause the schedule of syncs. A run under way stops; what it has written stays.
     *
     * Errors: `unknown_provider_config` (400), `unknown_connection` (404), `no_syncs_found` (400),
     * `not_confirmed` (409).
     */
    pauseSync: {
        body: PauseSyncBody;
        response: {
            /** Always `true`: an error has another status. */
            success: true;
        };
    };
    /**
     * What deploying bundles would add, change and delete. Nothing is changed.
     *
     * Errors: `provider_not_on_account` (400), `duplicate_function` (400), `invalid_function`
     * (400), `function_engine_unavailable` (503), `runner_unavailable` (503).
     */
    previewBundle: {
        body: DeployBundleBody;
        response: {
            /** Functions that are added. */
            created: Array<{
                /** Id of the integration. */
                integrationId: string;
                /** Name of the function. */
                name: string;
            }>;
            /** Functions that are changed. */
            updated: Array<{
                /** Id of the integration. */
                integrationId: string;
                /** Name of the function. */
                name: string;
            }>;
            /** Functions that stay as they are. */
            unchanged: Array<{
                /** Id of the integration. */
                integrationId: string;
                /** Name of the function. */
                name: string;
            }>;
            /** Functions that are deleted, syncs with their records. */
            deleted: Array<{
                /** Id of the integration. */
                integrationId: string;
                /** Name of the function. */
                name: string;
            }>;
        };
    };
    /**
     * Remove the fields of records that you have stored, up to and including a cursor; ids and
     * history stay.
     *
     * Errors: `unknown_connection` (400), `not_confirmed` (409).
     */
    pruneRecords: {
        headers: RecordHeaders;
        body: PruneRecordsBody;
        response: {
            /** How many records were pruned. */
            count: number;
            /** Whether there are more up to the cursor: call again. */
            has_more: boolean;
        };
    };
    /**
     * Send events again, with their first `webhook-id`: by id, by time, by endpoint.
     *
     * Errors: `invalid_cursor` (400), `not_found` (404).
     */
    replayWebhookDeliveries: {
        body: ReplayWebhookDeliveriesBody;
        response: {
            /** The result. */
            data: {
                /**
                 * How many deliveries are sent again now. Those still pending are not counted: they
                 * are sent anyway.
                 */
                replayed: number;
                /** There are more: repeat the request with it as `cursor`. Null: these were all. */
                next_cursor: (string | null);
            };
        };
    };
    /**
     * Close an issue although its cause is still there. It is opened again by what happens from
     * then on.
     *
     * Errors: `not_found` (404).
     */
    resolveIssue: {
        params: {
            /** Id of the issue. */
            issue_id: string;
        };
        response: {
            /** The result. */
            data: IssueView;
        };
    };
    /**
     * Run again what has failed: a sync, an asynchronous action with its input, a webhook, or what
     * runs after a connection was made.
     *
     * Errors: `overloaded` (503), `run_not_repeatable` (409), `not_found` (404),
     * `unknown_connection` (404), `disabled_resource` (404), `integration_disabled` (400), `frozen`
     * (423), `no_syncs_found` (400).
     */
    retryFunctionRun: {
        params: {
            /** Id of the run. */
            id: string;
        };
        response: {
            /** The result. */
            data: {
                /** Id of the new run; null: that of a sync gets its own as it begins. */
                run_id: (string | null);
            };
        };
    };
    /**
     * Revoke, at their providers, the grants of everything that a freeze holds. It goes on in the
     * background.
     *
     * Errors: `conflict` (409), `not_found` (404).
     */
    revokeFrozen: {
        params: {
            /** Id of the freeze. */
            freeze_id: string;
        };
        response: {
            /** The result. */
            data: FreezeView;
        };
    };
    /**
     * Revoke a secret key named in the body; see `revokeSecretKeyById`.
     *
     * Errors: `conflict` (409), `not_found` (404).
     */
    revokeSecretKey: {
        body: RevokeSecretKeyBody;
        response: {
            /** Always `true`; a failure has another status. */
            success: true;
        };
    };
    /**
     * Revoke a secret key; it stops working at once, and so do the sessions and share links that it
     * made.
     *
     * Errors: `conflict` (409), `not_found` (404).
     */
    revokeSecretKeyById: {
        params: {
            /** Id of the key, from `GET /environment/api-keys`. */
            key_id: string;
        };
        query?: {
            /**
             * Id of the environment: needed with an account key. Another key is of one environment
             * already.
             */
            environment_id?: EnvironmentId | undefined;
        };
        response: {
            /** Always `true`; a failure has another status. */
            success: true;
        };
    };
    /**
     * Make a key with the name and scopes of another one, which works on for a time. Only this
     * response has its secret.
     *
     * Errors: `conflict` (409), `not_found` (404).
     */
    rotateSecretKey: {
        params: {
            /** Id of the key, from `GET /environment/api-keys`. */
            key_id: string;
        };
        body: RotateSecretKeyBody;
        response: {
            /** The result. */
            data: {
                /** Id of the key; it is part of the key itself and not secret. */
                id: string;
                /** Name given when the key was made. */
                display_name: string;
                /** What the key is allowed to do. */
                scopes: Array<Scope>;
                /** When the key was made. ISO 8601. */
                created_at: string;
                /** When the key was last used, to the minute; null: never. ISO 8601. */
                last_used_at: (string | null);
                /** Until when a key that was rotated works; null: until it is revoked. ISO 8601. */
                expires_at: (string | null);
                /** Id of the key that took the place of a rotated one; null: it was not rotated. */
                replaced_by: (string | null);
                /**
                 * Id of the key whose first use makes this one end an hour later; `expires_at` is
                 * then the latest end. null: it waits for none.
                 */
                ends_on_use_of: (string | null);
                /**
                 * The latest end that a rotated key can be given, 30 days after its rotation; null:
                 * it was not rotated. ISO 8601.
                 */
                extendable_until: (string | null);
                /**
                 * Who made or rotated it; null: the server or its operator, or an earlier release.
                 */
                made_by: ({
                    /** A member in the dashboard, or a key. */
                    kind: ("member" | "secret_key" | "account_key");
                    /** Id of the member or of the key. */
                    id: string;
                    /** Name that they had then. */
                    name: string;
                    /**
                     * Whether the member was removed, or the key revoked. What they have made works
                     * on.
                     */
                    is_gone: boolean;
                } | null);
                /** The new key itself. It is not shown again. */
                secret: string;
                /** Until when the old key works, at the latest. ISO 8601. */
                old_key_valid_until: string;
            };
        };
    };
    /**
     * Make a new signing key for an endpoint. Until the key before ends, both sign what is sent.
     *
     * Errors: `not_found` (404), `credential_unreadable` (503).
     */
    rotateWebhookEndpointKey: {
        params: {
            /** Id of the endpoint. */
            endpoint_id: string;
        };
        body: RotateWebhookEndpointKeyBody;
        response: {
            /** The result. */
            data: {
                /**
                 * Key that signs what is sent, as Standard Webhooks has it: `whsec_` and 32 bytes
                 * in base64. It is not shown again.
                 */
                signing_key: string;
                /** Until when both keys sign. ISO 8601. */
                old_key_valid_until: string;
            };
        };
    };
    /**
     * Make a new signing key for what goes to the URLs of connections (`webhook_url_override`).
     *
     * Errors: `credential_unreadable` (503).
     */
    rotateWebhookSigningKey: {
        body?: RotateWebhookSigningKeyBody;
        response: {
            /** The result. */
            data: {
                /**
                 * Key that signs what is sent, as Standard Webhooks has it: `whsec_` and 32 bytes
                 * in base64. It is not shown again.
                 */
                signing_key: string;
                /** Until when both keys sign. ISO 8601. */
                old_key_valid_until: string;
                /** The same as `signing_key`, for clients of the reference. */
                webhook_signing_key: string;
            };
        };
    };
    /** Send an invoice by email. */
    sendInvoice: {
        query?: UnifiedWriteQuery;
        headers: UnifiedWriteHeaders;
        body: SendInput;
        response: Invoice;
        alternatives: {
            async: QueuedRun;
            dry_run: DryRun;
        };
    };
    /**
     * Give one connection a webhook secret of its own. From then on that of the integration
     * verifies no webhooks that come to the address of the connection.
     *
     * Errors: `unknown_provider_config` (400), `not_found` (404), `not_confirmed` (409),
     * `credential_unreadable` (503).
     */
    setConnectionWebhookSecret: {
        params: {
            /**
             * Id of the connection, unique within its integration: a UUID, or the id that you
             * imported it with.
             */
            connection_id: ConnectionId;
        };
        query: {
            /** Id of the integration: its `unique_key`, also called `provider_config_key`. */
            provider_config_key: string;
        };
        body: SetConnectionWebhookSecretBody;
        response: {
            /** The result. */
            data: {
                /**
                 * Address to enter at the provider, in the account of this connection. Null:
                 * webhooks of this provider come to the address of the integration, if at all.
                 */
                webhook_url: (string | null);
                /**
                 * Whether a secret of this connection verifies its webhooks; without one, the
                 * secret of the integration does.
                 */
                has_own_secret: boolean;
                /**
                 * Until when the secret before this one verifies too; null: there is none. ISO
                 * 8601.
                 */
                previous_secret_until: (string | null);
            };
        };
    };
    /**
     * Set a variable for functions. Runs that begin afterwards get it.
     *
     * Errors: `conflict` (409), `credential_unreadable` (503).
     */
    setEnvironmentVariable: {
        params: {
            /** Name of the variable: letters, digits and `_`. */
            name: string;
        };
        body: SetEnvironmentVariableBody;
        response: {
            /** Always `true`; a failure has another status. */
            success: true;
        };
    };
    /**
     * Replace the metadata of one or several connections: all of them or none.
     *
     * Errors: `unknown_connection` (404), `not_confirmed` (409).
     */
    setMetadata: {
        body: MetadataBody;
        response: MetadataBody;
    };
    /**
     * Switch actions and handlers of events on again for one connection.
     *
     * Errors: `unknown_connection` (404), `not_confirmed` (409), `not_found` (404).
     */
    startFunctions: {
        body: PauseFunctionsBody;
        response: {
            /** The result. */
            data: {
                /** What is paused for the connection now. */
                paused: Array<{
                    /** What it is. Syncs have `POST /sync/pause`. */
                    type: ("action" | "on-event");
                    /** Name of the function: letters, digits, `_` and `-`. */
                    name: FunctionName;
                }>;
            };
        };
    };
    /**
     * Start the schedule of syncs. The first run is at once, from the checkpoint.
     *
     * Errors: `unknown_provider_config` (400), `unknown_connection` (404), `no_syncs_found` (400),
     * `not_confirmed` (409).
     */
    startSync: {
        body: PauseSyncBody;
        response: {
            /** Always `true`: an error has another status. */
            success: true;
        };
    };
    /** How many connections are not healthy, and which outages broke them. */
    summarizeHealth: {
        response: {
            /** The result. */
            data: {
                /**
                 * Connections by `health.status`. Healthy and paused ones are not counted: that
                 * would take as long as there are many.
                 */
                counts: {
                    /** Not checked yet. */
                    unverified: number;
                    /** In temporary trouble. */
                    degraded: number;
                    /** An admin has to act. */
                    needs_attention: number;
                    /** The end user has to reconnect. */
                    needs_reconnect: number;
                };
                /**
                 * Sign-ins that wait for an approval of your app at the provider;
                 * `GET /connect/attempts?status=pending_approval` lists them. Most have no
                 * connection yet.
                 */
                pending_approvals: number;
                /**
                 * Connections of one integration that fail for one cause, and began to within an
                 * hour of each other: at most 100 groups, the largest first. `integration_id`,
                 * `cause`, `since` and `until` filter `GET /connections` and
                 * `POST /connect/links/reconnect`.
                 */
                outages: Array<{
                    /** Id of the integration. */
                    integration_id: string;
                    /** `health.status` of these connections. */
                    status: ("healthy" | "unverified" | "degraded" | "needs_attention" | "needs_reconnect" | "paused");
                    /** Code of `health.cause` of these connections. */
                    cause: ("access_revoked" | "access_expired" | "credentials_refused" | "responses_unusable" | "app_refused" | "address_unusable" | "database_outdated" | "provider_unavailable" | "response_unexpected" | "refused_once" | "database_restored" | "not_checked" | "frozen" | "integration_disabled");
                    /** How many connections. */
                    count: number;
                    /** When the first of them began to fail. ISO 8601. */
                    since: string;
                    /** When the last of them began to fail. ISO 8601. */
                    until: string;
                }>;
            };
        };
    };
    /**
     * New entries as they come, as server-sent events: `data` is an entry as `GET /logs` has it,
     * `id` its id. With `Last-Event-ID` those since that entry are sent first, at most 200. It ends
     * when the server stops: connect again.
     *
     * Errors: `overloaded` (503).
     */
    tailLogs: {
        query?: {
            /** Id of a connection. Absent: all. */
            connection_id?: ConnectionId | undefined;
            /** Id of an integration. Absent: all. */
            integration_id?: string | undefined;
            /** What the requests were for. Absent: all. */
            kind?: ("proxy" | "token" | "refresh" | "check" | "revocation" | "webhook_delivery" | "incoming_webhook" | "alert") | undefined;
            /** A status such as `404`, or a class such as `4xx`. Absent: all. */
            status?: string | undefined;
            /**
             * `true`: without a complete response, or with a status from 400; `false`: the others.
             */
            failed?: string | undefined;
            /** Id of one call of this API, as its response has it in `patchbay-request-id`. */
            request_id?: CallerRequestId | undefined;
            /** Id of an operation: all its attempts. */
            operation_id?: string | undefined;
            /** Id of a run of a function: the requests to the provider that it made. */
            run_id?: string | undefined;
            /**
             * Words that URL or error begin with, in any order and case: `invoices 4711` finds
             * `/v1/invoices/47110`.
             */
            search?: string | undefined;
        };
        response: undefined;
    };
    /**
     * Send an example message to a channel now, and say what it responded.
     *
     * Errors: `not_found` (404), `credential_unreadable` (503).
     */
    testAlertChannel: {
        params: {
            /** Id of the channel. */
            channel_id: string;
        };
        response: {
            /** The result. */
            data: {
                /** Whether the status of the response was from 200 to 299. */
                delivered: boolean;
                /** Status of the response; null: there was none. */
                response_status: (number | null);
                /** What went wrong and what to do, for people; null: nothing. */
                failure: (string | null);
            };
        };
    };
    /**
     * Send one span, one measurement and one line to the collector now, and say what it responded.
     *
     * Errors: `conflict` (409), `credential_unreadable` (503).
     */
    testCollector: {
        response: {
            /** The result. */
            data: {
                /** Whether it took everything. */
                delivered: boolean;
                /** Empty: nothing went wrong. */
                failures: Array<{
                    /** What it did not take. */
                    signal: ("traces" | "metrics" | "logs");
                    /** What went wrong, for people. */
                    message: string;
                }>;
            };
        };
    };
    /**
     * Send an example event to an endpoint now, signed as all are, and say what it responded.
     *
     * Errors: `conflict` (409), `not_found` (404), `credential_unreadable` (503).
     */
    testWebhookEndpoint: {
        params: {
            /** Id of the endpoint. */
            endpoint_id: string;
        };
        body: TestWebhookEndpointBody;
        response: {
            /** The result. */
            data: {
                /** Whether the status of the response was from 200 to 299. */
                delivered: boolean;
                /** Status of the response; null: there was none. */
                response_status: (number | null);
                /** What went wrong and what to do, for people; null: nothing. */
                failure: (string | null);
            };
        };
    };
    /**
     * Run an action of a connection. The response is what the action returns; with the header
     * `X-Async` it is 202 with `id` and `statusUrl`.
     */
    triggerAction: {
        headers: UnifiedWriteHeaders;
        body: TriggerActionBody;
        response: unknown;
        alternatives: {
            async: QueuedRun;
        };
    };
    /**
     * Run syncs now. One that runs already runs again afterwards.
     *
     * Errors: `missing_provider_config_key` (400), `unknown_provider_config` (400),
     * `unknown_connection` (404), `no_syncs_found` (400), `not_confirmed` (409).
     */
    triggerSync: {
        headers?: {
            /** Id of the integration: its `unique_key`, also called `provider_config_key`. */
            "provider-config-key"?: string | undefined;
            /**
             * Id of the connection, unique within its integration: a UUID, or the id that you
             * imported it with.
             */
            "connection-id"?: ConnectionId | undefined;
        };
        body: TriggerSyncBody;
        response: {
            /** Always `true`: an error has another status. */
            success: true;
        };
    };
    /**
     * Tell of an issue again. Channels hear of what they have missed, if it is still there.
     *
     * Errors: `not_found` (404).
     */
    unmuteIssue: {
        params: {
            /** Id of the issue. */
            issue_id: string;
        };
        response: {
            /** The result. */
            data: IssueView;
        };
    };
    /** Update an account. */
    updateAccount: {
        query?: UnifiedWriteQuery;
        headers: UnifiedWriteHeaders;
        body: UpdateAccount;
        response: Account;
        alternatives: {
            async: QueuedRun;
            dry_run: DryRun;
        };
    };
    /**
     * Change a channel, switch it off, or on again.
     *
     * Errors: `conflict` (409), `not_found` (404), `credential_unreadable` (503).
     */
    updateAlertChannel: {
        params: {
            /** Id of the channel. */
            channel_id: string;
        };
        body: UpdateAlertChannelBody;
        response: {
            /** The result. */
            data: {
                /** Id of the channel. */
                id: string;
                /**
                 * `slack`: incoming webhooks of Slack, Mattermost or Discord; `generic`: signed
                 * JSON.
                 */
                kind: ("slack" | "generic");
                /** What it is called, for people. */
                name: string;
                /**
                 * Host of its address. The address is not shown, since it is all that is needed to
                 * post.
                 */
                host: string;
                /** The rules whose issues it is told; empty: all. */
                rules: Array<string>;
                /** By rule: the smallest `count` of which it is told. */
                thresholds: Record<string, number>;
                /** Whether it is told anything. */
                enabled: boolean;
                /**
                 * The first failure since the last success; null: the last message arrived. ISO
                 * 8601.
                 */
                failing_since: (string | null);
                /** Why the last message failed, for people; null: it did not. */
                failure: (string | null);
                /** When it was made. It is told of what happens later. ISO 8601. */
                created_at: string;
                /** When it was last changed. ISO 8601. */
                updated_at: string;
            };
        };
    };
    /** Change the source of an application. */
    updateApplication: {
        params: {
            /** Id of the record at the provider. */
            id: string;
        };
        query?: UnifiedWriteQuery;
        headers: UnifiedWriteHeaders;
        body: ApplicationChange;
        response: Application;
        alternatives: {
            async: QueuedRun;
            dry_run: DryRun;
        };
    };
    /** Update a bill. */
    updateBill: {
        query?: UnifiedWriteQuery;
        headers: UnifiedWriteHeaders;
        body: UpdateBill;
        response: Bill;
        alternatives: {
            async: QueuedRun;
            dry_run: DryRun;
        };
    };
    /**
     * Send traces, metrics and log lines about this environment to a collector of your own, or end
     * that; other servers follow within 5 s.
     *
     * Errors: `conflict` (409), `credential_unreadable` (503).
     */
    updateCollector: {
        body: UpdateCollectorBody;
        response: {
            /** The result. */
            data: {
                /** Base address of the collector; null: there is none. */
                url: (string | null);
                /**
                 * Names of the headers that are sent with each export. Their values are not shown.
                 */
                header_names: Array<string>;
                /** How exports are written. */
                encoding: ("http/protobuf" | "http/json");
                /** What is sent. */
                signals: Array<("traces" | "metrics" | "logs")>;
                /** When the collector last took an export; null: it has not yet. ISO 8601. */
                last_success_at: (string | null);
                /** The last export that was dropped; null: none was. */
                last_error: ({
                    /** When it was. ISO 8601. */
                    at: string;
                    /** What went wrong, for people. */
                    message: string;
                } | null);
            };
        };
    };
    /**
     * Change settings of the Connect UI; what is not named stays.
     *
     * Errors: `conflict` (409).
     */
    updateConnectSettings: {
        body: UpdateConnectSettingsBody;
        response: {
            /** The result. */
            data: ConnectSettings;
        };
    };
    /**
     * Change a connection's own copy of the end user, its tags or its webhook address.
     *
     * Errors: `unknown_provider_config` (400), `not_found` (404), `not_confirmed` (409).
     */
    updateConnection: {
        params: {
            /**
             * Id of the connection, unique within its integration: a UUID, or the id that you
             * imported it with.
             */
            connection_id: ConnectionId;
        };
        query: {
            /** Id of the integration: its `unique_key`, also called `provider_config_key`. */
            provider_config_key: string;
        };
        body: UpdateConnectionBody;
        response: {
            /** Always `true`; a failure has another status. */
            success: true;
        };
    };
    /** Update a credit memo. */
    updateCreditMemo: {
        query?: UnifiedWriteQuery;
        headers: UnifiedWriteHeaders;
        body: UpdateCreditMemo;
        response: CreditMemo;
        alternatives: {
            async: QueuedRun;
            dry_run: DryRun;
        };
    };
    /** Update a customer. */
    updateCustomer: {
        query?: UnifiedWriteQuery;
        headers: UnifiedWriteHeaders;
        body: UpdateCustomer;
        response: Customer;
        alternatives: {
            async: QueuedRun;
            dry_run: DryRun;
        };
    };
    /** Update a deposit. */
    updateDeposit: {
        query?: UnifiedWriteQuery;
        headers: UnifiedWriteHeaders;
        body: UpdateDeposit;
        response: Deposit;
        alternatives: {
            async: QueuedRun;
            dry_run: DryRun;
        };
    };
    /**
     * Switch a function of an integration on or off, or change how often its sync runs.
     *
     * Errors: `conflict` (409), `unknown_provider_config` (404), `not_found` (404),
     * `sync_interval_too_short` (400).
     */
    updateFunction: {
        params: {
            /** Id of the integration: its `unique_key`, also called `provider_config_key`. */
            id: string;
            /** What the function is. */
            type: FunctionType;
            /** Name of the function: letters, digits, `_` and `-`. */
            name: FunctionName;
        };
        body: UpdateFunctionBody;
        response: {
            /** The result. */
            data: {
                /** Id of the function; null: it is built in, and nothing was changed about it. */
                id: (string | null);
                /** Name of the function. */
                name: string;
                /** What it is. */
                type: FunctionType;
                /** Id of the integration. */
                integration_id: string;
                /** Provider of the integration. */
                provider: string;
                /** Whose code runs: that of this release, or what was deployed. */
                origin: ("built_in" | "deployed");
                /** Whether it was deployed in the place of a built-in function. */
                replaces_built_in: boolean;
                /** Whether it is switched on for the integration. */
                enabled: boolean;
                /**
                 * How often a sync runs, unless a connection has a frequency of its own; null of
                 * others.
                 */
                frequency: (string | null);
                /** How often it runs by itself. */
                declared_frequency: (string | null);
                /** Whether a sync starts with the connection. */
                auto_start: boolean;
                /** Models of a sync. */
                models: Array<string>;
                /** What a handler of events is run on. */
                event: (string | null);
                /** What it does. */
                description: (string | null);
                /** Its version, as its author counts. */
                version: (string | null);
                /** Where its records are listed, or it is called, beside its name. */
                endpoints: Array<{
                    /** Its method. */
                    method: string;
                    /** Its path. */
                    path: string;
                    /** Under which heading documentation lists it. */
                    group: (string | null);
                }>;
                /** Types of incoming webhooks that it handles. */
                webhook_subscriptions: Array<string>;
                /** JSON Schema of its models, input and output, in `definitions`. */
                json_schema: (Record<string, unknown> | null);
                /**
                 * Name of the schema of the input of an action, in `json_schema`; null: it takes
                 * none, or it is not known.
                 */
                input: (string | null);
                /**
                 * Name of the schema of what an action returns, in `json_schema`; null: it is not
                 * known.
                 */
                output: (string | null);
                /** OAuth scopes that it needs. */
                scopes: Array<string>;
                /** What it uses, such as `checkpoints`. */
                features: Array<string>;
                /**
                 * What deployed code runs in: an isolate, or a process with Node's modules, which
                 * needs a `full` wall.
                 */
                engine: ("isolate" | "process");
                /** Whether a sync deletes what a run has not saved. */
                track_deletes: boolean;
                /** Version of the tool that compiled it; null: it is built in, or not known. */
                sdk_version: (string | null);
                /** What it was written from; null: nothing. */
                forked_from: ({
                    /** The built-in function: its provider and its name, with a slash between. */
                    name: string;
                    /** Whether that one has changed since. */
                    is_behind: boolean;
                } | null);
                /** When it was deployed; null: it is built in. ISO 8601. */
                last_deployed: (string | null);
            };
        };
    };
    /**
     * Change what functions of this environment may do and use. To let them read credentials, the
     * key has to be allowed to read them.
     *
     * Errors: `forbidden` (403).
     */
    updateFunctionSettings: {
        body: UpdateFunctionSettingsBody;
        response: {
            /** The result. */
            data: {
                /**
                 * Whether deployed functions may read credentials of the environment's connections.
                 * Their requests have them anyway.
                 */
                read_credentials: boolean;
                /** What a run of a deployed function may use. */
                limits: FunctionLimits;
                /** The most that may be set, as the operator of the server allows. */
                most: FunctionLimits;
            };
        };
    };
    /**
     * Change an integration. What is not named stays.
     *
     * Errors: `conflict` (409), `not_found` (404), `frozen` (423).
     */
    updateIntegration: {
        params: {
            /** Id of the integration: its `unique_key`, also called `provider_config_key`. */
            id: string;
        };
        body: UpdateIntegrationBody;
        response: {
            /** The result. */
            data: IntegrationView;
        };
    };
    /** Update an invoice. */
    updateInvoice: {
        query?: UnifiedWriteQuery;
        headers: UnifiedWriteHeaders;
        body: UpdateInvoice;
        response: Invoice;
        alternatives: {
            async: QueuedRun;
            dry_run: DryRun;
        };
    };
    /** Update an item. */
    updateItem: {
        query?: UnifiedWriteQuery;
        headers: UnifiedWriteHeaders;
        body: UpdateItem;
        response: Item;
        alternatives: {
            async: QueuedRun;
            dry_run: DryRun;
        };
    };
    /** Update a journal entry. */
    updateJournalEntry: {
        query?: UnifiedWriteQuery;
        headers: UnifiedWriteHeaders;
        body: UpdateJournalEntry;
        response: JournalEntry;
        alternatives: {
            async: QueuedRun;
            dry_run: DryRun;
        };
    };
    /**
     * Merge top-level keys into the metadata of one or several connections: all of them or none.
     *
     * Errors: `unknown_connection` (404), `not_confirmed` (409).
     */
    updateMetadata: {
        body: MetadataBody;
        response: MetadataBody;
    };
    /** Change the source of an application that the body names. */
    updateNamedApplication: {
        query?: UnifiedWriteQuery;
        headers: UnifiedWriteHeaders;
        body: NamedApplicationChange;
        response: Application;
        alternatives: {
            async: QueuedRun;
            dry_run: DryRun;
        };
    };
    /** Update a payment. */
    updatePayment: {
        query?: UnifiedWriteQuery;
        headers: UnifiedWriteHeaders;
        body: UpdatePayment;
        response: Payment;
        alternatives: {
            async: QueuedRun;
            dry_run: DryRun;
        };
    };
    /** Update a purchase order. */
    updatePurchaseOrder: {
        query?: UnifiedWriteQuery;
        headers: UnifiedWriteHeaders;
        body: UpdatePurchaseOrder;
        response: PurchaseOrder;
        alternatives: {
            async: QueuedRun;
            dry_run: DryRun;
        };
    };
    /**
     * Change which bodies the request log keeps, for requests from then on; other servers follow
     * within 5 s.
     */
    updateRequestLogSettings: {
        body: UpdateRequestLogSettingsBody;
        response: {
            /** The result. */
            data: {
                /**
                 * Bodies that are kept: `none`; `errors`, the default: of responses with a status
                 * from 400; `all`: of requests and responses, other than those of tokens.
                 */
                bodies: ("none" | "errors" | "all");
                /**
                 * For how many days entries are kept; `PATCHBAY_REQUEST_LOG_DAYS` of the server.
                 */
                kept_days: number;
                /**
                 * Entries that this server could not store since it started, because the database
                 * was away or too slow.
                 */
                dropped_entries: number;
            };
        };
    };
    /**
     * Set how often a sync of one connection runs.
     *
     * Errors: `conflict` (409), `invalid_body` (400), `unknown_connection` (400), `unknown_sync`
     * (400), `not_confirmed` (409), `sync_interval_too_short` (400).
     */
    updateSyncFrequency: {
        body: UpdateSyncFrequencyBody;
        response: {
            /** How often it runs now. */
            frequency: string;
        };
    };
    /**
     * Change an endpoint, disable it, or enable it again: what is still pending is then sent.
     *
     * Errors: `conflict` (409), `not_found` (404).
     */
    updateWebhookEndpoint: {
        params: {
            /** Id of the endpoint. */
            endpoint_id: string;
        };
        body: UpdateWebhookEndpointBody;
        response: {
            /** The result. */
            data: {
                /** Id of the endpoint. */
                id: string;
                /**
                 * Address that events are sent to. Null: the URLs of connections
                 * (`webhook_url_override`).
                 */
                url: (string | null);
                /** What it is for, for people. */
                description: (string | null);
                /**
                 * The events that it gets; empty: all but `record.changed` and
                 * `connection.reconnect_link`.
                 */
                event_types: Array<string>;
                /** When it was made. It gets no events from before. ISO 8601. */
                created_at: string;
                /** When it was last changed. ISO 8601. */
                updated_at: string;
                /**
                 * The first failure since the last success; null: the last delivery succeeded. ISO
                 * 8601.
                 */
                failing_since: (string | null);
                /** Since when nothing is sent to it; null: it is in use. ISO 8601. */
                disabled_at: (string | null);
                /** Why nothing is sent to it, for people. */
                disabled_reason: (string | null);
            };
        };
    };
    /** Upload a resume. */
    uploadResume: {
        query?: UnifiedWriteQuery;
        headers: UnifiedWriteHeaders;
        body: ResumeUpload;
        response: Resume;
        alternatives: {
            async: QueuedRun;
            dry_run: DryRun;
        };
    };
    /** Void a bill payment. */
    voidBillPayment: {
        query?: UnifiedWriteQuery;
        headers: UnifiedWriteHeaders;
        body: Removal;
        response: BillPayment;
        alternatives: {
            async: QueuedRun;
            dry_run: DryRun;
        };
    };
    /** Void an invoice. */
    voidInvoice: {
        query?: UnifiedWriteQuery;
        headers: UnifiedWriteHeaders;
        body: Removal;
        response: Invoice;
        alternatives: {
            async: QueuedRun;
            dry_run: DryRun;
        };
    };
    /** Void a payment. */
    voidPayment: {
        query?: UnifiedWriteQuery;
        headers: UnifiedWriteHeaders;
        body: Removal;
        response: Payment;
        alternatives: {
            async: QueuedRun;
            dry_run: DryRun;
        };
    };
}
