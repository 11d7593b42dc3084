import { resolve } from 'node:path';
import { usualMostOfFunctions } from '@patchbay/contracts';
import { type SslMode, sslModes } from '@patchbay/db';
import { trimTrailingSlashes } from '@patchbay/providers';
import { z } from 'zod';
import { functionMost, pairs, trustedProxies } from './config-values.ts';
import { type KeyRing, parseKeyRing } from './kernel/crypto/key-ring.ts';
import { parseListedHost } from './kernel/egress/egress.ts';
import { samplerNames, telemetryConfigOf } from './kernel/telemetry/telemetry-config.ts';
import { fileVariables, withSecretFiles } from './secret-files.ts';
import { textDistance } from './text-distance.ts';
import { parseSecretKey, type PresetKey } from './rooms/platform/environments/secret-key.ts';

/** Parsed once at start; only this file reads the environment. */
export type Config = ReturnType<typeof readConfig>;

/** The database, and the keys of what is sealed in it. */
type DatabaseConfig =
    /** The server's own PostgreSQL in the data directory, where keys are if none are given. */
    | { kind: 'embedded'; keyRing: KeyRing | undefined }
    /** `sslMode` is for a `url` that names none. */
    | { kind: 'url'; url: string; sslMode: SslMode | undefined; keyRing: KeyRing };

export class ConfigError extends Error {}

const portHint = { error: 'give a port number from 0 to 65535' };
const port = z.coerce.number(portHint).int(portHint).min(0, portHint).max(65_535, portHint);
const url = z.url({ protocol: /^https?$/, error: 'give an address such as https://patchbay.example.com' }).transform(trimTrailingSlashes);
/** Pages, cookies and the Connect UI's files need the root path of their origin. */
const originUrl = url
    .refine((text) => `${new URL(text).origin}/` === new URL(text).href, {
        error: 'give scheme, host and port alone, such as https://patchbay.example.com'
    })
    .transform((text) => new URL(text).origin);
const originList = z
    .string()
    .transform(list)
    .refine((items) => items.every((item) => item === '*' || (URL.canParse(item) && new URL(item).origin === item)), {
        error: 'give origins such as https://app.example.com, separated by commas, or *'
    });
const hostList = z
    .string()
    .transform(list)
    .refine((items) => items.every(isListableHost), {
        error: 'give host:port pairs, separated by commas, for example localhost:3011'
    });
const keyRing = z.string().transform((text, context) => {
    try {
        return parseKeyRing(text);
    } catch (error) {
        context.addIssue({ code: 'custom', message: error instanceof Error ? error.message : 'cannot be read' });
        return z.NEVER;
    }
});
const presetKey = z
    .string()
    .trim()
    .transform((key, context): PresetKey => {
        const parsed = parseSecretKey(key);
        if (parsed) return { key, ...parsed };
        context.addIssue({
            code: 'custom',
            message:
                'give a secret key, pb_sk_dev_<12 characters>_<43 characters>_<checksum>; copy it whole, or make one with `npm run make-key`'
        });
        return z.NEVER;
    });
const flag = z.stringbool({ truthy: ['true', '1', 'yes', 'on'], falsy: ['false', '0', 'no', 'off'], error: 'give true or false' });
const rateHint = { error: 'give a number of requests from 0 (no limit) to 10000000' };
const logDaysHint = { error: 'give a number of days from 1 to 365' };
const poolHint = { error: 'give a number of connections from 2 to 1000' };
const probeHint = { error: 'give a number of hours from 1 to 8760' };
const drainHint = { error: 'give a number of seconds from 0 to 300' };
const roleNames = ['web', 'worker'] as const;
export type Role = (typeof roleNames)[number];
const roles = z.string().transform((text, context): readonly Role[] => {
    const given = list(text);
    const known = roleNames.filter((name) => given.includes(name));
    if (known.length === new Set(given).size && known.length > 0) return known;
    context.addIssue({ code: 'custom', message: `give ${roleNames.join(', ')}, or both separated by a comma` });
    return z.NEVER;
});
const msHint = { error: 'give a number of milliseconds from 1000 to 600000' };
const milliseconds = z.coerce.number(msHint).int(msHint).min(1000, msHint).max(600_000, msHint);
const traceReceiverNames = ['providers', 'webhooks'] as const;
const traceReceivers = z.string().transform((text, context): (typeof traceReceiverNames)[number][] => {
    const known = traceReceiverNames.filter((name) => list(text).includes(name));
    if (known.length === new Set(list(text)).size) return known;
    context.addIssue({ code: 'custom', message: `give ${traceReceiverNames.join(', ')}, or both separated by a comma` });
    return z.NEVER;
});
const signalExporter = z.enum(['otlp', 'none'], { error: 'give otlp or none' });
const encodings = ['http/protobuf', 'http/json'] as const;
const ratioHint = { error: 'give a number from 0 to 1' };
const logLevels = ['silent', 'error', 'warn', 'info', 'debug'] as const;

/** `npm run gen` lists them in README.md. @default says what a variable that is not given means. */
const variables = z.object({
    /** Port of the API. */
    PATCHBAY_PORT: port.default(3003),
    /**
     * Where browsers reach the API: `<public url>/oauth/callback` is the redirect URI to register
     * with providers.
     * @default `http://localhost:<port>`
     */
    PATCHBAY_PUBLIC_URL: originUrl.optional(),
    /** Port of the Connect UI. */
    PATCHBAY_CONNECT_PORT: port.default(3009),
    /**
     * Where browsers reach the Connect UI, on an origin of its own.
     * @default `http://localhost:<port>`
     */
    PATCHBAY_CONNECT_URL: originUrl.optional(),
    /**
     * The address to listen on. `npm start` takes `127.0.0.1`.
     * @default all interfaces
     */
    PATCHBAY_HOST: z.string().min(1).optional(),
    /**
     * Your PostgreSQL 15 or later, with [`sslmode`](docs/operating.md#your-own-postgresql). Without
     * it the server runs its own.
     */
    DATABASE_URL: z
        .string()
        .regex(/^postgres(ql)?:\/\//, { error: 'give an address such as postgres://user:password@host:5432/database' })
        .optional(),
    // Of libpq, hence without our prefix. Other programs read it too: see `sslModeError`.
    /**
     * The `sslmode` of a `DATABASE_URL` that names none.
     * @default `prefer`
     */
    PGSSLMODE: z.string().optional(),
    /**
     * What this process does: `web` serves requests, `worker` does the work behind them. See
     * [roles](docs/operating.md#web-and-worker).
     */
    PATCHBAY_ROLES: roles.default(['web', 'worker']),
    /** Connections to the database per server. */
    PATCHBAY_DATABASE_POOL_SIZE: z.coerce.number(poolHint).int(poolHint).min(2, poolHint).max(1000, poolHint).default(10),
    /**
     * How long a server that is told to stop keeps serving while `/health` responds 503.
     * @default `5` with `DATABASE_URL`, else and for a worker alone `0`
     */
    PATCHBAY_DRAIN_SECONDS: z.coerce.number(drainHint).min(0, drainHint).max(300, drainHint).optional(),
    /** Where the embedded database, its encryption keys and `keys.txt` are. */
    PATCHBAY_DATA_DIR: z.string().min(1).default('.patchbay'),
    /**
     * Key ring as `name:base64 of 32 bytes,…`: the first encrypts, all decrypt. Required with
     * `DATABASE_URL`; `echo "k1:$(openssl rand -base64 32)"` makes one.
     * @default made at the first start
     */
    PATCHBAY_ENCRYPTION_KEYS: keyRing.optional(),
    /**
     * Presets the first secret key of `dev` on a new database, and has no effect later, but must
     * look like a key; `npm run --silent make-key` prints one.
     */
    PATCHBAY_SECRET_KEY: presetKey.optional(),
    /** File for the first secret keys, instead of the terminal or the data directory. */
    PATCHBAY_KEYS_FILE: z.string().min(1).optional(),
    /** A folder of your own [providers](docs/integrations.md#your-own-providers). */
    PATCHBAY_PROVIDERS_DIR: z.string().min(1).optional(),
    /** Presets the password of the dashboard's first owner, instead of the set-up link. */
    PATCHBAY_DASHBOARD_PASSWORD: z
        .string()
        .regex(/^.{12,512}$/s, 'give 12 to 512 characters')
        .optional(),
    /** The address that this owner signs in with. */
    PATCHBAY_DASHBOARD_EMAIL: z.email({ error: 'give an e-mail address' }).default('owner@patchbay.local'),
    /** Origins of the pages that may embed the Connect UI, separated by commas. */
    PATCHBAY_EMBED_ORIGINS: originList.default(['*']),
    /**
     * [Proxies in front](docs/operating.md#addresses-tls-and-the-proxy-in-front) whose
     * `X-Forwarded-For` is believed: how many, or `address/bits,…`.
     * @default none: the header is not read
     */
    PATCHBAY_TRUSTED_PROXIES: trustedProxies.optional(),
    /** Your product's name, for sentences in the Connect UI. */
    PATCHBAY_APP_NAME: z.string().max(80, { error: 'give at most 80 characters' }).optional(),
    /** For how many days requests to providers stay in the [log](docs/logs.md), from 1 to 365. */
    PATCHBAY_REQUEST_LOG_DAYS: z.coerce.number(logDaysHint).int(logDaysHint).min(1, logDaysHint).max(365, logDaysHint).default(14),
    /** Calls per secret key, proxied ones included; `0` is off. */
    PATCHBAY_RATE_LIMIT_PER_MINUTE: z.coerce.number(rateHint).int(rateHint).min(0, rateHint).max(10_000_000, rateHint).default(6000),
    /**
     * `host:port,…` that outbound calls may reach although private, over plain http too. End users
     * can name them as the address of a private API.
     */
    PATCHBAY_ALLOW_PRIVATE_HOSTS: hostList.default([]),
    /**
     * The most that environments may set for runs of
     * [functions](docs/functions-security.md#limits), such as `actions.time_s=300`; several are
     * separated by commas.
     * @default the numbers that are given there
     */
    PATCHBAY_FUNCTION_LIMITS: functionMost.optional(),
    /** Hours between two checks of a key or password at its provider, about. */
    PATCHBAY_PROBE_HOURS: z.coerce.number(probeHint).min(1, probeHint).max(8760, probeHint).default(24),
    /** Serve `/connection…` on after its removal, and clients below 0.67.0. */
    PATCHBAY_KEEP_REMOVED_ENDPOINTS: flag.default(false),
    /** `silent`, `error`, `warn`, `info` or `debug`. */
    PATCHBAY_LOG_LEVEL: z.enum(logLevels, { error: `give one of ${logLevels.join(', ')}` }).default('info'),
    /** The sandbox's address; its providers exist only with it. `npm start` sets it. */
    PATCHBAY_SANDBOX_URL: url.optional(),
    /**
     * Serves [`/metrics`](docs/observability.md#prometheus) for Prometheus on a port of its own,
     * without authentication.
     * @default off
     */
    PATCHBAY_METRICS_PORT: port.optional(),
    /** The address that it listens on. */
    PATCHBAY_METRICS_HOST: z.string().min(1).default('127.0.0.1'),
    /** Continue the trace of a caller that sends `traceparent`; else a new one links to it. */
    PATCHBAY_TRUST_TRACE_CONTEXT: flag.default(false),
    /** Who gets [`traceparent`](docs/observability.md#traces): `providers`, `webhooks`, both. */
    PATCHBAY_SEND_TRACE_CONTEXT_TO: traceReceivers.default([]),
    // Of OpenTelemetry, hence without our prefix.
    /**
     * Your [collector](docs/observability.md#opentelemetry), by OTLP over HTTP. It may be private.
     * @default off
     */
    OTEL_EXPORTER_OTLP_ENDPOINT: url.optional(),
    /** `name=value,…`, percent-encoded, for the collector. */
    OTEL_EXPORTER_OTLP_HEADERS: pairs.default({}),
    /** `http/protobuf` or `http/json`. */
    OTEL_EXPORTER_OTLP_PROTOCOL: z.enum(encodings, { error: `give ${encodings.join(' or ')}` }).default('http/protobuf'),
    /** Milliseconds that an export may take. */
    OTEL_EXPORTER_OTLP_TIMEOUT: milliseconds.default(10000),
    /** `otlp` or `none`. */
    OTEL_TRACES_EXPORTER: signalExporter.default('otlp'),
    /** `otlp` or `none`. */
    OTEL_METRICS_EXPORTER: signalExporter.default('otlp'),
    /** `otlp` or `none`. */
    OTEL_LOGS_EXPORTER: signalExporter.default('otlp'),
    /** Milliseconds between two exports of metrics. */
    OTEL_METRIC_EXPORT_INTERVAL: milliseconds.default(60000),
    /** `always_on`, `always_off`, `traceidratio`, or one of them after `parentbased_`. */
    OTEL_TRACES_SAMPLER: z.enum(samplerNames, { error: `give one of ${samplerNames.join(', ')}` }).default('parentbased_always_on'),
    /** The share of traces that a sampler of ratio takes. */
    OTEL_TRACES_SAMPLER_ARG: z.coerce.number(ratioHint).min(0, ratioHint).max(1, ratioHint).default(1),
    /** The name in all that is exported. */
    OTEL_SERVICE_NAME: z.string().min(1).max(100).default('patchbay'),
    /** `name=value,…` for all that is exported, such as `deployment.environment.name=eu`. */
    OTEL_RESOURCE_ATTRIBUTES: pairs.default({}),
    /** Nothing is measured or exported, whatever else is set. */
    OTEL_SDK_DISABLED: flag.default(false)
});

const databaseVariables = variables.pick({
    DATABASE_URL: true,
    PGSSLMODE: true,
    PATCHBAY_DATA_DIR: true,
    PATCHBAY_ENCRYPTION_KEYS: true
});

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads the configuration of a server.
 * @throws {ConfigError} names every invalid variable and its expected form.
 */
export function readConfig(environment: Environment = process.env) {
    const env = parse(variables, environment, [sslModeError, keyRingError, originError, rolesError]);
    return {
        database: databaseConfigOf(env),
        roles: env.PATCHBAY_ROLES,
        dataDir: resolve(env.PATCHBAY_DATA_DIR),
        port: env.PATCHBAY_PORT,
        host: env.PATCHBAY_HOST,
        publicUrl: env.PATCHBAY_PUBLIC_URL ?? localOrigin(env.PATCHBAY_PORT),
        connectPort: env.PATCHBAY_CONNECT_PORT,
        connectUrl: env.PATCHBAY_CONNECT_URL ?? localOrigin(env.PATCHBAY_CONNECT_PORT),
        databasePoolSize: env.PATCHBAY_DATABASE_POOL_SIZE,
        presetKey: env.PATCHBAY_SECRET_KEY,
        dashboardPassword: env.PATCHBAY_DASHBOARD_PASSWORD,
        dashboardEmail: env.PATCHBAY_DASHBOARD_EMAIL,
        keysFile: env.PATCHBAY_KEYS_FILE === undefined ? undefined : resolve(env.PATCHBAY_KEYS_FILE),
        providersDir: env.PATCHBAY_PROVIDERS_DIR === undefined ? undefined : resolve(env.PATCHBAY_PROVIDERS_DIR),
        logLevel: env.PATCHBAY_LOG_LEVEL,
        allowPrivateHosts: env.PATCHBAY_ALLOW_PRIVATE_HOSTS,
        sandboxUrl: env.PATCHBAY_SANDBOX_URL,
        trustedProxies: env.PATCHBAY_TRUSTED_PROXIES ?? { hops: 0 },
        embedOrigins: env.PATCHBAY_EMBED_ORIGINS,
        rateLimitPerMinute: env.PATCHBAY_RATE_LIMIT_PER_MINUTE,
        mostOfFunctions: env.PATCHBAY_FUNCTION_LIMITS ?? usualMostOfFunctions,
        probeIntervalMs: env.PATCHBAY_PROBE_HOURS * 3_600_000,
        logRetentionDays: env.PATCHBAY_REQUEST_LOG_DAYS,
        keepRemovedEndpoints: env.PATCHBAY_KEEP_REMOVED_ENDPOINTS,
        // With a database of its own it is the only server: no other could take its calls. To a
        // worker no balancer sends any.
        drainMs: 1000 * (env.PATCHBAY_DRAIN_SECONDS ?? (env.DATABASE_URL !== undefined && env.PATCHBAY_ROLES.includes('web') ? 5 : 0)),
        appName: env.PATCHBAY_APP_NAME,
        sendsTraceContextTo: env.PATCHBAY_SEND_TRACE_CONTEXT_TO,
        telemetry: telemetryConfigOf(env)
    };
}

/** The same for a command on the database: settings of the server alone do not stop it. */
export function readDatabaseConfig(environment: Environment = process.env): Pick<Config, 'database' | 'dataDir'> {
    const env = parse(databaseVariables, environment, [sslModeError, keyRingError]);
    return { database: databaseConfigOf(env), dataDir: resolve(env.PATCHBAY_DATA_DIR) };
}

function databaseConfigOf(env: z.output<typeof databaseVariables>): DatabaseConfig {
    const { DATABASE_URL: address, PATCHBAY_ENCRYPTION_KEYS: ring } = env;
    if (address === undefined) return { kind: 'embedded', keyRing: ring };
    // For the compiler: `keyRingError` has refused it.
    if (ring === undefined) throw new ConfigError(keyRingMissing);
    return { kind: 'url', url: address, sslMode: sslModes.find((mode) => mode === env.PGSSLMODE), keyRing: ring };
}

type Given = Readonly<Record<string, unknown>>;

/** @param rules between variables; each gives an error or undefined */
function parse<T>(schema: z.ZodType<T>, environment: Environment, rules: ((given: Given) => string | undefined)[]): T {
    const { given, problems: ofFiles } = withSecretFiles(environment);
    const parsed = schema.safeParse(given);
    const invalid = (parsed.error?.issues ?? []).map((issue) => `${issue.path.join('.')}: ${issue.message.replace(/\.$/, '')}.`);
    const problems = [...ofFiles, ...invalid, ...rules.flatMap((rule) => rule(given) ?? [])];
    if (!parsed.success || problems.length > 0) throw new ConfigError(problems.join('\n'));
    return parsed.data;
}

/** The database that this configuration names, for `openDatabase`. */
export function databaseOf({ database, dataDir }: Pick<Config, 'database' | 'dataDir'>) {
    return database.kind === 'embedded' ? { dataDir } : { databaseUrl: database.url, sslMode: database.sslMode };
}

/** It means something only to a `DATABASE_URL` that names no mode of its own. */
function sslModeError({ DATABASE_URL: address, PGSSLMODE: given }: Given): string | undefined {
    if (typeof address !== 'string' || given === undefined || /[?&]sslmode=/.test(address)) return undefined;
    return sslModes.some((mode) => mode === given) ? undefined : `PGSSLMODE: give one of ${sslModes.join(', ')}.`;
}

const keyRingMissing =
    'PATCHBAY_ENCRYPTION_KEYS: is required with DATABASE_URL, as name:base64 of 32 bytes, because every replica needs the same keys. `echo "k1:$(openssl rand -base64 32)"` makes one.';

function keyRingError(given: Given): string | undefined {
    return given['DATABASE_URL'] !== undefined && given['PATCHBAY_ENCRYPTION_KEYS'] === undefined ? keyRingMissing : undefined;
}

/** An embedded database has one server, so no other server can take the other role. */
function rolesError({ DATABASE_URL: address, PATCHBAY_ROLES: given }: Given): string | undefined {
    const { data } = variables.shape.PATCHBAY_ROLES.safeParse(given);
    return address === undefined && data?.length === 1
        ? 'PATCHBAY_ROLES: leave it out, or give DATABASE_URL, because the server of an embedded database is the only one and needs both roles.'
        : undefined;
}

/** An address that is wrong by itself is left to the schema. */
function originError(given: Given): string | undefined {
    const [one, other] = [
        originOf(given, 'PATCHBAY_PUBLIC_URL', 'PATCHBAY_PORT'),
        originOf(given, 'PATCHBAY_CONNECT_URL', 'PATCHBAY_CONNECT_PORT')
    ];
    return one !== undefined && one === other
        ? 'PATCHBAY_CONNECT_URL: must be another origin than PATCHBAY_PUBLIC_URL, because the Connect UI must not share the origin of the API.'
        : undefined;
}

/** The origin that an address variable gives, or else its port; undefined where one is wrong. */
function originOf(
    given: Given,
    address: 'PATCHBAY_PUBLIC_URL' | 'PATCHBAY_CONNECT_URL',
    portName: 'PATCHBAY_PORT' | 'PATCHBAY_CONNECT_PORT'
): string | undefined {
    if (given[address] !== undefined) return originUrl.safeParse(given[address]).data;
    const { data } = variables.shape[portName].safeParse(given[portName]);
    return data === undefined ? undefined : localOrigin(data);
}

function localOrigin(portNumber: number): string {
    return `http://localhost:${portNumber}`;
}

/** Read by `npm start`, by the demo programs and by tests. */
const otherVariables = ['PLAYGROUND_PORT', 'SANDBOX_PORT', 'SANDBOX_CONTROL_PORT', 'CHROMIUM', 'TEST_POSTGRES', 'REQUIRE_FULL_WALL'].map(
    (name) => `PATCHBAY_${name}`
);

/** A sentence for each unknown variable with our prefix: it is probably misspelt. */
export function describeUnknownVariables(environment: Record<string, string | undefined> = process.env): string[] {
    const known = [...Object.keys(variables.shape), ...fileVariables, ...otherVariables];
    const unknown = Object.keys(environment).filter((name) => name.startsWith('PATCHBAY_') && !known.includes(name));
    return unknown.map((name) => {
        const nearest = known.toSorted((one, other) => textDistance(name, one) - textDistance(name, other))[0] ?? '';
        return `${name} is not a variable of Patchbay${textDistance(name, nearest) <= 4 ? `; did you mean ${nearest}?` : '.'}`;
    });
}

function list(text: string): string[] {
    return text.split(',').flatMap((item) => item.trim() || []);
}

function isListableHost(entry: string): boolean {
    try {
        return parseListedHost(entry) !== '';
    } catch {
        return false;
    }
}
