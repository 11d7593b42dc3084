import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { Context, Result } from '../command.ts';
import { CliError } from '../errors.ts';
import { migrateScript } from '../migrate/migrate-script.ts';
import { modelsCode } from '../migrate/model-code.ts';
import { readYaml, type YamlFunction, type YamlProject } from '../migrate/read-yaml.ts';
import { findProject, type Manifest, readManifest, yamlFileOf } from '../project.ts';
import { INDEX_START, projectFiles } from '../templates.ts';
import { oldZodOf, OLDEST_ZOD } from '../zod-dependency.ts';
import { version } from '../version.ts';

const folders = { sync: 'syncs', action: 'actions', onEvent: 'on-events' } as const;

export async function run(context: Context): Promise<Result> {
    const { terminal, cwd } = context;
    const folder = findProject(cwd) ?? cwd;
    const yaml = yamlFileOf(folder);
    if (yaml === undefined) throw new CliError('no_yaml', `There is no YAML file in ${folder}: there is nothing to migrate.`);
    const project = parseYaml(folder, yaml);
    const known = new Set(Object.keys(project.models));
    const problems = [...project.problems];
    const scripts = project.functions.map((own) => {
        const target = `${own.integrationId}/${folders[own.type]}/${own.name}.ts`;
        const from = scriptOf(folder, own, target);
        if (from === undefined) {
            problems.push(`${own.integrationId}/${own.name}: there is no script ${target}.`);
            return { target, from: target, code: '' };
        }
        const exists = (specifier: string) => existsSync(resolve(folder, dirname(from), specifier));
        const { code, problems: own_ } = migrateScript(own, readFileSync(join(folder, from), 'utf8'), known, exists);
        problems.push(...own_);
        return { target, from, code };
    });
    if (problems.length > 0)
        throw new CliError(
            'migration_failed',
            `${yaml} can't be migrated yet. Nothing was changed.\n${problems.map((each) => `  ${each}`).join('\n')}`,
            { problems }
        );
    const files = {
        ...(known.size > 0 && { 'models.ts': modelsCode(project.models) }),
        ...Object.fromEntries(scripts.map(({ target, code }) => [target, code])),
        'index.ts': `${INDEX_START}${scripts.map(({ target }) => `import './${target}';\n`).join('')}`,
        ...manifestFiles(folder)
    };
    for (const [name, text] of Object.entries(files)) {
        mkdirSync(dirname(join(folder, name)), { recursive: true });
        writeFileSync(join(folder, name), text);
        terminal.say(`${terminal.style('green', '✓')} ${name}`);
    }
    for (const { from, target } of scripts) if (from !== target) rmSync(join(folder, from));
    renameSync(join(folder, yaml), join(folder, `${yaml}.migrated`));
    terminal.say(`\n${yaml} is now ${yaml}.migrated. Next: ${terminal.style('cyan', 'npm install && npx patchbay compile')}`);
    return { json: { folder, files: Object.keys(files), yaml: `${yaml}.migrated` } };
}

function parseYaml(folder: string, yaml: string): YamlProject {
    try {
        return readYaml(readFileSync(join(folder, yaml), 'utf8'));
    } catch (error) {
        throw new CliError('invalid_yaml', `${yaml} can't be read: ${error instanceof Error ? error.message : String(error)}`);
    }
}

/** Older projects have their scripts in other folders. */
function scriptOf(folder: string, { integrationId, name, type }: YamlFunction, target: string): string | undefined {
    const others = type === 'onEvent' ? [`${integrationId}/post-connection-scripts/${name}.ts`] : [];
    return [target, ...others, `${name}.ts`].find((each) => existsSync(join(folder, each)));
}

function manifestFiles(folder: string): Record<string, string> {
    const { 'package.json': fresh = '', 'tsconfig.json': tsconfig = '' } = projectFiles('integrations');
    const files: Record<string, string> = existsSync(join(folder, 'tsconfig.json')) ? {} : { 'tsconfig.json': tsconfig };
    if (!existsSync(join(folder, 'package.json'))) return { ...files, 'package.json': fresh };
    const manifest = readManifest(folder);
    const zod = manifest.dependencies?.['zod'];
    const migrated: Manifest = {
        ...manifest,
        type: 'module',
        dependencies: {
            ...manifest.dependencies,
            '@patchbay/functions': `^${version}`,
            zod: zod === undefined || oldZodOf(manifest) !== undefined ? `^${OLDEST_ZOD}` : zod
        },
        devDependencies: { typescript: '^7.0.2', ...manifest.devDependencies, patchbay: `^${version}` }
    };
    return { ...files, 'package.json': `${JSON.stringify(migrated, null, 2)}\n` };
}
