import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { appearance, attemptCodes, fieldsOf } from '@patchbay/contracts';
import { widgetEvents } from '@patchbay/contracts/widget-message';
import { rootFolder } from './docs.ts';
import { tableOf, typeOf } from './generate-reference.ts';

const document = join(rootFolder, 'docs/embedding.md');
const place = /(<!-- generated: packages\/tooling\/src\/generate-embedding-tables\.ts, (\w+) -->\n)[\s\S]*?(<!-- end -->)/g;
const locale = /^ {4}'?([\w-]+)'?: \{ dir: '(ltr|rtl)', reviewed: (true|false),/gm;

const read = (path: string) => readFileSync(join(rootFolder, path), 'utf8');

/** The tables by the names that their places in the document have. */
const tables: Readonly<Record<string, () => string>> = {
    events() {
        const source = read('packages/contracts/src/widget-message.ts');
        return tableOf(
            ['Name', 'Told when'],
            widgetEvents.map((name) => [`\`${name}\``, commentOf(source, name)])
        );
    },
    codes() {
        const source = read('packages/contracts/src/attempt-codes.ts');
        const rows = attemptCodes.map((code) => [`\`${code}\``, ...commentOf(source, code).split(' @remedy ')]);
        return tableOf(['Code', 'What happened', 'What to do'], rows);
    },
    appearance() {
        const rows = fieldsOf(appearance, 'input')
            .filter(({ path }) => !path.startsWith('dark.'))
            .map(({ path, schema, description }) => [`\`${path}\``, typeOf(schema), description]);
        return tableOf(['Field', 'Type', 'Description'], rows);
    },
    locales() {
        const names = new Intl.DisplayNames('en', { type: 'language' });
        const rows = Array.from(read('apps/connect-ui/src/i18n/locales.ts').matchAll(locale), ([, tag = '', dir, reviewed]) => [
            `\`${tag}\``,
            names.of(tag) ?? tag,
            dir === 'rtl' ? 'right to left' : 'left to right',
            tag === 'en' ? 'the original' : reviewed === 'true' ? 'yes' : 'no'
        ]);
        return tableOf(['Locale', 'Language', 'Written', 'Read by a native speaker'], rows);
    }
};

/** Fills the tables of `docs/embedding.md` from what they list. */
export function withEmbeddingTables(text: string): string {
    return text.replaceAll(place, (_, begin: string, name: string, end: string) => {
        const table = tables[name];
        if (!table) throw new Error(`There is no table of ${name}.`);
        return `${begin}${table()}\n${end}`;
    });
}

/** What the comment right above an item of a list says. @throws when there is none */
export function commentOf(source: string, item: string): string {
    const comment = new RegExp(String.raw`/\*\*((?:(?!\*/)[\s\S])+)\*/\n {4}'${item}'`).exec(source)?.[1];
    if (comment === undefined) throw new Error(`No comment above '${item}' says what it is.`);
    return comment.replaceAll(/\s*\n\s*\*?\s*/g, ' ').trim();
}

export function generateEmbeddingTables(): void {
    writeFileSync(document, withEmbeddingTables(readFileSync(document, 'utf8')));
}
