import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { describeUnknownVariables, readConfig } from '../apps/server/src/config.ts';
import { type Compose, parseEnvFile, readCaddyfile, readCompose, secondsOf, variablesOf } from './compose.fixtures.ts';

const root = join(import.meta.dirname, '..');
const dockerfile = readFileSync(join(root, 'Dockerfile'), 'utf8');
const compose = readCompose({ SECRETS_DIR: './secrets' });
const serversOf = ({ services }: Compose) =>
    Object.entries(services).filter(([, { environment }]) => environment?.['DATABASE_URL_FILE'] !== undefined);
const servers = serversOf(compose);

/** Runs deploy/make-env.sh in a checkout. */
function makeEnv(checkout: string): void {
    mkdirSync(join(checkout, 'deploy'), { recursive: true });
    copyFileSync(join(root, 'deploy/make-env.sh'), join(checkout, 'deploy/make-env.sh'));
    execFileSync('sh', [join(checkout, 'deploy/make-env.sh')], { stdio: 'pipe' });
}

function newCheckout(): string {
    const checkout = mkdtempSync(join(tmpdir(), 'patchbay-compose-'));
    onTestFinished(() => rmSync(checkout, { recursive: true, force: true }));
    return checkout;
}

const readSecrets = (checkout: string): Record<string, string> =>
    Object.fromEntries(
        readdirSync(join(checkout, 'secrets')).map((name) => [name, readFileSync(join(checkout, 'secrets', name), 'utf8').trim()])
    );

test('Compose does not start without its secrets, and says which command makes them', () => {
    expect(() => readCompose({})).toThrow('SECRETS_DIR is missing a value: Make the secrets with `sh deploy/make-env.sh` first.');
});

test('deploy/make-env.sh makes secrets that differ each time and that only their owner gets at, and leaves those that are there', () => {
    const [checkout, other] = [newCheckout(), newCheckout()];
    makeEnv(checkout);
    makeEnv(other);
    expect(statSync(join(checkout, 'secrets')).mode & 0o777).toBe(0o700);
    const made = readSecrets(checkout);
    expect(Object.keys(made).toSorted()).toEqual(Object.keys(compose.secrets).toSorted());
    // Compose mounts files as they are, for containers with users of their own.
    for (const name of Object.keys(made)) expect(statSync(join(checkout, 'secrets', name)).mode & 0o777).toBe(0o444);
    expect(made['postgres-password']).toMatch(/^[\da-f]{64}$/);
    for (const [name, value] of Object.entries(readSecrets(other))) expect(value).not.toBe(made[name]);
    expect(() => makeEnv(checkout)).toThrow('There is a secrets already');
    expect(readSecrets(checkout)).toEqual(made);
    const keepsSettings = newCheckout();
    writeFileSync(join(keepsSettings, '.env'), 'PATCHBAY_APP_NAME=Acme\n');
    expect(() => makeEnv(keepsSettings)).toThrow('There is a .env already');
    expect(readFileSync(join(keepsSettings, '.env'), 'utf8')).toBe('PATCHBAY_APP_NAME=Acme\n');
});

test('every server of compose.yaml has a configuration that it can start with, and names no variable that there is not', () => {
    const checkout = newCheckout();
    makeEnv(checkout);
    const made = readCompose(parseEnvFile(join(checkout, '.env')));
    expect(serversOf(made).map(([name]) => name)).toEqual(['web1', 'web2', 'worker']);
    for (const [name] of serversOf(made)) {
        const variables = variablesOf(made, name, checkout);
        const config = readConfig(variables);
        expect(config.database).toMatchObject({
            kind: 'url',
            url: expect.stringContaining(`:${readSecrets(checkout)['postgres-password']}@postgres:5432/`)
        });
        expect(new URL(config.publicUrl).origin).not.toBe(new URL(config.connectUrl).origin);
        expect(describeUnknownVariables({ ...parseEnvFile(join(checkout, '.env')), ...variables })).toEqual([]);
    }
    expect(serversOf(made).map(([, { environment }]) => environment?.['PATCHBAY_ROLES'])).toEqual(['web', 'web', 'worker']);
    expect(variablesOf(made, 'postgres', checkout)['POSTGRES_PASSWORD_FILE']).toBe(join(checkout, 'secrets/postgres-password'));
});

test('no secret is a variable of compose.yaml, and each service is given those files alone that it names', () => {
    for (const [name, { environment = {}, secrets = [] }] of Object.entries(compose.services)) {
        const files = Object.entries(environment).flatMap(([variable, value]) => (variable.endsWith('_FILE') ? [value] : []));
        expect([name, files.toSorted()]).toEqual([name, secrets.map((secret) => `/run/secrets/${secret}`).toSorted()]);
        expect(
            Object.keys(environment).filter(
                (variable) => /(?:PASSWORD|KEYS?|URL)$/.test(variable) && !/_(?:PUBLIC|CONNECT)_URL$/.test(variable)
            )
        ).toEqual([]);
    }
});

test('the example lines of the .env name variables of servers', () => {
    const checkout = newCheckout();
    makeEnv(checkout);
    const text = readFileSync(join(checkout, '.env'), 'utf8');
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
    const checkout = newCheckout();
    makeEnv(checkout);
    const { port, connectPort, drainMs } = readConfig(variablesOf(compose, 'web1', checkout));
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
