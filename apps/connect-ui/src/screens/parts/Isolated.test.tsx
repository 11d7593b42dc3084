// @vitest-environment jsdom
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { heading, startWidget } from '../../App.fixtures.tsx';
import { gem, github } from '../../stories/samples.ts';

afterEach(cleanup);

const turned = (text: string) => `${text}\u2069\u202E\u2029`;
const invisible = /[\u2028-\u202E\u2066-\u2069]/;

test('names and texts of others turn nothing around them, from the list to the form', async () => {
    const odd = {
        ...gem,
        display_name: turned('Gem'),
        access: [turned('Read candidates')],
        guide: { steps: [turned('Ask Dana.')], lang: null }
    };
    const { user } = startWidget({}, { integrations: [odd, github], app_name: turned('Northwind') });
    await heading('Choose an app to connect');
    expect(document.body.textContent).not.toMatch(invisible);
    await user.click(screen.getByRole('button', { name: 'Gem' }));
    await heading('Connect Gem');
    expect(screen.getByText('Ask Dana.')).toBeTruthy();
    expect(screen.getByText('Read candidates')).toBeTruthy();
    expect(document.body.textContent).not.toMatch(invisible);
});

test('every text of others that is marked as one is without what turns text around', () => {
    const folder = join(import.meta.dirname, '../..');
    const raw = globSync('**/*.tsx', { cwd: folder })
        .filter((path) => !/\.test\.|Isolated\.tsx$/.test(path))
        // What the catalogue says needs its own isolates.
        .filter((path) => /<bdi(?!>\{(?:t|plural)\()/.test(readFileSync(join(folder, path), 'utf8')));
    expect(raw).toEqual([]);
});
