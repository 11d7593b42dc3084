import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { basename, join, relative, resolve } from 'node:path';
import type { Context, Result } from '../command.ts';
import { CliError } from '../errors.ts';
import { yamlFileOf } from '../project.ts';
import { projectFiles } from '../templates.ts';

export async function run({ terminal, cwd }: Context, [given = '.']: readonly string[]): Promise<Result> {
    const folder = resolve(cwd, given);
    const yaml = yamlFileOf(folder);
    if (yaml !== undefined) throw new CliError('yaml_project', `There is a ${yaml} in ${folder}. Run patchbay migrate there.`);
    const files = Object.entries(projectFiles(packageNameOf(basename(folder))));
    mkdirSync(folder, { recursive: true });
    const written = files.filter(([name]) => !existsSync(join(folder, name)));
    const kept = files.map(([name]) => name).filter((name) => !written.some(([one]) => one === name));
    for (const [name, text] of written) writeFileSync(join(folder, name), text);
    const place = relative(cwd, folder);
    if (written.length === 0)
        throw new CliError('project_exists', `There is a project in ${folder} already. Add to it with: patchbay create`);
    terminal.say(`Made a project in ${place === '' ? 'this folder' : place}: ${written.map(([name]) => name).join(', ')}.`);
    if (kept.length > 0) terminal.say(`Left as they were: ${kept.join(', ')}.`);
    terminal.say('\nNext:');
    for (const step of [...(place === '' ? [] : [`cd ${place}`]), 'npm install', 'npx patchbay create --sync <integration> <name>'])
        terminal.say(`  ${terminal.style('cyan', step)}`);
    return { json: { folder, written: written.map(([name]) => name), kept } };
}

const packageNameOf = (folder: string) =>
    folder
        .toLowerCase()
        .replaceAll(/[^a-z0-9-]+/g, '-')
        .replaceAll(/^-+|-+$/g, '') || 'integrations';
