import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startTestApp } from '@patchbay/test-kit';
import { expect, test } from 'vitest';
import { bin, emptyFolder, install, write } from './cli.fixtures.ts';

const guide = readFileSync(new URL('../../../docs/first-sync.md', import.meta.url), 'utf8');
const blocksOf = (language: string) =>
    Array.from(guide.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'gm')), ([, block = '']) => block);

/** The packages lie in the project already; the rest is what a reader types. */
const prelude = `npm() { test "$1" = install; }; npx() { test "$1" = patchbay && shift && "$NODE" "$CLI" "$@"; }`;

test('the commands of the guide make a sync, and its records are read', async () => {
    await using app = await startTestApp({ runsJobs: true });
    const home = emptyFolder();
    const folder = join(home, 'my-functions');
    const run = async (cwd: string, commands: readonly string[]) => {
        const script = [prelude, ...commands].join('\n');
        const own = script
            .replace('http://localhost:3003', app.url)
            .replace('pb_sk_dev_…', app.keys.dev)
            .replace('mkdir my-functions', ':');
        const env = { PATH: process.env['PATH'], HOME: home, NODE: process.execPath, CLI: bin };
        return (await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', own], { cwd, env })).stdout;
    };
    const [settings = '', connected = '', made = '', tried = '', deployed = '', read = '', ...others] = blocksOf('sh');
    expect(others).toEqual([]);
    // What `npm install` leaves in an empty folder.
    write(folder, { 'package.json': '{"dependencies":{"zod":"^4.0.5"}}' });
    install(folder);

    await run(home, [settings, connected, made]);
    const [source = ''] = blocksOf('ts');
    expect(readFileSync(join(folder, 'gem/syncs/people.ts'), 'utf8')).not.toBe(source);
    write(folder, { 'gem/syncs/people.ts': source });
    expect(await run(folder, [settings, tried])).toContain('Person');
    expect(await run(folder, [settings, deployed])).toContain('+ created sync gem/people');
    await expect.poll(async () => JSON.parse(await run(folder, [settings, read])).records, { timeout: 60_000 }).not.toEqual([]);
    const { records } = JSON.parse(await run(folder, [settings, read]));
    expect(records[0]).toMatchObject({ id: expect.any(String), name: expect.any(String), email: expect.stringContaining('@') });
});
