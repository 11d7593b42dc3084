import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { CliError } from './errors.ts';

const yamlFiles = ['patchbay.yaml', 'patchbay.yml', 'nango.yaml', 'nango.yml'];
const kinds = ['syncs', 'actions', 'on-events'];

/** A `package.json`, as far as the CLI is concerned. */
export interface Manifest {
    dependencies?: Record<string, string>;
    devDependencies?: Record<string, string>;
    [key: string]: unknown;
}

export function readManifest(folder: string): Manifest {
    const file = join(folder, 'package.json');
    try {
        // It is what npm takes for one.
        return JSON.parse(readFileSync(file, 'utf8')) as Manifest;
    } catch (error) {
        throw new CliError('invalid_manifest', `${file} can't be read: ${error instanceof Error ? error.message : String(error)}`);
    }
}

/** @returns the name of the YAML file that the project lists its functions in */
export const yamlFileOf = (folder: string) => yamlFiles.find((name) => existsSync(join(folder, name)));

function isProject(folder: string): boolean {
    if (yamlFileOf(folder) !== undefined) return true;
    if (!existsSync(join(folder, 'package.json'))) return false;
    if (existsSync(join(folder, 'index.ts'))) return true;
    return readdirSync(folder, { withFileTypes: true }).some(
        (entry) => entry.isDirectory() && kinds.some((kind) => existsSync(join(folder, entry.name, kind)))
    );
}

/** @returns the folder of the project that a folder is in */
export function findProject(cwd: string): string | undefined {
    const inside = join(cwd, 'nango-integrations');
    for (let folder = cwd; ; folder = dirname(folder)) {
        if (isProject(folder)) return folder;
        if (folder === cwd && isProject(inside)) return inside;
        if (folder === dirname(folder)) return undefined;
    }
}

/** @throws {CliError} where there is none, and where it is one of YAML */
export function requireProject(cwd: string): string {
    const folder = findProject(cwd);
    if (folder === undefined) throw new CliError('no_project', `There is no project in ${cwd}. Make one with: patchbay init <folder>`);
    const yaml = yamlFileOf(folder);
    if (yaml !== undefined)
        throw new CliError(
            'yaml_project',
            `${yaml} is no longer supported: functions are defined in TypeScript. Run patchbay migrate, which writes them from it.`
        );
    if (!existsSync(join(folder, 'package.json')))
        throw new CliError('no_manifest', `There is no package.json in ${folder}. Make one with: patchbay init ${folder}`);
    return folder;
}
