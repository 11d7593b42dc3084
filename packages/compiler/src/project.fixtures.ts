import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';

/** Packages of this repository that a project can have. */
const ours = ['zod', 'zod-oldest', 'typescript', '@patchbay/functions'];

/** A project in a folder of its own, with those of our packages that it wants. */
export function projectOf(files: Readonly<Record<string, string>>, packages: readonly string[] = ['zod']): string {
    const folder = mkdtempSync(join(tmpdir(), 'patchbay-project-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    for (const [name, text] of Object.entries({ 'package.json': '{"type":"module"}', ...files })) {
        const file = join(folder, name);
        mkdirSync(dirname(file), { recursive: true });
        writeFileSync(file, text);
    }
    for (const name of packages.filter((each) => ours.includes(each))) {
        const place = join(folder, 'node_modules', name);
        mkdirSync(dirname(place), { recursive: true });
        symlinkSync(fileURLToPath(new URL(`../../../node_modules/${name}`, import.meta.url)), place);
    }
    return folder;
}

export const actionSource = (body = 'return input;', before = '') => `import { createAction } from 'nango';
import { z } from 'zod';
${before}
export default createAction({
    description: 'Does something',
    input: z.object({ name: z.string() }),
    output: z.any(),
    exec: async (nango, input) => { ${body} }
});
`;

export const syncSource = `import { createSync } from '@patchbay/functions';
import { z } from 'zod';
export default createSync({
    description: 'Reads people',
    frequency: 'every hour',
    models: { Person: z.object({ id: z.string() }) },
    exec: async () => {}
});
`;
