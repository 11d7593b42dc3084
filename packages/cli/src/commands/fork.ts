import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { problemOfFunctionName } from '@patchbay/functions/describe';
import { type BuiltIn, FORK_FILE, forkFolder, readBuiltIn } from '../built-in.ts';
import type { Context, Result } from '../command.ts';
import { CliError, UsageError } from '../errors.ts';
import { addToIndex } from '../index-file.ts';
import { requireProject } from '../project.ts';

interface ForkOptions {
    integration?: string;
    name?: string;
}

const kinds = { sync: 'syncs', action: 'actions' } as const;

export async function run({ terminal, cwd }: Context, [from = '']: readonly string[], options: ForkOptions): Promise<Result> {
    const folder = requireProject(cwd);
    const builtIn = readBuiltIn();
    const source = Object.hasOwn(builtIn.functions, from) ? builtIn.functions[from] : undefined;
    if (!source) throw new CliError('function_not_found', `There is no built-in function ${from}. ${suggestionFor(from, builtIn)}`);
    const [provider = '', ownName = ''] = from.split('/');
    const { integration = provider, name = ownName } = options;
    const problem = /^[\w~:.@ -]{1,255}$/.test(integration) ? problemOfFunctionName(name) : `'${integration}' is no id of an integration.`;
    if (problem !== undefined) throw new UsageError(problem);
    const place = forkFolder(integration, name);
    const file = `${integration}/${kinds[source.type]}/${name}.ts`;
    const taken = [place, ...['syncs', 'actions', 'on-events'].map((kind) => `${integration}/${kind}/${name}.ts`)];
    const existing = taken.find((each) => existsSync(join(folder, each)));
    if (existing !== undefined)
        throw new CliError('function_exists', `There is ${existing} already. Choose another name with --name, or move it away.`);
    const files = {
        ...Object.fromEntries(source.files.map((each) => [`${place}/${each}`, builtIn.files[each] ?? ''])),
        [`${place}/${FORK_FILE}`]: `${JSON.stringify({ name: from, hash: source.hash }, null, 2)}\n`,
        [file]: entryOf(source, `../built-in/${name}/${source.file}`)
    };
    for (const [path, text] of Object.entries(files)) {
        mkdirSync(dirname(join(folder, path)), { recursive: true });
        writeFileSync(join(folder, path), text);
    }
    const isListed = addToIndex(folder, file);
    terminal.say(`Wrote ${file}${isListed ? ', and its import into index.ts' : ''}. Its source is in ${place}/, ${source.file} first.`);
    const install =
        source.packages.length === 0 ? [] : [`npm install ${source.packages.flatMap((each) => [each, `@types/${each}`]).join(' ')}`];
    terminal.say('Change it, and deploy it in place of the built-in one:');
    for (const step of [...install, 'patchbay compile', 'patchbay deploy']) terminal.say(`  ${terminal.style('cyan', step)}`);
    return {
        json: { file, source: `${place}/${source.file}`, type: source.type, integration_id: integration, name, packages: source.packages }
    };
}

function suggestionFor(from: string, { functions }: BuiltIn): string {
    const [provider = ''] = from.split('/');
    const names = Object.keys(functions);
    const own = names.filter((name) => name.startsWith(`${provider}/`));
    if (own.length > 0) return `Of ${provider} there are ${own.join(', ')}.`;
    return `There are those of ${[...new Set(names.map((name) => name.split('/')[0]))].join(', ')}, such as ${names[0] ?? ''}.`;
}

function entryOf({ exportName, path }: BuiltIn['functions'][string], specifier: string): string {
    if (!path) return `export { ${exportName} as default } from '${specifier}';\n`;
    const access = path.map((each) => `[${JSON.stringify(each)}]`.replaceAll('"', "'")).join('');
    return `import { ${exportName} } from '${specifier}';\n\nexport default ${exportName}${access};\n`;
}
