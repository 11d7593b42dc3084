import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Where the definitions live: one folder each. */
export const providersFolder = fileURLToPath(new URL('../../providers/src', import.meta.url));

/** The ids of all definitions: the names of their folders, sorted by code unit on every machine. */
export function providerIds(folder: string): string[] {
    const entries = readdirSync(folder, { withFileTypes: true });
    return entries
        .filter((entry) => entry.isDirectory())
        .map((entry) => entry.name)
        .filter((name) => existsSync(`${folder}/${name}/provider.ts`))
        .toSorted();
}

/** The text of `catalog.gen.ts` for these ids. */
export function catalogSource(ids: readonly string[]): string {
    const names = ids.map((id) => ({ id, name: variableName(id) }));
    const lines = [
        '// Written by `npm run gen` from the folders beside it. Do not edit.',
        ...names.map(({ id, name }) => `import ${name} from './${id}/provider.ts';`),
        "import type { Provider } from './provider.ts';",
        '',
        'export const definitions: readonly Provider[] = [',
        names.map(({ name }) => `    ${name}`).join(',\n'),
        '];',
        ''
    ];
    return lines.join('\n');
}

/** Writes `catalog.gen.ts` into the folder. */
export function generateCatalog(folder: string): void {
    writeFileSync(`${folder}/catalog.gen.ts`, catalogSource(providerIds(folder)));
}

/** `private-api-basic` → `privateApiBasic`; digits at the start get a letter before them. */
function variableName(id: string): string {
    const name = id.replaceAll(/-+([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
    return /^[0-9]/.test(name) ? `p${name}` : name;
}

if (import.meta.main) generateCatalog(providersFolder);
