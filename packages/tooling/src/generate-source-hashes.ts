import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readBuiltInSources } from './built-in-sources.ts';
import { rootFolder } from './docs.ts';

export const sourceHashesFile = join(rootFolder, 'packages/integrations/src/source-hashes.gen.ts');

export async function sourceHashesSource(): Promise<string> {
    const { functions } = await readBuiltInSources();
    const lines = Object.entries(functions).map(([name, { hash }]) => `    '${name}': '${hash}'`);
    return `// Written by packages/tooling/src/generate-source-hashes.ts.
/** Of the source of each built-in function, and all that it imports of ours. */
export const sourceHashes: Readonly<Record<string, string>> = {
${lines.join(',\n')}
};
`;
}

export async function generateSourceHashes(): Promise<void> {
    writeFileSync(sourceHashesFile, await sourceHashesSource());
}
