import { chmodSync, existsSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A temporary folder that a PostgreSQL can live in. */
export function makeFolder(): string {
    const folder = mkdtempSync(join(tmpdir(), 'patchbay-chaos-'));
    // Else PostgreSQL, which root runs as another user, couldn't enter it.
    if (process.getuid?.() === 0) chmodSync(folder, 0o711);
    return folder;
}

/** @param dataDir of the PostgreSQL in it, which has been stopped */
export function removeFolder(folder: string, dataDir: string): void {
    const files = join(dataDir, 'postgres');
    // They lie elsewhere where root's temporary folder is its own.
    if (existsSync(files)) rmSync(realpathSync(files), { recursive: true, force: true });
    rmSync(folder, { recursive: true, force: true });
}
