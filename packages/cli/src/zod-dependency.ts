import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Context } from './command.ts';
import { type Manifest, readManifest } from './project.ts';

/** The oldest version of zod whose schemas can be read. */
export const OLDEST_ZOD = '4.0.5';
const raised = `^${OLDEST_ZOD}`;

/** @returns the range of the project's zod where it may be older than functions need */
export function oldZodOf(manifest: Manifest): string | undefined {
    const range = manifest.dependencies?.['zod'] ?? manifest.devDependencies?.['zod'];
    if (range === undefined) return undefined;
    const [, major, minor = '0', patch = '0'] = /^[\^~>=v\s]*(\d+)(?:\.(\d+))?(?:\.(\d+))?/.exec(range) ?? [];
    const isOld = Number(major) < 4 || (major === '4' && minor === '0' && Number(patch) < 5);
    return isOld ? range : undefined;
}

/** Writes the raised dependency into the project's `package.json`. */
export function raiseZod({ terminal }: Context, folder: string): void {
    const old = oldZodOf(readManifest(folder));
    if (old === undefined) return;
    const file = join(folder, 'package.json');
    // All else stays as its author formatted it.
    const before = readFileSync(file, 'utf8');
    writeFileSync(
        file,
        before.replaceAll(/("zod"\s*:\s*)"([^"]*)"/g, (entry, name: string, range: string) =>
            range === old ? `${name}"${raised}"` : entry
        )
    );
    terminal.warn(`package.json: raised zod from ${old} to ${raised}, which functions need. Run npm install.`);
}
