import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { INDEX_START } from './templates.ts';

/**
 * Lists a function. Where there is no `index.ts`, all functions are the project's.
 * @returns whether there is one
 */
export function addToIndex(folder: string, file: string): boolean {
    const index = join(folder, 'index.ts');
    if (!existsSync(index)) return false;
    const text = readFileSync(index, 'utf8');
    // In a project of the reference service imports end so.
    const isJs = /^\s*import\s+['"]\.[^'"]+\.js['"]/m.test(text);
    const line = `import './${isJs ? file.replace(/\.ts$/, '.js') : file}';\n`;
    writeFileSync(index, `${text === '' ? INDEX_START : text.replace(/\n?$/, '\n')}${line}`);
    return true;
}
