import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { describeUnknownVariables, readConfig } from '../apps/server/src/config.ts';
import { type Compose, parseEnvFile, readCaddyfile, readCompose, secondsOf } from './compose.fixtures.ts';

const root = join(import.meta.dirname, '..');
const dockerfile = readFileSync(join(root, 'Dockerfile'), 'utf8');
const secrets = { POSTGRES_PASSWORD: 'from-env', PATCHBAY_ENCRYPTION_KEYS: `k1:${Buffer.alloc(32, 1).toString('base64')}` };
const compose = readCompose(secrets);
const serversOf = ({ services }: Compose) =>
    Object.entries(services).filter(([, { environment }]) => environment?.['DATABASE_URL'] !== undefined);
const servers = serversOf(compose);

/** Runs deploy/make-env.sh in a checkout of its own. */
function makeEnv(checkout: string): string {
    mkdirSync(join(checkout, 'deploy'), { recursive: true });
    copyFileSync(join(root, 'deploy/make-env.sh'), join(checkout, 'deploy/make-env.sh'));
    execFileSync('sh', [join(checkout, 'deploy/make-env.sh')], { stdio: 'pipe' });
    return join(checkout, '.env');
}

function newCheckout(): string {
    const checkout = mkdtempSync(join(tmpdir(), 'patchbay-compose-'));
    onTestFinished(() => rmSync(checkout, { recursive: true, force: true }));
    return checkout;
}

test.each(['POSTGRES_PASSWORD', 'PATCHBAY_ENCRYPTION_KEYS'])(
    'Compose does not start without %s, and says which command makes it',
    (name) => {
        expect(() => readCompose({ ...secrets, [name]: undefined })).toThrow(
            `${name} is missing a value: Make the secrets with \`sh deploy/make-env.sh\` first.`
        );
    }
);

test('deploy/make-env.sh makes secrets that differ each time and that only their owner reads, and leaves those that are there', () => {
    const [checkout, other] = [newCheckout(), newCheckout()];
    const file = makeEnv(checkout);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const made = parseEnvFile(file);
    expect(made['POSTGRES_PASSWORD']).toMatch(/^[\da-f]{64}$/);
    expect(parseEnvFile(makeEnv(other))).not.toEqual(made);
    expect(() => makeEnv(checkout)).toThrow('There is an .env already');
    expect(parseEnvFile(file)).toEqual(made);
});

test('every server of compose.yaml has a configuration that it can start with, and names no variable that there is not', () => {
    const made = parseEnvFile(makeEnv(newCheckout()));
    const started = serversOf(readCompose(made));
    expect(started.map(([name]) => name)).toEqual(['web1', 'web2', 'worker']);
    for (const [, { environment = {} }] of started) {
        const config = readConfig(environment);
        expect(config.database).toMatchObject({
            kind: 'url',
            url: expect.stringContaining(`:${made['POSTGRES_PASSWORD']}@postgres:5432/`)
        });
        expect(new URL(config.publicUrl).origin).not.toBe(new URL(config.connectUrl).origin);
        expect(describeUnknownVariables(environment)).toEqual([]);
    }
    expect(started.map(([, { environment }]) => environment?.['PATCHBAY_ROLES'])).toEqual(['web', 'web', 'worker']);
});

test('the example lines of the .env name variables of servers', () => {
    const text = readFileSync(makeEnv(newCheckout()), 'utf8');
    const examples = Object.fromEntries(Array.from(text.matchAll(/^#(\w+)=/gm), ([, name = '']) => [name, 'x']));
    expect(Object.keys(examples).length).toBeGreaterThan(2);
    expect(describeUnknownVariables(examples)).toEqual([]);
});

test('no service of compose.yaml writes to its image, gains rights, or is reached by its port but the proxy', () => {
    const services = Object.entries(compose.services);
    for (const [, service] of services)
        expect(service).toMatchObject({
            read_only: true,
            cap_drop: ['ALL'],
            security_opt: ['no-new-privileges:true'],
            ulimits: { core: 0 }
        });
    expect(services.filter(([, { cap_add: added }]) => added).map(([name]) => name)).toEqual(['proxy']);
    expect(services.filter(([, { ports }]) => ports).map(([name]) => name)).toEqual(['proxy']);
    for (const [, { deploy }] of services)
        expect(deploy?.resources.limits).toEqual({ cpus: expect.any(String), memory: expect.any(String) });
    expect(compose.networks['database']).toEqual({ internal: true });
    expect(compose.services['postgres']?.networks).toEqual(['database']);
    expect(compose.services['proxy']?.networks).not.toContain('database');
});

test("servers may write only where the image's user can, and get the time that a stop takes", () => {
    const [, uid] = /^USER (\d+):/m.exec(dockerfile) ?? [];
    const [, dataDir] = /PATCHBAY_DATA_DIR=(\S+)/.exec(dockerfile) ?? [];
    const [, promised] = /\*\*(\d+) s with the defaults\*\*/.exec(readFileSync(join(root, 'docs/operating.md'), 'utf8')) ?? [];
    for (const [, server] of servers) {
        expect(server.tmpfs).toEqual(['/tmp', `${dataDir}:uid=${uid},gid=${uid},mode=0700`]);
        expect(secondsOf(server.stop_grace_period)).toBe(Number(promised));
    }
});

test('the proxy sends both addresses to the servers with the role web, checks their health, and notices a drain before it ends', () => {
    const { sites, options } = readCaddyfile();
    const web = servers.filter(([, { environment }]) => environment?.['PATCHBAY_ROLES'] === 'web');
    const { port, connectPort, drainMs } = readConfig(web[0]?.[1].environment);
    const upstreamsAt = (number: number) => web.map(([name]) => `${name}:${number}`);
    expect(sites).toEqual([
        { variable: 'PATCHBAY_PUBLIC_URL', upstreams: upstreamsAt(port), healthPort: undefined },
        // Only the API's port has /health.
        { variable: 'PATCHBAY_CONNECT_URL', upstreams: upstreamsAt(connectPort), healthPort: port }
    ]);
    expect(options['health_uri']).toBe('/health');
    expect(1000 * (secondsOf(options['health_interval']) + secondsOf(options['health_timeout']))).toBeLessThan(drainMs);
    // Of the servers: docs/operating.md#stopping.
    expect(secondsOf(options['keepalive'])).toBeLessThan(65);
    expect(dockerfile).toContain(`EXPOSE ${port} ${connectPort}\n`);
});

test('what the proxy and the servers take for their addresses is the same', () => {
    const { environment } = compose.services['proxy'] ?? {};
    for (const [, server] of servers) expect(server.environment).toMatchObject(environment ?? {});
});

test('the images of others are named by their exact versions', () => {
    const images = Object.values(compose.services).map(({ image = '' }) => image);
    expect(images.filter((image) => image !== 'patchbay' && !/^[a-z]+:\d+\.\d+(?:\.\d+)?-[a-z]+$/.test(image))).toEqual([]);
});
