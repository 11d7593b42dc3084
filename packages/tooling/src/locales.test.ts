import { globSync } from 'node:fs';
import { join } from 'node:path';
import { connectLocales } from '@patchbay/contracts';
import { expect, test } from 'vitest';
import { rootFolder } from './docs.ts';

/** The BCP 47 tags in the names of a folder's catalogues. */
const localesIn = (folder: string) =>
    globSync('*.ts', { cwd: join(rootFolder, folder) })
        .flatMap((name) => /^(?:texts\.)?([a-z]{2}(?:-\w+)?)\.ts$/.exec(name)?.[1] ?? [])
        .toSorted();

const ofWidget = localesIn('apps/connect-ui/src/i18n');

test('the catalogues of the Connect UI are found', () => {
    expect(ofWidget).toEqual(expect.arrayContaining(['en', 'pt-BR', 'zh-Hans']));
});

test('wording may be given in every language of the Connect UI', () => {
    expect(connectLocales).toEqual(ofWidget);
});

test('the pages in the sign-in’s window speak every language of the Connect UI', () => {
    expect(localesIn('apps/server/src/rooms/connect/sign-in-pages/page-texts')).toEqual(ofWidget);
});

test('the words of providers are translated into every language of the Connect UI', () => {
    expect(['en', ...localesIn('packages/providers/src/texts')].toSorted()).toEqual(ofWidget);
});
