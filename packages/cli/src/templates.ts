import type { ConnectionEvent } from '@patchbay/functions';
import { OLDEST_ZOD } from './zod-dependency.ts';
import { version } from './version.ts';

const manifest = (name: string) => ({
    name,
    version: '0.0.1',
    private: true,
    type: 'module',
    scripts: { dev: 'patchbay dev', test: 'patchbay test', deploy: 'patchbay deploy' },
    dependencies: { '@patchbay/functions': `^${version}`, zod: `^${OLDEST_ZOD}` },
    devDependencies: { patchbay: `^${version}`, typescript: '^7.0.2' }
});

const tsconfig = {
    compilerOptions: {
        target: 'es2024',
        // Imports are the bundler's.
        module: 'preserve',
        moduleResolution: 'bundler',
        strict: true,
        noUncheckedIndexedAccess: true,
        verbatimModuleSyntax: true,
        erasableSyntaxOnly: true,
        allowImportingTsExtensions: true,
        skipLibCheck: true,
        noEmit: true
    },
    // Tests have what functions don't: Node.
    exclude: ['node_modules', '**/*.test.ts']
};

export const INDEX_START = '// The functions of this project, each imported for its definition.\n';

/** The files of a new project. */
export function projectFiles(name: string): Readonly<Record<string, string>> {
    return {
        'package.json': json(manifest(name)),
        'tsconfig.json': json(tsconfig),
        'index.ts': INDEX_START,
        '.gitignore': 'node_modules/\n.env\n',
        '.env.example':
            '# Copy it to .env. The key is that of one environment; keys of several are\n# PATCHBAY_SECRET_KEY_DEV, PATCHBAY_SECRET_KEY_PROD …\nPATCHBAY_URL=http://localhost:3003\nPATCHBAY_SECRET_KEY=\n'
    };
}

const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;

export const syncTemplate = `import { createSync } from '@patchbay/functions';
import { z } from 'zod';

const Contact = z.object({
    id: z.string(),
    name: z.string()
});

export default createSync({
    description: 'Reads contacts',
    frequency: 'every hour',
    models: { Contact },
    // Where the next run goes on.
    checkpoint: z.object({ updatedAfter: z.string() }),
    async exec(context) {
        const checkpoint = await context.getCheckpoint();
        const startedAt = new Date().toISOString();
        const { data } = await context.get<{ id: number; name: string }[]>({
            endpoint: '/contacts',
            params: { updated_after: checkpoint?.updatedAfter }
        });
        await context.batchSave(
            data.map(({ id, name }) => ({ id: String(id), name })),
            'Contact'
        );
        await context.saveCheckpoint({ updatedAfter: startedAt });
    }
});
`;

export const actionTemplate = `import { createAction } from '@patchbay/functions';
import { z } from 'zod';

export default createAction({
    description: 'Creates a contact',
    input: z.object({ name: z.string() }),
    output: z.object({ id: z.string() }),
    async exec(context, input) {
        const { data } = await context.post<{ id: number }>({ endpoint: '/contacts', data: input });
        return { id: String(data.id) };
    }
});
`;

export const onEventTemplate = (event: ConnectionEvent) => `import { createOnEvent } from '@patchbay/functions';

export default createOnEvent({
    description: 'Runs on ${event}',
    event: '${event}',
    async exec(context) {
        await context.log(\`Connection \${context.connectionId}\`);
    }
});
`;
