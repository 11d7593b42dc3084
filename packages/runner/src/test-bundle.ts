import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import type { Code } from './index.ts';

const entry = join(import.meta.dirname, 'function.ts');

/** One module of TypeScript as the bundle that a deployment has. */
export async function bundle(source: string): Promise<Code> {
    const build = await rolldown({
        input: entry,
        external: ['@patchbay/functions', 'nango', /^node:/],
        plugins: [
            { name: 'source', resolveId: (id) => (id === entry ? entry : null), load: (id) => (id === entry ? source : null) },
            {
                name: 'zod-by-name',
                // `import { z }` keeps every locale.
                transform: (code, id) =>
                    id === entry ? { code: code.replace(/import \{ z \} from 'zod'/, "import * as z from 'zod'"), map: null } : null
            }
        ]
    });
    const { output } = await build.generate({ format: 'cjs', exports: 'named', sourcemap: true, minify: true });
    await build.close();
    const [{ code, map }] = output;
    return {
        hash: createHash('sha256').update(code).digest('hex'),
        source: code,
        fileName: 'function.js',
        ...(map && { sourceMap: map.toString() })
    };
}
