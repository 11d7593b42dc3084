import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Provider } from '@patchbay/providers';
import { readOwnDefinition } from './own-definition.ts';

const extension = '.json';

/**
 * The definitions in the operator's folder: one `<id>.json` for each provider.
 * @param known the providers that there are already; a file with the id of one replaces it
 * @returns what can be used, and a line for every mistake: file, path, what to do
 */
export function readOwnDefinitions(folder: string, known: readonly Provider[]): { definitions: Provider[]; mistakes: string[] } {
    const definitions: Provider[] = [];
    const mistakes: string[] = [];
    for (const file of filesIn(folder, mistakes)) {
        const id = file.slice(0, -extension.length);
        const read = readFile(join(folder, file), id);
        if ('definition' in read) definitions.push(read.definition);
        else mistakes.push(...read.mistakes.map(({ path, message }) => `${file}: ${path === '' ? '' : `${path}: `}${message}`));
    }
    return { definitions, mistakes: [...mistakes, ...sharedIds(definitions, known)] };
}

/** Ids of `other_ids` that another provider has. */
function sharedIds(definitions: readonly Provider[], known: readonly Provider[]): string[] {
    const own = new Set(definitions.map(({ id }) => id));
    const all = [...known.filter(({ id }) => !own.has(id)), ...definitions];
    return definitions.flatMap((definition) =>
        (definition.other_ids ?? [])
            .filter((other) => all.some(({ id, other_ids: more = [] }) => id !== definition.id && [id, ...more].includes(other)))
            .map((other) => `${definition.id}${extension}: other_ids: Another provider has the id ${other}.`)
    );
}

function filesIn(folder: string, mistakes: string[]): string[] {
    try {
        return readdirSync(folder)
            .filter((name) => name.endsWith(extension) && !name.startsWith('.'))
            .toSorted();
    } catch (error) {
        mistakes.push(`The folder can’t be read: ${error instanceof Error ? error.message : String(error)}`);
        return [];
    }
}

function readFile(path: string, id: string): ReturnType<typeof readOwnDefinition> {
    try {
        return readOwnDefinition(id, JSON.parse(readFileSync(path, 'utf8')));
    } catch (error) {
        return { mistakes: [{ path: '', message: `It is no JSON: ${error instanceof Error ? error.message : String(error)}` }] };
    }
}
