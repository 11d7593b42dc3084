import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ConfigError, databaseOf, describeUnknownVariables, readConfig, readDatabaseConfig } from './config.ts';
import { generateKeyRing } from './kernel/crypto/seal.ts';
import { mintSecretKey } from './rooms/platform/environments/secret-key.ts';

test('nothing given: two local origins, the embedded database, everything may embed', () => {
    expect(readConfig({})).toMatchObject({
        publicUrl: 'http://localhost:3003',
        connectUrl: 'http://localhost:3009',
        database: { kind: 'embedded', keyRing: undefined },
        dataDir: expect.stringMatching(/\.patchbay$/),
        embedOrigins: ['*'],
        rateLimitPerMinute: 6000,
        logRetentionDays: 14,
        keepRemovedEndpoints: false,
        host: undefined,
        databasePoolSize: 10,
        drainMs: 0,
        roles: ['web', 'worker']
    });
});

test('addresses follow the ports, lists are split, and an empty variable counts as not given', () => {
    const config = readConfig({
        PATCHBAY_PORT: '4000',
        PATCHBAY_CONNECT_URL: 'https://Connect.example.com:443/',
        PATCHBAY_EMBED_ORIGINS: 'https://a.example, https://b.example:8443',
        PATCHBAY_ALLOW_PRIVATE_HOSTS: 'localhost:3011,[::1]:80,*.localhost:3010',
        PATCHBAY_KEEP_REMOVED_ENDPOINTS: 'true',
        PATCHBAY_APP_NAME: ''
    });
    expect(config).toMatchObject({
        publicUrl: 'http://localhost:4000',
        connectUrl: 'https://connect.example.com',
        embedOrigins: ['https://a.example', 'https://b.example:8443'],
        allowPrivateHosts: ['localhost:3011', '[::1]:80', '*.localhost:3010'],
        keepRemovedEndpoints: true,
        appName: undefined
    });
});

test('each secret is read from a file where its name ends with _FILE, without the line break at its end', () => {
    const folder = mkdtempSync(join(tmpdir(), 'patchbay-config-'));
    const write = (name: string, text: string) => {
        writeFileSync(join(folder, name), text);
        return join(folder, name);
    };
    const ring = generateKeyRing();
    const secretKey = mintSecretKey('dev').key;
    const files = {
        DATABASE_URL_FILE: write('database', 'postgres://u:p@h/d\n'),
        PATCHBAY_ENCRYPTION_KEYS_FILE: write('keys', `${ring}\n`),
        PATCHBAY_SECRET_KEY_FILE: write('key', secretKey),
        OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318',
        OTEL_EXPORTER_OTLP_HEADERS_FILE: write('headers', 'api-key=a\r\n')
    };
    const config = readConfig(files);
    expect(config).toMatchObject({ database: { kind: 'url', url: 'postgres://u:p@h/d' }, presetKey: { key: secretKey } });
    expect(config.telemetry.otlp?.headers).toEqual({ 'api-key': 'a' });
    expect(readDatabaseConfig(files).database).toMatchObject({ kind: 'url', url: 'postgres://u:p@h/d' });
    expect(describeUnknownVariables(files)).toEqual([]);

    const problems = [
        [{ ...files, PATCHBAY_ENCRYPTION_KEYS: ring }, 'PATCHBAY_ENCRYPTION_KEYS_FILE: PATCHBAY_ENCRYPTION_KEYS is given as well'],
        [{ DATABASE_URL_FILE: join(folder, 'missing') }, /^DATABASE_URL_FILE: .*missing cannot be read \(ENOENT\)\. Give the path/],
        [{ DATABASE_URL_FILE: folder }, /^DATABASE_URL_FILE: .* cannot be read \(EISDIR\)/],
        [{ PATCHBAY_SECRET_KEY_FILE: write('empty', '\n') }, /^PATCHBAY_SECRET_KEY_FILE: .*empty is empty/],
        [{ DATABASE_URL_FILE: write('wrong', 'mysql://h') }, 'DATABASE_URL: give an address such as']
    ] as const;
    for (const [given, message] of problems) expect(() => readConfig(given)).toThrow(message);
    rmSync(folder, { recursive: true });
});

test('proxies are trusted by number or by address, and not all addresses are', () => {
    expect(readConfig({}).trustedProxies).toEqual({ hops: 0 });
    expect(readConfig({ PATCHBAY_TRUSTED_PROXIES: '2' }).trustedProxies).toEqual({ hops: 2 });
    expect(readConfig({ PATCHBAY_TRUSTED_PROXIES: '10.0.0.0/8, 2001:db8::1' }).trustedProxies).toHaveProperty('addresses');
    for (const wrong of [
        '0',
        '11',
        'true',
        '0.0.0.0/0',
        '::/0',
        '10.0.0.0/33',
        '10.0.0.0/',
        '10.0.0.0/8/8',
        'proxy.example.com',
        '10.0.0.1,'
    ])
        expect(() => readConfig({ PATCHBAY_TRUSTED_PROXIES: wrong })).toThrow(
            'PATCHBAY_TRUSTED_PROXIES: give how many proxies are in front'
        );
});

test('telemetry is off unless a port or a collector is given, and the collector gets what is not turned off', () => {
    expect(readConfig({}).telemetry).toMatchObject({ metrics: undefined, otlp: undefined, trustsTraceContext: false });
    const given = {
        PATCHBAY_METRICS_PORT: '9464',
        OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318/',
        OTEL_EXPORTER_OTLP_HEADERS: 'api-key=a%2Cb, tenant = one',
        OTEL_LOGS_EXPORTER: 'none'
    };
    expect(readConfig(given).telemetry).toMatchObject({
        metrics: { port: 9464, host: '127.0.0.1' },
        otlp: {
            endpoints: { traces: 'http://collector:4318/v1/traces', metrics: 'http://collector:4318/v1/metrics' },
            headers: { 'api-key': 'a,b', tenant: 'one' },
            encoding: 'http/protobuf'
        }
    });
    expect(Object.keys(readConfig(given).telemetry.otlp?.endpoints ?? {})).toEqual(['traces', 'metrics']);
    expect(readConfig({ ...given, OTEL_SDK_DISABLED: 'true' }).telemetry).toMatchObject({ metrics: undefined, otlp: undefined });
});

test.each([
    ['PATCHBAY_PORT', 'abc', 'give a port number from 0 to 65535.'],
    ['PATCHBAY_PORT', '70000', 'give a port number from 0 to 65535.'],
    ['PATCHBAY_CONNECT_PORT', '3009.5', 'give a port number from 0 to 65535.'],
    ['PATCHBAY_PUBLIC_URL', 'patchbay.example.com', 'give an address such as https://patchbay.example.com.'],
    ['PATCHBAY_PUBLIC_URL', 'ftp://patchbay.example.com', 'give an address such as https://patchbay.example.com.'],
    ['PATCHBAY_PUBLIC_URL', 'https://patchbay.example.com/base', 'give scheme, host and port alone, such as https://patchbay.example.com.'],
    [
        'PATCHBAY_CONNECT_URL',
        'https://me@connect.example.com/?x=y',
        'give scheme, host and port alone, such as https://patchbay.example.com.'
    ],
    ['DATABASE_URL', 'mysql://localhost/x', 'give an address such as postgres://user:password@host:5432/database.'],
    ['PATCHBAY_METRICS_PORT', 'on', 'give a port number from 0 to 65535.'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4317', 'give an address such as https://patchbay.example.com.'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'api-key', 'give name=value pairs, separated by commas.'],
    ['OTEL_EXPORTER_OTLP_PROTOCOL', 'grpc', 'give http/protobuf or http/json.'],
    ['OTEL_TRACES_SAMPLER_ARG', '10', 'give a number from 0 to 1.'],
    ['PATCHBAY_LOG_LEVEL', 'loud', 'give one of silent, error, warn, info, debug.'],
    ['PATCHBAY_ALLOW_PRIVATE_HOSTS', 'localhost', 'give host:port pairs, separated by commas, for example localhost:3011.'],
    [
        'PATCHBAY_ALLOW_PRIVATE_HOSTS',
        'localhost:3011,localhost:99999',
        'give host:port pairs, separated by commas, for example localhost:3011.'
    ],
    ['PATCHBAY_ALLOW_PRIVATE_HOSTS', 'me@localhost:3011', 'give host:port pairs, separated by commas, for example localhost:3011.'],
    ['PATCHBAY_EMBED_ORIGINS', 'https://a.example/path', 'give origins such as https://app.example.com, separated by commas, or *.'],
    ['PATCHBAY_RATE_LIMIT_PER_MINUTE', '-1', 'give a number of requests from 0 (no limit) to 10000000.'],
    ['PATCHBAY_KEEP_REMOVED_ENDPOINTS', 'maybe', 'give true or false.'],
    ['PATCHBAY_DATABASE_POOL_SIZE', '1', 'give a number of connections from 2 to 1000.'],
    ...['workers', 'web,api', ','].map((given) => ['PATCHBAY_ROLES', given, 'give web, worker, or both separated by a comma.']),
    ['PATCHBAY_DRAIN_SECONDS', 'long', 'give a number of seconds from 0 to 300.'],
    ['PATCHBAY_PROBE_HOURS', '0', 'give a number of hours from 1 to 8760.'],
    ['PATCHBAY_APP_NAME', 'a'.repeat(81), 'give at most 80 characters.'],
    ...['nonsense', 'k1', 'k1:c2hvcnQ='].map((ring) => [
        'PATCHBAY_ENCRYPTION_KEYS',
        ring,
        'Encryption keys must look like name:base64 of 32 bytes, separated by commas; entry 1 does not.'
    ]),
    ...['pb_sk_dev_short', `pb_sk_dev_${'a'.repeat(12)}_${'b'.repeat(43)}_00000000`].map((key) => [
        'PATCHBAY_SECRET_KEY',
        key,
        'give a secret key, pb_sk_dev_<12 characters>_<43 characters>_<checksum>; copy it whole, or make one with `npm run make-key`.'
    ])
])('%s=%s is refused in one sentence that says what to give, and does not repeat the value', (name, value, remedy) => {
    const keys = { PATCHBAY_ENCRYPTION_KEYS: generateKeyRing() };
    expect(() => readConfig({ ...keys, [name]: value })).toThrow(new ConfigError(`${name}: ${remedy}`));
});

test('a server that shares its database drains for 5 s unless told otherwise', () => {
    const shared = { DATABASE_URL: 'postgres://localhost/x', PATCHBAY_ENCRYPTION_KEYS: generateKeyRing() };
    expect(readConfig(shared).drainMs).toBe(5000);
    expect(readConfig({ ...shared, PATCHBAY_DRAIN_SECONDS: '0' }).drainMs).toBe(0);
});

test('a process has both roles, or the one that it is given; a worker alone has no balancer to drain for', () => {
    const shared = { DATABASE_URL: 'postgres://localhost/x', PATCHBAY_ENCRYPTION_KEYS: generateKeyRing() };
    expect(readConfig(shared).roles).toEqual(['web', 'worker']);
    expect(readConfig({ ...shared, PATCHBAY_ROLES: ' worker , web' }).roles).toEqual(['web', 'worker']);
    expect(readConfig({ ...shared, PATCHBAY_ROLES: 'web' })).toMatchObject({ roles: ['web'], drainMs: 5000 });
    expect(readConfig({ ...shared, PATCHBAY_ROLES: 'worker' })).toMatchObject({ roles: ['worker'], drainMs: 0 });
    expect(readConfig({ PATCHBAY_ROLES: 'web,worker' }).roles).toEqual(['web', 'worker']);
});

test('one role alone is refused with the embedded database, where no other server can have the other one', () => {
    expect(() => readConfig({ PATCHBAY_ROLES: 'web' })).toThrow(/^PATCHBAY_ROLES: leave it out, or give DATABASE_URL, because .+\.$/);
});

test('keys and the mode of encryption are parsed', () => {
    const { key, publicId, secret } = mintSecretKey('dev');
    const config = readConfig({
        DATABASE_URL: 'postgres://localhost/x',
        PGSSLMODE: 'require',
        PATCHBAY_ENCRYPTION_KEYS: generateKeyRing().replace(/^\w+/, 'new'),
        PATCHBAY_SECRET_KEY: key
    });
    expect(config).toMatchObject({
        database: { keyRing: { first: { kid: 'new' } } },
        presetKey: { key, publicId, secret, environmentName: 'dev' }
    });
    expect(databaseOf(config)).toEqual({ databaseUrl: 'postgres://localhost/x', sslMode: 'require' });
});

test('the mode of encryption is refused where it is used', () => {
    const read = (address: string | undefined) => () =>
        readConfig({ DATABASE_URL: address, PATCHBAY_ENCRYPTION_KEYS: generateKeyRing(), PGSSLMODE: 'no-verify' });
    expect(read('postgres://localhost/x')).toThrow('PGSSLMODE: give one of disable, allow, prefer, require, verify-ca, verify-full.');
    expect(read('postgres://localhost/x?sslmode=require')().database).toMatchObject({ kind: 'url', sslMode: undefined });
    expect(read(undefined)().database.kind).toBe('embedded');
});

test('a variable that nothing reads is told, with the one that was probably meant', () => {
    expect(
        describeUnknownVariables({ PATCHBAY_PROT: '1', PATCHBAY_COLOUR_OF_THE_SKY: 'x', PATCHBAY_SANDBOX_PORT: '3011', PATH: '' })
    ).toEqual([
        'PATCHBAY_PROT is not a variable of Patchbay; did you mean PATCHBAY_PORT?',
        'PATCHBAY_COLOUR_OF_THE_SKY is not a variable of Patchbay.'
    ]);
});

test('every wrong variable is named at once, and every rule between them', () => {
    expect(() => readConfig({ PATCHBAY_PORT: 'x', PATCHBAY_LOG_LEVEL: 'y' })).toThrow(/^PATCHBAY_PORT: .+\nPATCHBAY_LOG_LEVEL: .+$/);
    const all = {
        PATCHBAY_LOG_LEVEL: 'y',
        DATABASE_URL: 'postgres://localhost/x',
        PGSSLMODE: 'z',
        PATCHBAY_PUBLIC_URL: 'https://a.example',
        PATCHBAY_CONNECT_URL: 'https://a.example'
    };
    expect(() => readConfig(all)).toThrow(
        /^PATCHBAY_LOG_LEVEL: .+\nPGSSLMODE: .+\nPATCHBAY_ENCRYPTION_KEYS: .+\nPATCHBAY_CONNECT_URL: .+$/
    );
    const keys = { PATCHBAY_PORT: 'x', PATCHBAY_ENCRYPTION_KEYS: 'canary', PATCHBAY_SECRET_KEY: 'canary' };
    expect(() => readConfig(keys)).toThrow(
        /^PATCHBAY_PORT: (?!.*canary).+\nPATCHBAY_ENCRYPTION_KEYS: (?!.*canary).+\nPATCHBAY_SECRET_KEY: (?!.*canary).+$/
    );
    // Two ports that are wrong are not one origin.
    expect(() => readConfig({ PATCHBAY_PORT: 'x', PATCHBAY_CONNECT_PORT: 'x' })).toThrow(/^PATCHBAY_PORT: .+\nPATCHBAY_CONNECT_PORT: .+$/);
});

test('a command on the database is not refused for settings of the server', () => {
    const shared = { DATABASE_URL: 'postgres://localhost/x', PATCHBAY_ENCRYPTION_KEYS: generateKeyRing() };
    const wrong = { PATCHBAY_SECRET_KEY: 'pb_sk_dev_short', PATCHBAY_PORT: 'x' };
    expect(() => readConfig({ ...shared, ...wrong })).toThrow(ConfigError);
    expect(databaseOf(readDatabaseConfig({ ...shared, ...wrong }))).toEqual({ databaseUrl: 'postgres://localhost/x' });
    expect(() => readDatabaseConfig({ ...shared, PATCHBAY_ENCRYPTION_KEYS: 'nonsense' })).toThrow(/^PATCHBAY_ENCRYPTION_KEYS: /);
});

test('a database of its own needs keys of its own', () => {
    expect(() => readConfig({ DATABASE_URL: 'postgres://localhost/x' })).toThrow(
        /^PATCHBAY_ENCRYPTION_KEYS: is required with DATABASE_URL/
    );
    expect(() => readDatabaseConfig({ DATABASE_URL: 'postgres://localhost/x' })).toThrow(/^PATCHBAY_ENCRYPTION_KEYS: is required/);
});

test('the Connect UI may not share the origin of the API', () => {
    expect(() => readConfig({ PATCHBAY_PUBLIC_URL: 'https://a.example', PATCHBAY_CONNECT_URL: 'https://a.example/' })).toThrow(
        /^PATCHBAY_CONNECT_URL: must be another origin/
    );
});
