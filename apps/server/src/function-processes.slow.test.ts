import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { startSandbox } from '@patchbay/sandbox';
import { serverFile } from '@patchbay/test-kit/server-process';
import { expect, onTestFinished, test, vi } from 'vitest';
import { descendantsOf, startBuiltServer } from './built-server.fixtures.ts';
import { actionFlow } from './rooms/automation/deployments/deployments.fixtures.ts';

const checkout = join(dirname(serverFile('main.ts')), '../../..');

function newFolder(): string {
    const folder = mkdtempSync(join(tmpdir(), 'patchbay-functions-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    return folder;
}

function isAlive(pid: number): boolean {
    try {
        return process.kill(pid, 0);
    } catch {
        return false;
    }
}

const linesOf = ({ logged }: { logged: { message: string }[] }, message: string) => logged.filter((line) => line.message === message);

test('a server that nothing is deployed to tells its wall once, and is left without a process for functions', async () => {
    const { server } = await startBuiltServer();
    await vi.waitFor(() => expect(linesOf(server, 'function_wall')).toHaveLength(1), { timeout: 20_000 });
    await expect.poll(() => descendantsOf(server.pid)).toEqual([]);
});

test('a server is ready before it knows its wall', async () => {
    const folder = newFolder();
    // Found first, and ends with its parent.
    writeFileSync(join(folder, 'unshare'), '#!/bin/sh\nexec sleep 600\n');
    chmodSync(join(folder, 'unshare'), 0o755);
    const { server } = await startBuiltServer({ PATH: `${folder}${delimiter}${process.env['PATH']}` });
    expect((await fetch(`${server.url}/health`)).status).toBe(200);
    if (process.platform === 'linux') expect(linesOf(server, 'function_wall')).toEqual([]);
});

test('a built server compiles what is deployed, runs it, and ends its processes with itself', async () => {
    const { server, openActions } = await startBuiltServer();
    const actions = await openActions();
    expect(await actions.deploy('add', 'return input.a + 1;')).toMatchObject({ status: 'success' });
    expect(await actions.trigger('add', { a: 1 })).toEqual({ status: 200, body: 2 });
    const processes = descendantsOf(server.pid);
    expect(processes).not.toEqual([]);
    await server.stop();
    await expect.poll(() => processes.filter(isAlive)).toEqual([]);
});

test('a server without a full wall refuses functions with the engine of processes, with what to do, and runs others', async () => {
    const folder = newFolder();
    // Found first, as where a container refuses namespaces.
    writeFileSync(join(folder, 'unshare'), '#!/bin/sh\necho "unshare failed: Operation not permitted" >&2\nexit 1\n');
    chmodSync(join(folder, 'unshare'), 0o755);
    const { server, openActions } = await startBuiltServer({ PATH: `${folder}${delimiter}${process.env['PATH']}` });
    await vi.waitFor(() => expect(linesOf(server, 'function_wall')).toMatchObject([{ code: 'permission' }]), { timeout: 20_000 });
    const actions = await openActions();
    const refused = {
        error: expect.objectContaining({
            code: 'function_engine_unavailable',
            message: expect.stringMatching(/Here it is 'permission'.*docs\/functions-security\.md/)
        })
    };
    const { fileBody, ...flow } = await actionFlow('own', 'return 1;');
    const js = `// patchbay:engine process\n${fileBody.js}`;
    const deployed = await actions.send('POST', '/sync/deploy', {
        flowConfigs: [{ ...flow, fileBody: { ...fileBody, js }, providerConfigKey: 'own-code' }],
        reconcile: false
    });
    expect(deployed.status).toBe(200);
    expect(await actions.trigger('own')).toEqual({ status: 503, body: refused });
    const bundle = {
        reconciliationScope: { kind: 'integration', integrationId: 'own-code' },
        functions: [{ integrationId: 'own-code', name: 'own', type: 'action', js }]
    };
    expect(await actions.send('POST', '/functions/deployments/bundle', bundle)).toMatchObject({ status: 503, body: refused });
    expect(await actions.deploy('add', 'return input.a + 1;')).toMatchObject({ status: 'success' });
    expect(await actions.trigger('add', { a: 1 })).toEqual({ status: 200, body: 2 });
});

/** A copy of what is built, as on a platform that isolated-vm has no build for. */
function copyWithoutIsolatedVm(): string {
    const folder = newFolder();
    for (const part of ['apps/server/dist', 'apps/server/package.json', 'packages/compiler/dist', 'packages/runner/dist'])
        cpSync(join(checkout, part), join(folder, part), { recursive: true });
    for (const name of ['compiler', 'runner']) {
        cpSync(join(checkout, `packages/${name}/package.json`), join(folder, `packages/${name}/package.json`));
        mkdirSync(join(folder, 'node_modules/@patchbay'), { recursive: true });
        symlinkSync(join(folder, 'packages', name), join(folder, 'node_modules/@patchbay', name));
    }
    for (const name of ['@patchbay/db', 'rolldown', '@rolldown', 'zod'])
        symlinkSync(join(checkout, 'node_modules', name), join(folder, 'node_modules', name));
    return join(folder, 'apps/server/dist/main.js');
}

test('without a build of isolated-vm the server logs one sentence, and runs all but deployed functions', async () => {
    const sandbox = await startSandbox({ port: 0, controlPort: 0 });
    onTestFinished(() => sandbox.stop());
    const { server, openActions } = await startBuiltServer(
        { PATCHBAY_SANDBOX_URL: sandbox.url, PATCHBAY_ALLOW_PRIVATE_HOSTS: new URL(sandbox.url).host },
        { entry: copyWithoutIsolatedVm() }
    );
    const sentence = `There is no build of isolated-vm for ${process.platform} on ${process.arch} with Node ${process.versions.node}, so functions can't be run behind a wall here.`;
    await vi.waitFor(() =>
        expect(linesOf(server, 'function_wall_missing')).toEqual([expect.objectContaining({ level: 'warn', reason: sentence })])
    );
    const actions = await openActions();
    expect((await actions.send('GET', '/health/detail')).body).toMatchObject({
        result: 'ok',
        functions: { wall: 'unavailable', wall_reason: sentence, compiler: 'available' }
    });
    const { fileBody, ...flow } = await actionFlow('own', 'return 1;');
    const deployed = await actions.send('POST', '/sync/deploy', {
        flowConfigs: [{ ...flow, fileBody, providerConfigKey: 'own-code' }],
        reconcile: false
    });
    expect(deployed.status).toBe(200);
    const refused = { error: expect.objectContaining({ code: 'runner_unavailable', message: sentence }) };
    expect(await actions.trigger('own')).toEqual({ status: 503, body: refused });
    // Its declaration would be read behind the wall.
    expect(await actions.deploy('text', 'return 1;')).toMatchObject({ status: 'failed', ...refused });
    const compiled = await actions.send('POST', '/functions/compile', { code: 'export default 1;' });
    expect(compiled.status).toBe(200);

    await actions.send('POST', '/integrations', { provider: 'sandbox-gem', unique_key: 'gem' });
    const connected = await actions.send('POST', '/connections', {
        provider_config_key: 'gem',
        connection_id: 'c1',
        credentials: { type: 'API_KEY', apiKey: 'gemTeamKey000000000000000000000000000001' },
        connection_config: { appSecret: 'gem-application-secret' }
    });
    expect(connected.status).toBe(201);
    const gem = { integrationId: 'gem', connectionId: 'c1' };
    const { body: users } = await actions.send('GET', '/users?live=true', undefined, gem);
    const [user] = (users as { records: { id: string }[] }).records;
    const created = await actions.send(
        'POST',
        '/action/trigger',
        { action_name: 'create-candidate', input: { first_name: 'Ada', last_name: 'Lovelace', created_by: user?.id } },
        gem
    );
    expect(created.body).toMatchObject({ id: expect.any(String), first_name: 'Ada' });
});
