import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { rootFolder } from './docs.ts';

type Checksums = Readonly<Record<string, string>>;

const migrationsFolder = join(rootFolder, 'packages/db/migrations');
const listFile = join(migrationsFolder, 'checksums.json');

/**
 * The list, extended by the migrations that it lacks.
 * @throws {Error} for a listed migration that has changed: databases that ran it never run it again
 */
export function withNewMigrations(listed: Checksums, folder = migrationsFolder): Checksums {
    const names = readdirSync(folder).filter((name) => name.endsWith('.sql'));
    const found = Object.fromEntries(names.toSorted().map((name) => [name, checksumOf(readFileSync(join(folder, name), 'utf8'))]));
    const changed = Object.keys(listed).filter((name) => found[name] !== listed[name]);
    if (changed.length > 0)
        throw new Error(`${changed.join(', ')}: databases have run it as it was. Restore it, and write a new migration.`);
    return found;
}

export function readListedMigrations(): Checksums {
    // Our own file: this module writes it.
    return JSON.parse(readFileSync(listFile, 'utf8')) as Checksums;
}

export function generateMigrationChecksums(): void {
    writeFileSync(listFile, `${JSON.stringify(withNewMigrations(readListedMigrations()), null, 2)}\n`);
}

/** Of the statements, and of the mark `-- no transaction`; comments and blank lines may change. */
function checksumOf(text: string): string {
    const lines = text.split(/\r?\n/).filter((line, index) => /^\s*(?!--)\S/.test(line) || (index === 0 && line === '-- no transaction'));
    return createHash('sha256').update(lines.join('\n')).digest('hex');
}
