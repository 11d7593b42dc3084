import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { rootFolder } from './docs.ts';
import { tableOf } from './generate-reference.ts';

const document = join(rootFolder, 'README.md');
const place = /(<!-- generated: packages\/tooling\/src\/generate-variables\.ts -->\n)[\s\S]*?(<!-- end -->)/;
const variable = / {4}\/\*\*((?:(?!\*\/)[\s\S])+)\*\/\n {4}([A-Z][A-Z_]+): ([\s\S]+?)(?=,?\n {4}(?:\/|[A-Z])|\n\}\))/g;

/** Fills the README's table of variables from the comments of `config.ts`. */
export function withVariableTable(readme: string, config = readConfigSource()): string {
    const rows = Array.from(config.matchAll(variable), ([, comment = '', name = '', schema = '']) => {
        const said = comment.replaceAll(/\s*\n\s*\*?\s*/g, ' ').trim();
        const [description = '', unset] = said.split(' @default ');
        return [`\`${name}\``, unset ?? defaultOf(schema), description];
    });
    const table = tableOf(['Variable', 'Default', 'Description'], rows);
    return readme.replace(place, (_, begin: string, end: string) => `${begin}${table}\n${end}`);
}

/** The argument of `.default()`, as the variable would be given. */
function defaultOf(schema: string): string {
    const literal = /\.default\((.+)\)$/.exec(schema)?.[1];
    if (literal === undefined || literal === '{}') return '';
    const items: unknown[] = [JSON.parse(literal.replaceAll("'", '"'))].flat();
    return items.map((item) => `\`${String(item)}\``).join(',');
}

export function readConfigSource(): string {
    return readFileSync(join(rootFolder, 'apps/server/src/config.ts'), 'utf8');
}

export function generateVariables(): void {
    writeFileSync(document, withVariableTable(readFileSync(document, 'utf8')));
}
