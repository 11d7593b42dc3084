import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const builtInSchema = z.object({
    functions: z.record(
        z.string(),
        z.object({
            type: z.enum(['sync', 'action']),
            file: z.string(),
            exportName: z.string(),
            path: z.array(z.string()).optional(),
            files: z.array(z.string()),
            packages: z.array(z.string()),
            hash: z.string()
        })
    ),
    files: z.record(z.string(), z.string())
});
export type BuiltIn = z.output<typeof builtInSchema>;

/** The built-in functions as of this version, with their sources. */
export function readBuiltIn(): BuiltIn {
    const file = new URL(import.meta.url.endsWith('.ts') ? '../dist/built-in.json' : './built-in.json', import.meta.url);
    return builtInSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
}

const forkSchema = z.object({ name: z.string(), hash: z.string() });
/** What a function of a project was written from. */
export type Fork = z.output<typeof forkSchema>;

/** Where the source of a fork is, below the project. */
export const forkFolder = (integrationId: string, name: string) => `${integrationId}/built-in/${name}`;
export const FORK_FILE = 'fork.json';

export function forkOf(project: string, { integrationId, name }: { integrationId: string; name: string }): Fork | undefined {
    const file = join(project, forkFolder(integrationId, name), FORK_FILE);
    return existsSync(file) ? forkSchema.parse(JSON.parse(readFileSync(file, 'utf8'))) : undefined;
}

interface Behind {
    message: string;
    fix: string;
}

/** The forks whose built-in function has changed since. */
export function forksBehind(project: string, functions: readonly { integrationId: string; name: string }[]): Behind[] {
    const forks = functions.flatMap((each) => {
        const fork = forkOf(project, each);
        return fork ? [{ ...each, fork }] : [];
    });
    if (forks.length === 0) return [];
    const builtIn = readBuiltIn().functions;
    return forks
        .filter(({ fork }) => builtIn[fork.name]?.hash !== fork.hash)
        .map(({ integrationId, name, fork }) => ({
            message: builtIn[fork.name]
                ? `${fork.name} has changed since ${integrationId}/${name} was forked from it. Fork it beside, and compare the two`
                : `${fork.name}, from which ${integrationId}/${name} was forked, is no longer there`,
            fix: builtIn[fork.name]
                ? `patchbay fork ${fork.name} --integration ${integrationId} --name ${name}-now`
                : `rm ${forkFolder(integrationId, name)}/${FORK_FILE}`
        }));
}
