import { destinationFields, urlTemplates } from './destination-fields.ts';
import type { FormField, FormFields } from './form-field.ts';
import { isValidValue } from './fields.ts';
import { signInOf } from './halves.ts';
import { isMcp } from './mcp.ts';
import { hostPlaceholders, placeholders, restrictsHost } from './interpolate.ts';
import type { Provider, SignatureProvider } from './provider.ts';

/** What is wrong with a definition, and where: keys joined by dots. */
export interface Mistake {
    path: string;
    message: string;
}

/** What a server has for templates without the definition declaring it. */
const knownToAll = ['accessToken', 'app.slug', 'clientId', 'clientSecret', 'sandboxUrl'];
/** What the provider issues, and requests that bring it, by kind. */
const issuedTo: Readonly<Partial<Record<Provider['auth_mode'], readonly RegExp[]>>> = {
    BILL: [/^credentials\.session_id$/],
    CUSTOM: [/^credentials\.(?:app|user)\.access_token$/],
    TWO_STEP: [/^credentials\.refresh_token$/, /^step\d+\.[\w.-]+$/]
};
/** Names that credentials have for what the provider issues. */
const reservedNames = ['type', 'token', 'access_token', 'refresh_token', 'expires_at', 'raw', 'config_override', 'session_id', 'user_id'];
/** Hosts that no pattern of a field in a host may let through. */
const foreignHosts = [
    'evil.example',
    'https://evil.example',
    'https://evil.example/.salesforce.com',
    'evil.example?.com',
    'localhost',
    '127.0.0.1'
];
/** Requests have none, or a signature instead. */
const sendNoCredentials: readonly Provider['auth_mode'][] = ['NONE', 'OAUTH1', 'TBA', 'AWS_SIGV4'];
// Of a server that the end user names, so is the client that was registered there.
const onlyWhatTheEndUserBrings: readonly Provider['auth_mode'][] = ['API_KEY', 'BASIC', 'INSTALL_PLUGIN', 'NONE', 'MCP_OAUTH2_GENERIC'];

/**
 * What a definition breaks of the rules that all have to keep, whether it is ours or an operator's.
 * Its shape, as its type has it, is taken for granted.
 */
export function findMistakes(definition: Provider): Mistake[] {
    const mistakes: Mistake[] = [];
    const report: Report = (path, message) => mistakes.push({ path, message });
    checkTemplates(definition, report);
    // The other rules read the templates.
    if (mistakes.length > 0) return mistakes;
    for (const rule of rules) rule(definition, report);
    return mistakes;
}

type Report = (path: string, message: string) => void;
type Rule = (definition: Provider, report: Report) => void;

const rules: readonly Rule[] = [
    checkNames,
    checkAddresses,
    checkDestinations,
    checkCredentialPlaces,
    checkFields,
    checkChecks,
    checkTokens,
    checkMcp,
    checkApproval,
    checkSignature,
    checkProxy
];

function checkNames({ id, display_name: name, categories, docs }: Provider, report: Report): void {
    if (!/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(id)) report('id', 'Use lower-case letters, digits and single hyphens, such as acme-crm.');
    if (name.trim() === '') report('display_name', 'Give the name that end users know.');
    if (categories.length === 0) report('categories', 'Give at least one.');
    if (!docs.startsWith('https://')) report('docs', 'Give the https address of the API’s documentation.');
}

/** All texts of a definition, with their paths. */
function texts(value: unknown, path: string): [path: string, text: string][] {
    if (typeof value === 'string') return [[path, value]];
    if (typeof value !== 'object' || value === null) return [];
    return Object.entries(value).flatMap(([key, inner]) => texts(inner, path === '' ? key : `${path}.${key}`));
}

function checkTemplates(definition: Provider, report: Report): void {
    const declared = new Set([
        ...knownToAll,
        ...Object.keys(definition.credentials ?? {}).flatMap((name) => [name, `credentials.${name}`]),
        ...Object.keys(definition.connection_config ?? {}).map((name) => `connectionConfig.${name}`)
    ]);
    for (const [path, text] of texts(definition, '')) {
        if (!text.includes('${')) continue;
        for (const placeholder of readPlaceholders(text, path, report))
            if (!declared.has(placeholder) && !issuedTo[definition.auth_mode]?.some((known) => known.test(placeholder)))
                report(path, `\${${placeholder}} is not declared: add it to credentials or connection_config, or correct its name.`);
    }
}

function readPlaceholders(text: string, path: string, report: Report): string[] {
    try {
        return placeholders(text);
    } catch (error) {
        report(path, error instanceof Error ? error.message : 'The template can’t be read.');
        return [];
    }
}

function checkAddresses(definition: Provider, report: Report): void {
    for (const [path, text] of texts(definition, '')) {
        if (/^\w+:\/\//.test(text) && !text.startsWith('https://')) report(path, 'Begin it with https://.');
        if (text.includes('${sandboxUrl}') && !definition.sandbox) report(path, '${sandboxUrl} is for definitions of the sandbox alone.');
    }
    if (definition.proxy?.base_url.endsWith('/')) report('proxy.base_url', 'Leave out the slash at its end.');
}

function checkDestinations(definition: Provider, report: Report): void {
    const { connection_config: declared = {}, auth_mode: mode } = definition;
    const isOnlyOwn = onlyWhatTheEndUserBrings.includes(mode) && !Object.values(declared).some(({ secret }) => secret);
    // Else the OAuth app's secret would go to an address that an end user typed.
    if (!isOnlyOwn)
        for (const name of destinationFields(definition))
            report(`connection_config.${name}`, 'It chooses the host: restrict it by a pattern or an enum to hosts of the provider.');
    const inHost = new Set(urlTemplates(definition).flatMap(hostPlaceholders));
    for (const [name, field] of Object.entries(declared)) {
        if (!inHost.has(`connectionConfig.${name}`) || !restrictsHost(field)) continue;
        const foreign = foreignHosts.find((host) => isValidValue(field, host));
        if (foreign !== undefined)
            report(`connection_config.${name}.pattern`, `It lets ${foreign} through, which is no host of the provider.`);
    }
}

function checkCredentialPlaces(definition: Provider, report: Report): void {
    const { proxy, connection_config: config = {} } = definition;
    const secrets = new Set(Object.entries(config).flatMap(([name, { secret }]) => (secret ? [`connectionConfig.${name}`] : [])));
    const inQuery = Object.entries(proxy?.query ?? {}).map(([name, text]) => [`proxy.query.${name}`, text] as const);
    const inPaths = (proxy?.verification?.endpoints ?? []).map((text, index) => [`proxy.verification.endpoints.${index}`, text] as const);
    const ofAddresses = urlTemplates(definition).map((text) => [pathOf(definition, text), text] as const);
    for (const [path, text] of [...inQuery, ...inPaths, ...ofAddresses])
        for (const placeholder of readPlaceholders(text, path, () => {}))
            if (secrets.has(placeholder) || !isOpen(placeholder))
                report(path, `\${${placeholder}} would stand in an address, which ends up in logs: send it in a header.`);
}

/** Whether it may stand in an address. */
function isOpen(placeholder: string): boolean {
    return ['app.slug', 'sandboxUrl'].includes(placeholder) || placeholder.startsWith('connectionConfig.');
}

function pathOf(definition: Provider, text: string): string {
    return texts(definition, '').find(([, value]) => value === text)?.[0] ?? '';
}

function checkFields(definition: Provider, report: Report): void {
    const { credentials = {}, connection_config: config = {} } = definition;
    for (const name of reservedNames.filter((reserved) => Object.hasOwn(credentials, reserved)))
        report(`credentials.${name}`, 'The credentials have this name for what the provider issues.');
    for (const [target, fields] of Object.entries<FormFields>({ credentials, connection_config: config }))
        for (const [name, field] of Object.entries(fields))
            checkField(field, fields, name, (key, message) => report(`${target}.${name}${key}`, message));
}

function checkField(field: FormField, siblings: FormFields, name: string, report: Report): void {
    const { title, pattern, example, enum: values = [], enum_labels: labels, optional, secret, visible_when: condition } = field;
    if (!/^[A-Z]/.test(title) || /[:.*]$/.test(title)) report('.title', 'Begin it with a capital letter, and end it without a mark.');
    if (/secret|password|apikey/i.test(name) && !secret) report('', 'It looks like a secret: add "secret": true.');
    if (pattern !== undefined) {
        if (!isRegularExpression(pattern)) return report('.pattern', 'It is no regular expression.');
        if (!/^\^.*\$$/s.test(pattern)) report('.pattern', 'Begin it with ^ and end it with $.');
        if (example !== undefined && !example.includes('…') && !new RegExp(pattern).test(example))
            report('.example', 'It does not match the pattern.');
    }
    if (labels && Object.keys(labels).toSorted().join() !== [...values, ...(optional ? [''] : [])].toSorted().join())
        report('.enum_labels', 'Label each value of enum, and the empty one where the field is optional.');
    if (condition && !siblings[condition.field]?.enum?.includes(condition.equals))
        report('.visible_when', 'Name a field beside it, and one of the values of its enum.');
    // No chains: each client that draws the form would have to follow them.
    else if (condition && siblings[condition.field]?.visible_when)
        report('.visible_when', 'The field that it names depends on another one.');
}

function isRegularExpression(pattern: string): boolean {
    try {
        return Boolean(new RegExp(pattern));
    } catch {
        return false;
    }
}

function checkChecks(definition: Provider, report: Report): void {
    const { proxy, identity, identify, checkCredentials, no_check: why, auth_mode: mode } = definition;
    const hasCheck = Boolean(proxy?.verification ?? checkCredentials ?? identity ?? identify) || isMcp(definition);
    if (hasCheck && why !== undefined) report('no_check', 'There is a check, so leave this out.');
    if (!hasCheck && why === undefined)
        report('proxy.verification', 'Name a cheap request that checks credentials, or say in no_check why there is none.');
    if (identity && identify) report('identity', 'There is a hook for this as well.');
    for (const name of Object.keys(identity?.connection_config ?? {}))
        if (!definition.connection_config?.[name]?.automated)
            report(`identity.connection_config.${name}`, 'Declare the field in connection_config, with "automated": true.');
    if (proxy && !sendNoCredentials.includes(mode) && !hasCredentials(proxy.headers))
        report('proxy.headers', 'No header carries the credentials.');
}

function hasCredentials(headers: Readonly<Record<string, string>> = {}): boolean {
    return /\$\{(?:accessToken|apiKey|base64|credentials\.(?:session_id|app\.|user\.))/.test(Object.values(headers).join());
}

function checkTokens(definition: Provider, report: Report): void {
    if (definition.auth_mode === 'CUSTOM') return checkTokens(signInOf(definition), report);
    if (definition.auth_mode !== 'OAUTH2') return;
    const { refresh, no_refresh: why, token_step: step } = definition;
    for (const name of Object.keys(step?.connection_config ?? {}))
        if (!definition.connection_config?.[name]?.automated)
            report(`token_step.connection_config.${name}`, 'Declare the field in connection_config, with "automated": true.');
    if (refresh && why !== undefined) report('no_refresh', 'There is refresh as well: leave one of them out.');
    if (!refresh && why === undefined)
        report('refresh', 'Say how refresh tokens behave, {} where nothing is known, or in no_refresh why there are none.');
    const { rotation, grace_seconds: grace, idle_hours: idleHours = 24, min_interval_seconds: interval = 0 } = refresh ?? {};
    if ((grace !== undefined) !== (rotation === 'grace')) report('refresh.grace_seconds', 'It belongs to the rotation grace alone.');
    // Renewed after half of it at the latest; the background renews at most once an hour.
    if (idleHours < 2) report('refresh.idle_hours', 'Tokens that end within two hours of no use cannot be kept.');
    if (interval > 3600) report('refresh.min_interval_seconds', 'At most 3600.');
}

function checkMcp(definition: Provider, report: Report): void {
    if (!isMcp(definition)) return;
    if (definition.proxy.verification) report('proxy.verification', 'Leave it out: an MCP server is asked to initialize.');
    if (definition.auth_mode === 'MCP_OAUTH2_GENERIC') {
        if (definition.proxy.base_url !== '${connectionConfig.mcp_server_url}')
            report('proxy.base_url', 'Give ${connectionConfig.mcp_server_url}.');
        if (definition.proxy.hosts) report('proxy.hosts', 'Leave it out: the server is the only host.');
    } else if (definition.client_registration === 'static' && definition.issuer === undefined)
        // Else the secret would go to whichever server it names one day.
        report('issuer', 'Name the authorization server at which the OAuth app is registered.');
    const own = ['redirect_uris', 'token_endpoint_auth_method', 'grant_types', 'response_types', 'jwks', 'jwks_uri'];
    for (const name of own.filter((one) => Object.hasOwn(definition.registration_params ?? {}, one)))
        report(`registration_params.${name}`, 'Leave it out: Patchbay says it.');
}

/** A form would ask for what the site sends back. */
function checkApproval({ auth_mode: mode, credentials = {} }: Provider, report: Report): void {
    if (mode !== 'INSTALL_PLUGIN') return;
    for (const [name, { automated }] of Object.entries<FormField>(credentials))
        if (!automated) report(`credentials.${name}.automated`, 'Give true: the site sends it back.');
}

function checkSignature(definition: Provider, report: Report): void {
    if (definition.auth_mode === 'SIGNATURE') return checkPasswordSignature(definition, report);
    if (definition.auth_mode !== 'JWT') return;
    const { signature, token } = definition;
    // An operator's definition may have that of the other type.
    if (!isKeyProtocol(signature.protocol)) return report('signature.protocol', 'Give RSA, EC or HMAC.');
    const known = { RSA: /^(?:RS(?:256|384|512)|PS256)$/, EC: /^ES(?:256|384|512)$/, HMAC: /^HS(?:256|384|512)$/ }[signature.protocol];
    if (!known.test(signature.algorithm)) report('signature.algorithm', `No key of the protocol ${signature.protocol} signs by it.`);
    if (token.expires_in_ms < 60_000) report('token.expires_in_ms', 'At least a minute: clocks differ.');
}

function isKeyProtocol(protocol: string): boolean {
    return ['RSA', 'EC', 'HMAC'].includes(protocol);
}

function checkPasswordSignature({ signature, token, proxy }: SignatureProvider, report: Report): void {
    if (isKeyProtocol(signature.protocol)) report('signature.protocol', 'Give WSSE.');
    if (token.expires_in_ms < 60_000) report('token.expires_in_ms', 'At least a minute: clocks differ.');
    // Each request has a token of its own, which takes the place of the stored one in its headers.
    if (!Object.values(proxy.headers ?? {}).some((text) => text.includes('${accessToken}')))
        report('proxy.headers', 'Say with ${accessToken} which header has the digest.');
}

function checkProxy({ proxy }: Provider, report: Report): void {
    if (!proxy) return;
    const { retry = {}, credentials_refused: refused, hosts = [], paginate } = proxy;
    for (const name of ['at', 'after', 'remaining'] as const)
        for (const header of [retry[name] ?? []].flat())
            if (!/^[a-z0-9-]+$/.test(header)) report(`proxy.retry.${name}`, 'Name headers in lower case.');
    if (refused?.header !== undefined && !/^[a-z0-9-]+$/.test(refused.header))
        report('proxy.credentials_refused.header', 'Name headers in lower case.');
    for (const status of retry.error_code ?? [])
        if (!/^(?:\dxx|\d{3}(?:-\d{3})?)$/.test(status)) report('proxy.retry.error_code', 'Give statuses such as 429, 5xx or 500-502.');
    if (!isClientError(retry.rate_limited?.status ?? 400, [429]))
        report('proxy.retry.rate_limited.status', 'Give a status from 400 to 499 other than 429.');
    if (!isClientError(refused?.status ?? 403, [401, 429]))
        report('proxy.credentials_refused.status', 'Give a status from 400 to 499 other than 401 and 429.');
    for (const host of hosts)
        if (!/^\.?[a-z0-9-]+(?:\.[a-z0-9-]+)+$/.test(host))
            report('proxy.hosts', `${host} is no host, such as uploads.example.com or .example.com.`);
    if (paginate && (paginate.limit === undefined) !== (paginate.limit_name_in_request === undefined))
        report('proxy.paginate.limit', 'Give limit and limit_name_in_request together.');
    if (paginate?.limit !== undefined && paginate.limit <= 0) report('proxy.paginate.limit', 'Give a number above 0.');
    if (paginate?.omits_empty_list === true && paginate.type === 'offset')
        report('proxy.paginate.omits_empty_list', 'It is not for pages by offset.');
    checkRateLimits(proxy.rate_limits, report);
}

function isClientError(status: number, others: readonly number[]): boolean {
    return status >= 400 && status < 500 && !others.includes(status);
}

function checkRateLimits(limits: NonNullable<Provider['proxy']>['rate_limits'], report: Report): void {
    if (!limits) return;
    const { per, windows, wait_seconds: waitSeconds = 1 } = limits;
    if (windows.length === 0) report('proxy.rate_limits.windows', 'Give at least one.');
    if (!/^(?:credentials|client|\$\{.+\})$/.test(per)) report('proxy.rate_limits.per', 'Give credentials, client or a template.');
    if (waitSeconds <= 0) report('proxy.rate_limits.wait_seconds', 'Give a number above 0.');
    for (const { requests, per_seconds: seconds } of windows) {
        if (!Number.isInteger(requests) || requests <= 0 || seconds <= 0 || seconds > 86_400)
            report('proxy.rate_limits.windows', 'Give whole requests above 0, and seconds up to 86400.');
        // A longer window must allow more requests, at a lower rate, than the shorter one.
        for (const other of windows.filter((window) => window.per_seconds > seconds))
            if (other.requests <= requests || other.requests / other.per_seconds >= requests / seconds)
                report('proxy.rate_limits.windows', 'A longer window has to allow more requests, at a lower rate, than a shorter one.');
    }
}
